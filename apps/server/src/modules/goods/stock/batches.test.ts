import { beforeEach, describe, expect, it } from 'vitest'
import { bring } from '../../../../test/after-sales.ts'
import { buy, fillCart, makeAddress, openSheet, stockOf, submit } from '../../../../test/buying.ts'
import {
  type Buyer,
  makeCompany,
  makeGoods,
  makeOffer,
  makeStaff,
  makeStaffOf,
  makeStock,
  makeWarehouse,
} from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { changeRow, keepSetting } from '../../../../test/rows.ts'
import { agreed } from '../../../../test/second-person.ts'
import { refreshGoodsStock, unfitBatches } from './public.ts'
import { refreshByTime } from './service.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db, '质管', '质管')
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const refresh = (goods: number, now = NOW) => db.transaction().execute((trx) => refreshGoodsStock(trx, [goods], now))
const batchesOf = (goods: number) => db.selectFrom('stock_batch').selectAll().where('goods_id', '=', goods).orderBy('id').execute()
async function days(value: object | null): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', 'min_remaining_days').execute()
  if (value) await keepSetting(db, 'min_remaining_days', value)
}
const ask = (path: string, body: object, cookie = staff) => shop.ask('POST', path, { cookie, body })
const lock = (id: number, what: 'lock' | 'release' = 'lock', more: object = {}) =>
  agreed(shop, () => ask(`/api/staff/batch/${id}/${what}`, { reason: '药监通知', ...more }))

describe('剩余效期', () => {
  it('剩余不足 30 天的批号不当普通商品卖、不显示；够的照卖', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    await makeStock(db, goods, [
      { available: 5, expiry: '2026-12-20' },
      { available: 7, expiry: '2026-12-21' },
    ])
    await refresh(goods)
    expect((await stockOf(db, goods)).shown).toBe(7)
    await buy(shop, buyer, address, [{ goods_id: goods, number: 7 }])
    expect((await batchesOf(goods)).map((batch) => batch.reserved)).toEqual([0, 7])
    const ids = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: goods, number: 1 }] } })
    expect(ids.text).toContain('库存')
  })

  it('天数可设，也可按商品大类设；写坏的设置按 30 天', async () => {
    const herb = await makeGoods(db, { stock: 0, kind: 'herb' })
    const drug = await makeGoods(db, { stock: 0 })
    for (const goods of [herb, drug])
      await makeStock(db, goods, [
        { available: 5, expiry: '2026-12-01' },
        { available: 1, expiry: '2027-06-01' },
      ])
    const shown = async () => {
      await refresh(herb)
      await refresh(drug)
      return [(await stockOf(db, herb)).shown, (await stockOf(db, drug)).shown]
    }
    expect(await shown()).toEqual([1, 1])
    await days({ days: 180, kinds: { herb: 0 } })
    expect(await shown()).toEqual([6, 1])
    await days({ days: 10 })
    expect(await shown()).toEqual([6, 6])
    await days({ days: '很多', kinds: '无' })
    expect(await shown()).toEqual([1, 1])
    await days(null)
  })

  it('近效期特价仍可卖到最后一天，过期的谁也不卖', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 9, expiry: '2026-11-21' }])
    const offer = await makeOffer(db, goods, { kind: 'near_expiry', stock_batch_id: batch, price: '3.00' })
    await buy(shop, buyer, address, [{ goods_id: goods, number: 2, goods_price_id: offer }])
    expect((await batchesOf(goods))[0]?.reserved).toBe(2)
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1, goods_price_id: offer }])
    shop.clock.now = new Date('2026-11-21T16:00:00Z')
    expect((await openSheet(shop, buyer, ids)).status).toBe(409)
  })

  it('每天零点后的任务把刚不够天数的收下货架', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    await makeStock(db, goods, [{ available: 5, expiry: '2026-12-21' }])
    await refresh(goods)
    expect((await stockOf(db, goods)).shown).toBe(5)
    await refreshByTime(db, new Date('2026-11-21T16:05:00Z'))
    expect((await stockOf(db, goods)).shown).toBe(0)
  })
})

