import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buy, expectLedgerTrue, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { changeRow, keepSetting } from '../../../../test/rows.ts'
import { keepMadeFile } from '../../who/files/public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const HOUR_MS = 3_600_000
let buyer: Buyer
let order: { id: number; no: string; payable: string }

const shop = await testShop({ now: NOW })
const { db } = shop.database
await keepSetting(db, 'bank_account', { name: '示例医药', bank: '示例银行', number: '0001' })
const staff = await makeStaff(db)
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db)
  const goods = await makeGoods(db, { price: '30.00', stock: 100, is_ephedrine: true })
  const [placed] = await buy(shop, buyer, await makeAddress(db, buyer.companyId), [{ goods_id: goods, number: 5 }])
  if (!placed) throw new Error('nothing was ordered')
  order = placed
})

const upload = (companyId: number) =>
  db.transaction().execute(async (trx) => {
    const file = {
      companyId,
      purpose: 'proof' as const,
      subject: '',
      name: '回单.pdf',
      mime: 'application/pdf',
      content: Buffer.from('%PDF-1.4'),
    }
    const id = await keepMadeFile(trx, file, NOW)
    await changeRow(trx, 'stored_file', id, { subject: null })
    return id
  })
const nameOf = async (companyId: number) =>
  (await db.selectFrom('company').where('id', '=', companyId).select('name').executeTakeFirstOrThrow()).name
async function submit(change: object = {}, who = buyer) {
  const body = {
    amount: order.payable,
    paid_on: '2026-11-21',
    payer_name: await nameOf(buyer.companyId),
    payer_account: '0000 0000 0000 4821',
    file_ids: [await upload(who.companyId)],
    ...change,
  }
  return shop.ask('POST', `/api/pay/order/${order.id}/transfer`, { cookie: who.cookie, body })
}
const stateOf = async () => (await shop.ask('GET', `/api/order/info/${order.id}`, { cookie: buyer.cookie })).data.status
const review = (id: number, decision: string, body: object = {}) =>
  shop.ask('POST', `/api/staff/transfer_proof/${id}/${decision}`, { cookie: staff, body })

