import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fen } from '#domain/money.ts'
import { balanceOf, buy, expectLedgerTrue, makeAddress, stockOf } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { arrive, GATEWAY_SECRET, notify, openBankAccount, paidAtGateway, paymentDepsOf } from '../../../../test/gateway.ts'
import { testShop } from '../../../../test/harness.ts'
import type { Callback } from '../../../providers/payment/provider.ts'
import { paymentProviders } from '../../../providers/payment/providers.ts'
import { signCallback } from '../../../providers/payment/signature.ts'
import { simulatedGateway } from '../../../providers/payment/simulator.ts'
import { findSimulated } from '../../../providers/payment/simulator-store.ts'
import { orderByStaff } from '../../buying/orders/public.ts'
import { ASKED_EACH, askUnpaid } from './opening.ts'
import { confirmBankRefund, confirmBankTransfer, paymentEffects } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
let buyer: Buyer
let address: number
let goods: number

const shop = await testShop({ now: NOW })
const { db } = shop.database
await openBankAccount(db)
afterAll(() => expectLedgerTrue(db))
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '300.00' })
  address = await makeAddress(db, buyer.companyId)
  goods = await makeGoods(db, { price: '10.00', stock: 100 })
})

const order = async (list = [{ goods_id: goods, number: 10 }], balance?: string) => {
  const [placed] = await buy(shop, buyer, address, list, balance)
  if (!placed) throw new Error('nothing placed')
  return placed
}
const ask = (path: string, body: object = {}, cookie = buyer.cookie) => shop.ask('POST', path, { cookie, body })
const start = async (id: number, channel = 'gateway') =>
  (await ask(`/api/pay/order/${id}`, { channel })).data as { payment_no: string; pay_url: string | null; status: string }
const hear = (callback: Callback) => notify(shop, callback)
const row = (id: number) => db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const payment = (no: string) => db.selectFrom('payment').selectAll().where('no', '=', no).executeTakeFirstOrThrow()

const paid = (no: string) => paidAtGateway(db, no, shop.clock.now)