describe('锁定批号', () => {
  it('锁定后立即不显示、不占用，近效期特价也买不到；解锁后回来；各记一条审计', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [first = 0] = await makeStock(db, goods, [{ available: 5, batchNo: 'LOCK1' }, { available: 3 }])
    const answer = await lock(first)
    expect(answer.data.batches).toMatchObject([{ batch_no: 'LOCK1', locked_by: '质管', locked_reason: '药监通知' }])
    expect((await stockOf(db, goods)).shown).toBe(3)
    await buy(shop, buyer, address, [{ goods_id: goods, number: 3 }])
    expect((await batchesOf(goods)).map((batch) => batch.reserved)).toEqual([0, 3])
    const page = await shop.ask('GET', `/api/goods/detail/${goods}`, { cookie: buyer.cookie })
    expect(page.text).not.toContain('LOCK1')
    expect((await lock(first)).status).toBe(200)
    await lock(first, 'release')
    await lock(first, 'release')
    expect((await stockOf(db, goods)).shown).toBe(5)
    const audits = await db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('subject', '=', `stock_batch:${first}`)
      .orderBy('id')
      .execute()
    expect(audits).toEqual([
      { action: 'batch.lock', actor: '质管' },
      { action: 'approval.ask', actor: '质管' },
      { action: 'batch.release', actor: '质管' },
      { action: 'approval.approve', actor: '另一人' },
    ])
  })

  it('已锁定的又有人怀疑：新的原因并入锁定原因、留痕，等着批准的解锁不作数；同一原因再按一次还是那一次', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 5 }])
    await lock(batch)
    const { data } = await ask(`/api/staff/batch/${batch}/release`, { reason: '复检合格' })
    const head = await makeStaffOf(db, 'quality_head', '质量负责人乙')
    const keeper = await makeStaffOf(db, 'warehouse', '库管甲')
    const doubt = () => ask(`/api/staff/batch/${batch}/lock`, { reason: '客户投诉有异物' }, keeper)
    for (const answer of [await doubt(), await doubt()])
      expect(answer.data.batches).toMatchObject([{ locked_by: '质管', locked_reason: '药监通知；库管甲：客户投诉有异物' }])
    const late = await ask(`/api/staff/approval/${data.request.id}/approve`, {}, head)
    expect([late.status, late.data?.reason]).toEqual([409, 'CHANGED_SINCE_ASKED'])
    expect((await batchesOf(goods))[0]?.locked_at).not.toBeNull()
    const locks = await db
      .selectFrom('audit_log')
      .select(['actor', 'after'])
      .where('subject', '=', `stock_batch:${batch}`)
      .where('action', '=', 'batch.lock')
      .orderBy('id')
      .execute()
    expect(locks).toMatchObject([{ actor: '质管' }, { actor: '库管甲', after: { reason: '客户投诉有异物' } }])
  })

  it('近效期特价的批号锁定后买不到', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 9, expiry: '2026-12-01' }])
    const offer = await makeOffer(db, goods, { kind: 'near_expiry', stock_batch_id: batch, price: '3.00' })
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1, goods_price_id: offer }])
    const sheet = await openSheet(shop, buyer, ids)
    await lock(batch)
    expect((await submit(shop, buyer, address, ids, sheet.data)).status).toBe(409)
    expect((await batchesOf(goods))[0]?.reserved).toBe(0)
  })

  it('同一批号在各仓一起锁，也可只锁一仓；未发货的订单数出来，订单说得出是哪一批、为什么', async () => {
    const far = await makeWarehouse(db, { code: 'CK9', name: '测试九仓' })
    const goods = await makeGoods(db, { name: '被召回的片', stock: 0 })
    const [here = 0] = await makeStock(db, goods, [{ available: 5, batchNo: 'SAME' }])
    const [there = 0] = await makeStock(db, goods, [{ available: 5, batchNo: 'SAME' }], far)
    const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 2 }])
    const both = await lock(here)
    expect(both.data.batches.map((batch: { id: number }) => batch.id)).toEqual([here, there])
    expect(both.data.open_orders).toBe(1)
    const unfit = await unfitBatches(db, order?.id ?? 0, '2026-11-21')
    expect(unfit).toEqual([
      { batchNo: 'SAME', goodsName: '被召回的片', lockedReason: '药监通知', isRecalled: false, expiryDate: '2099-12-31' },
    ])
    await lock(there, 'release', { everywhere: 0 })
    expect((await batchesOf(goods)).map((batch) => batch.locked_at !== null)).toEqual([true, false])
    await lock(here, 'release', { everywhere: 0 })
    expect(await unfitBatches(db, order?.id ?? 0, '2026-11-21')).toEqual([])
  })

  it('锁定与下单同时：要么占到，要么拒绝，锁定之后再也占不到', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 100 }])
    const ready = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const one = await makeCompany(db)
        const ids = await fillCart(shop, one, [{ goods_id: goods, number: 1 }])
        return { one, ids, to: await makeAddress(db, one.companyId), sheet: await openSheet(shop, one, ids) }
      }),
    )
    const [, ...placed] = await Promise.all([
      lock(batch),
      ...ready.map(({ one, to, ids, sheet }) => submit(shop, one, to, ids, sheet.data)),
    ])
    const taken = placed.filter((answer) => answer.status === 200).length
    expect((await batchesOf(goods))[0]).toMatchObject({ available: 100 - taken, reserved: taken })
    expect((await stockOf(db, goods)).shown).toBe(0)
  })

  it('流向：谁买了多少、退了多少、还没发出多少；取消的不算', async () => {
    const goods = await makeGoods(db, { stock: 0 })
    const [batch = 0] = await makeStock(db, goods, [{ available: 50, batchNo: 'FLOW' }])
    const other = await makeCompany(db)
    const [shipped] = await buy(shop, buyer, address, [{ goods_id: goods, number: 3 }], '5000.00')
    await bring(shop, staff, shipped?.id ?? 0, 'ship')
    await buy(shop, other, await makeAddress(db, other.companyId), [{ goods_id: goods, number: 4 }])
    const [gone] = await buy(shop, buyer, address, [{ goods_id: goods, number: 5 }])
    await ask(`/api/staff/order/${gone?.id}/cancel`, { reason: '不要了' })
    const { data } = await shop.ask('GET', `/api/staff/batch/${batch}/recall`, { cookie: staff })
    expect(data.sums).toEqual({ companies: 2, orders: 2, number: 7, returned: 0, open: 4 })
    expect(data.list.map((row: { number: number; is_open: boolean }) => [row.number, row.is_open])).toEqual([
      [4, true],
      [3, false],
    ])
    const found = await shop.ask('GET', '/api/staff/batch/list?keywords=FLOW', { cookie: staff })
    expect(found.data.list).toMatchObject([{ id: batch, reserved: 4 }])
    expect((await shop.ask('GET', `/api/staff/batch/${batch}/recall`, { cookie: buyer.cookie })).status).toBe(401)
  })
})

