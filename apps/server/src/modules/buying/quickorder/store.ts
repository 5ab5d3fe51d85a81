import { sql } from 'kysely'
import type { AddAnswerWire } from '#contract/cart.ts'
import type { Connection } from '../../../platform/database.ts'

interface Known {
  answer: AddAnswerWire
  /** Null: from before it was kept. */
  asked: string | null
}

/** What was answered under a key, and to what; null: nothing yet. */
export async function findAnswer(connection: Connection, companyId: number, key: string): Promise<Known | null> {
  const { rows } = await sql<Known>`select answer, asked from quick_order where company_id = ${companyId} and key = ${key}`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function keepAnswer(
  connection: Connection,
  { companyId, key, asked }: { companyId: number; key: string; asked: string },
  answer: AddAnswerWire,
  now: Date,
): Promise<void> {
  await sql`
    insert into quick_order (company_id, key, asked, answer, created_at)
    values (${companyId}, ${key}, ${asked}, ${JSON.stringify(answer)}::jsonb, ${now})`.execute(connection)
}

export async function clearAnswers(connection: Connection, before: Date): Promise<void> {
  await sql`delete from quick_order where created_at < ${before}`.execute(connection)
}
