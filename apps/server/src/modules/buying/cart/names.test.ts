import { beforeEach, expect, it } from 'vitest'
import { fillCart } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeBundle, makePromotion } from '../../../../test/promotions.ts'

/** The names and ways of writing that the specification gives the cart, for clients that were written by it. */

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
const shop = await testShop({ now: NOW })
const { db } = shop.database
beforeEach(async () => {
  await db.updateTable('promotion').set({ is_open: false }).execute()
  buyer = await makeCompany(db)
})

const cart = async (query = '') => (await shop.ask('GET', `/api/cart/list${query}`, { cookie: buyer.cookie })).data
const form = (path: string, text: string) => shop.ask('POST', path, { cookie: buyer.cookie, form: text })

it('用户信息里的 cart 是购物车行数', async () => {
  const goods = [await makeGoods(db), await makeGoods(db)]
  await fillCart(
    shop,
    buyer,
    goods.map((goods_id) => ({ goods_id, number: 3 })),
  )
  const { data } = await shop.ask('GET', '/api/user/base', { cookie: buyer.cookie })
  expect(data).toMatchObject({ cart: 2, cart_count: 2 })
})

it('购物车行带 goods_type：中药为 1，其他为 0', async () => {
  const [drug, herb] = [await makeGoods(db), await makeGoods(db, { kind: 'herb' })]
  await fillCart(
    shop,
    buyer,
    [drug, herb].map((goods_id) => ({ goods_id, number: 1 })),
  )
  const { list } = await cart()
  expect(list.map((line: { goods: { id: number; type: number }; goods_type: number }) => [line.goods.id, line.goods_type])).toEqual([
    [herb, 1],
    [drug, 0],
  ])
})

it('组合行的商品在 combination 里，普通行的 combination 为空', async () => {
  const [a, b] = [await makeGoods(db, { name: '甲片' }), await makeGoods(db, { name: '乙胶囊' })]
  const id = await makeBundle(db, {
    name: '感冒组合',
    items: [
      { goods: a, number: 2, price: '8.00' },
      { goods: b, number: 1, price: '9.00' },
    ],
  })
  await fillCart(shop, buyer, [{ goods_id: a, number: 1, type: 3, goods_price_id: id }])
  await fillCart(shop, buyer, [{ goods_id: b, number: 1 }])
  const { list } = await cart()
  expect(list).toMatchObject([
    { combination: null, goods: { id: b } },
    {
      type: 3,
      combination: {
        id,
        name: '感冒组合',
        goods: [
          { goods: { id: a, name: '甲片' }, number: 2, price: '8.00' },
          { goods: { id: b, name: '乙胶囊' }, number: 1, price: '9.00' },
        ],
      },
    },
  ])
})

it('满减各档在 manjians，赠品与换购各档在 sphgs，都带金额与状态，已达的在前', async () => {
  const [goods, extra, prize] = [await makeGoods(db, { price: '60.00' }), await makeGoods(db), await makeGoods(db, { drug_class: 'otc_b' })]
  const reduction = await makePromotion(db, 'full_reduction', {
    name: '满减',
    scope: { goods: [goods] },
    tiers: [
      { from: '500.00', amount: '60.00' },
      { from: '100.00', amount: '10.00' },
      { from: '200.00', amount: '25.00' },
    ],
  })
  const gift = await makePromotion(db, 'gift', {
    name: '满赠',
    scope: { goods: [goods] },
    tiers: [{ from: '150.00', gifts: [{ goods: prize, number: 1 }] }],
  })
  const exchange = await makePromotion(db, 'exchange', {
    name: '换购',
    scope: { goods: [goods] },
    tiers: [{ from: '100.00', exchanges: [{ goods: extra, price: '1.00', limit: 1 }] }],
  })
  await fillCart(shop, buyer, [{ goods_id: goods, number: 2 }])
  const { manjians, sphgs, activities } = await cart()
  expect(manjians).toMatchObject([
    { activity_id: reduction.id, name: '满减', amount: '100.00', number: 0, status: 1, missing: '' },
    { activity_id: reduction.id, amount: '200.00', status: 2, missing: '80.00' },
    { activity_id: reduction.id, amount: '500.00', status: 0, missing: '380.00' },
  ])
  const told = sphgs.map((one: Record<string, unknown>) => [one.activity_id, one.kind, one.amount, one.status])
  expect(told).toEqual([
    [exchange.id, 'exchange', '100.00', 1],
    [gift.id, 'gift', '150.00', 2],
  ])
  const own = activities.find((one: { id: number }) => one.id === reduction.id)
  expect(own.tiers.map((tier: { amount: string }) => tier.amount)).toEqual(['100.00', '200.00', '500.00'])
})