describe('在线支付', () => {
  it('网关页付款后，订单已付款，款项记在网关账户', async () => {
    const placed = await order()
    const { pay_url: url, payment_no: no } = await start(placed.id)
    const page = await shop.ask('GET', url ?? '')
    expect(page.text).toContain('¥112.00')
    expect(page.text, '没有图标时浏览器会去要一个不存在的').toContain('href="/favicon.svg"')
    const done = await shop.ask('POST', url ?? '', { form: 'result=paid' })
    expect(done.status).toBe(303)
    expect(done.headers.location).toBe(`/cart/step4?id=${placed.id}`)
    expect(await row(placed.id)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
    const entries = await db
      .selectFrom('ledger_posting as p')
      .innerJoin('ledger_entry as e', 'e.posting_id', 'p.id')
      .innerJoin('ledger_account as a', 'a.id', 'e.account_id')
      .where('p.idempotency_key', '=', `pay:${no}`)
      .select(['a.kind', 'e.amount'])
      .orderBy('a.kind')
      .execute()
    expect(entries).toEqual([
      { kind: 'gateway', amount: -11_200 },
      { kind: 'order_advance', amount: 11_200 },
    ])
  })

  it('网关页选支付失败，订单仍待付款，可以再付', async () => {
    const placed = await order()
    const { pay_url: url } = await start(placed.id)
    const failed = await shop.ask('POST', url ?? '', { form: 'result=failed' })
    expect(failed.text).toContain('支付失败')
    expect((await row(placed.id)).status).toBe('pending_payment')
    await shop.ask('POST', url ?? '', { form: 'result=paid' })
    expect((await row(placed.id)).status).toBe('paid')
  })

  it('再点一次支付得到同一笔支付', async () => {
    const placed = await order()
    const [first, second] = [await start(placed.id), await start(placed.id)]
    expect(second.payment_no).toBe(first.payment_no)
  })

  it('重复的回调只记一次账；十个同时到也一样', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    const body = await paid(no)
    const answers = await Promise.all(Array.from({ length: 10 }, () => hear(body)))
    expect(answers.map((answer) => answer.data.outcome).sort()).toEqual(['paid', ...Array(9).fill('replayed')])
    expect((await row(placed.id)).paid_amount).toBe(11_200)
    const callbacks = await db
      .selectFrom('payment_callback')
      .select(['verified', 'outcome', 'times'])
      .where('payment_no', '=', no)
      .execute()
    expect(callbacks).toEqual([{ verified: true, outcome: 'paid', times: 10 }])
  })

  it('伪造、篡改、过时的回调都被拒绝并留下记录，订单不动', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    const { headers, body } = await paid(no)
    const other = Buffer.from(body.toString().replace('112.00', '0.01'))
    const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
    const stale = await paidAtGateway(db, no, new Date(NOW.getTime() - 11 * 60_000))
    const claim = { payment_no: no, gateway_no: 'SIM1', amount: '112.00', status: 'paid' }
    const forgeries: Callback[] = [
      { headers, body: other },
      // The same words with another byte between them: what is signed is the body as it came.
      { headers, body: Buffer.concat([body, Buffer.from(' ')]) },
      { headers: { ...headers, 'gateway-signature': 'f'.repeat(64) }, body },
      { headers: { ...headers, 'gateway-timestamp': String(NOW.getTime() / 1000 + 1) }, body },
      { headers: without('gateway-signature'), body },
      { headers: without('gateway-nonce'), body },
      { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify({ payment_no: no })) },
      stale,
      signCallback(claim, 'another-secret', NOW),
    ]
    for (const forged of forgeries) expect((await hear(forged)).status).toBe(422)
    expect((await row(placed.id)).status).toBe('pending_payment')
    const kept = await db.selectFrom('payment_callback').select('verified').where('payment_no', '=', no).execute()
    expect(kept).toEqual(Array(forgeries.length).fill({ verified: false }))
  })

  it('没人作保的回调发得再多也填不满表：记下一些，其余拒绝；真的照常收；一个月后清掉', async () => {
    const forged = signCallback({ payment_no: 'FLOOD', gateway_no: 'G', amount: '1.00', status: 'paid' }, 'not-the-secret-of-ours', NOW)
    const answers = await Promise.all(Array.from({ length: 90 }, () => hear(forged)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(20)
    const kept = async () => (await db.selectFrom('payment_callback').select('id').where('payment_no', '=', 'FLOOD').execute()).length
    expect(await kept()).toBeLessThanOrEqual(61)
    const { payment_no: no } = await start((await order()).id)
    expect((await hear(await paid(no))).status).toBe(200)
    shop.clock.now = new Date(NOW.getTime() + 31 * 86_400_000)
    await shop.database.pool.query(`select graphile_worker.add_job('payments.callbacks_cleanup', run_at => $1)`, [shop.clock.now])
    await shop.jobs.runDue(['payments.callbacks_cleanup'])
    expect(await kept()).toBe(0)
    expect(await db.selectFrom('payment_callback').select('id').where('payment_no', '=', no).execute()).toHaveLength(1)
  })

  it('金额不符的真回调不算付款', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    const wrong = signCallback({ payment_no: no, gateway_no: 'SIMX', amount: '1.00', status: 'paid' }, GATEWAY_SECRET, NOW)
    expect((await hear(wrong)).data.outcome).toBe('amount_mismatch')
    expect((await row(placed.id)).status).toBe('pending_payment')
  })

  it('回调丢失时，查询支付结果会去问网关', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    const waiting = await ask(`/api/pay/order/${placed.id}/check`)
    expect(waiting.data).toMatchObject({ paid: false, status: 'pending_payment' })
    await paid(no)
    shop.clock.now = new Date(NOW.getTime() + 4_000)
    const found = await ask(`/api/pay/order/${placed.id}/check`)
    expect(found.data).toEqual({ status: 'paid', paid: true, message: '支付成功' })
  })

  it('取消后才到的付款原路退回', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    await ask(`/api/order/${placed.id}/cancel`)
    expect((await payment(no)).status).toBe('closed')
    expect((await hear(await paid(no))).data.outcome).toBe('surplus')
    expect((await payment(no)).status).toBe('refunding')
    expect(await shop.jobs.runDue()).toContain('payments.refund')
    expect((await payment(no)).status).toBe('refunded')
    expect((await findSimulated(db, no))?.status).toBe('refunded')
    expect((await row(placed.id)).status).toBe('cancelled')
    expect((await stockOf(db, goods)).reserved).toBe(0)
  })

  it('一张订单付了两次，第二次的退回', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    const balance = await start(placed.id, 'balance')
    expect(balance.status).toBe('paid')
    expect((await hear(await paid(no))).data.outcome).toBe('surplus')
    await shop.jobs.runDue()
    expect((await payment(no)).status).toBe('refunded')
    expect(await row(placed.id)).toMatchObject({ status: 'paid', paid_amount: 11_200 })
  })

  it('回调丢了、买家也没有回来：定时去问，两分钟后、三小时内的都问到；问不到的一笔不挡别的', async () => {
    const started: { id: number; no: string }[] = []
    for (let count = 0; count < 2; count++) {
      const placed = await order([{ goods_id: goods, number: 1 }])
      const { payment_no: no } = await start(placed.id)
      await paid(no)
      started.push({ id: placed.id, no })
    }
    const statuses = async () => (await Promise.all(started.map(({ id }) => row(id)))).map(({ status }) => status)
    const deps = paymentDepsOf(shop)
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
    await askUnpaid(deps, at(1))
    await askUnpaid(deps, at(181))
    expect(await statuses()).toEqual(['pending_payment', 'pending_payment'])
    const providers = deps.providers.map((provider) => ({
      ...provider,
      query: async (no: string, now: Date) => {
        if (no === started[0]?.no) throw new Error('the line is dead')
        return provider.query(no, now)
      },
    }))
    await expect(askUnpaid({ ...deps, providers }, at(2))).rejects.toThrow(/^1 of \d+ failed/)
    expect(await statuses()).toEqual(['pending_payment', 'paid'])
    await askUnpaid(deps, at(180))
    await askUnpaid(deps, at(180))
    expect(await statuses()).toEqual(['paid', 'paid'])
  })

  it('一家企业开了许多未付的充值：定时只问它最近的那些，不拖住别家', async () => {
    const placed = await order([{ goods_id: goods, number: 1 }])
    const { payment_no: no } = await start(placed.id)
    await paid(no)
    const other = await makeCompany(db, {})
    const recharges: string[] = []
    for (let count = 0; count < ASKED_EACH + 5; count++) {
      const { data } = await ask('/api/cash_coupon/userRecharge', { amount: '100', channel: 'gateway' }, other.cookie)
      recharges.push(data.payment_no)
      // Twenty may be open at once.
      if (count % 20 === 19)
        await shop.database.pool.query('update recharge set ends_at = created_at where company_id = $1', [other.companyId])
    }
    const deps = paymentDepsOf(shop)
    const asked: string[] = []
    const providers = deps.providers.map((provider) => ({
      ...provider,
      query: (one: string, now: Date) => {
        asked.push(one)
        return provider.query(one, now)
      },
    }))
    await askUnpaid({ ...deps, providers }, new Date(NOW.getTime() + 10 * 60_000))
    expect(asked.filter((one) => recharges.includes(one)).sort()).toEqual(recharges.slice(5).sort())
    expect((await row(placed.id)).status).toBe('paid')
  })

  it('退款任务跑两次只退一次；网关不认识的付款不退', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    await hear(await paid(no))
    await ask(`/api/order/${placed.id}/cancel`)
    const gateway = simulatedGateway(db, GATEWAY_SECRET)
    await shop.jobs.runDue()
    const whole = 11_200 as Fen
    await gateway.refund({ gatewayNo: null, refundNo: `R${no}`, paymentNo: no, paid: whole, amount: whole, reason: '' }, NOW)
    const refunds = await db.selectFrom('ledger_posting').select('id').where('idempotency_key', '=', `refund:${no}`).execute()
    expect(refunds).toHaveLength(1)
    const unknown = await gateway.refund(
      { gatewayNo: null, refundNo: 'R0', paymentNo: 'P0', paid: whole, amount: 1 as Fen, reason: '' },
      NOW,
    )
    expect(unknown).toMatchObject({ status: 'closed' })
  })

  /** An order that is paid and cancelled, at a gateway that has been told what becomes of its refunds. */
  async function cancelled(become: string): Promise<{ id: number; no: string }> {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    await hear(await paid(no))
    await db.updateTable('gateway_simulator').set({ refunds_become: become }).where('payment_no', '=', no).execute()
    await ask(`/api/order/${placed.id}/cancel`)
    await shop.jobs.runDue()
    return { id: placed.id, no }
  }
  const booked = (no: string) => db.selectFrom('ledger_posting').select('id').where('idempotency_key', '=', `refund:${no}`).execute()
  const becomes = (no: string, status: string) =>
    db.updateTable('gateway_simulator_refund').set({ status }).where('payment_no', '=', no).execute()

  it('网关受理后迟迟不到账：未到账前不记账，半小时后再问，到账记一次', async () => {
    const { no } = await cancelled('processing')
    expect((await payment(no)).status).toBe('refunding')
    shop.clock.now = new Date(NOW.getTime() + 29 * 60_000)
    await becomes(no, 'done')
    await shop.jobs.runDue()
    expect(await booked(no)).toEqual([])
    await becomes(no, 'processing')
    for (const minutes of [30, 60]) {
      shop.clock.now = new Date(NOW.getTime() + minutes * 60_000)
      await shop.jobs.runDue()
      expect((await payment(no)).status).toBe('refunding')
    }
    await becomes(no, 'done')
    for (const minutes of [90, 120]) {
      shop.clock.now = new Date(NOW.getTime() + minutes * 60_000)
      await shop.jobs.runDue()
      expect((await payment(no)).status).toBe('refunded')
    }
    expect(await booked(no)).toHaveLength(1)
    const sent = await db.selectFrom('gateway_simulator_refund').select('refund_no').where('payment_no', '=', no).execute()
    expect(sent).toEqual([{ refund_no: `R${no}` }])
  })

  it('网关受理后退款异常：写明原因，改由财务汇出，网关不再被问', async () => {
    const { id, no } = await cancelled('processing')
    await becomes(no, 'abnormal')
    shop.clock.now = new Date(NOW.getTime() + 30 * 60_000)
    await shop.jobs.runDue()
    expect(await db.selectFrom('payment').select(['status', 'refund_refused_at']).where('no', '=', no).executeTakeFirstOrThrow()).toEqual({
      status: 'refunding',
      refund_refused_at: shop.clock.now,
    })
    const logs = await db.selectFrom('order_log').select('text').where('order_id', '=', id).where('event', '=', 'refund').execute()
    expect(logs).toEqual([{ text: '在线支付未能退回 ¥112.00（付款人的账户已注销或异常），改由财务汇款退回' }])
    await becomes(no, 'done')
    shop.clock.now = new Date(NOW.getTime() + 60 * 60_000)
    await shop.jobs.runDue()
    expect(await booked(no)).toEqual([])
    await confirmBankRefund(paymentDepsOf(shop), no, { accountId: buyer.accountId, name: '财务小周' }, NOW)
    expect(await booked(no)).toHaveLength(1)
  })
})

