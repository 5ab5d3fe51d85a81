import type { Fen } from '#domain/money.ts'
import type { Database } from '../../platform/database.ts'
import { transact } from '../../platform/transact.ts'

export interface SimulatedPayment {
  payment_no: string
  gateway_no: string
  amount: Fen
  subject: string
  return_url: string
  status: 'open' | 'paid' | 'failed' | 'closed' | 'refunded'
}

const COLUMNS = ['payment_no', 'gateway_no', 'amount', 'subject', 'return_url', 'status'] as const

export async function addSimulated(db: Database, payment: Omit<SimulatedPayment, 'status'>, now: Date): Promise<void> {
  await db
    .insertInto('gateway_simulator')
    .values({ ...payment, created_at: now })
    .onConflict((on) => on.column('payment_no').doNothing())
    .execute()
}

export async function findSimulated(db: Database, paymentNo: string): Promise<SimulatedPayment | null> {
  const row = await db.selectFrom('gateway_simulator').select(COLUMNS).where('payment_no', '=', paymentNo).executeTakeFirst()
  return (row as SimulatedPayment | undefined) ?? null
}

/** A payment that failed may be tried again; one that was paid stays paid. */
export async function settleSimulated(
  db: Database,
  paymentNo: string,
  status: 'paid' | 'failed',
  now: Date,
): Promise<SimulatedPayment | null> {
  await db
    .updateTable('gateway_simulator')
    .set({ status, settled_at: now })
    .where('payment_no', '=', paymentNo)
    .where('status', 'in', ['open', 'failed'])
    .execute()
  return findSimulated(db, paymentNo)
}

/** What has come stays. */
export async function closeSimulated(db: Database, paymentNo: string): Promise<void> {
  await db
    .updateTable('gateway_simulator')
    .set({ status: 'closed' })
    .where('payment_no', '=', paymentNo)
    .where('status', 'in', ['open', 'failed'])
    .execute()
}

export type SimulatedRefund = 'done' | 'processing' | 'abnormal'

/**
 * What has become of this refund, asked for by this call or an earlier one; 'later' where its payment is not through yet. The payment's
 * row is the lock that its refunds queue on, so that they never come to more than was paid; with the last of it the payment is refunded.
 */
export async function refundSimulated(
  db: Database,
  { paymentNo, refundNo, amount }: { paymentNo: string; refundNo: string; amount: Fen },
  now: Date,
): Promise<SimulatedRefund | 'closed' | 'later'> {
  return transact(db, async (trx) => {
    const payment = await trx
      .selectFrom('gateway_simulator')
      .select(['amount', 'status', 'refunds_become'])
      .where('payment_no', '=', paymentNo)
      .forUpdate()
      .executeTakeFirst()
    if (!payment) return 'closed'
    const earlier = await trx
      .selectFrom('gateway_simulator_refund')
      .select(['refund_no', 'amount', 'status'])
      .where('payment_no', '=', paymentNo)
      .execute()
    const same = earlier.find((one) => one.refund_no === refundNo)
    if (same) return same.amount === amount ? (same.status as SimulatedRefund) : 'closed'
    if (payment.status === 'open') return 'later'
    const total = earlier.reduce((sum, one) => sum + one.amount, 0) + amount
    if (payment.status !== 'paid' || total > payment.amount) return 'closed'
    const status = payment.refunds_become as SimulatedRefund
    await trx
      .insertInto('gateway_simulator_refund')
      .values({ refund_no: refundNo, payment_no: paymentNo, amount, status, created_at: now })
      .execute()
    if (total === payment.amount)
      await trx.updateTable('gateway_simulator').set({ status: 'refunded', refunded_at: now }).where('payment_no', '=', paymentNo).execute()
    return status
  })
}
