import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type JobHelpers, Logger, parseCronItems, type Runner, run } from 'graphile-worker'
import { sql } from 'kysely'
import type { Connection, DatabaseHandle } from './database.ts'
import { RowsFailed } from './each.ts'
import { holdJobs, releaseAbandoned } from './job-hold.ts'

export interface JobOptions {
  runAt?: Date
  /** A later enqueue with the same key replaces the earlier one. */
  key?: string
}

/** Work for later. Enqueued inside the transaction that needs it, so that neither happens without the other. */
export interface Jobs {
  enqueue: (connection: Connection, task: string, payload: object, options?: JobOptions) => Promise<void>
}

/** A task by name; must be safe to run twice. */
export type Task = (payload: unknown, now: Date) => Promise<void>
export type Tasks = Record<string, Task>

/** Tasks that run by the clock, in Beijing's night (the queue's clock is UTC). */
export const DAILY_TASKS: Readonly<Record<string, string>> = {
  accounts_cleanup: '20 19 * * *',
  papers_expiry: '10 0 * * *',
  files_cleanup: '40 19 * * *',
  callbacks_cleanup: '45 19 * * *',
  coupons_expiring: '0 1 * * *',
  messages_clear: '50 19 * * *',
  stock_refresh: '5 16 * * *',
  // At midnight: rows of the stop list come into force on days.
  law_rejudge: '0 16 * * *',
  orders_advance: '30 18 * * *',
  quick_order_cleanup: '55 19 * * *',
  after_sales_close: '40 18 * * *',
  // In the morning: somebody reads it.
  credit_reminders: '0 1 * * *',
  receipts_remind: '10 1 * * *',
  recalls_remind: '0 1 * * *',
  statements_month: '40 16 * * *',
  contracts_expire: '10 16 * * *',
  packs_clear: '58 19 * * *',
  documents_late: '*/20 * * * *',
  documents_stamp: '*/15 * * * *',
  documents_certificate: '30 0 * * *',
}

export const jobs: Jobs = {
  async enqueue(connection, task, payload, options = {}) {
    const { runAt = null, key = null } = options
    await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz, job_key => ${key})`.execute(
      connection,
    )
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

/** Works the queue in this process; any number of processes share it. A failed job is tried again, later and later. */
export function startJobs(database: DatabaseHandle, tasks: Tasks, clock: () => Date, log: FastifyBaseLogger): JobRunner {
  const hold = holdJobs(database.url, log)
  const held = (task: (payload: unknown) => Promise<void>) => (payload: unknown, helpers: JobHelpers) =>
    hold.while(helpers.job.id, () => task(payload))
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, held(logged(name, (payload) => task(payload, clock()), log))]),
  )
  const cron = Object.entries(DAILY_TASKS).map(([task, match]) => ({ task, match }))
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
        if (stopped) await runner.stop()
        await runner.promise
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
      await runner?.stop().catch(() => undefined)
      await working
      await hold.stop()
    },
  }
}
