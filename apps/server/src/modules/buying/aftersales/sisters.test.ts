import { beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, throughToRefund } from '../../../../test/after-sales.ts'
import { balanceOf, fillCart, openSheet, submit } from '../../../../test/buying.ts'
import { type Buyer, makeAddress, makeCompany, makeGoods, makeStaff, makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { orderSteps } from '../../../../test/gates.ts'
import { testShop } from '../../../../test/harness.ts'
import { makePromotion } from '../../../../test/promotions.ts'
import { keepSetting } from '../../../../test/rows.ts'

const shop = await testShop({ now: new Date('2026-11-21T02:00:00Z') })
const { db } = shop.database
const staff = await makeStaff(db)
const steps = orderSteps(shop, staff)
await keepSetting(db, 'shipping', { free_from: '100.00', fee: '12.00' })
// Gifts leave with the first of two warehouses that earned as much.
await makeWarehouse(db)
const far = await makeWarehouse(db, { code: 'CK8', name: '测试八仓' })
const farther = await makeWarehouse(db, { code: 'CK9', name: '测试九仓' })
let buyer: Buyer
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '9000.00' })
})

const pay = (id: number) => steps.post(buyer.cookie, `/api/pay/order/${id}`, { channel: 'balance' })
const cancel = (id: number) => steps.post(buyer.cookie, `/api/order/${id}/cancel`, { reason: '不要了' })
const stateOf = async (id: number) => (await db.selectFrom('orders').where('id', '=', id).select('status').executeTakeFirstOrThrow()).status

/** Orders of one checkout, none of them paid: the near one has all that they were given. */
async function placed({ near, there, third = 0 }: { near: number; there: number; third?: number }, offers: 'tier' | 'repeat' = 'tier') {
  const one = await makeGoods(db, { price: '10.00', stock: 1_000 })
  const other = await makeGoods(db, { price: '10.00', stock: 0 })
  await makeStock(db, other, [{ available: 1_000 }], far)
  const more = await makeGoods(db, { price: '10.00', stock: 0 })
  await makeStock(db, more, [{ available: 1_000 }], farther)
  const gift = await makeGoods(db, { name: '姊妹单的赠品', price: '3.00', stock: 1_000, drug_class: 'otc_b' })
  await makeStock(db, gift, [{ available: 1_000 }], far)
  await makeStock(db, gift, [{ available: 1_000 }], farther)
  const extra = await makeGoods(db, { name: '姊妹单的换购', price: '50.00' })
  const scope = { goods: [one, other, more] }
  const then = []
  if (offers === 'tier') {
    await makePromotion(db, 'gift', { scope, tiers: [{ from: '1000.00', gifts: [{ goods: gift, number: 2 }] }] })
    const { exchanges } = await makePromotion(db, 'exchange', {
      scope,
      tiers: [{ from: '500.00', exchanges: [{ goods: extra, price: '20.00' }] }],
    })
    then.push({ goods_id: extra, number: 1, type: 4, goods_price_id: exchanges[0] ?? 0 })
  } else {
    await makePromotion(db, 'gift', { scope, tiers: [{ measure: 'number', from: 10, repeat: true, gifts: [{ goods: gift }] }] })
  }
  const ids = await fillCart(shop, buyer, [
    { goods_id: one, number: near },
    { goods_id: other, number: there },
    ...(third > 0 ? [{ goods_id: more, number: third }] : []),
  ])
  if (then.length > 0) ids.push(...(await fillCart(shop, buyer, then)))
  const sheet = await openSheet(shop, buyer, ids)
  const answer = await submit(shop, buyer, await makeAddress(db, buyer.companyId), ids, sheet.data)
  expect(answer.status, answer.text).toBe(200)
  const orders: number[] = answer.data.orders.map((order: { id: number }) => order.id)
  const lines = await db.selectFrom('order_line').select(['order_id', 'goods_id']).where('order_id', 'in', orders).execute()
  const of = (goods: number) => lines.find(({ goods_id }) => goods_id === goods)?.order_id ?? 0
  return { own: of(one), sister: of(other), third: of(more) }
}

async function received(id: number) {
  expect((await pay(id)).status).toBe(200)
  await bring(shop, staff, id, 'receive')
}

