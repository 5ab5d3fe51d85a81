import type { PaymentDeps } from './deps.ts'
import { askAbout } from './opening.ts'
import { findPayment } from './store.ts'

/**
 * The task 'payments.close': outside any transaction, and safe to run twice. A payment that was paid a moment before cannot be closed there,
 * and where its callback is lost nobody would ask about it any more: so it is asked about now, and its money goes back.
 */
export async function closeAtGateway(deps: PaymentDeps, paymentNo: string, now: Date): Promise<void> {
  const payment = await findPayment(deps.database.db, paymentNo)
  if (payment?.status !== 'closed') return
  // A channel that the shop has no contract with any more closes nothing.
  await deps.providers.find(({ channel }) => channel === payment.channel)?.close(paymentNo, now)
  await askAbout(deps, payment, now)
}
