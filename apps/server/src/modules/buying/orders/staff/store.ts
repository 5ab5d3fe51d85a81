import { sql } from 'kysely'
import type { StaffActor } from '../../../../platform/audit.ts'
import type { Connection } from '../../../../platform/database.ts'

export async function insertNote(
  connection: Connection,
  note: { orderId: number; kind: 'inside' | 'short'; staff: StaffActor; text: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into order_note (order_id, kind, at, account_id, actor, text)
    values (${note.orderId}, ${note.kind}, ${now}, ${note.staff.accountId}, ${note.staff.name}, ${note.text})`.execute(connection)
}

export async function setPicker(connection: Connection, orderId: number, accountId: number): Promise<void> {
  await sql`update orders set picked_by = ${accountId}, gathered_at = null where id = ${orderId}`.execute(connection)
}

export async function pickerAccount(connection: Connection, orderId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select picked_by as id from orders where id = ${orderId}`.execute(connection)
  return rows[0]?.id ?? null
}

/** The moment that stands; asked again it stays the first. */
export async function setGathered(connection: Connection, orderId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update orders set gathered_at = coalesce(gathered_at, ${now}::timestamptz) where id = ${orderId} returning gathered_at as at`.execute(
    connection,
  )
  return rows[0]?.at ?? now
}
