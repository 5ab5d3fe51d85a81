import { sql } from 'kysely'
import type { AuditAction } from '#domain/audit-names.ts'
import { maskedText, maskPersonal } from '#domain/masking.ts'
import { type AuditCall, auditCall } from './audit-call.ts'
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
  /** Of those that have a name: whoever reads the record reads Chinese. */
  action: AuditAction
  subject: string
  before: object | null
  after: object | null
}

/** Append-only record of what staff did, or the system where no account is named; written in the transaction of the deed. */
export const writeAudit = (connection: Connection, actor: AuditActor, entry: AuditEntry, now: Date): Promise<void> =>
  writeAudits(connection, actor, [entry], now)

/** The reason that the deed itself names, else the one that came with the call. */
function reasonOf({ after }: AuditEntry, call: AuditCall | undefined): string {
  const own = after !== null && 'reason' in after ? after.reason : null
  return maskedText(typeof own === 'string' && own !== '' ? own : (call?.reason ?? ''))
}

/** Both names where two people did it, and the word where it was taken in an emergency. */
function withCall(after: object | null, call: AuditCall | undefined): object | null {
  if (call?.approval === undefined && call?.emergency === undefined) return after
  const { approval, emergency } = call
  return {
    ...after,
    ...(approval && { asked_by: approval.asked, approved_by: approval.approved, approval: approval.request }),
    ...(emergency !== undefined && { emergency }),
  }
}

/** Many at once, in one statement. Phones, numbers of identity cards and bank accounts are masked. */
export async function writeAudits(connection: Connection, actor: AuditActor, entries: readonly AuditEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return
  const call = auditCall()
  // What the system decides by itself while somebody calls is not done with his roles.
  const roles = call !== undefined && call.accountId === actor.accountId ? call.roles : ''
  const rows = entries.map((entry) => ({
    action: entry.action,
    subject: entry.subject,
    before: maskPersonal(entry.before),
    after: maskPersonal(withCall(entry.after, call)),
    reason: reasonOf(entry, call),
  }))
  await sql`
    insert into audit_log (at, account_id, actor, roles, call, ip, request_id, action, subject, before, after, reason)
    select ${now}::timestamptz, ${actor.accountId}::bigint, ${actor.name}::text, ${roles}::text, ${call?.call ?? ''}::text,
           ${call?.ip ?? ''}::text, ${call?.requestId ?? ''}::text,
           e.action, e.subject, nullif(e.before, 'null'), nullif(e.after, 'null'), e.reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (action text, subject text, before jsonb, after jsonb, reason text)`.execute(
    connection,
  )
}
