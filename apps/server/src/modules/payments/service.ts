import { CODES } from '#contract/codes.ts'
import { yuan } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import { type StaffActor, writeAudit } from '../../platform/audit.ts'
import { conflict, notFound, ShopError } from '../../platform/errors.ts'
import { expireOrder, findOrder, lockOrder, type OrderRow, ordersOfCheckout } from '../orders/public.ts'
import { readPurses } from '../wallet/public.ts'
import { type ArrivalOutcome, channelName, finishRefund, type PaymentDeps, paymentEffects, SYSTEM, settleArrival } from './arrival.ts'
import { bankAccountFrom, channelsOf } from './channels.ts'
import { findPayment, insertPayment, lockPayment, type PaymentRow, paymentsOf, readSetting, recordCallback } from './store.ts'

interface Buyer {
  companyId: number
  name: string
}

async function ownOrder(deps: PaymentDeps, buyer: Buyer, orderId: number): Promise<OrderRow> {
  const order = await findOrder(deps.database.db, orderId, buyer.companyId)
  if (order === null) throw notFound('订单')
  return order
}

/** Step 3: the order, its sisters of the same checkout, and how it may be paid. */
export async function payInfoOf(deps: PaymentDeps, buyer: Buyer, orderId: number, now: Date) {
  const { db } = deps.database
  const order = await ownOrder(deps, buyer, orderId)
  const [sisters, { balance }, account] = await Promise.all([
    ordersOfCheckout(db, order.checkoutId),
    readPurses(db, buyer.companyId),
    readSetting(db, 'bank_account'),
  ])
  const head = (one: OrderRow) => ({
    id: one.id,
    no: one.no,
    status: one.status,
    payable: yuan(one.payableAmount),
    pay_before: one.status === 'pending_payment' ? (one.payBefore?.toISOString() ?? null) : null,
  })
  return {
    ...head(order),
    balance: yuan(balance),
    channels: channelsOf(order, balance, bankAccountFrom(account), deps.providers, now),
    orders: sisters.map((one) => ({ ...head(one), is_hm: one.isEphedrine ? 1 : 0 })),
  }
}

/** Starts a payment, or finds again the one that was started (or finished) through this channel. */
export async function startPayment(deps: PaymentDeps, buyer: Buyer, orderId: number, channel: string, now: Date) {
  const account = bankAccountFrom(await readSetting(deps.database.db, 'bank_account'))
  const { order, payment } = await deps.database.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, orderId, buyer.companyId)
    if (locked === null) throw notFound('订单')
    const earlier = (await paymentsOf(trx, orderId)).filter((one) => one.channel === channel)
    const paid = earlier.find((one) => one.status === 'paid')
    if (paid && locked.status !== 'cancelled') return { order: locked, payment: paid }
    const chosen = channelsOf(locked, (await readPurses(trx, buyer.companyId)).balance, account, deps.providers, now).find(
      (one) => one.code === channel,
    )
    if (!chosen) throw conflict('没有这种支付方式')
    if (!chosen.open) throw conflict(chosen.why)
    const amount = locked.payableAmount
    const open = earlier.find((one) => one.status === 'created' && one.amount === amount)
    const started = open ?? (await insertPayment(trx, { orderId, companyId: buyer.companyId, channel, amount }, now))
    if (channel !== 'balance') return { order: locked, payment: started }
    await settleArrival(trx, deps, { channel, paymentNo: started.no, gatewayNo: null, amount }, { kind: 'buyer', name: buyer.name }, now)
    return { order: locked, payment: { ...started, status: 'paid' as const } }
  })
  return {
    payment_no: payment.no,
    status: payment.status,
    amount: yuan(payment.amount),
    pay_url: await payUrlOf(deps, order, payment, now),
  }
}

async function payUrlOf(deps: PaymentDeps, order: OrderRow, payment: PaymentRow, now: Date): Promise<string | null> {
  const provider = deps.providers.find((one) => one.channel === payment.channel)
  if (!provider || payment.status !== 'created') return null
  const created = await provider.create(
    { paymentNo: payment.no, amount: payment.amount, subject: `安衡药采订单 ${order.no}`, returnPath: `/cart/step4?id=${order.id}` },
    now,
  )
  return created.payUrl
}

/** Asks the gateways about payments that have not arrived; a callback may have been lost. */
async function askGateways(deps: PaymentDeps, orderId: number, now: Date): Promise<void> {
  const open = (await paymentsOf(deps.database.db, orderId)).filter((payment) => payment.status === 'created')
  for (const payment of open) {
    const event = await deps.providers.find((one) => one.channel === payment.channel)?.query(payment.no)
    if (event?.status !== 'paid') continue
    const arrival = { channel: payment.channel, paymentNo: payment.no, gatewayNo: event.gatewayNo, amount: event.amount }
    await deps.database.db.transaction().execute((trx) => settleArrival(trx, deps, arrival, SYSTEM, now))
  }
}

