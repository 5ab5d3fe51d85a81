import { sql } from 'kysely'
import type { RecallLevel } from '#domain/recalls.ts'
import { recallNo } from '#domain/recalls.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'

/** The goods as they were when the recall began. */
export interface RecalledGoods {
  code: string
  name: string
  /** The name that the law asks for; recalls of the first days were begun without it. */
  generic_name?: string
  spec: string
  unit: string
  manufacturer: string
  approval_no: string
}

export interface RecallRow {
  id: number
  no: string
  goodsId: number
  batchNo: string
  goods: RecalledGoods
  level: RecallLevel
  initiator: string
  reason: string
  advice: string
  state: 'open' | 'closed'
  startedAt: Date
  startedBy: string
  closedAt: Date | null
  closedBy: string | null
  closeNote: string
}

const COLUMNS = sql`
  r.id, r.no, r.goods_id as "goodsId", r.batch_no as "batchNo", r.goods, r.level, r.initiator, r.reason, r.advice, r.state,
  r.started_at as "startedAt", r.started_by as "startedBy", r.closed_at as "closedAt", r.closed_by as "closedBy", r.close_note as "closeNote"`
export const RECALL_COLUMNS = COLUMNS

export interface NewRecall {
  goodsId: number
  batchNo: string
  level: RecallLevel
  initiator: string
  reason: string
  advice: string
  startedBy: string
  day: string
}

/** Null: the batch is being recalled already. */
export async function insertRecall(connection: Connection, made: NewRecall, now: Date): Promise<number | null> {
  const { rows: numbers } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('recall', 'id')) as id`.execute(connection)
  const id = Number(numbers[0]?.id)
  const { rows } = await sql<{ id: number }>`
    insert into recall (id, no, goods_id, batch_no, goods, level, initiator, reason, advice, started_at, started_by)
    overriding system value
    select ${id}, ${recallNo(made.day, id)}, g.id, ${made.batchNo},
           jsonb_build_object('code', g.code, 'name', g.name, 'generic_name', g.generic_name, 'spec', g.spec, 'unit', g.unit, 'manufacturer', coalesce(m.name, ''),
                              'approval_no', g.approval_no),
           ${made.level}, ${made.initiator}, ${made.reason}, ${made.advice}, ${now}, ${made.startedBy}
      from goods g left join manufacturer m on m.id = g.manufacturer_id where g.id = ${made.goodsId}
       and not exists (select from recall o where o.goods_id = g.id and plain_batch(o.batch_no) = plain_batch(${made.batchNo}) and o.state = 'open')
    on conflict (goods_id, batch_no) where state = 'open' do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export async function findRecall(connection: Connection, id: number): Promise<RecallRow | null> {
  const { rows } = await sql<RecallRow>`select ${COLUMNS} from recall r where r.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function lockRecall(connection: Connection, id: number): Promise<RecallRow | null> {
  const { rows } = await sql<RecallRow>`select ${COLUMNS} from recall r where r.id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function closeRecall(connection: Connection, id: number, by: string, note: string, now: Date): Promise<void> {
  await connection
    .updateTable('recall')
    .set({ state: 'closed', closed_at: now, closed_by: by, close_note: note })
    .where('id', '=', id)
    .execute()
}

export async function recallPage(
  connection: Connection,
  { state, keywords }: { state: 'open' | 'closed' | null; keywords: string },
  offset: number,
  limit: number,
): Promise<{ rows: RecallRow[]; total: number }> {
  const [start, inside] = [`${plainLike(keywords)}%`, `%${plainLike(keywords)}%`]
  const where = sql`
    (${state}::text is null or r.state = ${state})
    and (${keywords} = '' or r.no ilike ${start} or r.batch_no ilike ${start} or r.goods ->> 'name' ilike ${inside})`
  const [page, count] = await Promise.all([
    sql<RecallRow>`
      select ${COLUMNS} from recall r where ${where} order by r.state = 'open' desc, r.id desc limit ${limit} offset ${offset}`.execute(
      connection,
    ),
    sql<{ total: number }>`select count(*)::integer as total from recall r where ${where}`.execute(connection),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

export async function insertCompanies(connection: Connection, recallId: number, companyIds: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into recall_company (recall_id, company_id, told_at)
    select ${recallId}::bigint, id, ${now}::timestamptz from unnest(${companyIds}::bigint[]) as c(id)
    on conflict do nothing`.execute(connection)
}

export interface RecallAnswer {
  by: string
  kept: number
  note: string
}

/** False: the recall was not told to this company. */
export async function setAnswer(
  connection: Connection,
  recallId: number,
  companyId: number,
  { by, kept, note }: RecallAnswer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('recall_company')
    .set({ confirmed_at: now, confirmed_by: by, kept, note })
    .where('recall_id', '=', recallId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those who have not answered and were not reminded since; answers them. */
export async function markReminded(connection: Connection, recallId: number, since: Date, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update recall_company set reminded_at = ${now}
     where recall_id = ${recallId} and confirmed_at is null and told_at < ${since} and (reminded_at is null or reminded_at < ${since})
    returning company_id as id`.execute(connection)
  return rows.map((row) => row.id)
}

/** Open recalls that somebody has not answered. */
export async function recallsUnanswered(connection: Connection): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from recall r where r.state = 'open'
       and exists (select from recall_company c where c.recall_id = r.id and c.confirmed_at is null) order by r.id`.execute(connection)
  return rows.map((row) => row.id)
}

export async function insertLog(
  connection: Connection,
  entry: { recallId: number; companyId: number | null; actor: string; event: string; text: string },
  now: Date,
): Promise<void> {
  const { recallId, companyId, actor, event, text } = entry
  await connection.insertInto('recall_log').values({ recall_id: recallId, company_id: companyId, at: now, actor, event, text }).execute()
}
