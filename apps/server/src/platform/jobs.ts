import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type JobHelpers, Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Connection, DatabaseHandle } from './database.ts'
import { RowsFailed } from './each.ts'
import { holdJobs, releaseAbandoned } from './job-hold.ts'
import { type Task, type TaskWork, worksByName } from './tasks.ts'

export interface JobOptions {
  runAt?: Date
  /** A later enqueue with the same key replaces the earlier one. */
  key?: string
  /** Of jobs that are due the smallest goes first; 0 where nothing is said. */
  priority?: number
}

/** Work for later. Enqueued inside the transaction that needs it, so that neither happens without the other. */
export interface Jobs {
  enqueue: <S extends TSchema>(connection: Connection, task: Task<S>, payload: Static<S>, options?: JobOptions) => Promise<void>
}

export const jobs: Jobs = {
  async enqueue(connection, task, payload, options = {}) {
    const { runAt = null, key = null, priority = 0 } = options
    await sql`select graphile_worker.add_job(${task.name}, ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz, job_key => ${key},
      priority => ${priority})`.execute(connection)
  },
}

function loggerFor(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

export interface JobRunner {
  /** Lets running jobs end and takes no more. */
  stop: () => Promise<void>
}

const ABANDONED_CHECK_MS = 60_000

/** The queue keeps a job's last error and logs it; the rows that failed one by one are told here. */
const logged = (name: string, task: (payload: unknown) => Promise<void>, log: FastifyBaseLogger) => async (payload: unknown) => {
  try {
    await task(payload)
  } catch (error) {
    if (error instanceof RowsFailed)
      for (const row of error.rows) log.error({ err: row.error, task: name, row: row.name }, 'a row of a task failed')
    throw error
  }
}

/** The queue's worker gives up when the database is away for long; then it is begun anew. */
const RESTART_MS = 5_000

/**
 * What the queue's batches may still wait for when its workers have ended. Where several last words failed one after another
 * they wait for ever (graphile/worker issue 636), and the queue would stand still until the shop is started anew.
 */
const LAST_WORDS_MS = 3_000
const WORKERS_ENDED = ['pool:gracefulShutdown:complete', 'pool:forcefulShutdown:complete', 'pool:forcefulShutdown:error'] as const

/** Resolves when nothing of the runner works any more; throws what ended it. */
async function endOf(runner: Runner, log: FastifyBaseLogger): Promise<void> {
  const workersEnded = new Promise<void>((resolve) => {
    for (const event of WORKERS_ENDED) runner.events.once(event, () => resolve())
  })
  const isStuck = workersEnded.then(() => sleep(LAST_WORDS_MS, true, { ref: false }))
  if ((await Promise.race([runner.promise, isStuck])) !== true) return
  log.error('the last words of the job queue were not heard')
  // Its clockwork goes on until it is told.
  tellToStop(runner)
}

/** Its end is waited for by endOf; whoever waited for this word could wait for ever. One that stops already says so. */
function tellToStop(runner: Runner): void {
  runner.stop().catch(() => undefined)
}

/** Works the queue in this process; any number of processes share it. A failed job is tried again, later and later. */
export function startJobs(database: DatabaseHandle, works: readonly TaskWork[], clock: () => Date, log: FastifyBaseLogger): JobRunner {
  const hold = holdJobs(database.url, log)
  const held = (task: (payload: unknown) => Promise<void>) => (payload: unknown, helpers: JobHelpers) =>
    hold.while(helpers.job.id, () => task(payload))
  const taskList = Object.fromEntries(
    [...worksByName(works)].map(([name, work]) => [name, held(logged(name, (payload) => work.run(payload, clock()), log))]),
  )
  const cron = works.flatMap(({ task }) =>
    task.cron === null ? [] : [{ task: task.name, match: task.cron, ...(task.alone && { options: { jobKey: task.name } }) }],
  )
  let stopped = false
  let runner: Runner | null = null
  let waiting: AbortController | null = null

  async function work(): Promise<void> {
    while (!stopped) {
      try {
        runner = await run({
          pgPool: database.pool,
          taskList,
          parsedCronItems: parseCronItems(cron),
          concurrency: 4,
          pollInterval: 2_000,
          noHandleSignals: true,
          logger: loggerFor(log),
          // One by one the queue leaves the promise of a job's last word unheard, and a full disk would end the process; in
          // batches (here of one moment) it ends the runner instead, which is begun anew.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        })
        if (stopped) tellToStop(runner)
        await endOf(runner, log)
      } catch (error) {
        log.error({ err: error }, 'the job queue stopped')
      }
      if (stopped) return
      waiting = new AbortController()
      await sleep(RESTART_MS, undefined, { signal: waiting.signal }).catch(() => undefined)
    }
  }
  const working = work()
  const release = () => {
    releaseAbandoned(database).catch((error: unknown) => log.warn({ err: error }, 'abandoned jobs could not be released'))
  }
  const timer = setInterval(release, ABANDONED_CHECK_MS).unref()
  release()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      waiting?.abort()
      if (runner) tellToStop(runner)
      await working
      await hold.stop()
    },
  }
}
