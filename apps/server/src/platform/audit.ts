import type { Connection } from './database.ts'

/** A member of staff who does something that must be on record. */
export interface StaffActor {
  accountId: number
  name: string
}

/** Append-only record of what staff did, or the system where no account is named; written in the transaction of the deed. */
export async function writeAudit(
  connection: Connection,
  staff: { accountId: number | null; name: string },
  entry: { action: string; subject: string; before: object | null; after: object | null },
  now: Date,
): Promise<void> {
  await connection
    .insertInto('audit_log')
    .values({
      at: now,
      account_id: staff.accountId,
      actor: staff.name,
      action: entry.action,
      subject: entry.subject,
      before: entry.before === null ? null : JSON.stringify(entry.before),
      after: entry.after === null ? null : JSON.stringify(entry.after),
    })
    .execute()
}
