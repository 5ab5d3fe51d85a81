import { expect, it } from 'vitest'
import { atOnce, expectLedgerTrue, fillCart, makeAddress, openSheet, readyBuyers, stockOf, submit } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const shop = await testShop({ now: new Date('2026-11-21T02:00:00Z') })
const { db } = shop.database

it('200 家抢 100 盒，32 个并发：恰好卖出 100 盒，从不为负，没抢到的只得到明白的拒绝', async () => {
  const goods = await makeGoods(db, { stock: 0, name: '奥司他韦胶囊' })
  await makeStock(db, goods, [
    { available: 37, expiry: '2027-06-30' },
    { available: 63, expiry: '2028-06-30' },
  ])
  const buyers = await readyBuyers(shop, 200, [{ goods_id: goods, number: 1 }])
  const answers = await atOnce(buyers, 32, ({ buyer, address, ids, sheet }) => submit(shop, buyer, address, ids, sheet.data))
  const refused = answers.filter((answer) => answer.status !== 200)
  expect(answers.length - refused.length).toBe(100)
  expect(new Set(refused.map((answer) => answer.status))).toEqual(new Set([409]))
  for (const answer of refused) expect(answer.message).toMatch(/奥司他韦胶囊.*(库存|售)/)
  expect(await stockOf(db, goods)).toEqual({ shown: 0, available: 0, reserved: 100 })
})

it('许多家同时买同样几种商品、顺序各异：不死锁，库存与占用一致', async () => {
  const goods = await Promise.all(Array.from({ length: 6 }, () => makeGoods(db, { stock: 1000 })))
  const mixed = await atOnce(
    Array.from({ length: 40 }, (_, index) => index),
    8,
    async (index) => {
      const buyer = await makeCompany(db)
      const address = await makeAddress(db, buyer.companyId)
      const order = [...goods.slice(index % 6), ...goods.slice(0, index % 6)]
      const ids = await fillCart(
        shop,
        buyer,
        (index % 2 ? order : order.reverse()).map((goods_id) => ({ goods_id, number: 2 })),
      )
      return { buyer, address, ids, sheet: await openSheet(shop, buyer, ids) }
    },
  )
  const answers = await atOnce(mixed, 20, ({ buyer, address, ids, sheet }) => submit(shop, buyer, address, ids, sheet.data))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  // Half of them cancel while others could still buy.
  const cancelled = await atOnce(
    mixed.map((one, index) => ({ one, id: answers[index]?.data.orders[0].id })).filter((_, index) => index % 2 === 0),
    20,
    ({ one, id }) => shop.ask('POST', `/api/order/${id}/cancel`, { cookie: one.buyer.cookie, body: { reason: '不需要了' } }),
  )
  expect(new Set(cancelled.map((answer) => answer.status))).toEqual(new Set([200]))
  for (const id of goods) expect(await stockOf(db, id)).toEqual({ shown: 960, available: 960, reserved: 40 })
  await expectLedgerTrue(db)
})
