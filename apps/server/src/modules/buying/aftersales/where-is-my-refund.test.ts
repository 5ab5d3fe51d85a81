import { beforeEach, describe, expect, it } from 'vitest'
import { applyFor, bring, formLines, payAtGateway, throughToRefund } from '../../../../test/after-sales.ts'
import { buy, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { openBankAccount, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { confirmBankTransfer } from '../../money/payments/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db)
await openBankAccount(db)
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '5000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const ask = async (query: string) => {
  const answer = await shop.ask('GET', `/api/staff/refund?${query}`, { cookie: staff })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const ordered = async (money?: object) => {
  const goods = await makeGoods(db, { price: '10.00' })
  const [order] = await buy(shop, buyer, address, [{ goods_id: goods, number: 5 }], money)
  if (!order) throw new Error('nothing placed')
  return order
}

describe('“我的退款到哪了”：按订单号、售后单号、企业名称一次查到状态、方式、金额、时间和下一步', () => {
  it('售后从申请到退回，每一步都查得到，金额先是预计后是实退', async () => {
    const order = await ordered()
    await payAtGateway(shop, buyer.cookie, order.id)
    await bring(shop, staff, order.id, 'receive')
    const [line] = await formLines(shop, buyer.cookie, order.id)
    const sale = await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: line?.id ?? 0, number: 2 }] })
    const of = async () => (await ask(`keywords=${order.no}`)).list
    expect(await of()).toMatchObject([
      { standing: 'reviewing', no: sale.data.no, amount: '20.00', is_final: false, channel_name: '', done_at: null, order_no: order.no },
    ])
    await throughToRefund(shop, { cookie: buyer.cookie, staff }, sale.data.id)
    expect(await of()).toMatchObject([{ standing: 'channel', amount: '20.00', is_final: true, channel_name: '在线支付', done_at: null }])
    await shop.jobs.runDue()
    const done = await of()
    expect(done).toMatchObject([{ standing: 'done', amount: '20.00', after_sale_no: sale.data.no, done_at: NOW.toISOString() }])
    expect(done[0].next).toContain('已退回')
    expect((await ask(`keywords=${sale.data.no}`)).list).toEqual(done)
    const { name } = await db.selectFrom('company').select('name').where('id', '=', buyer.companyId).executeTakeFirstOrThrow()
    expect((await ask(`keywords=${encodeURIComponent(name)}`)).list).toEqual(done)
    expect((await ask(`company_id=${buyer.companyId}&standing=open`)).list).toEqual([])
    expect((await ask('keywords=20990101')).list).toEqual([])
  })

  it('取消的订单：余额当时退回；对公转账在财务汇出以前一直是待汇出，汇出后已退回', async () => {
    const byBalance = await ordered({ balance: '62.00' })
    const byBank = await ordered()
    await confirmBankTransfer(paymentDepsOf(shop), byBank.id, { accountId: 1, name: '财务' }, NOW)
    for (const { id } of [byBalance, byBank]) {
      const answer = await shop.ask('POST', `/api/order/${id}/cancel`, { cookie: buyer.cookie, body: { reason: '买错了' } })
      expect(answer.status, answer.text).toBe(200)
    }
    const mine = async () => (await ask(`company_id=${buyer.companyId}`)).list
    const rows = await mine()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(expect.objectContaining({ order_no: byBalance.no, standing: 'done', amount: '62.00' }))
    const bank = rows.find((row: { order_no: string }) => row.order_no === byBank.no)
    expect(bank).toMatchObject({ source: 'payment', standing: 'bank', amount: '62.00', channel_name: '对公转账' })
    expect((await ask(`standing=bank&company_id=${buyer.companyId}`)).total).toBe(1)
    const sent = await shop.ask('POST', `/api/staff/payment/${bank.no}/returned`, { cookie: staff, body: {} })
    expect(sent.status, sent.text).toBe(200)
    expect((await mine()).map((row: { standing: string }) => row.standing)).toEqual(['done', 'done'])
  })

  it('员工看一张售后的全部内容，别家的也看得到；买家照旧只看得到自己的', async () => {
    const order = await ordered({ balance: '62.00' })
    await bring(shop, staff, order.id, 'receive')
    const [line] = await formLines(shop, buyer.cookie, order.id)
    const sale = await applyFor(shop, buyer.cookie, { order_id: order.id, lines: [{ id: line?.id ?? 0, number: 1 }] })
    const path = `after_sale/info/${sale.data.id}`
    const seen = await shop.ask('GET', `/api/staff/${path}`, { cookie: staff })
    expect(seen.data).toMatchObject({ no: sale.data.no, company_id: buyer.companyId, actions: [] })
    expect(seen.data.log.length).toBeGreaterThan(0)
    const other = await makeCompany(db, {})
    expect((await shop.ask('GET', `/api/${path}`, { cookie: other.cookie })).status).toBe(404)
  })
})
