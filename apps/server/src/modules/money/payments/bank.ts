import { type Fen, subtract, yuan } from '#domain/money.ts'
import { plainName } from '#domain/transfers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { lockOrder, type OrderRow } from '../../buying/orders/public.ts'
import { type ArrivalOutcome, finishRefund, settleArrival } from './arrival.ts'
import type { PaymentDeps } from './deps.ts'
import { channelName } from './names.ts'
import { findPayment, insertPayment, lockPayment, nameArrival, type PaymentRow, paymentsOf } from './store.ts'
import { lockSubject } from './subjects.ts'
import { suspend } from './suspense.ts'
import { companyNameOf, findSuspended, orderIdByNo } from './suspense-store.ts'

/** What finance confirms by hand: transfers that arrived, and transfers that were sent back. Each on record. */

const subjectOf = (payment: PaymentRow) => `${payment.purpose}:${payment.subjectId}`

/** Finance has seen the transfer for an order on the bank's statement. A second confirmation changes nothing. */
export async function confirmBankTransfer(deps: PaymentDeps, orderId: number, staff: StaffActor, now: Date): Promise<ArrivalOutcome> {
  const payment = await transact(deps.database.db, async (trx) => {
    const order = await lockOrder(trx, orderId, null)
    if (order === null) throw notFound('订单')
    return announcedFor(trx, order, now)
  })
  return confirmTransferByNo(deps, payment.no, staff, now)
}

/** No gateway is told of it. */
const TRANSFER = { purpose: 'order', channel: 'bank', title: '', returnPath: '', payBefore: null, device: 'desktop' } as const

/** The transfer that waits for this order; announced now where the buyer did not. */
async function announcedFor(trx: Connection, order: OrderRow, now: Date): Promise<PaymentRow> {
  const { id, companyId, payableAmount: amount } = order
  // One that was closed when the order was changed is not what the buyer was to pay since.
  const transfer = (await paymentsOf(trx, id))
    .filter((one) => one.channel === 'bank' && (one.status !== 'closed' || one.amount === amount))
    .at(-1)
  return transfer ?? insertPayment(trx, { ...TRANSFER, subjectId: id, companyId, amount }, now)
}

/** The same for whatever is paid by a transfer that was announced. */
export const confirmTransferByNo = (deps: PaymentDeps, paymentNo: string, staff: StaffActor, now: Date): Promise<ArrivalOutcome> =>
  transact(deps.database.db, (trx) => confirmTransferIn(trx, deps, paymentNo, staff, now))

/** In the caller's transaction, which may have the payment's order locked already. */
export async function confirmTransferIn(
  trx: Connection,
  deps: PaymentDeps,
  paymentNo: string,
  staff: StaffActor,
  now: Date,
): Promise<ArrivalOutcome> {
  const known = await findPayment(trx, paymentNo)
  if (known === null || known.channel !== 'bank') throw notFound('转账记录')
  const subject = await lockSubject(trx, known)
  const before = subject?.purpose === 'order' ? { status: subject.order.status } : { status: known.status }
  const arrival = { channel: 'bank', paymentNo, gatewayNo: null, amount: known.amount, payer: '' }
  const outcome = await settleArrival(trx, deps, arrival, { kind: 'staff', name: staff.name }, now)
  if (outcome !== 'replayed') {
    const after = { outcome, amount: yuan(known.amount), payment_no: paymentNo }
    await writeAudit(trx, staff, { action: 'payment.confirm_bank', subject: subjectOf(known), before, after }, now)
  }
  return outcome
}

