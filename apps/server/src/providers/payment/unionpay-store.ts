import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'

/** A number and the second in which it was first sent name a transaction at UnionPay; they are kept before it hears of it. */

export async function firstSent(db: Database, orderNo: string, now: Date): Promise<Date> {
  await db
    .insertInto('unionpay_sent')
    .values({ order_no: orderNo, sent_at: now })
    .onConflict((on) => on.column('order_no').doNothing())
    .execute()
  return (await findSent(db, orderNo))?.at ?? now
}

export interface Sent {
  at: Date
  /** UnionPay has said that it took it. */
  isTaken: boolean
}

/** null: it was never sent. */
export async function findSent(db: Database, orderNo: string): Promise<Sent | null> {
  const row = await db.selectFrom('unionpay_sent').select(['sent_at', 'taken']).where('order_no', '=', orderNo).executeTakeFirst()
  return row ? { at: row.sent_at, isTaken: row.taken } : null
}

export async function markTaken(db: Database, orderNo: string): Promise<void> {
  await db.updateTable('unionpay_sent').set({ taken: true }).where('order_no', '=', orderNo).execute()
}

/** What was sent at that time never came there, and goes once more: answers when, for of several that try one is first. */
export async function sentAgain(db: Database, orderNo: string, formerly: Date, now: Date): Promise<Date> {
  await sql`update unionpay_sent set sent_at = ${now} where order_no = ${orderNo} and sent_at = ${formerly}`.execute(db)
  return (await findSent(db, orderNo))?.at ?? now
}
