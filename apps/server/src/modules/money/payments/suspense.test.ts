import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceOf, buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { arrive, GATEWAY_SECRET, notify } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { signCallback } from '../../../providers/payment/signature.ts'
import { settleSimulated } from '../../../providers/payment/simulator-store.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let serial = 0

const shop = await testShop({ now: NOW })
const { db } = shop.database
const staff = await makeStaff(db, '财务')
afterEach(() => expectLedgerTrue(db))
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '0.50' })
})

/** An order of ¥112 and its payment at the gateway. */
async function waiting() {
  const address = await makeAddress(db, buyer.companyId)
  const [order] = await buy(shop, buyer, address, [{ goods_id: await makeGoods(db, { price: '10.00' }), number: 10 }])
  if (!order) throw new Error('nothing placed')
  const started = await shop.ask('POST', `/api/pay/order/${order.id}`, { cookie: buyer.cookie, body: { channel: 'gateway' } })
  return { ...order, payment: started.data.payment_no as string }
}
const hear = (payment_no: string, amount: string, gateway_no = `GW${++serial}`) =>
  notify(shop, signCallback({ payment_no, gateway_no, amount, status: 'paid' }, GATEWAY_SECRET, NOW))
const queue = async (status = 'open') =>
  (await shop.ask('GET', `/api/staff/payment/suspense?status=${status}&per_page=100`, { cookie: staff })).data.list as {
    no: string
    payment_no: string
    status: string
    amount: string
    order_no: string
    reason: string
  }[]
const find = async (paymentNo: string) => {
  const found = (await queue('all')).filter((one) => one.payment_no === paymentNo)
  expect(found).toHaveLength(1)
  return found[0] ?? { no: '', payment_no: '', status: '', amount: '', order_no: '', reason: '' }
}
const command = (no: string, what: string, body: object = {}) =>
  shop.ask('POST', `/api/staff/payment/suspense/${no}/${what}`, { cookie: staff, body: { reason: '已与客户核对', ...body } })