export async function checkPayment(deps: PaymentDeps, buyer: Buyer, orderId: number, now: Date) {
  let order = await ownOrder(deps, buyer, orderId)
  if (order.status === 'pending_payment') {
    await askGateways(deps, orderId, now)
    order = await ownOrder(deps, buyer, orderId)
  }
  const paid = order.status !== 'pending_payment' && order.status !== 'cancelled'
  return { status: order.status, paid, message: checkMessage(order.status) }
}

function checkMessage(status: OrderStatus): string {
  if (status === 'pending_payment') return '尚未收到支付结果，如已支付请稍候再查'
  return status === 'cancelled' ? '订单已取消，如已支付，款项将原路退回' : '支付成功'
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : '')

/** What of a body that nobody vouches for is kept: enough to look into, not enough to fill the disk. */
function abridged(body: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, 20)
      .map(([key, value]) => [key.slice(0, 40), text(value)]),
  )
}

/** A gateway's callback. What is not genuine is kept and refused; what is genuine is settled once. */
export async function takeCallback(
  deps: PaymentDeps,
  channel: string,
  body: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<ArrivalOutcome | 'failed'> {
  const provider = deps.providers.find((one) => one.channel === channel)
  if (!provider) throw notFound('支付渠道')
  const verdict = provider.verifyCallback(body, now)
  if (!verdict.genuine) {
    const record = { channel, paymentNo: text(body.payment_no), verified: false, outcome: verdict.reason, body: abridged(body) }
    await recordCallback(deps.database.db, record, now)
    throw new ShopError(CODES.FIELD_ERRORS, '回调验签失败')
  }
  const { event } = verdict
  return deps.database.db.transaction().execute(async (trx) => {
    const outcome =
      event.status === 'failed'
        ? 'failed'
        : await settleArrival(
            trx,
            deps,
            { channel, paymentNo: event.paymentNo, gatewayNo: event.gatewayNo, amount: event.amount },
            SYSTEM,
            now,
          )
    await recordCallback(trx, { channel, paymentNo: event.paymentNo, verified: true, outcome, body }, now)
    return outcome
  })
}

/** The task 'orders.expire': money that has arrived unheard goes before the cancelling. */
export async function expireUnpaid(deps: PaymentDeps, orderId: number, now: Date): Promise<void> {
  await askGateways(deps, orderId, now)
  await expireOrder({ database: deps.database, payments: paymentEffects(deps) }, orderId, now)
}

/** Finance has seen the transfer on the bank's statement. On record; a second confirmation changes nothing. */
export async function confirmBankTransfer(deps: PaymentDeps, orderId: number, staff: StaffActor, now: Date): Promise<ArrivalOutcome> {
  return deps.database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId, null)
    if (order === null) throw notFound('订单')
    const transfers = (await paymentsOf(trx, orderId)).filter((payment) => payment.channel === 'bank')
    const payment =
      transfers.at(-1) ??
      (await insertPayment(trx, { orderId, companyId: order.companyId, channel: 'bank', amount: order.payableAmount }, now))
    const arrival = { channel: 'bank', paymentNo: payment.no, gatewayNo: null, amount: payment.amount }
    const outcome = await settleArrival(trx, deps, arrival, { kind: 'staff', name: staff.name }, now)
    if (outcome !== 'replayed') {
      const after = { outcome, amount: yuan(payment.amount), payment_no: payment.no }
      await writeAudit(
        trx,
        staff,
        { action: 'payment.confirm_bank', subject: `order:${orderId}`, before: { status: order.status }, after },
        now,
      )
    }
    return outcome
  })
}

/** Finance has sent a transfer back to the company's account. */
export async function confirmBankRefund(deps: PaymentDeps, paymentNo: string, staff: StaffActor, now: Date): Promise<void> {
  const known = await findPayment(deps.database.db, paymentNo)
  if (known === null || known.channel !== 'bank') throw notFound('转账记录')
  await deps.database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.orderId, null)
    const payment = await lockPayment(trx, paymentNo)
    if (order === null || payment === null || payment.status === 'refunded') return
    if (payment.status !== 'refunding') throw conflict('该笔转账不需要退款')
    await finishRefund(trx, payment, order, channelName(deps.providers, 'bank'), now)
    await writeAudit(
      trx,
      staff,
      { action: 'payment.refund_bank', subject: `order:${order.id}`, before: { status: 'refunding' }, after: { status: 'refunded' } },
      now,
    )
  })
}
