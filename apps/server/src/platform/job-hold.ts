import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { DatabaseHandle } from './database.ts'
import { keepPulse } from './silence.ts'

/**
 * A killed process leaves its jobs locked, and others should take them soon; a job that is being worked on, however long it
 * takes, must be taken by nobody. While a job runs its process says so in two ways, on a connection of its own: it renews the
 * queue's time of the lock, and it holds a lock of the database's. A process that stands still (a machine put to sleep) renews
 * nothing but holds its lock; one that lost its connection holds nothing, but its last renewal is good until it has another.
 * Only where both are gone is there nobody who works.
 */
export interface JobHold {
  while: <T>(jobId: string, work: () => Promise<T>) => Promise<T>
  /** For a process that ends: what is still held is held no more. */
  stop: () => Promise<void>
}

/** Many times what a lost connection takes to come back, and no longer than goods may wait for their papers. */
const ABANDONED_MINUTES = 2
const RENEW_SECONDS = 30

const lockOf = (id: string) => `hashtextextended('job ' || ${id}, 0)`
const TAKE = `select pg_advisory_lock_shared(${lockOf('id')}) from unnest($1::bigint[]) id`
const GIVE = `select pg_advisory_unlock_shared(${lockOf('id')}) from unnest($1::bigint[]) id`
// A row that somebody else holds is left for the next time: who waits here would seem to be gone.
const RENEW = `update graphile_worker._private_jobs set locked_at = now() where id in (
  select id from graphile_worker._private_jobs where id = any($1) and locked_at < now() - make_interval(secs => $2)
     for update skip locked)`

/** Jobs shorter than a beat are never asked about. */
export function holdJobs(url: string, log: FastifyBaseLogger): JobHold {
  const running = new Set<string>()
  const locked = new Set<string>()
  let lockedBy: pg.Client | null = null

  async function ask(client: pg.Client): Promise<void> {
    // Locks end with their connection.
    if (client !== lockedBy) locked.clear()
    lockedBy = client
    const ended = [...locked].filter((id) => !running.has(id))
    const begun = [...running].filter((id) => !locked.has(id))
    await client.query(GIVE, [ended])
    for (const id of ended) locked.delete(id)
    await client.query(TAKE, [begun])
    for (const id of begun) locked.add(id)
    await client.query(RENEW, [[...running], RENEW_SECONDS])
  }

  const pulse = keepPulse({ connectionString: url, keepAlive: true }, { name: 'anheng-jobs', ask }, (what, error) =>
    log.warn({ err: error }, `the jobs' connection: ${what}`),
  )
  return {
    async while(jobId, work) {
      running.add(jobId)
      try {
        return await work()
      } finally {
        running.delete(jobId)
      }
    },
    stop: pulse.stop,
  }
}

/** Gives back the jobs that nobody works on any more, each by itself; the queue alone would do so after four hours. */
export async function releaseAbandoned(database: DatabaseHandle): Promise<void> {
  await database.pool.query(
    `with old as materialized (
       select id from graphile_worker._private_jobs where locked_at < now() - make_interval(mins => $1) for update skip locked),
     abandoned as materialized (select id from old where pg_try_advisory_xact_lock(${lockOf('id')}))
     update graphile_worker._private_jobs job set locked_at = null, locked_by = null from abandoned where job.id = abandoned.id`,
    [ABANDONED_MINUTES],
  )
}