const statusOf = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
async function sumOf(kind: string): Promise<number> {
  const { sum } = await db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_account as a', 'a.id', 'e.account_id')
    .where('a.kind', '=', kind)
    .where('a.company_id', 'is', null)
    .select(({ fn }) => fn.sum<number | null>('e.amount').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

describe('待查款项', () => {
  it('金额不符的到账记入待查账户，订单仍待付款，员工看得到，买家看得到原因', async () => {
    const order = await waiting()
    const [gateway, held] = [await sumOf('gateway'), await sumOf('suspense')]
    expect((await hear(order.payment, '100.00')).data.outcome).toBe('amount_mismatch')
    expect(await statusOf(order.id)).toBe('pending_payment')
    expect([(await sumOf('gateway')) - gateway, (await sumOf('suspense')) - held]).toEqual([-10_000, 10_000])
    expect(await find(order.payment)).toMatchObject({ amount: '100.00', order_no: order.no, status: 'open' })
    const log = await shop.ask('GET', `/api/order/info/${order.id}`, { cookie: buyer.cookie })
    expect(log.text).toContain('收到 ¥100.00，与应付 ¥112.00 不符')
  })

  it('同一笔钱回调多少次、同时到多少次，只记一次', async () => {
    const order = await waiting()
    const held = await sumOf('suspense')
    await Promise.all(Array.from({ length: 6 }, () => hear(order.payment, '1.00', 'GW-SAME')))
    await hear(order.payment, '1.00', 'GW-SAME')
    expect((await sumOf('suspense')) - held).toBe(100)
    // The right money, by another number, still pays the order; the gateway's word for the first one does not.
    expect((await hear(order.payment, '112.00', 'GW-SAME')).data.outcome).toBe('gateway_no_taken')
    expect((await arrive(shop, order.payment)).data.outcome).toBe('paid')
    expect(await statusOf(order.id)).toBe('paid')
    expect((await find(order.payment)).status).toBe('open')
  })

  it('没有这笔支付而验签通过的钱也记下；伪造的、零元的不记', async () => {
    const held = await sumOf('suspense')
    expect((await hear('P-UNKNOWN-1', '66.60')).data.outcome).toBe('unknown_payment')
    await Promise.all([1, 2, 3].map(() => hear('P-UNKNOWN-2', '5.00', 'GW-UNKNOWN')))
    expect((await sumOf('suspense')) - held).toBe(7_160)
    await hear('P-UNKNOWN-3', '0.00')
    await notify(shop, signCallback({ payment_no: 'P-X', gateway_no: 'G', amount: '9.00', status: 'paid' }, 'another-secret', NOW))
    expect((await sumOf('suspense')) - held).toBe(7_160)
  })

  it('同一笔支付在网关又付了一次：第二笔记入待查账户一次，买家看得到；同一个号再报只是重放', async () => {
    const order = await waiting()
    const held = await sumOf('suspense')
    expect((await hear(order.payment, '112.00', 'GW-FIRST')).data.outcome).toBe('paid')
    expect((await hear(order.payment, '112.00', 'GW-FIRST')).data.outcome).toBe('replayed')
    const again = await Promise.all([1, 2, 3].map(() => hear(order.payment, '112.00', 'GW-SECOND')))
    expect(again.map((answer) => answer.data.outcome)).toEqual(['paid_twice', 'paid_twice', 'paid_twice'])
    expect((await sumOf('suspense')) - held).toBe(11_200)
    expect(await statusOf(order.id)).toBe('paid')
    expect((await hear('P-NOBODY', '112.00', 'GW-FIRST')).data.outcome).toBe('gateway_no_taken')
    const log = await shop.ask('GET', `/api/order/info/${order.id}`, { cookie: buyer.cookie })
    expect(log.text).toContain('又收到 ¥112.00')
    const { no, reason } = await find(order.payment)
    expect(reason).toBe('同一笔支付又付了一次')
    expect((await command(no, 'match', { company_id: buyer.companyId })).data.status).toBe('matched')
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + 11_200)
  })

  it('第三位小数不是准确的金额：拒绝，订单不动，什么也不记', async () => {
    const order = await waiting()
    const held = await sumOf('suspense')
    expect((await hear(order.payment, '112.001')).status).toBe(422)
    expect(await statusOf(order.id)).toBe('pending_payment')
    expect(await sumOf('suspense')).toBe(held)
  })

  it('转入企业余额：只转一次，记在审计里', async () => {
    await hear('P-MATCH', '88.00')
    const { no } = await find('P-MATCH')
    expect((await command(no, 'match')).data.errors).toMatchObject([{ field: 'company_id' }])
    const answers = await Promise.all([1, 2, 3].map(() => command(no, 'match', { company_id: buyer.companyId })))
    expect(answers.map((answer) => answer.data.status)).toEqual(['matched', 'matched', 'matched'])
    expect(await balanceOf(db, buyer.companyId)).toBe(8_850)
    const audits = await db.selectFrom('audit_log').select('action').where('subject', '=', `suspense:${no}`).execute()
    expect(audits).toEqual([{ action: 'suspense.match' }])
    expect((await command(no, 'return')).status).toBe(409)
    expect((await queue()).some((one) => one.no === no)).toBe(false)
  })

  it('说不清是谁的大额款项，一个人定不了归谁：另一人批准才转入；款项自己写明是哪家的，一人就行', async () => {
    const second = await makeStaff(db, '财务乙')
    await hear('P-LARGE', '1000.01')
    const { no } = await find('P-LARGE')
    const asked = await command(no, 'match', { company_id: buyer.companyId })
    expect([asked.status, asked.data.request?.title]).toEqual([202, expect.stringContaining(`待查款项 ${no} ¥1000.01 转入`)])
    expect([await balanceOf(db, buyer.companyId), (await find('P-LARGE')).status]).toEqual([50, 'open'])
    const approve = (cookie: string) => shop.ask('POST', `/api/staff/approval/${asked.data.request.id}/approve`, { cookie, body: {} })
    expect((await approve(staff)).status).toBe(409)
    expect((await approve(second)).status).toBe(200)
    expect([await balanceOf(db, buyer.companyId), (await find('P-LARGE')).status]).toEqual([50 + 100_001, 'matched'])
    // Of a payment of this company: nobody chooses anything.
    const order = await waiting()
    await hear(order.payment, '5000.00')
    const own = await find(order.payment)
    expect((await command(own.no, 'match', { order_no: order.no })).data.status).toBe('matched')
  })

  it('说不清是谁的几笔小额款项，一天之内转给同一家的合在一起算，连同调整余额；同时转的也一样', async () => {
    const gone = await Promise.all(
      ['900.00', '900.01', '900.02', '900.03'].map(async (amount) => {
        const known = `P-SMALL-${amount}`
        await hear(known, amount)
        return (await find(known)).no
      }),
    )
    const sent = await Promise.all(gone.map((no) => command(no, 'match', { company_id: buyer.companyId })))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 202, 202, 202])
    expect(sent.find(({ status }) => status === 202)?.data.request.title).toContain('24 小时内此前已转入、调整 ¥900.0')
    const adjust = await shop.ask('POST', `/api/staff/company/${buyer.companyId}/balance`, {
      cookie: staff,
      body: { amount: '200.00', reason: '补差价', key: 'after-suspense' },
    })
    expect(adjust.status).toBe(202)
    // What names its company counts for nothing here.
    const order = await waiting()
    await hear(order.payment, '100.00')
    expect((await command((await find(order.payment)).no, 'match', { company_id: buyer.companyId })).status).toBe(200)
  })

  it('对到订单：余额够就付掉，余下的留在余额；不够的不动，并说还差多少', async () => {
    const order = await waiting()
    await hear(order.payment, '100.00')
    const { no } = await find(order.payment)
    const short = await command(no, 'match', { order_no: order.no })
    expect([short.status, short.message]).toEqual([409, expect.stringContaining('还差 ¥11.50')])
    expect((await find(order.payment)).status).toBe('open')
    const other = await waiting()
    await hear(other.payment, '120.00')
    const more = await find(other.payment)
    const done = await Promise.all([1, 2].map(() => command(more.no, 'match', { order_no: other.no })))
    expect(done.map((answer) => answer.data.status)).toEqual(['matched', 'matched'])
    expect(await statusOf(other.id)).toBe('paid')
    expect(await balanceOf(db, buyer.companyId)).toBe(50 + 800)
    expect((await command(no, 'match', { order_no: 'NO-SUCH' })).status).toBe(422)
  })

  it('退回：向网关退一次，退到了才销账；网关退不了的由财务另行汇出', async () => {
    const order = await waiting()
    await settleSimulated(db, order.payment, 'paid', NOW)
    await hear(order.payment, '12.00')
    const { no } = await find(order.payment)
    const [gateway, held] = [await sumOf('gateway'), await sumOf('suspense')]
    await Promise.all([1, 2].map(() => command(no, 'return')))
    expect((await find(order.payment)).status).toBe('returning')
    expect(await sumOf('suspense')).toBe(held)
    await shop.jobs.runDue(['payments.return_suspense'])
    await shop.jobs.runDue(['payments.return_suspense'])
    expect((await find(order.payment)).status).toBe('returned')
    expect([(await sumOf('gateway')) - gateway, (await sumOf('suspense')) - held]).toEqual([1_200, -1_200])
    const sent = await db.selectFrom('gateway_simulator_refund').select('amount').where('payment_no', '=', order.payment).execute()
    expect(sent).toEqual([{ amount: 1_200 }])
    await hear('P-BY-HAND', '7.00')
    const byHand = await find('P-BY-HAND')
    const bank = await sumOf('bank')
    expect((await command(byHand.no, 'sent')).data.status).toBe('returned')
    expect((await command(byHand.no, 'sent')).data.status).toBe('returned')
    expect((await sumOf('bank')) - bank).toBe(700)
  })

  it('网关拒绝退回的款项回到待处理，写明原因；财务改为汇出或转入余额，只退一次', async () => {
    await hear('P-REFUSED', '7.00')
    const { no } = await find('P-REFUSED')
    const held = await sumOf('suspense')
    expect((await command(no, 'return')).data.status).toBe('returning')
    await shop.jobs.runDue(['payments.return_suspense'])
    expect(await find('P-REFUSED')).toMatchObject({ status: 'open', note: expect.stringContaining('拒绝退回') })
    expect(await sumOf('suspense')).toBe(held)
    expect((await command(no, 'return')).data.status).toBe('returning')
    expect((await command(no, 'sent')).status).toBe(409)
    await shop.jobs.runDue(['payments.return_suspense'])
    expect((await command(no, 'sent')).data.status).toBe('returned')
    expect((await sumOf('suspense')) - held).toBe(-700)
  })

  it('网关受理退回而未到账的款项仍挂账，到账才销账；异常的回到待处理并写明原因', async () => {
    const back: { payment: string; no: string }[] = []
    for (let count = 0; count < 2; count++) {
      const { payment } = await waiting()
      await settleSimulated(db, payment, 'paid', NOW)
      await hear(payment, '12.00')
      await db.updateTable('gateway_simulator').set({ refunds_become: 'processing' }).where('payment_no', '=', payment).execute()
      const { no } = await find(payment)
      await command(no, 'return')
      back.push({ payment, no })
    }
    const held = await sumOf('suspense')
    await shop.jobs.runDue(['payments.return_suspense'])
    const statuses = async () => (await Promise.all(back.map(({ payment }) => find(payment)))).map(({ status }) => status)
    expect(await statuses()).toEqual(['returning', 'returning'])
    for (const [index, status] of ['done', 'abnormal'].entries())
      await db
        .updateTable('gateway_simulator_refund')
        .set({ status })
        .where('payment_no', '=', back[index]?.payment ?? '')
        .execute()
    await shop.jobs.runDue(['payments.return_suspense'])
    expect(await sumOf('suspense')).toBe(held)
    const before = shop.clock.now
    shop.clock.now = new Date(before.getTime() + 30 * 60_000)
    await shop.jobs.runDue(['payments.return_suspense'])
    shop.clock.now = before
    expect(await statuses()).toEqual(['returned', 'open'])
    expect(await find(back[1]?.payment ?? '')).toMatchObject({ note: '在线支付拒绝退回（付款人的账户已注销或异常），请汇款退回或转入余额' })
    expect((await sumOf('suspense')) - held).toBe(-1_200)
  })

  it('买家看不到、动不了待查款项；要写明原因', async () => {
    await hear('P-GUARD', '3.00')
    const { no } = await find('P-GUARD')
    expect((await shop.ask('GET', '/api/staff/payment/suspense', { cookie: buyer.cookie })).status).toBe(401)
    const tried = { cookie: buyer.cookie, body: { reason: '我的', company_id: buyer.companyId } }
    expect((await shop.ask('POST', `/api/staff/payment/suspense/${no}/match`, tried)).status).toBe(401)
    expect((await command(no, 'match', { company_id: buyer.companyId, reason: ' ' })).data.errors).toMatchObject([{ field: 'reason' }])
  })

  it('已知是甲企业的款项，不会因写错订单号进了乙企业；明写乙企业才行，企业与订单对不上的不行', async () => {
    const order = await waiting()
    await hear(order.payment, '120.00')
    const { no } = await find(order.payment)
    const payer = buyer
    buyer = await makeCompany(db, { balance: '0.50' })
    const other = await waiting()
    const refused = await command(no, 'match', { order_no: other.no })
    expect(refused.data.errors).toMatchObject([{ field: 'company_id' }])
    expect((await command(no, 'match', { order_no: other.no, company_id: payer.companyId })).data.errors).toMatchObject([
      { field: 'order_no' },
    ])
    expect([await statusOf(other.id), await balanceOf(db, buyer.companyId), (await find(order.payment)).status]).toEqual([
      'pending_payment',
      50,
      'open',
    ])
    expect((await command(no, 'match', { order_no: other.no, company_id: buyer.companyId })).data.status).toBe('matched')
    expect(await statusOf(other.id)).toBe('paid')
  })
})