describe('停售商品', () => {
  it('停售后不在货架、不能下单，导入也放不回去；恢复后照旧；记审计', async () => {
    const goods = await makeGoods(db)
    const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 1 }])
    const sheet = await openSheet(shop, buyer, ids)
    expect((await ask(`/api/staff/goods/${goods}/stop`, { reason: '质量存疑' })).data).toEqual({ on_shelf: false, stopped: true })
    expect((await submit(shop, buyer, address, ids, sheet.data)).status).toBe(409)
    await changeRow(db, 'goods', goods, { on_shelf: true, off_shelf_reason: '' })
    const row = () => db.selectFrom('goods').select(['on_shelf', 'off_shelf_reason']).where('id', '=', goods).executeTakeFirstOrThrow()
    expect(await row()).toEqual({ on_shelf: false, off_shelf_reason: '暂停销售，请联系客户经理' })
    await ask(`/api/staff/goods/${goods}/stop`, { reason: '质量存疑' })
    expect((await ask(`/api/staff/goods/${goods}/resume`, { reason: '检验合格' })).data).toEqual({ on_shelf: true, stopped: false })
    expect(await row()).toEqual({ on_shelf: true, off_shelf_reason: '' })
    expect((await submit(shop, buyer, address, ids, (await openSheet(shop, buyer, ids)).data)).status).toBe(200)
    const audits = await db.selectFrom('audit_log').select('action').where('subject', '=', `goods:${goods}`).orderBy('id').execute()
    expect(audits.map((row) => row.action)).toEqual(['goods.stop', 'goods.resume'])
    expect((await ask(`/api/staff/goods/${goods}/stop`, { reason: '我要停' }, buyer.cookie)).status).toBe(401)
    const clerk = await makeStaff(db)
    expect((await ask(`/api/staff/goods/${goods}/stop`, { reason: '客户投诉' }, clerk)).status).toBe(200)
    expect(await ask(`/api/staff/goods/${goods}/resume`, { reason: '应该没事' }, clerk)).toMatchObject({
      status: 403,
      message: '您的岗位没有“恢复销售”的权限',
    })
    expect((await row()).on_shelf).toBe(false)
    expect((await ask('/api/staff/goods/999999/stop', { reason: '没有' })).status).toBe(404)
  })
})

