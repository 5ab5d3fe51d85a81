import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, beijingDate } from '#domain/dates.ts'
import { balanceOf, buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { arrive, openBankAccount, paidAtGateway } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import { expectBillsTrue, giveCredit } from '../../../../test/wallet.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const DAY_MS = 86_400_000
let buyer: Buyer
let address: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
await openBankAccount(db)
const goods = await makeGoods(db, { price: '10.00', stock: 100_000 })
afterAll(async () => {
  await expectLedgerTrue(db)
  await expectBillsTrue(db)
})
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '300.00' })
  address = await makeAddress(db, buyer.companyId)
  await giveCredit(db, buyer.companyId, '1000.00', 30)
})

const ask = (path: string, body: object = {}, cookie = buyer.cookie) => shop.ask('POST', path, { cookie, body })
const get = async (path: string, cookie = buyer.cookie) => (await shop.ask('GET', path, { cookie })).data
const order = async (number = 20, goodsId = goods) => {
  const [placed] = await buy(shop, buyer, address, [{ goods_id: goodsId, number }])
  if (!placed) throw new Error('nothing placed')
  return placed
}
const payByCredit = (id: number) => ask(`/api/pay/order/${id}`, { channel: 'credit' })
const creditOrder = async (number = 20) => {
  const placed = await order(number)
  const paid = await payByCredit(placed.id)
  expect(paid.status, paid.text).toBe(200)
  return placed
}
const credit = () => get('/api/user/user_credit')
const bills = async (type = 0) => (await get(`/api/user/user_credit_list?type=${type}`)).list
const repay = async (body: object = {}) => {
  const made = await ask('/api/pay/user_credit_create', body)
  expect(made.status, made.text).toBe(200)
  return made.data as { id: number; amount: string; channels: { code: string }[] }
}
const payRepayment = async (id: number, channel = 'gateway') => (await ask('/api/pay/user_credit_pay', { id, channel })).data
const arrived = (no: string) => arrive(shop, no)