describe('余额与对公转账', () => {
  it('余额支付立即到账；重复点击只扣一次', async () => {
    const placed = await order()
    const answers = await Promise.all([start(placed.id, 'balance'), start(placed.id, 'balance'), start(placed.id, 'balance')])
    expect(new Set(answers.map((answer) => answer.payment_no)).size).toBe(1)
    expect(await balanceOf(db, buyer.companyId)).toBe(18_800)
    expect((await row(placed.id)).status).toBe('paid')
  })

  it('余额不够时说还差多少，不动一分', async () => {
    const placed = await order([{ goods_id: goods, number: 50 }])
    const refused = await ask(`/api/pay/order/${placed.id}`, { channel: 'balance' })
    expect(refused.message).toBe('余额不足，还差 ¥212.00')
    expect(await balanceOf(db, buyer.companyId)).toBe(30_000)
  })

  it('下单时用余额付一部分，取消时余额立即退回', async () => {
    const placed = await order(undefined, '100.00')
    expect(placed.payable).toBe('12.00')
    expect(await balanceOf(db, buyer.companyId)).toBe(20_000)
    await ask(`/api/order/${placed.id}/cancel`)
    await ask(`/api/order/${placed.id}/cancel`)
    expect(await balanceOf(db, buyer.companyId)).toBe(30_000)
  })

  it('下单时余额付清，订单立即已付款，没有支付期限', async () => {
    const placed = await order(undefined, '112.00')
    expect(placed).toMatchObject({ status: 'paid', payable: '0.00' })
    expect((await row(placed.id)).pay_before).toBeNull()
  })

  it('两张订单同时用同一笔余额，只够一张的只成一张', async () => {
    const first = await order([{ goods_id: goods, number: 20 }])
    const second = await order([{ goods_id: goods, number: 20 }])
    const answers = await Promise.all([first, second].map((one) => ask(`/api/pay/order/${one.id}`, { channel: 'balance' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(await balanceOf(db, buyer.companyId)).toBe(30_000 - 21_200)
  })

  it('对公转账由财务确认后到账并留痕；取消后由财务确认退回', async () => {
    const deps = {
      database: shop.database,
      jobs: { enqueue: async () => undefined },
      providers: paymentProviders(shop.config, shop.database),
    }
    const staff = { accountId: buyer.accountId, name: '财务小周' }
    const placed = await order()
    const { payment_no: no, status } = await start(placed.id, 'bank')
    expect(status).toBe('created')
    expect(await confirmBankTransfer(deps, placed.id, staff, NOW)).toBe('paid')
    expect(await confirmBankTransfer(deps, placed.id, staff, NOW)).toBe('replayed')
    expect((await row(placed.id)).status).toBe('paid')
    await ask(`/api/order/${placed.id}/cancel`)
    expect((await payment(no)).status).toBe('refunding')
    await confirmBankRefund(deps, no, staff, NOW)
    await confirmBankRefund(deps, no, staff, NOW)
    expect((await payment(no)).status).toBe('refunded')
    const audit = await db
      .selectFrom('audit_log')
      .select(['actor', 'action'])
      .where('subject', '=', `order:${placed.id}`)
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { actor: '财务小周', action: 'payment.confirm_bank' },
      { actor: '财务小周', action: 'payment.refund_bank' },
    ])
  })
})

describe('网关拒绝退款', () => {
  it('取消的订单退不回网关：进财务待退回的清单，汇出后记一次', async () => {
    const deps = paymentDepsOf(shop)
    const staff = { accountId: buyer.accountId, name: '财务小周' }
    const placed = await order()
    const { payment_no: no } = await start(placed.id, 'gateway')
    await arrive(shop, no)
    await expect(confirmBankRefund(deps, no, staff, NOW)).rejects.toThrow('转账记录')
    await ask(`/api/order/${placed.id}/cancel`)
    await db.updateTable('gateway_simulator').set({ status: 'refunded' }).where('payment_no', '=', no).execute()
    await shop.jobs.runDue(['payments.refund'])
    expect((await payment(no)).status).toBe('refunding')
    await confirmBankRefund(deps, no, staff, NOW)
    await confirmBankRefund(deps, no, staff, NOW)
    expect((await payment(no)).status).toBe('refunded')
    const sent = await db
      .selectFrom('ledger_entry as e')
      .innerJoin('ledger_account as a', 'a.id', 'e.account_id')
      .innerJoin('ledger_posting as p', 'p.id', 'e.posting_id')
      .where('p.idempotency_key', '=', `refund:${no}`)
      .select('a.kind')
      .execute()
    expect(sent.map((one) => one.kind).sort()).toEqual(['bank', 'order_advance'])
  })
})

describe('同时发生', () => {
  it('取消与付款赛跑：要么已付款，要么取消并退款，库存与账都对', async () => {
    for (let round = 0; round < 8; round++) {
      const placed = await order([{ goods_id: goods, number: 1 }])
      const { payment_no: no } = await start(placed.id)
      const body = await paid(no)
      const cancel = () => ask(`/api/order/${placed.id}/cancel`)
      await Promise.all(round % 2 ? [cancel(), hear(body)] : [hear(body), cancel()])
      await shop.jobs.runDue()
      // A paid order may be cancelled too, so the end is always cancelled with the money back.
      expect((await row(placed.id)).status).toBe('cancelled')
      expect((await payment(no)).status).toBe('refunded')
    }
    expect(await stockOf(db, goods)).toEqual({ shown: 100, available: 100, reserved: 0 })
  })

  it('到期取消与付款赛跑：已付的不取消，取消的退款', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 8; round++) {
      shop.clock.now = NOW
      const placed = await order([{ goods_id: goods, number: 1 }])
      const { payment_no: no } = await start(placed.id)
      shop.clock.now = new Date(NOW.getTime() + 24 * 3_600_000)
      const pay = async () => hear(await paid(no))
      await Promise.all(round % 2 ? [shop.jobs.runDue(), pay()] : [pay(), shop.jobs.runDue()])
      await shop.jobs.runDue()
      const { status } = await row(placed.id)
      expect((await payment(no)).status).toBe(status === 'paid' ? 'paid' : 'refunded')
      ends.add(status)
    }
    expect([...ends].every((status) => status === 'paid' || status === 'cancelled')).toBe(true)
    const held = await db.selectFrom('orders').select('id').where('company_id', '=', buyer.companyId).where('status', '=', 'paid').execute()
    expect((await stockOf(db, goods)).reserved).toBe(held.length)
  })

  it('到期未付的订单由任务取消一次，库存退回；没到期的任务不动它', async () => {
    const placed = await order()
    shop.clock.now = new Date(NOW.getTime() + 24 * 3_600_000 - 1000)
    await shop.jobs.runDue()
    expect((await row(placed.id)).status).toBe('pending_payment')
    shop.clock.now = new Date(NOW.getTime() + 24 * 3_600_000)
    expect(await shop.jobs.runDue()).toContain('orders.expire')
    expect(await row(placed.id)).toMatchObject({ status: 'cancelled', cancel_reason: '超时未付款，系统自动取消' })
    expect(await stockOf(db, goods)).toEqual({ shown: 100, available: 100, reserved: 0 })
  })

  it('到期时网关其实已收到款（回调丢失）：订单变为已付款，不取消', async () => {
    const placed = await order()
    const { payment_no: no } = await start(placed.id)
    await paid(no)
    shop.clock.now = new Date(NOW.getTime() + 25 * 3_600_000)
    await shop.jobs.runDue()
    expect((await row(placed.id)).status).toBe('paid')
  })
})