it('ids 可以用逗号连着写，也可以一个一个写', async () => {
  const goods = [await makeGoods(db), await makeGoods(db)]
  const ids = await fillCart(
    shop,
    buyer,
    goods.map((goods_id) => ({ goods_id, number: 1 })),
  )
  const off = await form('/api/cart/batch_select', `ids=${ids.join(',')}&is_selected=0`)
  expect(off.status, off.text).toBe(200)
  expect(off.data.total.selected_lines).toBe(0)
  const on = await form('/api/cart/batch_select', `ids[]=${ids[0]}&ids[]=${ids[1]}&is_selected=1`)
  expect(on.data.total.selected_lines).toBe(2)
  const sheet = await form('/api/cart/checkout', `ids=${ids.join(',')}&new=1&zps=`)
  expect(sheet.status, sheet.text).toBe(200)
  for (const wrong of ['ids=', 'ids=1,x', 'ids=1,1', 'ids=,']) expect((await form('/api/cart/batch_delete', wrong)).status, wrong).toBe(422)
})

it('zps 留空就是一件赠品也不要', async () => {
  const [goods, prize] = [await makeGoods(db, { price: '50.00' }), await makeGoods(db, { drug_class: 'otc_b' })]
  await makePromotion(db, 'gift', { scope: { goods: [goods] }, tiers: [{ from: '100.00', gifts: [{ goods: prize, number: 2 }] }] })
  const ids = await fillCart(shop, buyer, [{ goods_id: goods, number: 2 }])
  const offered = await form('/api/cart/checkout', `ids=${ids.join()}&new=1`)
  expect(offered.data.zps).toHaveLength(1)
  const none = await form('/api/cart/checkout', `ids=${ids.join()}&new=1&zps=`)
  expect(none.status, none.text).toBe(200)
  expect(none.data.zps).toEqual([])
  expect((await cart('?zps=')).activities[0].gifts).toMatchObject([{ selected: 0 }])
})

it('凑单提示与换购优惠按查询参数里的行来算，不改动勾选', async () => {
  const [goods, other, extra] = [await makeGoods(db, { price: '60.00' }), await makeGoods(db, { price: '10.00' }), await makeGoods(db)]
  await makePromotion(db, 'full_reduction', { scope: { goods: [goods, other] }, tiers: [{ from: '200.00', amount: '10.00' }] })
  await makePromotion(db, 'exchange', {
    scope: { goods: [goods, other] },
    tiers: [{ from: '100.00', exchanges: [{ goods: extra, price: '1.00', limit: 1 }] }],
  })
  const [first, second] = await fillCart(shop, buyer, [
    { goods_id: goods, number: 2 },
    { goods_id: other, number: 1 },
  ])
  await form('/api/cart/batch_select', `ids=${second}&is_selected=0`)
  const missing = async (query: string) => {
    const { data } = await form(`/api/cart/next_hint${query}`, '')
    return data.activities.find((one: { kind: string }) => one.kind === 'full_reduction')?.missing
  }
  expect(await missing('')).toBe('80.00')
  expect(await missing(`?ids=${first},${second}`)).toBe('70.00')
  expect(await missing(`?ids[]=${second}`)).toBe('190.00')
  const open = async (query: string) => (await form(`/api/cart/sphg_ladder_price_list${query}`, '')).data.list[0].exchanges[0].open
  expect(await open('')).toBe(1)
  expect(await open(`?ids=${second}`)).toBe(0)
  expect((await form('/api/cart/next_hint?ids=x', '')).status).toBe(422)
  expect((await cart()).list.map((line: { id: number; is_selected: number }) => [line.id, line.is_selected])).toEqual([
    [second, 0],
    [first, 1],
  ])
})
