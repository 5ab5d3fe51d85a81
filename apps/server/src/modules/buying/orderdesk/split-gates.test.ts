import { describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, payAtGateway } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf, makeStock } from '../../../../test/fixtures.ts'
import { edited, previewedEdit } from '../../../../test/order-edit.ts'
import { one, previewedSplit, SplitDesk, split, splitForm } from '../../../../test/order-split.ts'

const desk = new SplitDesk(new Date('2026-11-21T02:00:00Z'))

describe('拆单的关口', () => {
  it('没付款的、已发货的、已取消的不能拆；没选、没写原因也不行；看预览之后变了的要重看', async () => {
    const goods = await desk.drug('关口拆', '20.00')
    const unpaid = one(await buy(desk.shop, desk.buyer, desk.address, [{ goods_id: goods, number: 8 }]))
    expect((await previewedSplit(desk.shop, desk.staff, unpaid.id, { lines: { 关口拆: 2 } })).preview.message).toContain('还没有付款')
    const order = await desk.paid([{ goods_id: goods, number: 10 }])
    expect((await previewedSplit(desk.shop, desk.staff, order.id, {})).preview.message).toContain('还没有选择')
    expect((await previewedSplit(desk.shop, desk.staff, order.id, { lines: { 关口拆: 11 } })).preview.data.errors[0].message).toContain(
      '最多 10 盒',
    )
    expect((await previewedSplit(desk.shop, desk.staff, order.id, { lines: { 没有的: 1 } })).preview.data.errors[0].message).toBe(
      '订单中没有这一行',
    )
    const { save } = await previewedSplit(desk.shop, desk.staff, order.id, { lines: { 关口拆: 4 } })
    expect((await save({ reason: ' ' })).data.errors[0].field).toBe('reason')
    expect(await save({ stamp: 'x' })).toMatchObject({ status: 409, data: { reason: 'PREVIEW_CHANGED' } })
    await desk.shipped(order.id)
    expect(await save()).toMatchObject({ status: 409, message: expect.stringContaining('不能拆单') })
  })

  it('拆成几张再一张张退，合计超过一人的限额照样要财务批准', async () => {
    const goods = await desk.drug('拆退药', '400.00')
    const order = await desk.paid([{ goods_id: goods, number: 12 }])
    await desk.db
      .insertInto('setting')
      .values({ key: 'four_eyes', value: JSON.stringify({ refund_over: '3000' }) })
      .execute()
    await bring(desk.shop, desk.picker, order.id, 'pick')
    const fresh = await split(desk.shop, desk.picker, order.id, { stage: 'picking', lines: { 拆退药: 6 } })
    await desk.shop.ask('POST', `/api/staff/order/${order.id}/ship`, { cookie: desk.checker, body: {} })
    await desk.shipped(fresh.id)
    const back = async (id: number) => {
      const [line] = await formLines(desk.shop, desk.buyer.cookie, id)
      const wish = { order_id: id, kind: 'refund_only', reason: 'short', lines: [{ id: line?.id ?? 0, number: 6 }] }
      const applied = await applyFor(desk.shop, desk.buyer.cookie, wish)
      return desk.shop.ask('POST', `/api/staff/after_sale/${applied.data.id}/refund`, { cookie: desk.picker, body: {} })
    }
    await makeStaffOf(desk.db, 'finance')
    expect((await back(order.id)).data.status).toBe('refunded')
    const second = await back(fresh.id)
    await desk.db.deleteFrom('setting').where('key', '=', 'four_eyes').execute()
    expect([second.status, second.data.request?.title]).toEqual([202, expect.stringContaining('同一订单此前已退 ¥2400.00')])
  })

  it('仓库不能在拣货前拆，客服不能在拣货中拆，财务和客户都不能；别家企业看不到拆出的订单', async () => {
    const goods = await desk.drug('权限拆', '20.00')
    const { id } = await desk.paid([{ goods_id: goods, number: 10 }])
    expect((await splitForm(desk.shop, desk.picker, id)).code).toBe(403)
    expect((await splitForm(desk.shop, desk.staff, id, 'picking')).code).toBe(403)
    expect((await splitForm(desk.shop, await makeStaffOf(desk.db, 'finance'), id)).code).toBe(403)
    expect((await splitForm(desk.shop, desk.buyer.cookie, id)).code).not.toBe(200)
    const fresh = await split(desk.shop, desk.staff, id, { lines: { 权限拆: 4 } })
    const stranger = await makeCompany(desk.db)
    expect((await desk.shop.ask('GET', `/api/order/info/${fresh.id}`, { cookie: stranger.cookie })).status).toBe(404)
  })

  it('正在暂停的也能拆：两张都还停着，原因只在一张上的，另一张可以先解除', async () => {
    const goods = await makeGoods(desk.db, { name: '停拆药', price: '50.00', stock: 0 })
    const [bad] = await makeStock(desk.db, goods, [{ available: 50, batchNo: `T${goods}`, expiry: '2028-01-01' }])
    const other = await desk.drug('不停药', '50.00')
    const order = await desk.paid([
      { goods_id: goods, number: 2 },
      { goods_id: other, number: 2 },
    ])
    const quality = await makeStaffOf(desk.db, 'quality', '钱质量')
    expect((await desk.shop.ask('POST', `/api/staff/batch/${bad}/lock`, { cookie: quality, body: { reason: '待查' } })).status).toBe(200)
    expect((await desk.shop.ask('POST', `/api/staff/order/${order.id}/pick`, { cookie: desk.picker, body: {} })).status).toBe(409)
    const fresh = await split(desk.shop, desk.staff, order.id, { lines: { 停拆药: 2 } })
    expect((await desk.recordOf(order.id)).held_at).not.toBeNull()
    expect((await desk.recordOf(fresh.id)).held_at).not.toBeNull()
    const release = (id: number) =>
      desk.shop.ask('POST', `/api/staff/held_order/${id}/release`, { cookie: quality, body: { reason: '锁定的批号已拆出' } })
    expect((await release(order.id)).status).toBe(200)
    expect((await release(fresh.id)).status).toBe(409)
    await desk.shipped(order.id)
  })
})

