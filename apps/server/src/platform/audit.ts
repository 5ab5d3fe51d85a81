import { sql } from 'kysely'
import type { Connection } from './database.ts'

/** A member of staff who does something that must be on record. */
export interface StaffActor {
  accountId: number
  name: string
}

/** Who did it: a member of staff, or what the system calls itself. */
export interface AuditActor {
  accountId: number | null
  name: string
}
export interface AuditEntry {
  action: string
  subject: string
  before: object | null
  after: object | null
}

/** Append-only record of what staff did, or the system where no account is named; written in the transaction of the deed. */
export const writeAudit = (connection: Connection, actor: AuditActor, entry: AuditEntry, now: Date): Promise<void> =>
  writeAudits(connection, actor, [entry], now)

/** Many at once, in one statement. */
export async function writeAudits(connection: Connection, actor: AuditActor, entries: readonly AuditEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into audit_log (at, account_id, actor, action, subject, before, after)
    select ${now}::timestamptz, ${actor.accountId}::bigint, ${actor.name}::text, e.action, e.subject, nullif(e.before, 'null'), nullif(e.after, 'null')
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (action text, subject text, before jsonb, after jsonb)`.execute(
    connection,
  )
}
