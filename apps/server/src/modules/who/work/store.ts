import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { WORK_IDLE_MINUTES, type WorkKind } from '#contract/work.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen, orderSeen } from '../../../platform/narrowing.ts'

export interface Taken {
  subjectId: number
  accountId: number
  name: string
  takenAt: Date
  keptAt: Date
}

const COLUMNS = sql`t.subject_id as "subjectId", t.account_id as "accountId", a.name, t.taken_at as "takenAt", t.kept_at as "keptAt"`
/** Who has left or is shut out holds nothing. */
const HOLDS = (now: Date) => sql`t.kept_at > ${now}::timestamptz - make_interval(mins => ${WORK_IDLE_MINUTES})
  and exists (select from staff s where s.account_id = t.account_id and s.state = 'active')`

interface Subject {
  table: string
  /** By whoever has a narrower view. */
  seen: () => RawBuilder<SqlBool>
}
const ofOrder = (table: string): Subject => ({ table, seen: () => orderSeen('r.order_id', 'r.company_id') })
const ofCompany = (table: string): Subject => ({ table, seen: () => companySeen('r.company_id') })

const SUBJECTS: Readonly<Record<WorkKind, Subject>> = {
  company: { table: 'company', seen: () => companySeen('r.id') },
  after_sale: ofOrder('after_sale'),
  return: ofOrder('after_sale'),
  proof: ofCompany('transfer_proof'),
  // Whose it is nobody knows yet.
  bank_line: { table: 'bank_line', seen: () => sql<SqlBool>`true` },
  picking: { table: 'orders', seen: () => orderSeen('r.id', 'r.company_id') },
  chat: ofCompany('chat_conversation'),
}
const rowsOf = (kind: WorkKind) => sql`${sql.table(SUBJECTS[kind].table)} r where ${SUBJECTS[kind].seen()}`

export async function takenOf(connection: Connection, kind: WorkKind, now: Date): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select ${COLUMNS} from work_taken t join account a on a.id = t.account_id where t.kind = ${kind} and ${HOLDS(now)}
       and exists (select from ${rowsOf(kind)} and r.id = t.subject_id) order by t.taken_at`.execute(connection)
  return rows
}

export async function isThere(connection: Connection, kind: WorkKind, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select r.id from ${rowsOf(kind)} and r.id = ${id}`.execute(connection)
  return rows.length > 0
}

/** Those who ask for one piece go one at a time, to the end of the transaction. */
export async function lockPiece(connection: Connection, kind: WorkKind, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`work:${kind}:${id}`}, 0))`.execute(connection)
}

export async function holderOf(connection: Connection, kind: WorkKind, id: number, now: Date): Promise<Taken | null> {
  const { rows } = await sql<Taken>`
    select ${COLUMNS} from work_taken t join account a on a.id = t.account_id
     where t.kind = ${kind} and t.subject_id = ${id} and ${HOLDS(now)}`.execute(connection)
  return rows[0] ?? null
}

export async function putHolder(connection: Connection, kind: WorkKind, id: number, accountId: number, now: Date): Promise<void> {
  await sql`
    insert into work_taken (kind, subject_id, account_id, taken_at, kept_at) values (${kind}, ${id}, ${accountId}, ${now}, ${now})
    on conflict (kind, subject_id) do update set account_id = excluded.account_id, taken_at = excluded.taken_at, kept_at = excluded.kept_at`.execute(
    connection,
  )
}

export async function keep(connection: Connection, kind: WorkKind, id: number, now: Date): Promise<void> {
  await sql`update work_taken set kept_at = ${now} where kind = ${kind} and subject_id = ${id}`.execute(connection)
}

export async function leave(connection: Connection, kind: WorkKind, id: number, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from work_taken where kind = ${kind} and subject_id = ${id} and account_id = ${accountId} returning subject_id as id`.execute(
    connection,
  )
  return rows.length > 0
}

export async function forgetIdle(connection: Connection, before: Date): Promise<void> {
  await sql`delete from work_taken where kept_at < ${before}`.execute(connection)
}
