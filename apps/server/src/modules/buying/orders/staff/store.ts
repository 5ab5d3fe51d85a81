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
  await sql`update orders set picked_by = ${accountId}, gathered_at = null, gathered_by = null where id = ${orderId}`.execute(connection)
}

/** Whether this one began to pick it, said that it is gathered, or was the last to change a batch of it. */
export async function hasPicked(connection: Connection, orderId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql`select from orders where id = ${orderId} and ${accountId}::bigint in (picked_by, gathered_by)`.execute(
    connection,
  )
  return rows.length > 0
}

/** Whoever changes at the table what was picked has a hand in it: it is gathered anew, and another one checks. */
export async function gatherAnew(connection: Connection, orderId: number, accountId: number): Promise<void> {
  await sql`
    update orders set gathered_at = null, gathered_by = ${accountId}
     where id = ${orderId} and status = 'picking' and picked_by is distinct from ${accountId}::bigint`.execute(connection)
}

/** The moment that stands, and whose it is; asked again it stays the first. */
export async function setGathered(connection: Connection, orderId: number, accountId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    update orders set gathered_at = coalesce(gathered_at, ${now}::timestamptz),
                      gathered_by = case when gathered_at is null then ${accountId}::bigint else gathered_by end
     where id = ${orderId} returning gathered_at as at`.execute(connection)
  return rows[0]?.at ?? now
}
