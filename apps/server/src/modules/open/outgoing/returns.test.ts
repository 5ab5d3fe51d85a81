import { expect, it } from 'vitest'
import { applyFor, receivedOrder, throughToRefund } from '../../../../test/after-sales.ts'
import { makeAddress, makeCompany, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'

const shop = await testShop()
const { db, pool } = shop.database
const bearer = await makeOpenKey(shop, { since: new Date() })
const staff = await makeStaff(db)
const buyer = await makeCompany(db, { code: 'KH-7', name: '半夏大药房', balance: '5000.00' })
const address = await makeAddress(db, buyer.companyId)
const read = async (cursor = '') => {
  const answer = await shop.ask('GET', `/open/v1/returns${cursor && `?changed_after=${cursor}`}`, { bearer })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const told = async () => (await pool.query("select type from open_event where about = 'return' order by id")).rows.map(({ type }) => type)

it('退货从申请到退款：每一步都读得到，验收的批号和数量、退的钱和去向都有；推送的词与之对应', async () => {
  const { orderId, line } = await receivedOrder(shop, { buyer, address, staff }, { number: 5, price: '10.00', to: 'receive' })
  const { no: orderNo } = await db.selectFrom('orders').select('no').where('id', '=', orderId).executeTakeFirstOrThrow()
  await shop.ask('POST', `/open/v1/orders/${orderNo}/ack`, { bearer, body: { sheet_no: 'XS-9' } })
  const before = await read()
  expect(before.returns).toEqual([])
  const sale = await applyFor(shop, buyer.cookie, { order_id: orderId, lines: [{ id: line, number: 2 }] })
  const asked = await read(before.cursor)
  expect(asked.returns).toMatchObject([
    {
      no: sale.data.no,
      order_no: orderNo,
      sheet_no: 'XS-9',
      kind: 'return',
      status: 'reviewing',
      company: { code: 'KH-7', name: '半夏大药房' },
      expected: 2000,
      lines: [{ number: 2, accepted: null, sellable: null, expiry_date: '2099-12-31' }],
      refunds: [],
    },
  ])
  await throughToRefund(shop, { cookie: buyer.cookie, staff }, sale.data.id)
  await shop.jobs.runDue()
  const done = await read(asked.cursor)
  expect(done.returns).toMatchObject([
    {
      status: 'refunded',
      status_name: '已退款',
      goods_amount: 2000,
      carrier: '示例速运',
      lines: [{ number: 2, accepted: 2, worth: 2000 }],
      refunds: [{ channel: 'balance', amount: 2000, done_at: expect.stringMatching(/Z$/) }],
    },
  ])
  expect((await shop.ask('GET', `/open/v1/returns/${sale.data.no}`, { bearer })).data).toEqual(done.returns[0])
  expect((await shop.ask('GET', '/open/v1/returns/TH-1', { bearer })).status).toBe(404)
  expect(await told()).toEqual(expect.arrayContaining(['return.requested', 'return.approved', 'return.sent', 'refund.done']))
  const changed = await shop.ask('GET', `/open/v1/orders/${orderNo}`, { bearer })
  expect(changed.data.lines[0].returned).toBe(2)
})

it('没有退货的变化时 cursor 也往前走：日后清理旧的变化，不会说它太旧', async () => {
  const { cursor } = await read()
  await receivedOrder(shop, { buyer, address, staff }, { number: 5, price: '10.00', to: 'receive' })
  const later = await read(cursor)
  expect([later.returns, later.cursor === cursor]).toEqual([[], false])
})