describe('同时发生', () => {
  it('两位客服同时拆同一张：只拆成一次，另一位被告知是谁拆的', async () => {
    const goods = await desk.drug('两人拆', '50.00')
    const { id } = await desk.paid([{ goods_id: goods, number: 8 }])
    const [mine, theirs] = [
      await previewedSplit(desk.shop, desk.staff, id, { lines: { 两人拆: 3 } }),
      await previewedSplit(desk.shop, await makeStaffOf(desk.db, 'service', '李客服'), id, { lines: { 两人拆: 5 }, reason: '分两天送' }),
    ]
    const answers = await Promise.all([mine.save(), theirs.save()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: 1, changes: [{ theirs: expect.stringContaining('拆单：') }] })
    expect(await desk.db.selectFrom('order_split').selectAll().where('order_id', '=', id).execute()).toHaveLength(1)
  })

  it('拆单之前看的改单预览作废；改单之前看的拆单预览也作废', async () => {
    const goods = await desk.drug('拆改药', '50.00')
    const { id } = await desk.paid([{ goods_id: goods, number: 8 }])
    const edit = await previewedEdit(desk.shop, desk.staff, id, { lines: { 拆改药: 6 } })
    await split(desk.shop, desk.staff, id, { lines: { 拆改药: 3 }, reason: '分两天送' })
    expect(await edit.save()).toMatchObject({ status: 409, data: { changes: [{ theirs: '王客服：拆单：分两天送' }] } })
    const again = await previewedSplit(desk.shop, desk.staff, id, { lines: { 拆改药: 2 } })
    expect((await edited(desk.shop, desk.staff, id, { lines: { 拆改药: 4 } })).status).toBe(200)
    expect(await again.save()).toMatchObject({ status: 409, data: { reason: 'CHANGED_MEANWHILE' } })
    expect(await desk.linesOf(id)).toEqual({ 拆改药: 4 })
  })

  it('仓库一边先发已有，复核的一边发货：要么先拆后发，要么发了不能拆，发出的与登记的一盒不差', async () => {
    const goods = await desk.drug('抢发药', '20.00')
    const other = await desk.drug('陪发药', '20.00')
    for (let turn = 0; turn < 5; turn += 1) {
      const { id } = await desk.paid([
        { goods_id: goods, number: 4 },
        { goods_id: other, number: 4 },
      ])
      await bring(desk.shop, desk.picker, id, 'pick')
      const { save } = await previewedSplit(desk.shop, desk.picker, id, { stage: 'picking', lines: { 抢发药: 3 } })
      const [saved, sent] = await Promise.all([
        save(),
        desk.shop.ask('POST', `/api/staff/order/${id}/ship`, { cookie: desk.checker, body: {} }),
      ])
      expect(sent.status, sent.text).toBe(200)
      expect([200, 409]).toContain(saved.status)
      expect(await desk.linesOf(id)).toEqual(saved.status === 200 ? { 抢发药: 1, 陪发药: 4 } : { 抢发药: 4, 陪发药: 4 })
      await desk.allTrue()
    }
  })

  it('一边拆，一边客户取消、仓库开始拣货、又有一笔付款到账：先到的算数，后到的被拒或退回，什么也没乱', async () => {
    const goods = await desk.drug('抢拆药', '50.00')
    for (let turn = 0; turn < 6; turn += 1) {
      const { id } = one(await buy(desk.shop, desk.buyer, desk.address, [{ goods_id: goods, number: 4 }]))
      const second = await desk.shop.ask('POST', `/api/pay/order/${id}`, { cookie: desk.buyer.cookie, body: { channel: 'gateway' } })
      expect(
        (await desk.shop.ask('POST', `/api/pay/order/${id}`, { cookie: desk.buyer.cookie, body: { channel: 'balance' } })).status,
      ).toBe(200)
      const { save } = await previewedSplit(desk.shop, desk.staff, id, { lines: { 抢拆药: 1 } })
      const beside =
        turn % 3 === 0
          ? desk.cancel(id)
          : turn % 3 === 1
            ? desk.shop.ask('POST', `/api/staff/order/${id}/pick`, { cookie: desk.picker, body: {} })
            : desk.shop.ask('POST', second.data.pay_url, { form: 'result=paid' })
      const [saved, other] = await Promise.all([save(), beside])
      expect([200, 409]).toContain(saved.status)
      expect([200, 303, 409]).toContain(other.status)
      await desk.shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
      await desk.allTrue()
    }
  })

  it('两张一起取消、一张改单一张取消、别人同时买最后几盒：占用不丢，付款不多退', async () => {
    const goods = await desk.drug('同退药', '10.00', 30)
    for (let turn = 0; turn < 4; turn += 1) {
      const { id } = one(await buy(desk.shop, desk.buyer, desk.address, [{ goods_id: goods, number: 20 }]))
      await payAtGateway(desk.shop, desk.buyer.cookie, id)
      const fresh = await split(desk.shop, desk.staff, id, { lines: { 同退药: 7 } })
      const beside = turn % 2 === 0 ? desk.cancel(id) : edited(desk.shop, desk.staff, id, { lines: { 同退药: 5 }, cause: 'shop' })
      const rival = await makeCompany(desk.db, { balance: '5000.00' })
      const place = await makeAddress(desk.db, rival.companyId)
      const [gone] = await Promise.all([
        desk.cancel(fresh.id),
        beside,
        buy(desk.shop, rival, place, [{ goods_id: goods, number: 1 }], '22.00'),
      ])
      expect(gone.status).toBe(200)
      await desk.cancel(id)
      await desk.shop.jobs.runDue(['payments.refund', 'payments.refund_return'])
      await desk.allTrue()
    }
  })
})
