import { sql } from 'kysely'
import type { ApprovalKind, ApprovalState } from '#contract/approvals.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Weighed } from './types.ts'

/** What was done since is undone; what is locked stays locked no longer than the transaction. */
export async function tryOut<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await sql`savepoint tried`.execute(connection)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint tried`.execute(connection)
    await sql`release savepoint tried`.execute(connection)
  }
}

/** What nobody decided in time makes room for another of its kind. */
export async function expireWaiting(connection: Connection, kind: ApprovalKind, subject: string, now: Date): Promise<void> {
  await connection
    .updateTable('approval_request')
    .set({ state: 'expired' })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .execute()
}

interface NewRequest {
  kind: ApprovalKind
  weighed: Weighed
  params: unknown
  body: unknown
  askedBy: number
  expiresAt: Date
}

/** Null: one of its kind about the same record waits already. */
export async function insertRequest(connection: Connection, request: NewRequest, now: Date): Promise<number | null> {
  const { kind, weighed, params, body, askedBy, expiresAt } = request
  // The state stands in the text: with a parameter the index of those that wait would not be recognized in a plan for all values.
  const row = await connection
    .insertInto('approval_request')
    .values({
      kind,
      subject: weighed.subject,
      company_id: weighed.companyId ?? null,
      title: weighed.title,
      params: JSON.stringify(params ?? {}),
      body: JSON.stringify(body ?? {}),
      changes: JSON.stringify(weighed.changes),
      stands: weighed.stands,
      reason: weighed.reason,
      asked_by: askedBy,
      asked_at: now,
      expires_at: expiresAt,
    })
    .onConflict((on) => on.columns(['kind', 'subject']).where(sql<boolean>`state = 'waiting'`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface DecidedRow {
  state: ApprovalState
  by: number | null
  note: string
}

export async function setDecision(connection: Connection, id: number, { state, by, note }: DecidedRow, now: Date): Promise<void> {
  await connection
    .updateTable('approval_request')
    .set({ state, decided_by: by, decided_at: now, decision_note: note })
    .where('id', '=', id)
    .execute()
}

export async function lockRequest(connection: Connection, id: number): Promise<boolean> {
  const row = await connection.selectFrom('approval_request').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}