describe('账期下单', () => {
  it('账期支付立即到账：订单已付款，记一笔应还，到期日是北京日期加账期天数', async () => {
    const placed = await order()
    const info = await get(`/api/pay/order/${placed.id}`)
    expect(info.channels.find((one: { code: string }) => one.code === 'credit')).toEqual({
      code: 'credit',
      name: '账期支付',
      note: '可用额度 ¥1000.00，30 天内还款',
      open: true,
      why: '',
    })
    expect((await payByCredit(placed.id)).data).toMatchObject({ status: 'paid', pay_url: null })
    expect((await get(`/api/order/info/${placed.id}`)).status).toBe('paid')
    expect(await bills()).toMatchObject([
      { order_no: placed.no, open: placed.payable, due_on: '2026-12-21', status: 'open', days_left: 30 },
    ])
    expect(await credit()).toMatchObject({ used: placed.payable, can_order: true, next: { due_on: '2026-12-21', amount: placed.payable } })
  })

  it('再点一次不再记账；十六个同时点也一样', async () => {
    const placed = await order()
    const answers = await Promise.all(Array.from({ length: 16 }, () => payByCredit(placed.id)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(16).fill(200))
    expect((await credit()).used).toBe(placed.payable)
  })

  it('额度从不超出：十六张订单同时用账期，只成够用的几张', async () => {
    const placed: { id: number; payable: string }[] = []
    for (let count = 0; count < 16; count++) placed.push(await order(20))
    const answers = await Promise.all(placed.map(({ id }) => payByCredit(id)))
    const done = answers.filter((answer) => answer.status === 200)
    expect(done).toHaveLength(Math.floor(1000 / Number(placed[0]?.payable)))
    expect(answers.filter((answer) => answer.status !== 200).every((answer) => answer.message.startsWith('账期额度不足'))).toBe(true)
    const { limit, used } = await credit()
    expect(Number(used)).toBeLessThanOrEqual(Number(limit))
  })

  it('含麻订单不能用账期；没有额度的企业看不到账期；未通过或冻结的企业不能用', async () => {
    const controlled = await makeGoods(db, { price: '10.00', stock: 100, is_ephedrine: true })
    const hm = await order(2, controlled)
    expect((await payByCredit(hm.id)).message).toBe('含特殊药品复方制剂仅限对公转账')
    const placed = await order()
    await db.updateTable('company').set({ review_state: 4 }).where('id', '=', buyer.companyId).execute()
    const frozen = await payByCredit(placed.id)
    expect(frozen.status).toBeGreaterThanOrEqual(403)
    await db.updateTable('company').set({ review_state: 2, credit_limit: 0 }).where('id', '=', buyer.companyId).execute()
    const info = await get(`/api/pay/order/${placed.id}`)
    expect(info.channels.map((one: { code: string }) => one.code)).not.toContain('credit')
    expect((await payByCredit(placed.id)).status).toBe(409)
  })

  it('逾期挡住新的账期订单，并说要还多少；到期当天还不算逾期；还清后立即放开', async () => {
    const first = await creditOrder()
    shop.clock.now = new Date(NOW.getTime() + 30 * DAY_MS)
    expect((await credit()).can_order).toBe(true)
    shop.clock.now = new Date(NOW.getTime() + 31 * DAY_MS)
    const next = await order(1)
    const refused = await payByCredit(next.id)
    expect(refused).toMatchObject({ status: 409, message: `您有 1 笔账期已逾期，请先还清 ¥${first.payable}` })
    expect((await credit()).why).toBe(refused.message)
    expect(await bills(2)).toMatchObject([{ status: 'overdue', days_left: -1 }])
    const { id } = await repay()
    await payRepayment(id, 'balance')
    expect((await payByCredit(next.id)).status).toBe(200)
  })

  it('取消账期订单先减账单；已还的部分退回余额', async () => {
    const whole = await creditOrder()
    await ask(`/api/order/${whole.id}/cancel`)
    expect(await bills()).toMatchObject([{ open: '0.00', returned: whole.payable, status: 'settled' }])
    const placed = await creditOrder()
    const { id } = await repay({ amount: '50.00' })
    await payRepayment(id, 'balance')
    const before = await balanceOf(db, buyer.companyId)
    await ask(`/api/order/${placed.id}/cancel`)
    expect((await credit()).used).toBe('0.00')
    expect(await balanceOf(db, buyer.companyId)).toBe(before + 5_000)
    await ask(`/api/order/${placed.id}/cancel`)
    expect(await balanceOf(db, buyer.companyId)).toBe(before + 5_000)
  })
})

describe('还款', () => {
  it('部分还款先还最早到期的账单；指定账单时先还指定的', async () => {
    const [first, second] = [await creditOrder(), await creditOrder()]
    shop.clock.now = new Date(NOW.getTime() + DAY_MS)
    const third = await creditOrder(10)
    const some = await repay({ amount: '250.00' })
    await payRepayment(some.id, 'balance')
    const open = async () =>
      Object.fromEntries((await bills()).map((bill: { order_no: string; open: string }) => [bill.order_no, bill.open]))
    expect(await open()).toEqual({ [first.no]: '0.00', [second.no]: '174.00', [third.no]: third.payable })
    const [last] = (await bills(1)).filter((bill: { order_no: string }) => bill.order_no === third.no)
    const chosen = await repay({ bill_ids: [last.id] })
    expect(chosen.amount).toBe(third.payable)
    const { payment_no: no } = await payRepayment(chosen.id)
    await arrived(no)
    expect(await open()).toEqual({ [first.no]: '0.00', [second.no]: '174.00', [third.no]: '0.00' })
  })

  it('重复的回调只还一次；查询会去问网关', async () => {
    const placed = await creditOrder()
    const { id } = await repay()
    const { payment_no: no, pay_url: url } = await payRepayment(id)
    expect(url).toBe(`/gateway/pay/${no}`)
    expect((await ask('/api/pay/user_credit_check', { id })).data).toMatchObject({ paid: false, status: 'created' })
    await paidAtGateway(db, no, NOW)
    shop.clock.now = new Date(NOW.getTime() + 4_000)
    expect((await ask('/api/pay/user_credit_check', { id })).data).toMatchObject({
      paid: true,
      message: `还款 ¥${placed.payable} 已到账`,
    })
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => arrived(no)))
    expect(outcomes.map((answer) => answer.data.outcome)).toEqual(Array(8).fill('replayed'))
    expect((await credit()).used).toBe('0.00')
  })

  it('同一笔还款付了两次，第二次原路退回，账不变', async () => {
    await creditOrder()
    const { id } = await repay()
    const { payment_no: no } = await payRepayment(id)
    expect((await payRepayment(id, 'balance')).status).toBe('paid')
    expect((await arrived(no)).data.outcome).toBe('surplus')
    expect(await shop.jobs.runDue()).toContain('payments.refund')
    const payment = await db.selectFrom('payment').select('status').where('no', '=', no).executeTakeFirstOrThrow()
    expect(payment.status).toBe('refunded')
    expect((await credit()).used).toBe('0.00')
  })

  it('还款到账前账单已因退款变小，多还的转入余额并说明', async () => {
    const placed = await creditOrder()
    const { id, amount } = await repay()
    const { payment_no: no } = await payRepayment(id)
    await ask(`/api/order/${placed.id}/cancel`)
    const before = await balanceOf(db, buyer.companyId)
    await arrived(no)
    expect((await balanceOf(db, buyer.companyId)) - before).toBe(Math.round(Number(amount) * 100))
    const checked = await ask('/api/pay/user_credit_check', { id })
    expect(checked.data.message).toContain('已转入余额')
  })

  it('伪造的回调、别家的还款、过多或错误的金额都被拒绝', async () => {
    expect((await ask('/api/pay/user_credit_create')).message).toBe('您没有待还的账期')
    const placed = await creditOrder()
    const [bill] = await bills()
    for (const amount of ['0', '-1', 'abc', '99999']) expect((await ask('/api/pay/user_credit_create', { amount })).status).toBe(422)
    const { id } = await repay()
    const { payment_no: no } = await payRepayment(id)
    const forged = await ask('/api/pay/notify/gateway', { payment_no: no, amount: placed.payable, status: 'paid' })
    expect(forged.status).toBe(422)
    const other = await makeCompany(db)
    await giveCredit(db, other.companyId, '1000.00', 30)
    expect((await ask('/api/pay/user_credit_pay', { id, channel: 'balance' }, other.cookie)).status).toBe(404)
    expect((await ask('/api/pay/user_credit_check', { id }, other.cookie)).status).toBe(404)
    expect((await ask('/api/pay/user_credit_create', { bill_ids: [bill.id] }, other.cookie)).status).toBeGreaterThanOrEqual(409)
    expect((await get('/api/user/user_credit_list', other.cookie)).total).toBe(0)
    expect((await credit()).used).toBe(placed.payable)
  })

  it('对公转账还款告知账户与要备注的单号，由财务确认，留痕；再确认一次不再记', async () => {
    await creditOrder()
    const staff = await makeStaff(db)
    const { id } = await repay()
    const { payment_no: no } = await payRepayment(id, 'bank')
    const check = async () => (await ask('/api/pay/user_credit_check', { id })).data
    expect(await check()).toMatchObject({
      paid: false,
      transfer: expect.stringMatching(/^户名：示例医药；开户行：示例银行；账号：0000 0000；转账时请备注还款单号 R\d+$/),
    })
    const listed = await shop.ask('GET', '/api/staff/payment/transfers', { cookie: staff })
    expect(listed.data.list.map((one: { no: string }) => one.no)).toContain(no)
    expect((await ask(`/api/staff/payment/${no}/arrived`, {}, staff)).data.outcome).toBe('paid')
    expect((await ask(`/api/staff/payment/${no}/arrived`, {}, staff)).data.outcome).toBe('replayed')
    expect((await ask(`/api/staff/payment/${no}/arrived`)).status).toBe(401)
    expect((await credit()).used).toBe('0.00')
    expect(await check()).toMatchObject({ paid: true, transfer: '' })
    const audit = await db.selectFrom('audit_log').select('action').where('subject', '=', `repayment:${id}`).execute()
    expect(audit).toEqual([{ action: 'payment.confirm_bank' }])
  })
})

