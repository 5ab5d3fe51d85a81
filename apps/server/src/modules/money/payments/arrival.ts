import { Type } from 'typebox'
import { orderPaid, orderRefunded } from '#domain/ledger.ts'
import { surplusArrived, surplusReturned } from '#domain/ledger-apart.ts'
import { type Fen, subtract, yuan } from '#domain/money.ts'
import type { OrderActor } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import {
  addPaidAmount,
  askGates,
  insertLog,
  type OrderRow,
  type PaymentEffects,
  tellOfRefund,
  transition,
} from '../../buying/orders/public.ts'
import { chargeCredit, creditBack, settleRepayment } from '../credit/public.ts'
import { post, settleRecharge } from '../wallet/public.ts'
import { cancelParts, lockSharedPayments } from './cancelled-parts.ts'
import { closeOpen } from './closing.ts'
import type { PaymentDeps } from './deps.ts'
import { channelName, OWN_CHANNELS, SYSTEM } from './names.ts'
import { askAgainAt } from './on-its-way.ts'
import {
  findPayment,
  isGatewayNoTaken,
  isSettled,
  lockPayment,
  markPaid,
  markRefunded,
  markRefunding,
  markRefundRefused,
  type PaymentRow,
  paymentsOf,
} from './store.ts'
import { lockSubject, type Subject } from './subjects.ts'
import { type Arrival, suspend, tellOfSecond, tellOfSuspense } from './suspense.ts'
import { isSuspended } from './suspense-store.ts'

export const paymentRefund = defineTask('payments.refund', Type.Object({ payment_no: Type.String({ minLength: 1 }) }))

export type ArrivalOutcome = 'paid' | 'surplus' | 'replayed' | 'unknown_payment' | 'amount_mismatch' | 'paid_twice' | 'gateway_no_taken'

/**
 * Money arrived. The one place where a payment becomes paid, whether told by a callback, by our own question, by the
 * bank's statement or by the balance: in any order, any number of times, before or after the buyer comes back.
 */
export async function settleArrival(
  connection: Connection,
  deps: PaymentDeps,
  arrival: Arrival,
  by: OrderActor,
  now: Date,
): Promise<ArrivalOutcome> {
  const known = await findPayment(connection, arrival.paymentNo)
  if (known === null || known.channel !== arrival.channel) return unknown(connection, arrival, now)
  const subject = await lockSubject(connection, known)
  const payment = await lockPayment(connection, arrival.paymentNo)
  if (subject === null || payment === null) return unknown(connection, arrival, now)
  if (isSettled(payment)) return again(connection, arrival, payment, subject, now)
  if (arrival.gatewayNo !== null && (await isGatewayNoTaken(connection, payment.channel, arrival.gatewayNo, payment.id)))
    return 'gateway_no_taken'
  if (payment.amount !== arrival.amount) {
    const isNew = await suspend(connection, arrival, 'amount_mismatch', payment, now)
    if (isNew && subject.purpose === 'order') await tellOfSuspense(connection, subject.order, arrival.amount, now)
    return 'amount_mismatch'
  }
  if (arrival.gatewayNo !== null && (await isSuspended(connection, payment.channel, arrival.gatewayNo))) return 'gateway_no_taken'
  await markPaid(connection, payment.id, arrival, now)
  if (subject.purpose === 'order') return settleOrder(connection, deps, subject.order, payment, by, now)
  return settleOther(connection, deps, subject, payment, now)
}

/** Told twice is told once; but another number of the gateway is other money, and the buyer has paid twice. */
async function again(connection: Connection, arrival: Arrival, payment: PaymentRow, subject: Subject, now: Date): Promise<ArrivalOutcome> {
  const { gatewayNo } = arrival
  if (gatewayNo === null || payment.gatewayNo === null || gatewayNo === payment.gatewayNo) return 'replayed'
  if (await isGatewayNoTaken(connection, payment.channel, gatewayNo, payment.id)) return 'gateway_no_taken'
  const isNew = await suspend(connection, arrival, 'paid_twice', payment, now)
  if (isNew && subject.purpose === 'order') await tellOfSecond(connection, subject.order, arrival.amount, now)
  return 'paid_twice'
}

