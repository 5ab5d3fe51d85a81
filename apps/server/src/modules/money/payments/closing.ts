import { Type } from 'typebox'
import type { Connection } from '../../../platform/database.ts'
import { defineTask } from '../../../platform/tasks.ts'
import type { PaymentDeps } from './deps.ts'
import { OWN_CHANNELS } from './names.ts'
import { closeOpenPayments, findPayment, type PaymentPurpose } from './store.ts'

export const paymentClose = defineTask('payments.close', Type.Object({ payment_no: Type.String({ minLength: 1 }) }))

/**
 * Nobody shall pay this any more: here at once, at the gateway by a job. What is paid there meanwhile has arrived all the same, and goes
 * back. A payment that becomes paid by this very posting is no longer open.
 */
export async function closeOpen(
  connection: Connection,
  deps: Pick<PaymentDeps, 'jobs'>,
  purpose: PaymentPurpose,
  subjectId: number,
): Promise<void> {
  for (const { no, channel } of await closeOpenPayments(connection, purpose, subjectId))
    if (OWN_CHANNELS[channel] === undefined)
      await deps.jobs.enqueue(connection, paymentClose, { payment_no: no }, { key: `close_payment:${no}` })
}

/** The task 'payments.close': outside any transaction, and safe to run twice. */
export async function closeAtGateway(deps: PaymentDeps, paymentNo: string, now: Date): Promise<void> {
  const payment = await findPayment(deps.database.db, paymentNo)
  if (payment?.status !== 'closed') return
  // A channel that the shop has no contract with any more closes nothing.
  await deps.providers.find(({ channel }) => channel === payment.channel)?.close(paymentNo, now)
}