describe('转账凭证', () => {
  it('提交后订单为财务核对保留 72 小时；到账即已付款；账号只露后四位；再点一次不变', async () => {
    const { data: proof } = await submit()
    expect(proof).toMatchObject({ state: 'submitted', amount: order.payable, payer_account: '**** 4821' })
    shop.clock.now = new Date(NOW.getTime() + 25 * HOUR_MS)
    await shop.jobs.runDue()
    expect(await stateOf()).toBe('pending_payment')
    const waiting = await shop.ask('GET', '/api/staff/transfer_proofs', { cookie: staff })
    expect(waiting.data.list).toMatchObject([{ order_id: order.id, full_account: '0000000000004821', proof: { id: proof.id } }])
    expect((await review(proof.id, 'pass')).data).toEqual({ state: 'confirmed', outcome: 'paid' })
    expect((await review(proof.id, 'pass')).data).toEqual({ state: 'confirmed', outcome: 'replayed' })
    expect(await stateOf()).toBe('paid')
    expect((await review(proof.id, 'reject', { reason: '晚了' })).status).toBe(409)
    const audit = await db.selectFrom('audit_log').where('action', '=', 'payment.confirm_bank').select('subject').execute()
    expect(audit).toContainEqual({ subject: `order:${order.id}` })
  })

  it('凭证交得再多次，订单也只保留到下单后 7 天：商品不会一直占着', async () => {
    for (const days of [0, 2.5, 5, 6.9]) {
      shop.clock.now = new Date(NOW.getTime() + days * 24 * HOUR_MS)
      expect((await submit()).status).toBe(200)
    }
    shop.clock.now = new Date(NOW.getTime() + 7.1 * 24 * HOUR_MS)
    expect((await submit()).status).toBe(409)
    await shop.jobs.runDue()
    expect(await stateOf()).toBe('cancelled')
  })

  it('驳回要写原因并通知，留出 24 小时重新提交；新凭证取代旧的', async () => {
    const { data: first } = await submit()
    expect((await review(first.id, 'reject')).status).toBe(422)
    shop.clock.now = new Date(NOW.getTime() + 71 * HOUR_MS)
    expect((await review(first.id, 'reject', { reason: '未查到该笔款项' })).data.state).toBe('rejected')
    const info = await shop.ask('GET', `/api/pay/order/${order.id}/transfer`, { cookie: buyer.cookie })
    expect(info.data.proof).toMatchObject({ state: 'rejected', reason: '未查到该笔款项' })
    shop.clock.now = new Date(NOW.getTime() + 90 * HOUR_MS)
    await shop.jobs.runDue()
    expect(await stateOf()).toBe('pending_payment')
    const { data: second } = await submit()
    expect(second.state).toBe('submitted')
    const { data: again } = await submit()
    expect(again.id).toBe(second.id)
    expect(again.files).toHaveLength(1)
    const told = await db.selectFrom('message').where('company_id', '=', buyer.companyId).select(['title', 'url']).execute()
    expect(told).toContainEqual({ title: '转账凭证被驳回', url: `/cart/hm?id=${order.id}` })
  })

  it('核对的是看到的那一份：看过之后买家换了凭证，核对不算数', async () => {
    const { data: first } = await submit()
    shop.clock.now = new Date(NOW.getTime() + HOUR_MS)
    const { data: second } = await submit({ payer_account: '6222000000009999' })
    expect(second.id).toBe(first.id)
    for (const [decision, more] of [
      ['pass', {}],
      ['reject', { reason: '未查到该笔款项' }],
    ] as const) {
      const answer = await review(first.id, decision, { ...more, seen_at: first.created_at })
      expect(answer).toMatchObject({ status: 409, data: { reason: 'PROOF_CHANGED' } })
    }
    expect(await stateOf()).toBe('pending_payment')
    expect((await review(first.id, 'pass', { seen_at: second.created_at })).data.state).toBe('confirmed')
  })

  it('金额、户名、日期、文件不对逐项说明；别家的订单与文件、已取消的订单都不成', async () => {
    const fields = async (change: object) => ((await submit(change)).data.errors as { field: string }[]).map((error) => error.field)
    expect(await fields({ amount: '1.00', payer_name: '陈溪个人', paid_on: '2026-11-22' })).toEqual(['amount', 'paid_on', 'payer_name'])
    const other = await makeCompany(db)
    expect((await submit({ file_ids: [await upload(other.companyId)] })).status).toBe(422)
    expect((await submit({}, other)).status).toBe(404)
    expect((await shop.ask('GET', `/api/pay/order/${order.id}/transfer`, { cookie: other.cookie })).status).toBe(404)
    await shop.ask('POST', `/api/order/${order.id}/cancel`, { cookie: buyer.cookie, body: {} })
    expect((await submit()).status).toBe(409)
    expect((await review(999_999, 'pass')).status).toBe(404)
  })

  it('凭证核对中取消的订单：凭证随之关闭；钱后来到了也退回', async () => {
    const { data: proof } = await submit()
    await shop.ask('POST', `/api/order/${order.id}/cancel`, { cookie: buyer.cookie, body: {} })
    const info = await shop.ask('GET', `/api/pay/order/${order.id}/transfer`, { cookie: buyer.cookie })
    expect(info.data.proof.state).toBe('closed')
    expect((await review(proof.id, 'pass')).data.outcome).toBe('surplus')
    expect(await stateOf()).toBe('cancelled')
  })

  it('同时确认与驳回：要么到账且凭证确认，要么驳回且订单仍待付款', async () => {
    for (let round = 0; round < 4; round++) {
      const { data: proof } = await submit()
      const [pass, reject] = [() => review(proof.id, 'pass'), () => review(proof.id, 'reject', { reason: '未查到该笔款项' })]
      const answers = await Promise.all(round % 2 ? [pass(), reject()] : [reject(), pass()])
      expect(answers.map((answer) => answer.status).sort(), `round ${round}`).toEqual([200, 409])
      const { state } = await db.selectFrom('transfer_proof').where('id', '=', proof.id).select('state').executeTakeFirstOrThrow()
      const status = await stateOf()
      expect(['confirmed paid', 'rejected pending_payment']).toContain(`${state} ${status}`)
      if (status === 'paid') return
    }
  })
})