/** What comes back for so many of the goods of an order, gifts and exchange goods staying. */
async function refunded(id: number, number: number, reason = 'other'): Promise<number> {
  const before = await balanceOf(db, buyer.companyId)
  const line = (await formLines(shop, buyer.cookie, id)).find(({ tag }) => tag !== '赠' && tag !== '换购')
  const applied = await applyFor(shop, buyer.cookie, { order_id: id, reason, lines: [{ id: line?.id ?? 0, number }] })
  expect(applied.status, applied.text).toBe(200)
  const done = await throughToRefund(shop, { cookie: buyer.cookie, staff }, applied.data.id)
  expect(done.status, done.text).toBe(200)
  return (await balanceOf(db, buyer.companyId)) - before
}

describe('没有付款的姊妹单不算留下的商品', () => {
  // Gifts ¥6, exchange goods ¥30, shipping ¥12; that of the order that came to nothing is not asked for.
  const KEPT = 600 + 3_000 + 1_200

  it('取消了的、过期的、还没付款的都一样：退掉全部商品，留下的赠品、换购商品照扣', async () => {
    const cancelled = await placed({ near: 120, there: 120 })
    expect((await cancel(cancelled.sister)).status).toBe(200)
    await received(cancelled.own)
    expect(await refunded(cancelled.own, 120)).toBe(120_000 - KEPT)

    const waiting = await placed({ near: 120, there: 120 })
    await received(waiting.own)
    expect(await refunded(waiting.own, 120)).toBe(120_000 - KEPT)
    expect((await cancel(waiting.sister)).status).toBe(200)

    const expired = await placed({ near: 120, there: 120 })
    await received(expired.own)
    shop.clock.now = new Date(shop.clock.now.getTime() + 2 * 86_400_000)
    await shop.jobs.runDue()
    expect(await stateOf(expired.sister)).toBe('cancelled')
    expect(await refunded(expired.own, 120)).toBe(120_000 - KEPT)
  })

  it('后来付了款的算：下一次退款时还回所扣的', async () => {
    const { own, sister } = await placed({ near: 120, there: 120 })
    await received(own)
    expect(await refunded(own, 119)).toBe(119_000 - KEPT)
    await received(sister)
    expect(await refunded(own, 1)).toBe(1_000 + 600 + 3_000)
  })

  it('买 10 赠 1：没付款的不凑份数', async () => {
    const { own, sister } = await placed({ near: 100, there: 9 }, 'repeat')
    expect((await cancel(sister)).status).toBe(200)
    await received(own)
    expect(await refunded(own, 81)).toBe(81_000 - 9 * 300)
    expect(await refunded(own, 10)).toBe(10_000 - 300 - 1_200)
  })

  it('质管写明原因放行的、发货后员工取消姊妹单的：少了她的那份不再扣，退掉的照扣', async () => {
    const { own, sister } = await placed({ near: 60, there: 60 })
    for (const id of [own, sister]) expect((await pay(id)).status).toBe(200)
    await bring(shop, staff, own, 'receive')
    expect((await steps.post(staff, `/api/staff/order/${sister}/cancel`, { reason: '缺货' })).status).toBe(200)
    expect(await refunded(own, 1)).toBe(1_000)
    expect(await refunded(own, 59)).toBe(59_000 - 3_000 - 1_200)
  })
})

describe('退货之后再取消姊妹单', () => {
  it('赠品靠已付款的另一单留下，那一单就不能自行取消', async () => {
    const { own, sister } = await placed({ near: 120, there: 120 })
    expect((await pay(sister)).status).toBe(200)
    await received(own)
    expect(await refunded(own, 120)).toBe(120_000 - 1_200)
    const refused = await cancel(sister)
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('姊妹单的')])
  })
  it('还没付款的第三单不算数：赚得赠品的那一单不能自行取消', async () => {
    const { own, sister, third } = await placed({ near: 60, there: 60, third: 60 })
    for (const id of [own, sister]) expect((await pay(id)).status).toBe(200)
    await bring(shop, staff, own, 'ship')
    const refused = await cancel(sister)
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('姊妹单的')])
    expect((await cancel(third)).status).toBe(200)
  })
})