/** Finance has sent money back to the company's account: a transfer, or what a gateway refuses to send back. */
export async function confirmBankRefund(deps: PaymentDeps, paymentNo: string, staff: StaffActor, now: Date): Promise<void> {
  const known = await findPayment(deps.database.db, paymentNo)
  if (known === null || (known.channel !== 'bank' && known.refundRefusedAt === null)) throw notFound('转账记录')
  await transact(deps.database.db, async (trx) => {
    const subject = await lockSubject(trx, known)
    const payment = await lockPayment(trx, paymentNo)
    if (subject === null || payment === null || payment.status === 'refunded') return
    if (payment.status !== 'refunding') throw conflict('该笔转账不需要退款')
    await finishRefund(trx, payment, subject, channelName(deps.providers, 'bank'), now)
    const entry = {
      action: 'payment.refund_bank' as const,
      subject: subjectOf(known),
      before: { status: 'refunding' },
      after: { status: 'refunded' },
    }
    await writeAudit(trx, staff, entry, now)
  })
}

/** A line of the bank's statement: its key is the money's name, as a gateway's number is. */
export interface StatementLine {
  key: string
  amount: Fen
  payerName: string
}

/** What a person says that it pays. */
export type TransferAim = { paymentNo: string } | { orderNo: string }

/**
 * A line of the statement pays what a person says. Where finance had confirmed that by hand before, the line only gives it its name, so
 * that neither is ever counted again. In the caller's transaction, with an audit row of the caller's.
 */
export async function settleStatementLine(
  trx: Connection,
  deps: PaymentDeps,
  line: StatementLine,
  aim: TransferAim,
  staff: StaffActor,
  now: Date,
): Promise<{ payment: PaymentRow; outcome: ArrivalOutcome | 'joined'; isPayer: boolean }> {
  const known = 'paymentNo' in aim ? await findPayment(trx, aim.paymentNo) : await openOrderTransfer(trx, aim.orderNo, now)
  if (known === null || known.channel !== 'bank') throw notFound('转账记录')
  const subject = await lockSubject(trx, known)
  const payment = await lockPayment(trx, known.no)
  if (subject === null || payment === null) throw notFound('转账记录')
  const company = (await companyNameOf(trx, payment.companyId)) ?? ''
  const isPayer = plainName(line.payerName) === plainName(company)
  if (payment.amount !== line.amount) {
    const less = subtract(line.amount, payment.amount)
    throw conflict(`来账 ¥${yuan(line.amount)}，应付 ¥${yuan(payment.amount)}，差 ¥${yuan(less)}；请改对另一笔，或转待查款项`)
  }
  if (subject.purpose === 'order' && subject.order.isEphedrine && !isPayer)
    throw conflict(`含麻订单须由“${company}”的对公账户付款，付款户为“${line.payerName}”；请转待查款项后退回`)
  if (payment.status === 'paid' && payment.gatewayNo === null) {
    await nameArrival(trx, payment.id, line.key)
    return { payment, outcome: 'joined', isPayer }
  }
  if (payment.status !== 'created' && payment.status !== 'closed') throw conflict('这笔付款已对到另一笔来账；多付的请转待查款项')
  const arrival = { channel: 'bank', paymentNo: payment.no, gatewayNo: line.key, amount: line.amount, payer: line.payerName }
  const outcome = await settleArrival(trx, deps, arrival, { kind: 'staff', name: staff.name }, now)
  if (outcome !== 'paid' && outcome !== 'surplus') throw conflict('这笔来账已经入过账，请刷新后核对')
  return { payment, outcome, isPayer }
}

async function openOrderTransfer(trx: Connection, orderNo: string, now: Date): Promise<PaymentRow | null> {
  const id = await orderIdByNo(trx, orderNo)
  const order = id === null ? null : await lockOrder(trx, id, null)
  if (order === null) return null
  if (order.status !== 'pending_payment') throw conflict('订单不是待付款，请刷新后核对')
  return announcedFor(trx, order, now)
}

/** A line that nobody can say anything of: money of nobody yet. */
export async function suspendStatementLine(
  trx: Connection,
  { key, amount, payerName }: StatementLine,
  now: Date,
): Promise<{ id: number; no: string }> {
  await suspend(trx, { channel: 'bank', paymentNo: payerName, gatewayNo: key, amount, payer: '' }, 'bank_unmatched', null, now)
  const row = await findSuspended(trx, 'bank', key)
  if (row === null) throw new Error(`the transfer ${key} was not put into suspense`)
  return row
}
