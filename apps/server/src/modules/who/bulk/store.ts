import { sql } from 'kysely'
import type { BulkKind, BulkRowState, BulkState, BulkWish } from '#contract/bulk.ts'
import type { BulkRecord } from '../../../platform/bulk-deed.ts'
import type { Connection } from '../../../platform/database.ts'

export interface BulkJob {
  id: number
  kind: BulkKind
  accountId: number
  wish: BulkWish
  state: BulkState
  note: string
  askedAt: Date
  endedAt: Date | null
  counts: Record<BulkRowState, number>
}

const COUNTS = sql`(select json_build_object('new', count(*) filter (where r.state = 'new'), 'ready', count(*) filter (where r.state = 'ready'),
    'refused', count(*) filter (where r.state = 'refused'), 'done', count(*) filter (where r.state = 'done'),
    'submitted', count(*) filter (where r.state = 'submitted')) from bulk_row r where r.job_id = j.id) as counts`
const COLUMNS = sql`j.id, j.kind, j.account_id as "accountId", j.wish, j.state, j.note, j.asked_at as "askedAt", j.ended_at as "endedAt", ${COUNTS}`

/** With the lock that lets one person ask for one after another. */
export async function underWay(connection: Connection, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk_job:${accountId}`}, 0))`.execute(connection)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bulk_job where account_id = ${accountId} and state in ('weighing', 'running')`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

export async function insertJob(
  connection: Connection,
  job: { kind: BulkKind; accountId: number; wish: BulkWish; ids: readonly number[] },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bulk_job (kind, account_id, wish, asked_at) values (${job.kind}, ${job.accountId}, ${JSON.stringify(job.wish)}::jsonb, ${now})
    returning id`.execute(connection)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into bulk_row (job_id, seq, record_id)
    select ${id}, i.seq, i.id from unnest(${[...job.ids]}::bigint[]) with ordinality as i (id, seq)`.execute(connection)
  return id
}

export async function readJob(connection: Connection, id: number): Promise<BulkJob | null> {
  const { rows } = await sql<BulkJob>`select ${COLUMNS} from bulk_job j where j.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function ownJobs(connection: Connection, accountId: number, offset: number, limit: number) {
  const { rows } = await sql<BulkJob>`
    select ${COLUMNS} from bulk_job j where j.account_id = ${accountId} order by j.id desc offset ${offset} limit ${limit}`.execute(
    connection,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from bulk_job where account_id = ${accountId}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** From one state to the next, by whoever comes first; false: it is in none of these. */
export async function moveJob(
  connection: Connection,
  id: number,
  from: readonly BulkState[],
  to: BulkState,
  end: { at: Date; note?: string } | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    update bulk_job set state = ${to}, ended_at = coalesce(${end?.at ?? null}, ended_at), note = ${end?.note ?? ''}
     where id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(connection)
  return rows.length > 0
}

export interface BulkRow extends BulkRecord {
  seq: number
  recordId: number
  state: BulkRowState
  message: string
}
const ROW = sql`seq, record_id as "recordId", key, name, stood, state, message`

/** The next of those that are so far, while the job goes on. */
export async function nextRows(
  connection: Connection,
  id: number,
  during: BulkState,
  state: BulkRowState,
  limit: number,
): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select ${ROW} from bulk_row where job_id = ${id} and state = ${state}
       and exists (select from bulk_job where id = ${id} and state = ${during}) order by seq limit ${limit}`.execute(connection)
  return rows
}

/** Held until its transaction ends; false: another process did it, or the job was stopped. */
export async function holdReady(connection: Connection, id: number, seq: number): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_row r join bulk_job j on j.id = r.job_id
     where r.job_id = ${id} and r.seq = ${seq} and r.state = 'ready' and j.state = 'running' for update of r`.execute(connection)
  return rows.length > 0
}

export async function setRow(
  connection: Connection,
  id: number,
  seq: number,
  from: BulkRowState,
  to: { state: BulkRowState; message: string; record?: BulkRecord | undefined },
): Promise<void> {
  const { key = null, name = null, stood = null } = to.record ?? {}
  await sql`
    update bulk_row set state = ${to.state}, message = ${to.message}, key = coalesce(${key}, key), name = coalesce(${name}, name),
           stood = coalesce(${stood}, stood)
     where job_id = ${id} and seq = ${seq} and state = ${from}`.execute(connection)
}

/** What was not done first, then what is to be, in the order of the list. */
export async function jobRows(connection: Connection, id: number, onlyFailed: boolean, offset: number, limit: number): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select ${ROW} from bulk_row where job_id = ${id} and (not ${onlyFailed} or state not in ('done', 'submitted'))
     order by state = 'refused' desc, seq offset ${offset} limit ${limit}`.execute(connection)
  return rows
}

const KEPT_DAYS = 90
export async function dropOldJobs(connection: Connection, now: Date): Promise<void> {
  await sql`delete from bulk_job where asked_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(connection)
}
