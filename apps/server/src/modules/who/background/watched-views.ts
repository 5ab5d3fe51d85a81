import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import type { Facts } from '../../../platform/metrics.ts'
import { jobCounts } from './store.ts'

/** Counted no further: whoever has so much of it knows. */
const COUNTED = 1_000

/** What a machine that watches the shop asks of the database. */
export async function watchedFacts(connection: Connection): Promise<Facts> {
  const jobs = await jobCounts(connection)
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::integer from (select ${from} limit ${COUNTED}) found)`
  const { rows } = await sql<{ oldest: number; log_lost: boolean; differences: number; suspense: number; refunds: number }>`
    select coalesce(extract(epoch from now() - (select min(run_at) from graphile_worker._private_jobs
                                                 where locked_at is null and run_at <= now())), 0)::double precision as oldest,
           -- Pieces of the log that cannot be kept pile up on the database's own disk, and a restore would end before them.
           (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as log_lost,
           ${count(sql`from channel_difference where state = 'open'`)} as differences,
           ${count(sql`from suspense where status in ('open', 'returning')`)} as suspense,
           ${count(sql`from refund where status = 'pending'`)} as refunds`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a select without from answers one row')
  return {
    jobs: Object.entries(jobs).map(([state, of]) => ({ state, count: of })),
    oldestJobSeconds: row.oldest,
    archiveFails: row.log_lost,
    money: [
      { what: 'channel_difference', count: row.differences },
      { what: 'suspense', count: row.suspense },
      { what: 'refund_pending', count: row.refunds },
    ],
  }
}
