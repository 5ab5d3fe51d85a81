import { yuan } from '#domain/money.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { lockOrder } from '../../buying/orders/public.ts'
import { type ArrivalOutcome, channelName, finishRefund, settleArrival } from './arrival.ts'
import type { PaymentDeps } from './deps.ts'
import { findPayment, insertPayment, lockPayment, type PaymentRow, paymentsOf } from './store.ts'
import { lockSubject } from './subjects.ts'

/** What finance confirms by hand: transfers that arrived, and transfers that were sent back. Each on record. */

const subjectOf = (payment: PaymentRow) => `${payment.purpose}:${payment.subjectId}`

/** Finance has seen the transfer for an order on the bank's statement. A second confirmation changes nothing. */
export async function confirmBankTransfer(deps: PaymentDeps, orderId: number, staff: StaffActor, now: Date): Promise<ArrivalOutcome> {
  const payment = await transact(deps.database.db, async (trx) => {
    const order = await lockOrder(trx, orderId, null)
    if (order === null) throw notFound('订单')
    const transfer = (await paymentsOf(trx, orderId)).filter((one) => one.channel === 'bank').at(-1)
    const { companyId, payableAmount: amount } = order
    return transfer ?? insertPayment(trx, { purpose: 'order', subjectId: orderId, companyId, channel: 'bank', amount }, now)
  })
  return confirmTransferByNo(deps, payment.no, staff, now)
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
  const arrival = { channel: 'bank', paymentNo, gatewayNo: null, amount: known.amount }
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
      action: 'payment.refund_bank',
      subject: subjectOf(known),
      before: { status: 'refunding' },
      after: { status: 'refunded' },
    }
    await writeAudit(trx, staff, entry, now)
  })
}
