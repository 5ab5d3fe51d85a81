import type { Fen } from '#domain/money.ts'
import type { Database } from '../../platform/database.ts'

export interface SimulatedPayment {
  payment_no: string
  gateway_no: string
  amount: Fen
  subject: string
  return_url: string
  status: 'open' | 'paid' | 'failed' | 'refunded'
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

/** Answers whether the payment is refunded now, by this call or an earlier one. */
export async function refundSimulated(db: Database, paymentNo: string, amount: Fen, now: Date): Promise<boolean> {
  await db
    .updateTable('gateway_simulator')
    .set({ status: 'refunded', refunded_at: now })
    .where('payment_no', '=', paymentNo)
    .where('status', '=', 'paid')
    .where('amount', '=', amount)
    .execute()
  return (await findSimulated(db, paymentNo))?.status === 'refunded'
}
