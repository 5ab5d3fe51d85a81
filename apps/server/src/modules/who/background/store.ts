import { sql } from 'kysely'
import type { JobState } from '#contract/background.ts'
import type { Connection } from '../../../platform/database.ts'

/** Jobs of the queue (graphile-worker's own tables), as those see them who look after the shop. Payloads are not shown: they may name people. */

export interface JobRow {
  id: number
  task: string
  state: JobState
  attempts: number
  maxAttempts: number
  error: string
  runAt: Date
  createdAt: Date
  lockedAt: Date | null
}

const STATE = sql`case when j.locked_at is not null then 'running' when j.last_error is not null then 'failed' else 'waiting' end`
const FROM = sql`graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`
const COLUMNS = sql`j.id, t.identifier as task, ${STATE} as state, j.attempts::integer as attempts, j.max_attempts::integer as "maxAttempts",
  coalesce(j.last_error, '') as error, j.run_at as "runAt", j.created_at as "createdAt", j.locked_at as "lockedAt"`

export interface JobCounts {
  failed: number
  running: number
  waiting: number
}

export async function jobCounts(connection: Connection): Promise<JobCounts> {
  const { rows } = await sql<{ state: JobState; count: number }>`
    select ${STATE} as state, count(*)::integer as count from graphile_worker._private_jobs j group by 1`.execute(connection)
  const of = (state: JobState) => rows.find((row) => row.state === state)?.count ?? 0
  return { failed: of('failed'), running: of('running'), waiting: of('waiting') }
}

/** Failed ones first, the latest first; what waits in the order in which it comes. */
export async function jobPage(
  connection: Connection,
  { state, task, named, only }: { state: JobState | null; task: string; named: readonly string[]; only: readonly string[] | null },
  offset: number,
  limit: number,
): Promise<{ rows: JobRow[]; total: number }> {
  const among = only === null ? sql`true` : sql`t.identifier = any(${[...only]}::text[])`
  const found = sql`${among} and (${state}::text is null or ${STATE} = ${state}) and (${task} = '' or strpos(t.identifier, ${task}) > 0 or t.identifier = any(${[...named]}::text[]))`
  const { rows } = await sql<JobRow>`
    select ${COLUMNS} from ${FROM} where ${found}
     order by j.last_error is null, case when j.last_error is not null then j.updated_at end desc, j.run_at, j.id
     offset ${offset} limit ${limit}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from ${FROM} where ${found}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function dailyTasks(connection: Connection): Promise<{ task: string; lastAt: Date | null }[]> {
  const { rows } = await sql<{ task: string; lastAt: Date | null }>`
    select identifier as task, last_execution as "lastAt" from graphile_worker._private_known_crontabs order by identifier`.execute(
    connection,
  )
  return rows
}

/** Locked to the end of the transaction; null: done, or taken away. */
export async function lockJob(connection: Connection, id: number): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`select ${COLUMNS} from ${FROM} where j.id = ${id} for update of j`.execute(connection)
  return rows[0] ?? null
}

/** Due at once, and with all its tries again. */
export async function retryJob(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = least(run_at, ${now}), attempts = 0, updated_at = ${now} where id = ${id}`.execute(
    connection,
  )
}

export async function deleteJob(connection: Connection, id: number): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(connection)
}
