import { expect, it } from 'vitest'
import { makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { QUEUE_AREAS } from '../../../platform/queue-areas.ts'

const told: string[] = []
const shop = await testShop()
const { db } = shop.database
const buyer = await makeCompany(db)
shop.database.changes.memory({
  name: 'test',
  on: { queue: (ids) => void told.push(...[...(ids ?? [])].map((id) => QUEUE_AREAS[id] ?? '?')) },
  clear: () => undefined,
  entries: () => 0,
})
await shop.database.changes.begin()

async function toldOf(work: () => Promise<unknown>): Promise<string[]> {
  await shop.database.changes.catchUp()
  told.length = 0
  await work()
  await shop.database.changes.catchUp()
  return [...new Set(told)].sort()
}
const run = (sql: string) => shop.database.pool.query(sql)

it('等着办的事多了少了，都说出是哪个区的：订单、企业、客服、财务、质量；没提交的不说', async () => {
  const goods = await makeGoods(db)
  const order = await makeOrder(db, buyer, [{ goodsId: goods, number: 1 }], { status: 'paid' })
  expect(await toldOf(() => run(`update orders set status = 'picking' where id = ${order}`))).toEqual(['orders', 'warehouse'])
  expect(await toldOf(() => run(`update company set review_state = 1 where id = ${buyer.companyId}`))).toEqual(['companies'])
  expect(await toldOf(() => run(`insert into chat_conversation (company_id, last_at) values (${buyer.companyId}, now())`))).toEqual([
    'service',
  ])
  expect(await toldOf(() => run(`update transfer_proof set state = state`))).toEqual(['finance'])
  expect(await toldOf(() => run(`update recall set state = state`))).toEqual(['quality'])
  expect(await toldOf(() => run(`update orders set remark = '轻放' where id = ${order}`))).toEqual([])
  expect(await toldOf(() => run(`begin; update orders set status = 'paid' where id = ${order}; rollback`))).toEqual([])
})