/** Money all the same, where it is vouched for; what has paid something is not unknown. */
async function unknown(connection: Connection, arrival: Arrival, now: Date): Promise<ArrivalOutcome> {
  const { channel, gatewayNo } = arrival
  if (gatewayNo !== null && (await isGatewayNoTaken(connection, channel, gatewayNo, 0))) return 'gateway_no_taken'
  await suspend(connection, arrival, 'unknown_payment', null, now)
  return 'unknown_payment'
}

async function settleOrder(
  connection: Connection,
  deps: PaymentDeps,
  order: OrderRow,
  payment: PaymentRow,
  by: OrderActor,
  now: Date,
): Promise<ArrivalOutcome> {
  const name = channelName(deps.providers, payment.channel)
  if (payment.channel === 'credit') await chargeCredit(connection, { ...moneyOf(payment, order), amount: payment.amount }, now)
  await post(connection, orderPaid({ ...moneyOf(payment, order), key: `pay:${payment.no}`, memo: `订单 ${order.no} ${name}` }), now)
  // The order was changed after this payment was started: what came is not what it costs now.
  if (order.status === 'pending_payment' && payment.amount !== order.payableAmount) {
    const text = `订单应付已改为 ¥${yuan(order.payableAmount)}，${name}按原金额到账的 ¥${yuan(payment.amount)} 将原路退回，请重新付款`
    await insertLog(connection, { orderId: order.id, actor: by.name, event: 'surplus', text }, now)
    await sendBack(connection, deps, payment, { purpose: 'order', order }, now)
    return 'surplus'
  }
  const decision = await transition(
    connection,
    order,
    { type: 'settle', channelName: `${name} ¥${yuan(payment.amount)} ` },
    by,
    paymentEffects(deps),
    now,
  )
  if (decision.kind === 'move') {
    await addPaidAmount(connection, order.id, payment.amount)
    // The money is there and stays; the goods wait where the answer has changed. A buyer who pays at once was asked just before.
    if (by.kind !== 'buyer') await askGates(connection, { ...order, status: decision.to }, { accountId: null, name: by.name }, now)
    return 'paid'
  }
  if (decision.kind === 'surplus') {
    await insertLog(connection, { orderId: order.id, actor: by.name, event: 'surplus', text: decision.text }, now)
    await sendBack(connection, deps, payment, { purpose: 'order', order }, now)
    return 'surplus'
  }
  throw new Error(`a payment of ${order.no} was neither taken nor surplus`)
}

/** A recharge or a repayment: what has its money already sends the second one back. */
async function settleOther(
  connection: Connection,
  deps: PaymentDeps,
  subject: Exclude<Subject, { purpose: 'order' }>,
  payment: PaymentRow,
  now: Date,
): Promise<ArrivalOutcome> {
  const paid = { paymentNo: payment.no, channel: payment.channel, channelName: channelName(deps.providers, payment.channel) }
  const of = subject.purpose === 'recharge' ? subject.recharge : subject.repayment
  if (of.status === 'paid') {
    await post(connection, surplusArrived({ ...surplusOf(payment), key: `pay:${payment.no}`, memo: `${of.no} 重复到账` }), now)
    await sendBack(connection, deps, payment, subject, now)
    return 'surplus'
  }
  await closeOpen(connection, deps, payment.purpose, payment.subjectId)
  if (subject.purpose === 'recharge') await settleRecharge(connection, subject.recharge, paid, now)
  else await settleRepayment(connection, subject.repayment, paid, now)
  return 'paid'
}

const moneyOf = (payment: PaymentRow, order: OrderRow) => ({
  companyId: payment.companyId,
  orderId: order.id,
  channel: payment.channel,
  amount: payment.amount,
})
/** A part may have gone back already, for a change before picking. */
const leftOf = ({ amount, refunded }: PaymentRow): Fen => subtract(amount, refunded)
const surplusOf = ({ companyId, channel, amount }: PaymentRow) => ({ companyId, channel, amount })

/** What an order's payments do when it moves. Money of the balance is back at once; a gateway is asked later, outside. */
export function paymentEffects(deps: Pick<PaymentDeps, 'jobs'>): PaymentEffects {
  return {
    async closeOpen(connection, orderId) {
      await lockSharedPayments(connection, orderId)
      await closeOpen(connection, deps, 'order', orderId)
    },
    async giveBack(connection, order, now) {
      const shared = await cancelParts(connection, deps, order, now)
      for (const payment of await paymentsOf(connection, order.id)) {
        if (payment.status === 'paid' && !shared.has(payment.id))
          await sendBack(connection, deps, payment, { purpose: 'order', order }, now)
      }
    },
  }
}

