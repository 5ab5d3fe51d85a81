import { transact } from '../../../platform/transact.ts'
import { paymentClose } from './closing.ts'
import type { PaymentDeps } from './deps.ts'
import { askAbout, hasEnded } from './opening.ts'
import { findPayment } from './store.ts'

/** Paid in the last second, it is told of a little later. */
const AFTER_END_MS = 120_000

/**
 * The task 'payments.close': outside any transaction, and safe to run twice. A payment that was paid a moment before cannot be closed there,
 * and where its callback is lost nobody would ask about it any more: so it is asked about now, and its money goes back. What cannot be closed
 * there may be paid until its end, and is asked about once more after it.
 */
export async function closeAtGateway(deps: PaymentDeps, paymentNo: string, now: Date): Promise<void> {
  const payment = await findPayment(deps.database.db, paymentNo)
  if (payment?.status !== 'closed') return
  // A channel that the shop has no contract with any more closes nothing.
  const left = await deps.providers.find(({ channel }) => channel === payment.channel)?.close(paymentNo, now)
  if ((await askAbout(deps, payment, now)) !== null || left !== 'open' || hasEnded(payment, now)) return
  const runAt = new Date((payment.payBefore ?? now).getTime() + AFTER_END_MS)
  await transact(deps.database.db, (trx) =>
    deps.jobs.enqueue(trx, paymentClose, { payment_no: paymentNo }, { key: `close_payment:${paymentNo}`, runAt }),
  )
}
