import { expect, test } from 'vitest'
import { buy, makeAddress } from '../../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaffOf, makeStock } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'

/** Half past ten on a Monday in Beijing. */
const NOW = new Date('2026-11-23T02:30:00Z')

const shop = await testShop({ now: NOW })
const { db } = shop.database
const service = await makeStaffOf(db, 'service', '周敏')
const goods = await makeGoods(db, { price: '100.00', stock: 0 })
await makeStock(db, goods, [{ available: 500 }])

async function place(buyer: Buyer, address: number, at: string, status = ''): Promise<void> {
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 10 }], '1000.00')
  await shop.database.pool.query(`update orders set created_at = $2${status && ', status = $3'} where id = $1`, [
    order?.id,
    at,
    ...(status ? [status] : []),
  ])
}

test('今天下的订单与上周同一天到此刻为止比：取消的不算，此刻之后的只在按小时里；没有价格权限的没有金额', async () => {
  const [one, other] = [await makeCompany(db, { balance: '90000.00' }), await makeCompany(db, { balance: '90000.00' })]
  const [at, atOther] = [await makeAddress(db, one.companyId), await makeAddress(db, other.companyId)]
  // Midnight in Beijing begins the day; a minute before it is yesterday's.
  await place(one, at, '2026-11-22T16:00:00Z')
  await place(one, at, '2026-11-23T02:10:00Z')
  await place(other, atOther, '2026-11-23T02:20:00Z', 'cancelled')
  await place(one, at, '2026-11-22T15:59:00Z')
  await place(other, atOther, '2026-11-16T02:29:00Z')
  await place(other, atOther, '2026-11-16T12:00:00Z')

  const { data } = await shop.ask('GET', '/api/staff/order/day', { cookie: service })
  expect(data).toMatchObject({
    day: '2026-11-23',
    today: { orders: 2, companies: 1, amount: '2000.00' },
    before: { orders: 1, companies: 1, amount: '1000.00' },
  })
  expect(data.hours).toHaveLength(24)
  expect(data.hours.filter((hour: { today: number; before: number }) => hour.today + hour.before > 0)).toEqual([
    { hour: 0, today: 1, before: 0 },
    { hour: 10, today: 1, before: 1 },
    { hour: 20, today: 0, before: 1 },
  ])

  const picker = await makeStaffOf(db, 'warehouse', '罗远')
  const seen = (await shop.ask('GET', '/api/staff/order/day', { cookie: picker })).data
  expect([seen.today.orders, seen.today.amount, seen.before.amount]).toEqual([2, null, null])
})
