import { orderPaid, orderRefunded } from '#domain/ledger.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { OrderActor } from '#domain/orders.ts'
import type { Connection, DatabaseHandle } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { PaymentProvider } from '../../providers/payment/provider.ts'
import { addPaidAmount, insertLog, lockOrder, type OrderRow, type PaymentEffects, transition } from '../orders/public.ts'
import { post } from '../wallet/public.ts'
import {
  closeOpenPayments,
  findPayment,
  isGatewayNoTaken,
  lockPayment,
  markPaid,
  markRefunded,
  markRefunding,
  type PaymentRow,
  paymentsOf,
} from './store.ts'

export interface PaymentDeps {
  database: DatabaseHandle
  jobs: Jobs
  providers: readonly PaymentProvider[]
}

export const SYSTEM: OrderActor = { kind: 'system', name: '系统' }
const OWN_CHANNELS: Readonly<Record<string, string>> = { balance: '余额支付', bank: '对公转账' }
export const channelName = (providers: readonly PaymentProvider[], channel: string): string =>
  OWN_CHANNELS[channel] ?? providers.find((provider) => provider.channel === channel)?.name ?? channel

export type ArrivalOutcome = 'paid' | 'surplus' | 'replayed' | 'unknown_payment' | 'amount_mismatch' | 'gateway_no_taken'

export interface Arrival {
  channel: string
  paymentNo: string
  gatewayNo: string | null
  amount: Fen
}

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
  if (known === null || known.channel !== arrival.channel) return 'unknown_payment'
  const order = await lockOrder(connection, known.orderId, null)
  const payment = await lockPayment(connection, arrival.paymentNo)
  if (order === null || payment === null) return 'unknown_payment'
  if (payment.status === 'paid' || payment.status === 'refunding' || payment.status === 'refunded') return 'replayed'
  if (payment.amount !== arrival.amount) return 'amount_mismatch'
  if (arrival.gatewayNo !== null && (await isGatewayNoTaken(connection, payment.channel, arrival.gatewayNo, payment.id)))
    return 'gateway_no_taken'
  await markPaid(connection, payment.id, arrival.gatewayNo, now)
  const name = channelName(deps.providers, payment.channel)
  await post(connection, orderPaid({ ...moneyOf(payment), key: `pay:${payment.no}`, memo: `订单 ${order.no} ${name}` }), now)
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
    return 'paid'
  }
  if (decision.kind === 'surplus') {
    await insertLog(connection, { orderId: order.id, actor: by.name, event: 'surplus', text: decision.text }, now)
    await sendBack(connection, deps, payment, order, now)
    return 'surplus'
  }
  throw new Error(`a payment of ${order.no} was neither taken nor surplus`)
}

const moneyOf = (payment: PaymentRow) => ({
  companyId: payment.companyId,
  orderId: payment.orderId,
  channel: payment.channel,
  amount: payment.amount,
})

/** What an order's payments do when it moves. Money of the balance is back at once; a gateway is asked later, outside. */
export function paymentEffects(deps: Pick<PaymentDeps, 'jobs'>): PaymentEffects {
  return {
    closeOpen: closeOpenPayments,
    async giveBack(connection, order, now) {
      for (const payment of await paymentsOf(connection, order.id)) {
        if (payment.status === 'paid') await sendBack(connection, deps, payment, order, now)
      }
    },
  }
}

async function sendBack(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  payment: PaymentRow,
  order: OrderRow,
  now: Date,
): Promise<void> {
  if (payment.channel === 'balance') return finishRefund(connection, payment, order, '余额支付', now)
  await markRefunding(connection, payment.id)
  // A bank transfer is sent back by a person: see confirmBankRefund.
  if (payment.channel !== 'bank')
    await deps.jobs.enqueue(connection, 'payments.refund', { payment_no: payment.no }, { key: `refund:${payment.no}` })
}

/** The money is back: ledger, payment and log in one transaction. The caller has order and payment locked. */
export async function finishRefund(connection: Connection, payment: PaymentRow, order: OrderRow, name: string, now: Date): Promise<void> {
  await markRefunded(connection, payment.id, now)
  await post(connection, orderRefunded({ ...moneyOf(payment), key: `refund:${payment.no}`, memo: `订单 ${order.no} 退款` }), now)
  await insertLog(
    connection,
    { orderId: order.id, actor: SYSTEM.name, event: 'refund', text: `${name} ¥${yuan(payment.amount)} 已原路退回` },
    now,
  )
}

/** The task 'payments.refund': asks the gateway outside any transaction, then writes what came of it. Safe to run twice. */
export async function refundThroughGateway(deps: PaymentDeps, paymentNo: string, now: Date): Promise<void> {
  const payment = await findPayment(deps.database.db, paymentNo)
  if (payment === null || payment.status !== 'refunding') return
  const provider = deps.providers.find((one) => one.channel === payment.channel)
  if (!provider) throw new Error(`no provider is configured for channel ${payment.channel}`)
  await provider.refund({ paymentNo, amount: payment.amount, reason: '订单取消' }, now)
  await deps.database.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, payment.orderId, null)
    const locked = await lockPayment(trx, paymentNo)
    if (order !== null && locked?.status === 'refunding') await finishRefund(trx, locked, order, provider.name, now)
  })
}
