import { expect } from 'vitest'
import { type Asked, fillCart, openSheet, submit } from './buying.ts'
import { type Buyer, makeGoods, makeStock } from './fixtures.ts'
import type { Shop } from './harness.ts'
import { makePromotion } from './promotions.ts'

/** ¥320 of one warehouse and ¥240 of the far one earn a gift together, which goes with the latter: the order that has it, and the other. */
export async function giftOfTwo(shop: Shop, buyer: Buyer, address: number, far: number, asked?: Asked) {
  const { db } = shop.database
  const here = await makeGoods(db, { price: '8.00', stock: 1_000 })
  const there = await makeGoods(db, { price: '6.00', stock: 0 })
  await makeStock(db, there, [{ available: 1_000 }], far)
  const gift = await makeGoods(db, { name: '两仓的赠品', price: '20.00', drug_class: 'otc_b' })
  await makeStock(db, gift, [{ available: 10 }], far)
  await makePromotion(db, 'gift', { scope: { goods: [here, there] }, tiers: [{ from: '500.00', gifts: [{ goods: gift }] }] })
  const ids = await fillCart(shop, buyer, [
    { goods_id: here, number: 40 },
    { goods_id: there, number: 40 },
  ])
  const sheet = await openSheet(shop, buyer, ids, asked)
  const placed = await submit(shop, buyer, address, ids, sheet.data, asked)
  expect(placed.status, placed.text).toBe(200)
  const orders: number[] = placed.data.orders.map((order: { id: number }) => order.id)
  const { order_id: own } = await db
    .selectFrom('order_line')
    .select('order_id')
    .where('order_id', 'in', orders)
    .where('gift_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return { own, other: orders.find((id) => id !== own) ?? 0 }
}
