import { sql } from 'kysely'
import type { FeedbackKind } from '#contract/selfservice.ts'
import type { Connection } from '../../../platform/database.ts'

/** How many came since each moment. Feedback of one company comes one at a time, so that none slips past the limit. */
export async function lockAndCount(
  connection: Connection,
  companyId: number,
  hourAgo: Date,
  dayAgo: Date,
): Promise<{ hour: number; day: number }> {
  await sql`select 1 from company where id = ${companyId} for no key update`.execute(connection)
  const { rows } = await sql<{ hour: number; day: number }>`
    select count(*) filter (where created_at > ${hourAgo}) as hour, count(*) as day
      from feedback where company_id = ${companyId} and created_at > ${dayAgo}`.execute(connection)
  return rows[0] ?? { hour: 0, day: 0 }
}

/** The company's own order of this number. */
export async function ownOrder(connection: Connection, companyId: number, no: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from orders where company_id = ${companyId} and no = ${no}`.execute(connection)
  return rows[0]?.id ?? null
}

export interface NewFeedback {
  companyId: number
  accountId: number
  kind: FeedbackKind
  topic: string
  orderId: number | null
  text: string
  contact: string
}

export async function insertFeedback(connection: Connection, row: NewFeedback, now: Date): Promise<number> {
  const { id } = await connection
    .insertInto('feedback')
    .values({
      company_id: row.companyId,
      account_id: row.accountId,
      kind: row.kind,
      topic: row.topic,
      order_id: row.orderId,
      text: row.text,
      contact: row.contact,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface LockedFeedback {
  id: number
  companyId: number
  kind: FeedbackKind
  state: 'open' | 'answered'
}

export async function lockFeedback(connection: Connection, id: number): Promise<LockedFeedback | null> {
  const { rows } = await sql<LockedFeedback>`
    select id, company_id as "companyId", kind, state from feedback where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function insertAnswer(
  connection: Connection,
  feedbackId: number,
  answer: { accountId: number; author: string; text: string },
  now: Date,
): Promise<number> {
  const { id } = await connection
    .insertInto('feedback_answer')
    .values({ feedback_id: feedbackId, account_id: answer.accountId, author: answer.author, text: answer.text, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await connection.updateTable('feedback').set({ state: 'answered' }).where('id', '=', feedbackId).execute()
  return id
}
