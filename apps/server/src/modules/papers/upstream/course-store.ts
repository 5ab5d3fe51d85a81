import { type RawBuilder, sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** What suppliers and new goods have alike: papers and applications. */

export type Subject = { supplierId: number } | { goodsId: number }
export const isGoods = (of: Subject): of is { goodsId: number } => 'goodsId' in of
const columnOf = (of: Subject) => sql.ref(isGoods(of) ? 'goods_id' : 'supplier_id')
export const idOf = (of: Subject): number => (isGoods(of) ? of.goodsId : of.supplierId)

export interface PaperRow {
  id: number
  kind: string
  holder: string
  number: string
  expiresOn: TradeDate | null
  state: 'in_force' | 'replaced'
  createdAt: Date
  createdBy: string
}
export type NewPaper = Pick<PaperRow, 'kind' | 'holder' | 'number' | 'expiresOn'>

const PAPERS_MAX = 200

/** Those in force before those that gave way. */
export async function papersOf(connection: Connection, of: Subject): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`
    select id, kind, holder, number, expires_on::text as "expiresOn", state, created_at as "createdAt", created_by as "createdBy"
      from upstream_paper where ${columnOf(of)} = ${idOf(of)} order by state, id desc limit ${PAPERS_MAX}`.execute(connection)
  return rows
}

/** One of the same kind gives way to it. */
export async function putPaper(connection: Connection, of: Subject, paper: NewPaper, by: string, now: Date): Promise<number> {
  const id = idOf(of)
  await sql`
    update upstream_paper set state = 'replaced', ended_at = ${now}
     where ${columnOf(of)} = ${id} and kind = ${paper.kind} and state = 'in_force'`.execute(connection)
  const { rows } = await sql<{ id: number }>`
    insert into upstream_paper (${columnOf(of)}, kind, holder, number, expires_on, created_at, created_by)
    values (${id}, ${paper.kind}, ${paper.holder}, ${paper.number}, ${paper.expiresOn}::date, ${now}, ${by}) returning id`.execute(
    connection,
  )
  return Number(rows[0]?.id)
}

export interface ApprovalRow {
  id: number
  supplierId: number | null
  goodsId: number | null
  state: 'applied' | 'checked' | 'approved' | 'refused'
  renewal: boolean
  words: string
  appliedAt: Date
  appliedBy: string
  appliedId: number
  opinion: string
  checkedAt: Date | null
  checkedBy: string
  checkedId: number | null
  reason: string
  decidedAt: Date | null
  decidedBy: string
  until: TradeDate | null
}
const APPROVAL: RawBuilder<unknown> = sql`
  id, supplier_id as "supplierId", goods_id as "goodsId", state, renewal, words, applied_at as "appliedAt", applied_by as "appliedBy",
  applied_id as "appliedId", opinion, checked_at as "checkedAt", checked_by as "checkedBy", checked_id as "checkedId", reason,
  decided_at as "decidedAt", decided_by as "decidedBy", until::text as until`

export async function approvalsOf(connection: Connection, of: Subject): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`
    select ${APPROVAL} from upstream_approval where ${columnOf(of)} = ${idOf(of)} order by id desc limit 20`.execute(connection)
  return rows
}

/** Locked until the transaction ends: of two who press at once the second finds it decided. */
export async function lockApproval(connection: Connection, id: number): Promise<ApprovalRow | null> {
  const { rows } = await sql<ApprovalRow>`select ${APPROVAL} from upstream_approval where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

interface Doer {
  accountId: number
  name: string
}

/** Null: one is under way already. */
export async function insertApproval(
  connection: Connection,
  of: Subject,
  { words, renewal, by }: { words: string; renewal: boolean; by: Doer },
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into upstream_approval (${columnOf(of)}, renewal, words, applied_at, applied_by, applied_id)
    values (${idOf(of)}, ${renewal}, ${words}, ${now}, ${by.name}, ${by.accountId}) on conflict do nothing returning id`.execute(connection)
  return rows[0] ? Number(rows[0].id) : null
}

export async function writeCheck(connection: Connection, id: number, opinion: string, by: Doer, now: Date): Promise<void> {
  await sql`
    update upstream_approval set state = 'checked', opinion = ${opinion}, checked_at = ${now}, checked_by = ${by.name}, checked_id = ${by.accountId}
     where id = ${id}`.execute(connection)
}

export async function writeDecision(
  connection: Connection,
  id: number,
  { state, reason, until, by }: { state: 'approved' | 'refused'; reason: string; until: TradeDate | null; by: Doer },
  now: Date,
): Promise<void> {
  await sql`
    update upstream_approval set state = ${state}, reason = ${reason}, until = ${until}::date, decided_at = ${now}, decided_by = ${by.name},
           decided_id = ${by.accountId}
     where id = ${id}`.execute(connection)
}