describe('月结、提醒与额度', () => {
  it('月结单：期初 + 订单 − 退款 − 还款 = 期末，与账本一致，可导出 Excel', async () => {
    await creditOrder(20)
    const cancelled = await creditOrder(10)
    shop.clock.now = new Date('2026-12-05T02:00:00Z')
    await ask(`/api/order/${cancelled.id}/cancel`)
    await payRepayment((await repay({ amount: '100.00' })).id, 'balance')
    await creditOrder(30)
    const november = await get('/api/user/user_credit_statement?month=2026-11')
    expect(november).toMatchObject({ opening: '0.00', orders: '324.00', refunds: '0.00', repayments: '0.00', closing: '324.00' })
    const december = await get('/api/user/user_credit_statement')
    expect(december).toMatchObject({
      month: '2026-12',
      opening: '324.00',
      orders: '312.00',
      refunds: '112.00',
      repayments: '100.00',
      closing: '424.00',
    })
    expect(december.rows.at(-1).owed).toBe('424.00')
    expect(december.closing).toBe((await credit()).used)
    const file = await shop.ask('GET', '/api/user/user_credit_statement/export?month=2026-11', { cookie: buyer.cookie })
    expect(file.text.startsWith('PK')).toBe(true)
    expect((await shop.ask('GET', '/api/user/user_credit_statement?month=2027-01', { cookie: buyer.cookie })).status).toBe(422)
  })

  it('到期前 7、3、1 天和逾期后提醒一次，跑两遍不重复', async () => {
    const placed = await creditOrder()
    const { remindOfBills } = await import('./service.ts')
    const told = async () =>
      db
        .selectFrom('message')
        .select(['title', 'text'])
        .where('company_id', '=', buyer.companyId)
        .where('title', 'like', '账期%')
        .orderBy('id')
        .execute()
    const due = addDays(beijingDate(NOW), 30)
    for (const day of [20, 23, 24, 27, 29, 30, 31, 32, 38]) {
      const at = new Date(NOW.getTime() + day * DAY_MS)
      await remindOfBills(shop.database, at)
      await remindOfBills(shop.database, at)
    }
    const texts = (await told()).map((one) => one.text)
    expect(texts).toHaveLength(5)
    expect(texts[0]).toBe(`1 笔账期共 ¥${placed.payable} 将于 ${due} 到期，还有 7 天，请按时还款。`)
    expect(texts[3]).toContain('已逾期 1 天')
    expect(texts[4]).toContain('已逾期 8 天')
  })

  it('员工设置额度：留痕并告知企业；额度低于已用时不能再下账期订单', async () => {
    const staff = await makeStaff(db)
    const placed = await creditOrder()
    const path = `/api/staff/company/${buyer.companyId}/credit`
    const set = await ask(path, { limit: '100', days: 15, reason: '季度复核' }, staff)
    expect(set.data).toEqual({ limit: '100.00', days: 15, used: placed.payable })
    expect((await credit()).left).toBe('0.00')
    const next = await order(1)
    expect((await payByCredit(next.id)).message).toContain('账期额度不足')
    expect((await ask(path, { limit: '-5', days: 15, reason: '错' }, staff)).status).toBe(422)
    expect((await ask(path, { limit: '100', days: 0, reason: '错' }, staff)).status).toBe(422)
    expect((await ask('/api/staff/company/999999/credit', { limit: '1', days: 1, reason: '无' }, staff)).status).toBe(404)
    const audit = await db.selectFrom('audit_log').select(['before', 'after']).where('subject', '=', `company:${buyer.companyId}`).execute()
    expect(audit).toEqual([{ before: { limit: '1000.00', days: 30 }, after: { limit: '100.00', days: 15, reason: '季度复核' } }])
  })
})