describe('发货到完成', () => {
  it('拣货后不能取消；发货扣占用，完成后预收转为销售与运费', async () => {
    const deps = { database: shop.database, payments: paymentEffects({ jobs: { enqueue: async () => undefined } }) }
    const staff = { accountId: buyer.accountId, name: '仓储小田' }
    const placed = await order(undefined, '112.00')
    expect(await orderByStaff(deps, staff, placed.id, { type: 'pick' }, NOW)).toBe('picking')
    const refused = await ask(`/api/order/${placed.id}/cancel`)
    expect(refused).toMatchObject({ status: 409, message: '订单已开始拣货，不能取消，请联系客户经理' })
    await orderByStaff(deps, staff, placed.id, { type: 'ship' }, NOW)
    await orderByStaff(deps, staff, placed.id, { type: 'ship' }, NOW)
    expect(await stockOf(db, goods)).toEqual({ shown: 90, available: 90, reserved: 0 })
    expect((await ask(`/api/order/${placed.id}/receive`)).data).toEqual({ status: 'received' })
    expect((await ask(`/api/order/${placed.id}/receive`)).data).toEqual({ status: 'received' })
    await orderByStaff(deps, staff, placed.id, { type: 'complete' }, NOW)
    const entries = await db
      .selectFrom('ledger_posting as p')
      .innerJoin('ledger_entry as e', 'e.posting_id', 'p.id')
      .innerJoin('ledger_account as a', 'a.id', 'e.account_id')
      .where('p.idempotency_key', '=', `order_complete:${placed.id}`)
      .select(['a.kind', 'e.amount'])
      .orderBy('a.kind')
      .execute()
    expect(entries).toEqual([
      { kind: 'order_advance', amount: -11_200 },
      { kind: 'sales', amount: 10_000 },
      { kind: 'shipping', amount: 1_200 },
    ])
    const info = await shop.ask('GET', `/api/order/info/${placed.id}`, { cookie: buyer.cookie })
    expect(info.data.steps.map((step: { state: string }) => step.state)).toEqual(Array(6).fill('done'))
  })

  it('别家的订单既看不见也动不了', async () => {
    const placed = await order()
    const other = await makeCompany(db, { balance: '500.00' })
    for (const path of ['cancel', 'receive', 'reorder'])
      expect((await ask(`/api/order/${placed.id}/${path}`, {}, other.cookie)).status).toBe(404)
    expect((await shop.ask('GET', `/api/order/info/${placed.id}`, { cookie: other.cookie })).status).toBe(404)
    expect((await shop.ask('GET', `/api/pay/order/${placed.id}`, { cookie: other.cookie })).status).toBe(404)
    expect((await ask(`/api/pay/order/${placed.id}`, { channel: 'balance' }, other.cookie)).status).toBe(404)
    expect((await ask(`/api/pay/order/${placed.id}/check`, {}, other.cookie)).status).toBe(404)
  })
})
