import { sql, type Updateable } from 'kysely'
import type { PriceRowKind, PriceRowState } from '#contract/price-lists.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { DB } from '../../../platform/database-types.ts'

/** What stands in the table; that one waits for approval its request says. */
type StoredState = 'draft' | 'scheduled' | 'applying' | 'live' | 'rolling' | 'rolled_back' | 'withdrawn'

export interface ListHead {
  id: number
  name: string
  reason: string
  startsAt: Date | null
  state: StoredState
  version: number
  askedId: number | null
  askedBy: string
  approvedBy: string
  approvalId: number | null
  backId: number | null
  backBy: string
  backApprovedBy: string
  backApprovalId: number | null
  backReason: string
}

const HEAD = sql`
  id, name, reason, starts_at as "startsAt", state, version, asked_id as "askedId", asked_by as "askedBy", approved_by as "approvedBy",
  approval_id as "approvalId", back_id as "backId", back_by as "backBy", back_approved_by as "backApprovedBy",
  back_approval_id as "backApprovalId", back_reason as "backReason"`

export async function lockList(connection: Connection, id: number): Promise<ListHead | null> {
  const { rows } = await sql<ListHead>`select ${HEAD} from price_list where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

/** For a job; null: another one is at it. */
export async function holdList(connection: Connection, id: number): Promise<ListHead | null> {
  const { rows } = await sql<ListHead>`select ${HEAD} from price_list where id = ${id} for update skip locked`.execute(connection)
  return rows[0] ?? null
}

/** Those whose moment has come, and those that were left half done. */
export async function dueLists(connection: Connection, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from price_list
     where state in ('scheduled', 'applying', 'rolling') and (state <> 'scheduled' or starts_at is null or starts_at <= ${now})
     order by starts_at nulls first, id`.execute(connection)
  return rows.map(({ id }) => id)
}

export interface Draft {
  name: string
  reason: string
  startsAt: Date | null
}

export async function insertList(connection: Connection, { name, reason, startsAt }: Draft, by: string, now: Date): Promise<number> {
  const row = await connection
    .insertInto('price_list')
    .values({ name, reason, starts_at: startsAt, created_by: by, updated_by: by, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Another version of the draft, by somebody. */
export async function touchList(connection: Connection, id: number, by: string, now: Date, draft: Draft | null = null): Promise<void> {
  await connection
    .updateTable('price_list')
    .set((set) => ({
      version: set('version', '+', 1),
      updated_by: by,
      updated_at: now,
      ...(draft && { name: draft.name, reason: draft.reason, starts_at: draft.startsAt }),
    }))
    .where('id', '=', id)
    .execute()
}

export async function setList(connection: Connection, id: number, values: Updateable<DB['price_list']>): Promise<void> {
  await connection.updateTable('price_list').set(values).where('id', '=', id).execute()
}

export interface SaidCells {
  goods: string
  kind: string
  of: string
  price: string
}

export interface ListRow {
  line: number
  said: SaidCells
  goodsId: number | null
  kind: PriceRowKind | null
  rank: string
  companyId: number | null
  before: Fen | null
  after: Fen | null
  state: PriceRowState
  note: string
  large: boolean
  below: boolean
  low: boolean
}
/** One that can be weighed. */
export type GoodRow = ListRow & { goodsId: number; kind: PriceRowKind }
export const isGood = (row: ListRow): row is GoodRow => row.goodsId !== null && row.kind !== null && row.state !== 'wrong'

const ROW = sql`line, said, goods_id as "goodsId", kind, rank, company_id as "companyId", before, after, state, note, large, below, low`

export async function readRows(connection: Connection, listId: number): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`select ${ROW} from price_list_row where list_id = ${listId} order by line`.execute(connection)
  return rows
}

/** The next of one state, by goods: in the order in which everybody locks them. */
export async function nextRows(connection: Connection, listId: number, state: PriceRowState, limit: number): Promise<GoodRow[]> {
  const { rows } = await sql<GoodRow>`
    select ${ROW} from price_list_row where list_id = ${listId} and state = ${state} order by goods_id, line limit ${limit}`.execute(
    connection,
  )
  return rows
}

export async function insertRows(connection: Connection, listId: number, rows: readonly ListRow[]): Promise<void> {
  await sql`
    insert into price_list_row (list_id, line, said, goods_id, kind, rank, company_id, before, after, state, note, large, below, low)
    select ${listId}, line, said, "goodsId", kind, rank, "companyId", before, after, state, note, large, below, low
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (line integer, said jsonb, "goodsId" bigint, kind text, rank text, "companyId" bigint, before bigint, after bigint,
              state text, note text, large boolean, below boolean, low boolean)`.execute(connection)
}

/** What was weighed anew, or became of them. */
export async function updateRows(connection: Connection, listId: number, rows: readonly ListRow[]): Promise<void> {
  const json = JSON.stringify(
    rows.map(({ line, before, state, note, large, below, low }) => ({ line, before, state, note, large, below, low })),
  )
  await sql`
    update price_list_row p set before = r.before, state = r.state, note = r.note, large = r.large, below = r.below, low = r.low
      from jsonb_to_recordset(${json}::jsonb)
        as r (line integer, before bigint, state text, note text, large boolean, below boolean, low boolean)
     where p.list_id = ${listId} and p.line = r.line`.execute(connection)
}

export async function deleteRows(
  connection: Connection,
  listId: number,
  { lines = [], state = null }: { lines?: readonly number[]; state?: PriceRowState | null },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from price_list_row where list_id = ${listId} and (line = any(${lines}::integer[]) or state = ${state})`.execute(connection)
  return Number(numAffectedRows ?? 0)
}

export async function clearRows(connection: Connection, listId: number): Promise<void> {
  await sql`delete from price_list_row where list_id = ${listId}`.execute(connection)
}

/** How many rows a draft has, and how many of them do something. */
export async function countRows(connection: Connection, listId: number): Promise<void> {
  await sql`
    update price_list l set row_count = c.rows, ready_count = c.ready, wrong_count = c.wrong
      from (select count(*)::integer as rows, count(*) filter (where state = 'ready')::integer as ready,
                   count(*) filter (where state = 'wrong')::integer as wrong from price_list_row where list_id = ${listId}) c
     where l.id = ${listId}`.execute(connection)
}
