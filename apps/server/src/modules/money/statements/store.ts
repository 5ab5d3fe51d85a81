import { type SqlBool, sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Movement } from '#domain/statements.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export type StatementAnswer = 'open' | 'agreed' | 'disputed'

export interface StatementRow extends Movement {
  id: number
  companyId: number
  company: string
  month: string
  opening: Fen
  closing: Fen
  madeAt: Date
  answer: StatementAnswer
  answeredAt: Date | null
  answeredBy: string
  note: string
}

const COLUMNS = sql`
  s.id, s.company_id as "companyId", c.name as company, s.month, s.opening, s.received, s.bought, s.given, s.other, s.closing,
  s.made_at as "madeAt", s.answer, s.answered_at as "answeredAt", s.answered_by as "answeredBy", s.note`
const FROM = sql`statement s join company c on c.id = s.company_id`

export interface StatementFigures extends Movement {
  companyId: number
  month: string
  opening: Fen
  closing: Fen
}

/**
 * Answers its id. again: in place of the one that is there, and what the buyer said of that is forgotten with it; else null where
 * there is one already.
 */
export async function keepStatement(connection: Connection, made: StatementFigures, again: boolean, now: Date): Promise<number | null> {
  const conflict = again
    ? sql`do update set opening = excluded.opening, received = excluded.received, bought = excluded.bought, given = excluded.given,
             other = excluded.other, closing = excluded.closing, made_at = excluded.made_at, answer = 'open', answered_at = null,
             answered_by = '', note = ''`
    : sql`do nothing`
  const { rows } = await sql<{ id: number }>`
    insert into statement (company_id, month, opening, received, bought, given, other, closing, made_at)
    values (${made.companyId}, ${made.month}, ${made.opening}, ${made.received}, ${made.bought}, ${made.given}, ${made.other}, ${made.closing}, ${now})
    on conflict (company_id, month) ${conflict} returning id`.execute(connection)
  return rows[0]?.id ?? null
}

/** companyId null: for staff. */
export async function findStatement(connection: Connection, id: number, companyId: number | null): Promise<StatementRow | null> {
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} from ${FROM} where s.id = ${id} and (${companyId}::bigint is null or s.company_id = ${companyId})`.execute(connection)
  return rows[0] ?? null
}

/** Answers what was read and no newer one, whose figures nobody has seen. False: it was answered already, or made anew. */
export async function setAnswer(
  connection: Connection,
  { id, madeAt }: Pick<StatementRow, 'id' | 'madeAt'>,
  answer: { answer: 'agreed' | 'disputed'; by: string; note: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('statement')
    .set({ answer: answer.answer, answered_at: now, answered_by: answer.by, note: answer.note })
    .where('id', '=', id)
    .where('made_at', '=', madeAt)
    .where('answer', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface StatementFilter {
  companyId: number | null
  month: string | null
  answer: StatementAnswer | null
}

export async function statementPage(
  connection: Connection,
  { companyId, month, answer }: StatementFilter,
  offset: number,
  limit: number,
): Promise<{ rows: StatementRow[]; total: number }> {
  // Only what is asked: "or it is null" takes no index.
  const conditions = [companySeen('s.company_id')]
  if (companyId !== null) conditions.push(sql<SqlBool>`s.company_id = ${companyId}`)
  if (month !== null) conditions.push(sql<SqlBool>`s.month = ${month}`)
  if (answer !== null) conditions.push(sql<SqlBool>`s.answer = ${answer}`)
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`
  const [page, count] = await Promise.all([
    sql<StatementRow>`select ${COLUMNS} from ${FROM} where ${where} order by s.month desc, s.id desc limit ${limit} offset ${offset}`.execute(
      connection,
    ),
    sql<{ total: number }>`select count(*)::integer as total from (select from statement s where ${where} limit ${COUNTED}) found`.execute(
      connection,
    ),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}