async function sendBack(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  payment: PaymentRow,
  subject: Subject,
  now: Date,
): Promise<void> {
  if (payment.channel === 'balance' || payment.channel === 'credit' || leftOf(payment) === 0)
    return finishRefund(connection, payment, subject, OWN_CHANNELS[payment.channel] ?? '', now)
  await markRefunding(connection, payment.id)
  // A bank transfer is sent back by a person: see confirmBankRefund.
  if (payment.channel !== 'bank')
    await deps.jobs.enqueue(connection, paymentRefund, { payment_no: payment.no }, { key: `refund:${payment.no}` })
}

/** The money is back: ledger, payment and log in one transaction. The caller has subject and payment locked. */
export async function finishRefund(connection: Connection, payment: PaymentRow, subject: Subject, name: string, now: Date): Promise<void> {
  await markRefunded(connection, payment.id, now)
  const key = `refund:${payment.no}`
  const channel = payment.refundRefusedAt === null ? payment.channel : 'bank'
  if (subject.purpose !== 'order') {
    const { no } = subject.purpose === 'recharge' ? subject.recharge : subject.repayment
    await post(connection, surplusReturned({ ...surplusOf(payment), channel, key, memo: `${no} 重复到账，已退回` }), now)
    return
  }
  const { order } = subject
  const amount = leftOf(payment)
  // All of it went back before, for changes of the order.
  if (amount === 0) return
  const money = { ...moneyOf(payment, order), amount }
  const back = payment.channel === 'credit' && (await creditBack(connection, money, now))
  await post(connection, orderRefunded({ ...money, channel, key, memo: `订单 ${order.no} 退款`, ...(back && { back }) }), now)
  const text = `${name} ¥${yuan(amount)} ${payment.channel === 'credit' ? '已退回账期额度' : '已原路退回'}`
  await insertLog(connection, { orderId: order.id, actor: SYSTEM.name, event: 'refund', text }, now)
  await tellOfRefund(connection, order, { text, amount, key: payment.no }, now)
}

/** Nothing has left the house: from now on finance sees it among the transfers that it has to send back. */
async function sendByHand(trx: Connection, payment: PaymentRow, gateway: string, reason: string, now: Date): Promise<void> {
  const subject = await lockSubject(trx, payment)
  const locked = await lockPayment(trx, payment.no)
  if (subject === null || locked?.status !== 'refunding' || locked.refundRefusedAt !== null) return
  await markRefundRefused(trx, locked.id, now)
  if (subject.purpose !== 'order') return
  const text = `${gateway}未能退回 ¥${yuan(leftOf(locked))}（${reason}），改由财务汇款退回`
  await insertLog(trx, { orderId: subject.order.id, actor: SYSTEM.name, event: 'refund', text }, now)
}

/** The task 'payments.refund': asks the gateway outside any transaction, then writes what came of it. Safe to run twice. */
export async function refundThroughGateway(deps: PaymentDeps, paymentNo: string, now: Date): Promise<void> {
  const payment = await findPayment(deps.database.db, paymentNo)
  if (payment === null || payment.status !== 'refunding' || payment.refundRefusedAt !== null) return
  const provider = deps.providers.find((one) => one.channel === payment.channel)
  if (!provider) throw new Error(`no provider is configured for channel ${payment.channel}`)
  const reason = payment.purpose === 'order' ? '订单取消' : '重复支付'
  const outcome = await provider.refund(
    { paymentNo, gatewayNo: payment.gatewayNo, refundNo: `R${paymentNo}`, paid: payment.amount, amount: leftOf(payment), reason },
    now,
  )
  await transact(deps.database.db, async (trx) => {
    if (outcome.status === 'processing')
      return deps.jobs.enqueue(trx, paymentRefund, { payment_no: paymentNo }, { key: `refund:${paymentNo}`, runAt: askAgainAt(now) })
    if (outcome.status !== 'done') return sendByHand(trx, payment, provider.name, outcome.reason, now)
    const subject = await lockSubject(trx, payment)
    const locked = await lockPayment(trx, paymentNo)
    if (subject !== null && locked?.status === 'refunding') await finishRefund(trx, locked, subject, provider.name, now)
  })
}
