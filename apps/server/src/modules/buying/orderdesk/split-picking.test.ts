import { describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { stockOf } from '../../../../test/buying.ts'
import { makeGoods, makeStock } from '../../../../test/fixtures.ts'
import { previewedSplit, SplitDesk, split, splitForm } from '../../../../test/order-split.ts'
import { makeBundle } from '../../../../test/promotions.ts'

const desk = new SplitDesk(new Date('2026-11-21T02:00:00Z'))

describe('拣货中先发已有', () => {
  async function inPicking() {
    const goods = await makeGoods(desk.db, { name: '分批药', price: '50.00', stock: 0 })
    await makeStock(desk.db, goods, [
      { available: 6, batchNo: `F1${goods}`, expiry: '2028-01-01' },
      { available: 50, batchNo: `F2${goods}`, expiry: '2029-01-01' },
    ])
    const other = await desk.drug('另一药', '10.00')
    const order = await desk.paid([
      { goods_id: goods, number: 10 },
      { goods_id: other, number: 2 },
    ])
    await bring(desk.shop, desk.picker, order.id, 'pick')
    return { ...order, goods, near: `F1${goods}`, far: `F2${goods}` }
  }

  it('没找到的批号拆出等下次，其余照常复核发货；两张各有各的随货同行单、收货、发票；仓库看不到金额', async () => {
    const order = await inPicking()
    const short = { kind: 'short', text: '分批药缺 4 盒' }
    expect((await desk.shop.ask('POST', `/api/staff/order/${order.id}/note`, { cookie: desk.picker, body: short })).status).toBe(200)
    const { preview } = await previewedSplit(desk.shop, desk.picker, order.id, { stage: 'picking', batches: { [order.far]: 4 } })
    expect(preview.data).toMatchObject({
      money: [],
      items: [
        { kept: 2, moved: 0 },
        { name: '分批药', kept: 6, moved: 4, kept_paid: null, moved_paid: null },
      ],
    })
    const fresh = await split(desk.shop, desk.picker, order.id, { stage: 'picking', batches: { [order.far]: 4 }, reason: '货架上少四盒' })
    const batches = async (id: number) =>
      (await desk.orderOf(id)).lines.map((line: { batches: { batch_no: string; number: number }[] }) =>
        line.batches.map((of) => `${of.batch_no}×${of.number}`).join(),
      )
    expect(await batches(order.id)).toEqual([expect.stringContaining('×2'), `${order.near}×6`])
    expect(await batches(fresh.id)).toEqual([`${order.far}×4`])
    expect((await desk.orderOf(order.id)).status).toBe('picking')
    expect(await desk.orderOf(fresh.id)).toMatchObject({ status: 'paid', splits: [{ stage: 'picking' }] })
    expect(await desk.recordOf(fresh.id)).toMatchObject({ short: '拣货时拆出待发：货架上少四盒' })
    // What was short went with it.
    expect(await desk.recordOf(order.id)).toMatchObject({ short: '' })
    const ship = await desk.shop.ask('POST', `/api/staff/order/${order.id}/ship`, { cookie: desk.checker, body: {} })
    expect(ship.status, ship.text).toBe(200)
    await desk.shipped(fresh.id)
    const notes = await desk.db
      .selectFrom('shipment')
      .innerJoin('document', (on) => on.on('document.kind', '=', 'delivery_note'))
      .select(['shipment.order_id', 'document.subject', 'document.snapshot', 'shipment.id'])
      .where('shipment.order_id', 'in', [order.id, fresh.id])
      .execute()
    const own = notes.filter((row) => row.subject === `shipment:${row.id}`)
    expect(own.map((row) => (row.snapshot as unknown as { lines: unknown[] }).lines.length).sort()).toEqual([1, 2])
    for (const id of [order.id, fresh.id])
      expect((await desk.shop.ask('POST', `/api/order/${id}/receive`, { cookie: desk.buyer.cookie, body: {} })).status).toBe(200)
    const invoices = await desk.db.selectFrom('invoice_request').select('order_id').where('company_id', '=', desk.buyer.companyId).execute()
    expect(invoices.map((row) => row.order_id).sort()).toEqual([order.id, fresh.id].sort())
    expect(await stockOf(desk.db, order.goods)).toEqual({ shown: 46, available: 46, reserved: 0 })
    await desk.allTrue()
  })

  it('同一批号只少几盒的也行；已采追溯码的不能拆走；全部拆出、客服在拣货时拆，都不行', async () => {
    const order = await inPicking()
    const form = (await splitForm(desk.shop, desk.picker, order.id, 'picking')).data
    const piece = form.items
      .flatMap((item: { batches: object[] }) => item.batches)
      .find((of: { batch_no: string }) => of.batch_no === order.near)
    const codes = Array.from({ length: 4 }, (_, at) => `8${String(order.goods).padStart(6, '0')}${String(at).padStart(13, '0')}`)
    const taken = await desk.shop.ask('POST', `/api/staff/order/${order.id}/trace_codes`, {
      cookie: desk.picker,
      body: { piece_id: piece.piece_id, codes },
    })
    expect(taken.status, taken.text).toBe(200)
    expect(
      (await previewedSplit(desk.shop, desk.picker, order.id, { stage: 'picking', batches: { [order.near]: 3 } })).preview.message,
    ).toContain('已采集 4 个追溯码')
    const fresh = await split(desk.shop, desk.picker, order.id, { stage: 'picking', batches: { [order.near]: 2 } })
    expect([await desk.linesOf(order.id), await desk.linesOf(fresh.id)]).toEqual([{ 分批药: 8, 另一药: 2 }, { 分批药: 2 }])
    expect(
      (await previewedSplit(desk.shop, desk.picker, order.id, { stage: 'picking', lines: { 分批药: 8, 另一药: 2 } })).preview.message,
    ).toContain('请至少留下一种')
    expect((await splitForm(desk.shop, desk.staff, order.id)).data.why).toContain('由仓库在拣货页')
    expect((await splitForm(desk.shop, desk.picker, fresh.id, 'picking')).data.why).toContain('还没有开始拣货')
    const pieces = [{ id: 1, number: 1 }]
    const foreign = await desk.shop.ask('POST', `/api/staff/order/${order.id}/split/picking`, {
      cookie: desk.picker,
      body: { version: 1, stamp: '', reason: '别的订单的批号', pieces },
    })
    expect(foreign.data.errors[0].message).toContain('订单中没有这个批号')
  })

  it('组合缺一个组成就整套后发，按中包装卖的整包后发，预览写明为什么', async () => {
    const [a, b] = [await desk.drug('套甲', '30.00'), await desk.drug('套乙', '20.00')]
    const bundle = await makeBundle(desk.db, {
      name: '缺件组合',
      quota: 100,
      items: [
        { goods: a, number: 2, price: '25.00' },
        { goods: b, number: 1, price: '15.00' },
      ],
    })
    const order = await desk.paid([{ goods_id: a, number: 5, type: 3, goods_price_id: bundle }])
    await bring(desk.shop, desk.picker, order.id, 'pick')
    const form = (await splitForm(desk.shop, desk.picker, order.id, 'picking')).data
    const piece = form.items.flatMap((item: { batches: object[] }) => item.batches).find((of: { name: string }) => of.name === '套甲')
    const query = `version=${form.version}&pieces=${piece.piece_id}:3`
    const preview = await desk.shop.ask('GET', `/api/staff/order/${order.id}/split/picking/preview?${query}`, { cookie: desk.picker })
    expect(preview.data.items).toMatchObject([{ kept: 3, moved: 2, why: '组合按整套拆出' }])
    const body = { version: form.version, stamp: preview.data.stamp, reason: '套甲缺货', pieces: [{ id: piece.piece_id, number: 3 }] }
    const done = await desk.shop.ask('POST', `/api/staff/order/${order.id}/split/picking`, { cookie: desk.picker, body })
    expect(done.status, done.text).toBe(200)
    expect([await desk.linesOf(order.id), await desk.linesOf(done.data.id)]).toEqual([
      { 套甲: 6, 套乙: 3 },
      { 套甲: 4, 套乙: 2 },
    ])
  })
})
