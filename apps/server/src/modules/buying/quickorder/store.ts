import { sql } from 'kysely'
import type { AddAnswerWire } from '#contract/cart.ts'
import type { Connection } from '../../../platform/database.ts'

/** What was answered under a key; null: nothing yet. */
export async function findAnswer(connection: Connection, companyId: number, key: string): Promise<AddAnswerWire | null> {
  const { rows } = await sql<{ answer: AddAnswerWire }>`
    select answer from quick_order where company_id = ${companyId} and key = ${key}`.execute(connection)
  return rows[0]?.answer ?? null
}

export async function keepAnswer(connection: Connection, companyId: number, key: string, answer: AddAnswerWire, now: Date): Promise<void> {
  await sql`
    insert into quick_order (company_id, key, answer, created_at)
    values (${companyId}, ${key}, ${JSON.stringify(answer)}::jsonb, ${now})`.execute(connection)
}

export async function clearAnswers(connection: Connection, before: Date): Promise<void> {
  await sql`delete from quick_order where created_at < ${before}`.execute(connection)
}
