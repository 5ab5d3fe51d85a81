import { expect, it } from 'vitest'
import { balanceOf, buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { doTask } from '../../../../test/tasks.ts'
import { jobs } from '../../../platform/jobs.ts'
import { collectTasks } from '../../modules.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const DAY_MS = 86_400_000

const shop = await testShop({ now: NOW })
const { db } = shop.database
const buyer = await makeCompany(db, { balance: '1000.00' })
const address = await makeAddress(db, buyer.companyId)
const staff = await makeStaff(db)

async function paidOrder(): Promise<number> {
  const goods = await makeGoods(db, { price: '100.00' })
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 1 }], '112.00')
  expect(order?.status).toBe('paid')
  return order?.id ?? 0
}
const command = (id: number, what: string, cookie = staff, body = {}) =>
  shop.ask('POST', `/api/staff/order/${id}/${what}`, { cookie, body })
const statusOf = async (id: number) => (await shop.ask('GET', `/api/order/info/${id}`, { cookie: buyer.cookie })).data.status
const advance = async (now: Date) => {
  await doTask(collectTasks({ database: shop.database, config: shop.config, jobs }), 'orders.advance', {}, now)
}

it('员工拣货、发货、代收货、完成，每一步留痕；再点一次不变，跳步说明原因', async () => {
  const id = await paidOrder()
  expect((await command(id, 'ship')).status).toBe(409)
  for (const [what, status] of [
    ['pick', 'picking'],
    ['ship', 'shipped'],
    ['receive', 'received'],
    ['complete', 'completed'],
  ] as const) {
    expect((await command(id, what)).data).toEqual({ status })
    expect((await command(id, what)).data).toEqual({ status })
  }
  const audit = await db.selectFrom('audit_log').select(['action', 'actor']).where('subject', '=', `order:${id}`).execute()
  expect(audit.map((row) => row.action)).toEqual(['order.pick', 'order.ship', 'order.receive', 'order.complete'])
  await expectLedgerTrue(db)
})

it('采购企业不能替员工处理订单', async () => {
  const id = await paidOrder()
  expect((await command(id, 'pick', buyer.cookie)).status).toBe(401)
  expect(await statusOf(id)).toBe('paid')
})

it('员工取消已付款的订单，余额退回', async () => {
  const before = await balanceOf(db, buyer.companyId)
  const id = await paidOrder()
  expect((await command(id, 'cancel', staff, { reason: '缺货' })).data).toEqual({ status: 'cancelled' })
  expect(await balanceOf(db, buyer.companyId)).toBe(before)
})

it('发货 15 天自动收货，收货 7 天自动完成，跑两遍也一样', async () => {
  const id = await paidOrder()
  await command(id, 'pick')
  await command(id, 'ship')
  await advance(new Date(NOW.getTime() + 15 * DAY_MS - 1))
  expect(await statusOf(id)).toBe('shipped')
  const received = new Date(NOW.getTime() + 15 * DAY_MS)
  await advance(received)
  await advance(received)
  expect(await statusOf(id)).toBe('received')
  await advance(new Date(received.getTime() + 7 * DAY_MS))
  await advance(new Date(received.getTime() + 7 * DAY_MS))
  expect(await statusOf(id)).toBe('completed')
  await expectLedgerTrue(db)
})

it('一张订单推进不了，不耽误别的订单；任务说明是哪一张，以后再试', async () => {
  const stuck = await paidOrder()
  const fine = await paidOrder()
  for (const id of [stuck, fine]) for (const what of ['pick', 'ship']) await command(id, what)
  const { pool } = shop.database
  await pool.query(
    `create function stuck_order() returns trigger language plpgsql as $$ begin if new.id = ${stuck} then raise 'this row is broken'; end if; return new; end $$`,
  )
  await pool.query('create trigger stuck_order before update on orders for each row execute function stuck_order()')
  const received = new Date(NOW.getTime() + 15 * DAY_MS)
  await expect(advance(received)).rejects.toThrow(`1 of 2 failed: order:${stuck}: this row is broken`)
  expect([await statusOf(stuck), await statusOf(fine)]).toEqual(['shipped', 'received'])
  await pool.query('drop function stuck_order() cascade')
  await advance(received)
  expect(await statusOf(stuck)).toBe('received')
})
