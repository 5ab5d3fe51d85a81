import type { Connection } from '../../../platform/database.ts'
import type { RefundNews } from '../../../providers/payment/provider.ts'
import { paymentRefund } from './arrival.ts'
import type { PaymentDeps } from './deps.ts'
import { findRefund } from './refund-store.ts'
import { returnRefund } from './refunds.ts'
import { suspenseReturn } from './suspense.ts'

/**
 * A gateway has news of a refund: whoever asked for it asks again now instead of in half an hour. What it says is not taken from the
 * callback: they come late, twice and out of order, and the question is answered as it stands.
 */
export async function askRefundAgain(
  connection: Connection,
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  { paymentNo, refundNo }: RefundNews,
): Promise<void> {
  if (refundNo === `R${paymentNo}`)
    return jobs.enqueue(connection, paymentRefund, { payment_no: paymentNo }, { key: `refund:${paymentNo}` })
  if ((await findRefund(connection, refundNo)) !== null)
    return jobs.enqueue(connection, returnRefund, { refund_no: refundNo }, { key: `refund:${refundNo}` })
  const no = refundNo.slice(1)
  if (refundNo.startsWith('R') && no !== '') await jobs.enqueue(connection, suspenseReturn, { no }, { key: `return_suspense:${no}` })
}
