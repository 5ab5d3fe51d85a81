import { Type } from 'typebox'
import type { Connection } from '../../../platform/database.ts'
import { defineTask } from '../../../platform/tasks.ts'
import type { PaymentDeps } from './deps.ts'
import { OWN_CHANNELS } from './names.ts'
import { closeOpenPayments, type PaymentPurpose } from './store.ts'

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
