import { afterEach, describe, expect, it } from 'vitest'
import { buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { arrive, openBankAccount, paidAtGateway, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { sendStatement } from '../../../../test/statement-files.ts'
import { fetchBills } from './tasks.ts'

const NOW = new Date('2026-11-21T06:00:00Z')
const DAY_MS = 86_400_000
let day = NOW

const shop = await testShop({ now: NOW })
const { db } = shop.database
await openBankAccount(db)
const clerk = await makeStaffOf(db, 'finance', '苏禾')
const buyer = await makeCompany(db)
afterEach(async () => {
  await expectLedgerTrue(db)
  day = new Date(day.getTime() + 3 * DAY_MS)
  shop.clock.now = day
})

const dayOf = (at = day) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
interface Paid {
  orderId: number
  no: string
  gatewayNo: string
  amount: string
}
/** An order whose payment was started at the gateway; paid and heard, unless it is not to be. */
async function payment(heard = true): Promise<Paid> {
  const address = await makeAddress(db, buyer.companyId)
  const [order] = await buy(shop, buyer, address, [{ goods_id: await makeGoods(db, { price: '20.00' }), number: 5 }])
  if (!order) throw new Error('nothing placed')
  const started = await shop.ask('POST', `/api/pay/order/${order.id}`, { cookie: buyer.cookie, body: { channel: 'gateway' } })
  const no = started.data.payment_no as string
  if (heard) expect((await arrive(shop, no)).data.outcome).toBe('paid')
  const { gateway_no } = await db.selectFrom('payment').where('no', '=', no).select('gateway_no').executeTakeFirstOrThrow()
  return { orderId: order.id, no, gatewayNo: gateway_no ?? `GW-${no}`, amount: order.payable }
}
/** Paid at the gateway, whose word the shop never heard. */
async function lostPayment(): Promise<Paid> {
  const open = await payment(false)
  const { body } = await paidAtGateway(db, open.no, day)
  return { ...open, gatewayNo: JSON.parse(body.toString()).gateway_no }
}
const line = ({ no, gatewayNo, amount }: Paid, at = dayOf()) => `${at} 10:00:00,${gatewayNo},${no},${amount}`
const billOf = (...lines: string[]) => ['交易时间,渠道流水号,商户订单号,订单金额', ...lines].join('\n')
const send = (text: string, at = dayOf(), channel = 'gateway') =>
  sendStatement(shop, clerk, text, { name: '账单.csv', path: `/api/staff/channel_bill/${channel}/${at}` })
/** As the service itself gives it out, for today. */
async function fetched(text: string) {
  const deps = paymentDepsOf(shop)
  const bill = async () => ({ name: '账单.csv', content: Buffer.from(text) })
  await fetchBills({ ...deps, providers: deps.providers.map((one) => ({ ...one, bill })) }, new Date(day.getTime() + DAY_MS))
  const { list } = (await shop.ask('GET', '/api/staff/channel_bill', { cookie: clerk })).data
  return list.find((one: { day: string }) => one.day === dayOf())
}
const differences = async (query: string) =>
  (await shop.ask('GET', `/api/staff/channel_difference?per_page=100&${query}`, { cookie: clerk })).data.list
const decide = (id: number, command: string, version: number, reason = '渠道次日清算') =>
  shop.ask('POST', `/api/staff/channel_difference/${id}/${command}`, { cookie: clerk, body: { version, reason } })

describe('渠道对账', () => {
  it('全都相符；再传一遍还是相符；别的日子的行不比', async () => {
    const [one, two] = [await payment(), await payment()]
    const text = billOf(line(one), line(two), `2026-01-01 10:00:00,X1,Y1,5.00`)
    const first = await send(text)
    expect(first.data, first.text).toMatchObject({
      matched_count: 2,
      differences: 0,
      open: 0,
      other_days: 1,
      ours_in: '224.00',
      theirs_in: '224.00',
    })
    expect((await send(text)).data).toMatchObject({ id: first.data.id, matched_count: 2, open: 0 })
    const bills = (await shop.ask('GET', '/api/staff/channel_bill', { cookie: clerk })).data
    expect(bills.list.filter((bill: { day: string }) => bill.day === dayOf())).toHaveLength(1)
    expect(bills.channels).toEqual([{ channel: 'gateway', name: expect.any(String) }])
  })

  it('只有本店、只有渠道、金额不同：每处差异是一件事，写明原因才能关；重传时关了的不再开，变了的重开，没了的自己关', async () => {
    const [ours, wrong] = [await payment(), await payment()]
    const text = billOf(line({ ...wrong, amount: '111.00' }), `${dayOf()} 11:00:00,G-LOST,P-LOST,9.00`)
    const { data } = await send(text)
    expect(data).toMatchObject({ matched_count: 0, open: 3 })
    const list = await differences(`bill=${data.id}&state=open`)
    const of = (side: string) => list.find((one: { side: string }) => one.side === side)
    expect(of('ours')).toMatchObject({ number: ours.no, ours: '112.00', theirs: null, bookable: 0 })
    expect(of('theirs')).toMatchObject({ number: 'P-LOST', ours: null, theirs: '9.00', bookable: 1 })
    expect(of('amount')).toMatchObject({ number: wrong.no, ours: '112.00', theirs: '111.00' })
    expect((await decide(of('ours').id, 'close', 1, ' ')).status).toBe(422)
    const both = await Promise.all([1, 2].map((nth) => decide(of('ours').id, 'close', 1, `渠道次日清算 ${nth}`)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.data).toMatchObject({ reason: 'CHANGED_MEANWHILE', version: 2 })
    expect((await decide(of('ours').id, 'close', 2)).status).toBe(409)
    const other = await send(text.replace('111.00', '112.00').replace(',9.00', ',8.00'))
    expect(other.data).toMatchObject({ matched_count: 1, open: 1, differences: 3 })
    const after = await differences(`bill=${data.id}`)
    expect(after.map(({ side, state, note }: Record<string, string>) => [side, state, note]).sort()).toEqual([
      ['amount', 'closed', '重新核对后相符'],
      ['ours', 'closed', expect.stringContaining('渠道次日清算')],
      ['theirs', 'open', ''],
    ])
    const closed = after.find((one: { side: string }) => one.side === 'ours')
    expect((await decide(closed.id, 'reopen', closed.version, '清算单里没有')).data).toMatchObject({ state: 'open', closed_by: '' })
    expect(await differences(`side=theirs&start_time=${dayOf()}&end_time=${dayOf()}`)).toHaveLength(1)
  })

  it('渠道收了而本店没听到的：补入账后订单已付款，只补一次；向渠道取来的账单里单号不明的进待查', async () => {
    const lost = await lostPayment()
    const data = await fetched(billOf(line(lost), `${dayOf()} 11:00:00,G-NOBODY,P-NOBODY,7.00`))
    const list = await differences(`bill=${data.id}&state=open`)
    const of = (number: string) => list.find((one: { number: string }) => one.number === number)
    const twice = await Promise.all([1, 2].map(() => decide(of(lost.no).id, 'book', 1, '回调丢失')))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    const { status } = await db.selectFrom('orders').where('id', '=', lost.orderId).select('status').executeTakeFirstOrThrow()
    expect(status).toBe('paid')
    expect((await decide(of('P-NOBODY').id, 'book', 1, '渠道确有此款')).data.note).toContain('记入待查款项')
    const suspense = (await shop.ask('GET', '/api/staff/payment/suspense?per_page=100', { cookie: clerk })).data.list
    expect(suspense.some((one: { gateway_no: string }) => one.gateway_no === 'G-NOBODY')).toBe(true)
    expect((await send(billOf(line(lost), `${dayOf()} 11:00:00,G-NOBODY,P-NOBODY,7.00`))).data).toMatchObject({ matched_count: 2, open: 0 })
  })

  it('账单是谁都能改的文件：渠道自己没有说收到的、金额或流水号不同的，补不了账，也转不成那家的待查款项', async () => {
    const [never, other] = [await payment(false), await lostPayment()]
    for (const forged of [never, { ...other, gatewayNo: 'G-OTHER' }, { ...other, amount: '9999.00' }]) {
      const { data } = await send(billOf(line(forged)))
      const [one] = await differences(`bill=${data.id}&state=open&side=theirs`)
      expect((await decide(one.id, 'book', one.version, '回调丢失')).message).toContain('没有流水号、金额与账单相同的到账')
    }
    const { rows } = await shop.database.pool.query('select status from payment where no = any ($1)', [[never.no, other.no]])
    expect(rows).toEqual([{ status: 'created' }, { status: 'created' }])
    const made = await send(billOf(`${dayOf()} 11:00:00,G-MADE,P-MADE,500000.00`))
    const [unknown] = await differences(`bill=${made.data.id}&state=open&side=theirs`)
    expect((await decide(unknown.id, 'book', 1, '客户说付过')).message).toContain('没有流水号、金额与账单相同的到账')
    expect(await db.selectFrom('suspense').where('payment_no', 'in', [never.no, other.no, 'P-MADE']).select('no').execute()).toEqual([])
    expect((await arrive(shop, other.no)).data.outcome).toBe('paid')
  })

  it('取消订单的原路退回与账单里的退款相符；隔日的收款说出记在哪一天', async () => {
    const paid = await payment()
    const cancelled = await shop.ask('POST', `/api/order/${paid.orderId}/cancel`, { cookie: buyer.cookie, body: { reason: '不要了' } })
    expect(cancelled.status, cancelled.text).toBe(200)
    await shop.jobs.runDue()
    const { data } = await send(billOf(line(paid), `${dayOf()} 12:00:00,R-${paid.gatewayNo},${paid.no},-${paid.amount}`))
    expect(data).toMatchObject({ matched_count: 2, open: 0, ours_out: paid.amount, theirs_out: paid.amount })
    const before = new Date(day.getTime() - DAY_MS)
    const early = await send(billOf(line(paid, dayOf(before))), dayOf(before))
    const [hinted] = await differences(`bill=${early.data.id}`)
    expect(hinted).toMatchObject({ side: 'theirs', hint: `本店记在 ${dayOf()}` })
  })

  it('读不全的账单不比；日期、渠道不对的、没有权限的，各有一句话', async () => {
    expect((await send(billOf(`${dayOf()},X,Y,1.234`))).message).toContain('第 2 行金额')
    expect((await send(billOf('2026-01-01,X,Y,1.00'))).message).toContain(`没有 ${dayOf()} 的交易`)
    expect((await send('姓名,电话\n甲,1\n')).message).toContain('没有找到表头')
    expect((await send(billOf(), '2999-01-01')).message).toBe('这一天还没有到')
    expect((await send(billOf(), '2026-02-30')).message).toBe('日期不存在')
    expect((await send(billOf(), dayOf(), 'nothing')).status).toBe(404)
    const auditor = await makeStaffOf(db, 'auditor')
    expect((await shop.ask('GET', '/api/staff/channel_bill', { cookie: auditor })).status).toBe(200)
    const path = `/api/staff/channel_bill/gateway/${dayOf()}`
    expect((await sendStatement(shop, auditor, billOf(), { path })).status).toBe(403)
  })

  it('差异的列表导出成文件', async () => {
    const asked = await shop.ask('POST', '/api/staff/export/channel_differences', { cookie: clerk, body: { format: 'csv' } })
    expect(asked.status, asked.text).toBe(200)
    await shop.jobs.runDue(['exports.make'])
    const file = await shop.ask('GET', `/api/staff/export/${asked.data.id}/file`, { cookie: clerk })
    expect(file.text).toContain('只有渠道')
  })
})
