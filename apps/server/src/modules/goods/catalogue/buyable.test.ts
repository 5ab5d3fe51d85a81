import { describe, expect, it } from 'vitest'
import type { GoodsCardWire } from '#contract/goods.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import {
  makeAvailability,
  makeCompany,
  makeCompanyPrice,
  makeGoods,
  makeOffer,
  makeStock,
  makeWarehouse,
} from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { changeRow } from '../../../../test/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { refreshGoodsStock } from '../stock/public.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
const TODAY = new Date('2026-11-21T08:00:00+08:00')

const cards = async (query: string, cookie = buyer.cookie): Promise<GoodsCardWire[]> => {
  await shop.search.refresh()
  return (await shop.ask('GET', `/api/goods/list?per_page=100&sort=newest&${query}`, { cookie })).data.list
}
const names = (list: readonly GoodsCardWire[]) => list.map(({ name }) => name).sort()
/** What the switch shows, beside what the cards of the whole list say can be bought. */
async function both(cookie = buyer.cookie): Promise<{ shown: string[]; open: string[] }> {
  const all = await cards('', cookie)
  return { shown: names(await cards('can_buy=1', cookie)), open: names(all.filter(({ is_buy }) => is_buy === 1)) }
}

const shop = await testShop({ now: NOW })
const { db } = shop.database
const near = await makeWarehouse(db, { code: 'WH', name: '武汉仓', province: '湖北省', sort: 9 })
const buyer = await makeCompany(db, { rank: 'A' })
const addressId = await makeAddress(db, buyer.companyId)
const stocked = await makeWarehouse(db)
await makeGoods(db, { name: '有货有价' })
await makeGoods(db, { name: '无货', stock: 0 })
await makeGoods(db, { name: '无价', price: null })
await makeGoods(db, { name: '级别有价', price: null, rankPrices: { A: '3.00' } })
await makeCompanyPrice(db, buyer.companyId, await makeGoods(db, { name: '协议有价', price: null }), '2.00')
const scarce = await makeGoods(db, { name: '刚够起订', stock: 12, mid_pack: 10, splittable: false })
await makeGoods(db, { name: '不足起订', stock: 9, mid_pack: 10, splittable: false })
await makeGoods(db, { name: '起订取整', stock: 19, mid_pack: 10, splittable: false, min_number: 11 })
const split = await makeGoods(db, { name: '本省仓不足', stock: 500, mid_pack: 10, splittable: false })
await makeStock(db, split, [{ available: 3 }], near)
const there = await makeGoods(db, { name: '本省仓足', stock: 3, mid_pack: 10, splittable: false })
await makeStock(db, there, [{ available: 300 }], near)
const daily = await makeGoods(db, { name: '今日已购满', purchase_limit: 5 })
await makeOrder(db, buyer, [{ goodsId: daily, number: 5 }], { created_at: TODAY })
const some = await makeGoods(db, { name: '今日还可购', purchase_limit: 5 })
await makeOrder(db, buyer, [{ goodsId: some, number: 4 }], { created_at: TODAY })
await makeGoods(db, { name: '限购不足起订', purchase_limit: 5, min_number: 6 })
await makeGoods(db, { name: '未按现行目录核验', law_version: '2000-01-01' })
await makeGoods(db, { name: '超出经营范围', scope_code: 'blood' })
await makeGoods(db, { name: '外省专供', availability_id: await makeAvailability(db, [{ province: '四川省' }]) })
await db.updateTable('special_limit').set({ per_order: 20, per_month: 60 }).where('substance', '=', 'ephedrine').execute()
await makeGoods(db, { name: '含麻', is_ephedrine: true })
await makeGoods(db, { name: '含麻超单量', is_ephedrine: true, min_number: 21 })
const cased = await makeGoods(db, { name: '整件不足', stock: 39, case_pack: 40 })
await makeOffer(db, cased, { kind: 'whole_case', price: '8.00' })
const full = await makeGoods(db, { name: '整件足', stock: 40, case_pack: 40 })
await makeOffer(db, full, { kind: 'whole_case', price: '8.00' })
const [large, small] = await makeStock(
  db,
  await makeGoods(db, { name: '近效期', stock: 0, mid_pack: 10, splittable: false }),
  [
    { available: 50, expiry: '2027-01-31' },
    { available: 5, expiry: '2027-02-28' },
  ],
  stocked,
)
const nearGoods = await db.selectFrom('goods').where('name', '=', '近效期').select('id').executeTakeFirstOrThrow()
for (const stock_batch_id of [large, small])
  await makeOffer(db, nearGoods.id, { kind: 'near_expiry', price: '1.00', stock_batch_id: stock_batch_id ?? 0 })

