import { sql } from 'kysely'
import type { ClosingSheetWire } from '#contract/closings.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Span } from './views.ts'

/** One after the other, to the end of the transaction. */
export async function lockClosings(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('closing', 0))`.execute(connection)
}

/**
 * The last posting there is, with none before it still on its way: whoever is about to book has booked by then, or books behind it. Booking
 * waits until the transaction ends, so this is the last thing that is asked before what is written.
 */
export async function cutLedger(connection: Connection): Promise<number> {
  await sql`lock table ledger_posting in share mode`.execute(connection)
  return lastPosting(connection)
}

export async function lastPosting(connection: Connection): Promise<number> {
  const { rows } = await sql<{ cut: number }>`select coalesce(max(id), 0)::bigint as cut from ledger_posting`.execute(connection)
  return rows[0]?.cut ?? 0
}

/** However large the shop: a closing takes its time. */
export async function takeTime(connection: Connection): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(connection)
}

export interface NewClosing {
  day: string
  fromDay: string
  cut: number
  sheet: ClosingSheetWire
  note: string
  askedBy: string
  approvedBy: string
}

/** false: the day is closed already. */
export async function insertClosing(connection: Connection, closing: NewClosing, now: Date): Promise<boolean> {
  const row = await connection
    .insertInto('day_closing')
    .values({
      day: closing.day,
      from_day: closing.fromDay,
      cut: closing.cut,
      sheet: JSON.stringify(closing.sheet),
      note: closing.note,
      asked_by: closing.askedBy,
      approved_by: closing.approvedBy,
      closed_at: now,
    })
    .onConflict((on) => on.column('day').doNothing())
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

/** What it counted of days that were closed before it. */
export async function insertLate(connection: Connection, { day, fromDay, cut, formerCut }: Span): Promise<void> {
  await sql`
    insert into day_closing_late (posting_id, day, booked_on)
    select g.id, ${day}::date, (g.at at time zone 'Asia/Shanghai')::date from ledger_posting g
     where g.id > ${formerCut} and g.id <= ${cut} and g.at < ${fromDay}::date::timestamp at time zone 'Asia/Shanghai'`.execute(connection)
}