describe('员工查找商品', () => {
  it('停售之后又有人说出别的原因：并入停售原因，留痕；同一原因再按一次还是那一次', async () => {
    const goods = await makeGoods(db, { stock: 1 })
    const keeper = await makeStaffOf(db, 'merchandiser', '商品员甲')
    const stop = (reason: string) => ask(`/api/staff/goods/${goods}/stop`, { reason }, keeper)
    expect((await ask(`/api/staff/goods/${goods}/stop`, { reason: '质量存疑' })).status).toBe(200)
    for (const _ of [1, 2]) expect((await stop('标签有误')).status).toBe(200)
    const row = await db.selectFrom('goods').select(['stopped_by', 'stopped_reason']).where('id', '=', goods).executeTakeFirstOrThrow()
    expect(row).toEqual({ stopped_by: '质管', stopped_reason: '质量存疑；商品员甲：标签有误' })
    const kept = db.selectFrom('audit_log').select('actor').where('subject', '=', `goods:${goods}`).where('action', '=', 'goods.stop')
    expect((await kept.orderBy('id').execute()).map(({ actor }) => actor)).toEqual(['质管', '商品员甲'])
    expect((await ask(`/api/staff/goods/${goods}/resume`, { reason: '都已查清' })).data).toEqual({ on_shelf: true, stopped: false })
  })

  it('按编码、首字母、名称、厂家查找，按在售、未上架、停售分开；不带价格；通配符照字面；锁定的库存不算可售', async () => {
    const name = '查找专用片'
    const goods = await makeGoods(db, { name, code: 'FINDME1', mnemonic: 'CZZYP', stock: 0 })
    const [held = 0] = await makeStock(db, goods, [
      { available: 5, batchNo: 'FIND1' },
      { available: 7, batchNo: 'FIND2' },
    ])
    await lock(held)
    const list = async (query: string) => (await shop.ask('GET', `/api/staff/goods?${query}`, { cookie: staff })).data.list
    for (const word of ['findme', 'czz', '专用片'])
      expect(await list(`keywords=${encodeURIComponent(word)}`), word).toMatchObject([{ id: goods, state: 'on', available: 7 }])
    expect(await list(`keywords=${encodeURIComponent('%')}`)).toEqual([])
    expect(JSON.stringify(await list('keywords=FINDME1'))).not.toContain('price')
    await ask(`/api/staff/goods/${goods}/stop`, { reason: '质量存疑' })
    expect(await list('keywords=FINDME1&state=on')).toEqual([])
    expect(await list('keywords=FINDME1&state=off')).toEqual([])
    expect(await list('keywords=FINDME1&state=stopped')).toMatchObject([
      { state_name: '已停售', stopped_by: '质管', stopped_reason: '质量存疑' },
    ])
    expect((await list(''))[0].state).toBe('stopped')
    expect((await shop.ask('GET', '/api/staff/goods', { cookie: buyer.cookie })).status).toBe(401)
  })
})
