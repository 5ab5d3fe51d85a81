import { CODES } from '#contract/codes.ts'
import { yuan } from '#domain/money.ts'
import { type OrderStatus, payable } from '#domain/orders.ts'
import { type HoldReason, holdText } from '#domain/standing.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import { conflict, notFound, ShopError } from '../../../platform/errors.ts'
import { createBuckets } from '../../../platform/request-limits.ts'
import { transact } from '../../../platform/transact.ts'
import type { Callback } from '../../../providers/payment/provider.ts'
import {
  askGates,
  expireOrder,
  findOrder,
  heldConflict,
  lockOrder,
  type OrderRow,
  ordersOfCheckout,
  whyHeld,
} from '../../buying/orders/public.ts'
import { lockStanding } from '../credit/public.ts'
import { type ArrivalOutcome, paymentEffects, settleArrival } from './arrival.ts'
import { channelsOf } from './channels.ts'
import type { PaymentDeps } from './deps.ts'
import { SYSTEM } from './names.ts'
import { askAbout, askForBuyer, askGateways, type Buyer, mayAsk, type Opening, openPayment, payGrounds, startedAnswer } from './opening.ts'
import { askRefundAgain } from './refund-news.ts'
import { findPayment, isSettled, recordGenuine, recordUnverified } from './store.ts'
import type { PayFromBalance } from './suspense.ts'

/** held: why it waits now; where nothing is left of that it may be paid. */
const orderOpening = (order: OrderRow, held: readonly HoldReason[], now: Date): Opening => ({
  purpose: 'order',
  subjectId: order.id,
  companyId: order.companyId,
  amount: order.payableAmount,
  state: held.length === 0 ? payable(order, now) : { open: false, why: `订单已暂停处理：${holdText(held)}` },
  remark: `订单号 ${order.no}`,
  bankOnly: order.isEphedrine,
  own: ['balance', 'credit'],
  title: `安衡药采订单 ${order.no}`,
  returnPath: `/cart/step4?id=${order.id}`,
  payBefore: order.payBefore,
  keepsPaid: order.status !== 'cancelled',
})

/** Who only has to sign is led to where that is done, and then pays. */
function unpayable(held: readonly HoldReason[]): ShopError {
  const [first] = held
  if (!held.every(({ code }) => code === 'CONTRACT_UNSIGNED')) return heldConflict(held)
  const reasons = held.map((reason) => ({ ...reason, action: { text: '去签署', url: '/dzht' } }))
  return new ShopError(CODES.CONTRACT_UNSIGNED, first?.message ?? '', { reason: 'ORDER_HELD', reasons })
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
  const held = order.heldAt !== null && order.status === 'pending_payment' ? await whyHeld(db, order, now) : []
  const [sisters, grounds] = await Promise.all([ordersOfCheckout(db, order.checkoutId), payGrounds(db, deps, buyer.companyId, now)])
  const head = (one: OrderRow) => ({
    id: one.id,
    no: one.no,
    status: one.status,
    payable: yuan(one.payableAmount),
    pay_before: one.status === 'pending_payment' ? (one.payBefore?.toISOString() ?? null) : null,
  })
  return {
    ...head(order),
    balance: yuan(grounds.balance),
    channels: channelsOf(orderOpening(order, held, now), grounds),
    orders: sisters.map((one) => ({ ...head(one), is_hm: one.isEphedrine ? 1 : 0 })),
  }
}

/** Starts a payment, or finds again the one that was started (or finished) through this channel. */
export async function startPayment(deps: PaymentDeps, buyer: Buyer, orderId: number, channel: string, now: Date) {
  const started = await transact(deps.database.db, async (trx) => {
    // The company's row comes before the order's, as where orders are placed.
    if (channel === 'credit') await lockStanding(trx, buyer.companyId, now)
    const order = await lockOrder(trx, orderId, buyer.companyId)
    if (order === null) throw notFound('订单')
    const opening = orderOpening(order, [], now)
    // Whoever may not have the goods any more pays nothing; the order waits, and says why.
    const asked = payable({ ...order, heldAt: null }, now).open
    const held = asked ? await askGates(trx, order, { accountId: buyer.accountId, name: buyer.name }, now) : []
    if (held.length > 0) return { held }
    return { payment: await openPayment(trx, deps, buyer, opening, channel, now) }
  })
  if ('held' in started) throw unpayable(started.held)
  return startedAnswer(deps, started.payment, now)
}

/** For finance, who found money for an order: it is paid from the company's balance, in the caller's transaction. */
export const payFromBalance =
  (deps: PaymentDeps, staff: StaffActor): PayFromBalance =>
  async (trx, order, now) => {
    const buyer = { accountId: staff.accountId, companyId: order.companyId, name: staff.name }
    const opening = orderOpening(order, [], now)
    if (!opening.state.open) throw conflict(opening.state.why)
    const held = await askGates(trx, order, staff, now)
    if (held.length > 0) throw heldConflict(held)
    await openPayment(trx, deps, buyer, opening, 'balance', now)
  }