describe('仅看可购', () => {
  it('列出的正是此刻买得成的，一件不多，一件不少', async () => {
    const { shown, open } = await both()
    expect(shown).toEqual(open)
    expect(shown).toEqual(['刚够起订', '协议有价', '含麻', '整件不足', '整件足', '有货有价', '本省仓足', '今日还可购', '级别有价'].sort())
  })

  it('合计与页数按可购的算', async () => {
    const answer = await shop.ask('GET', '/api/goods/list?can_buy=1&per_page=4', { cookie: buyer.cookie })
    expect(answer.data).toMatchObject({ total: 9, per_page: 4 })
  })

  it('同一件商品，别的企业没有购满就列出', async () => {
    const other = await makeCompany(db, { province: '四川省', city: '成都市' })
    const { shown, open } = await both(other.cookie)
    expect(shown).toEqual(open)
    expect(shown).toContain('今日已购满')
    expect(shown).toContain('外省专供')
    expect(shown).toContain('本省仓不足')
    expect(shown).not.toContain('协议有价')
  })

  it('许可证只有乙类非处方药的药店，只列出乙类非处方药；核定后随即改变', async () => {
    for (const drug_class of ['rx', 'otc_b', 'none']) await makeGoods(db, { name: `类别${drug_class}`, drug_class })
    const narrow = await makeCompany(db, { drug_classes: ['otc_b'] })
    const { shown, open } = await both(narrow.cookie)
    expect(shown).toEqual(open)
    expect(shown).toEqual(['类别otc_b'])
    await changeRow(db, 'company', narrow.companyId, { drug_classes: ['rx', 'otc_b'] })
    shop.sessions.forget()
    const wider = await both(narrow.cookie)
    expect(wider.shown).toEqual(wider.open)
    expect(wider.shown).toEqual(['类别none', '类别otc_b', '类别rx'])
    await db
      .deleteFrom('goods_stock')
      .where('goods_id', 'in', db.selectFrom('goods').where('name', 'like', '类别%').select('id'))
      .execute()
    await db.updateTable('goods').set({ on_shelf: false }).where('name', 'like', '类别%').execute()
  })

  it('下单后余量不足起订，随即不再列出；取消订单回来后又列出', async () => {
    const orders = await buy(shop, buyer, addressId, [{ goods_id: scarce, number: 10 }])
    const after = await both()
    expect(after.shown).toEqual(after.open)
    expect(after.shown).not.toContain('刚够起订')
    const [first] = orders
    const cancelled = await shop.ask('POST', `/api/order/${first?.id}/cancel`, { cookie: buyer.cookie, body: { reason: '不需要了' } })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect((await both()).shown).toContain('刚够起订')
  })

  it('批次入账使余量够了起订，随即列出', async () => {
    const low = await db.selectFrom('goods').where('name', '=', '不足起订').select('id').executeTakeFirstOrThrow()
    await db.updateTable('stock_batch').set({ available: 10 }).where('goods_id', '=', low.id).execute()
    await transact(db, (trx) => refreshGoodsStock(trx, [low.id], NOW))
    expect((await both()).shown).toContain('不足起订')
  })

  it('含麻商品本月购满后不再列出', async () => {
    const pills = await db.selectFrom('goods').where('name', '=', '含麻').select('id').executeTakeFirstOrThrow()
    const order = await makeOrder(db, buyer, [{ goodsId: pills.id, number: 60 }], { created_at: TODAY })
    await changeRow(db, 'orders', order, { is_ephedrine: true })
    const { shown, open } = await both()
    expect(shown).toEqual(open)
    expect(shown).not.toContain('含麻')
  })

  it('整件专区按整件算，近效期专区按批次算', async () => {
    await shop.search.refresh()
    const zone = async (code: string) =>
      (await shop.ask('GET', `/api/zone/goods/${code}?can_buy=1&per_page=100`, { cookie: buyer.cookie })).data.list as GoodsCardWire[]
    expect(names(await zone('whole_case'))).toEqual(['整件足'])
    const near = await zone('near_expiry')
    expect(near.map(({ name, number, is_buy }) => [name, number, is_buy])).toEqual([['近效期', 50, 1]])
    const full = await db.selectFrom('goods').where('name', '=', '整件足').select('id').executeTakeFirstOrThrow()
    await buy(shop, buyer, addressId, [{ goods_id: full.id, number: 1 }])
    await shop.search.refresh()
    expect(names(await zone('whole_case'))).toEqual([])
  })
})