export async function checkPayment(deps: PaymentDeps, buyer: Buyer, orderId: number, now: Date) {
  let order = await ownOrder(deps, buyer, orderId)
  if (order.status === 'pending_payment') {
    await askForBuyer(deps, 'order', orderId, now)
    order = await ownOrder(deps, buyer, orderId)
  }
  const paid = order.status !== 'pending_payment' && order.status !== 'cancelled'
  const message = paid && order.heldAt !== null ? `已收到付款，订单暂停处理：${holdText(order.holdReasons)}` : checkMessage(order.status)
  return { status: order.status, paid, message }
}

function checkMessage(status: OrderStatus): string {
  if (status === 'pending_payment') return '尚未收到支付结果，如已支付请稍候再查'
  return status === 'cancelled' ? '订单已取消，如已支付，款项将原路退回' : '支付成功'
}

/** What of a body that nobody vouches for is kept: enough to look into, not enough to fill the disk. */
const KEPT_UNVERIFIED = 1_000
/** So many of a channel are kept to be looked at; of a real one all are genuine. */
const UNVERIFIED_PER_MINUTE = 60
const unverified = createBuckets()

/** A gateway's callback. What is not genuine is kept and refused; what is genuine is settled once. */
export async function takeCallback(
  deps: PaymentDeps,
  channel: string,
  callback: Callback,
  now: Date,
): Promise<ArrivalOutcome | 'failed' | 'refund'> {
  const provider = deps.providers.find((one) => one.channel === channel)
  if (!provider) throw notFound('支付渠道')
  const verdict = provider.verifyCallback(callback, now)
  const text = callback.body.toString('utf8').replaceAll('\u0000', '')
  if (!verdict.genuine) {
    // Anybody may send such a thing, and a table is not theirs to fill.
    if (unverified.take(channel, UNVERIFIED_PER_MINUTE, performance.now()) > 0) throw new ShopError(CODES.TOO_MANY, '回调过于频繁')
    const paymentNo = verdict.paymentNo.replaceAll('\u0000', '').slice(0, 64)
    await recordUnverified(deps.database.db, { channel, paymentNo, outcome: verdict.reason, text: text.slice(0, KEPT_UNVERIFIED) }, now)
    throw new ShopError(CODES.FIELD_ERRORS, '回调验签失败')
  }
  if ('ask' in verdict) return takeHint(deps, channel, { paymentNo: verdict.ask, since: verdict.since, text }, now)
  return transact(deps.database.db, async (trx) => {
    if ('refund' in verdict) {
      await askRefundAgain(trx, deps, verdict.refund)
      const { paymentNo, refundNo } = verdict.refund
      await recordGenuine(trx, { channel, paymentNo: paymentNo || refundNo, outcome: 'refund', text }, now)
      return 'refund'
    }
    const { event } = verdict
    const outcome =
      event.status === 'failed'
        ? 'failed'
        : await settleArrival(
            trx,
            deps,
            { channel, paymentNo: event.paymentNo, gatewayNo: event.gatewayNo, amount: event.amount, payer: event.payer },
            SYSTEM,
            now,
          )
    await recordGenuine(trx, { channel, paymentNo: event.paymentNo, outcome, text }, now)
    return outcome
  })
}

/**
 * What is said is not booked: the service is asked, and what it answers is. One that does not answer now tells the same again later. Of what
 * is booked nothing more is to be heard, and nobody is asked; of anything else once in a while, however often somebody tells a true report.
 */
async function takeHint(
  deps: PaymentDeps,
  channel: string,
  { paymentNo, since, text }: { paymentNo: string; since: Date; text: string },
  now: Date,
): Promise<ArrivalOutcome | 'failed'> {
  const { db } = deps.database
  const known = await findPayment(db, paymentNo)
  const isBooked = known?.channel === channel && isSettled(known)
  if (!isBooked && !(await mayAsk(db, 'hint', `${channel}:${paymentNo}`, now)))
    throw new ShopError(CODES.TOO_MANY, '回调过于频繁，请稍后再报')
  const outcome = isBooked ? 'replayed' : ((await askAbout(deps, { channel, no: paymentNo }, now, since)) ?? 'failed')
  await recordGenuine(db, { channel, paymentNo, outcome, text }, now)
  return outcome
}

/** The task 'orders.expire': money that has arrived unheard goes before the cancelling. */
export async function expireUnpaid(deps: PaymentDeps, orderId: number, now: Date): Promise<void> {
  await askGateways(deps, 'order', orderId, now)
  await expireOrder({ database: deps.database, payments: paymentEffects(deps) }, orderId, now)
}
