import { Type } from 'typebox'
import { BULK_WORDS, type BulkKind } from '#contract/bulk.ts'
import { Id } from '#contract/shapes.ts'
import { duringJob } from '../../../platform/audit-call.ts'
import type { BulkDeed, BulkWorker } from '../../../platform/bulk-deed.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { loadStaff } from '../../../platform/viewer-store.ts'
import { doerOf } from '../approvals/public.ts'
import { doneAlone, triedOut } from './rows.ts'
import { type BulkJob, type BulkRow, dropOldJobs, holdReady, moveJob, nextRows, readJob, setRow } from './store.ts'

export type BulkDeeds = Readonly<Record<BulkKind, BulkDeed>>

export const bulkWork = defineTask('bulk.work', Type.Object({ bulk_id: Id }))
const clearing = defineTask('bulk.clear', NO_PAYLOAD, { cron: '50 19 * * *' })

/** Between two looks whether somebody stopped it. */
const STEP = 20
/** Of the places in which a process works on jobs; what customers wait for needs the others. */
const AT_ONCE = 2
const LATER_MS = 3_000
const GONE = '记录不存在，或不在您的查看范围'

interface Running {
  database: DatabaseHandle
  deed: BulkDeed
  job: BulkJob
  doer: BulkWorker
  now: Date
  warn: (error: unknown) => void
}

async function weighRow({ database, deed, job, doer, now, warn }: Running, row: BulkRow): Promise<void> {
  const record = (await deed.records(database.db, [row.recordId])).get(row.recordId)
  const message =
    record === undefined ? GONE : await triedOut(database, (within) => deed.run(within, doer, row.recordId, job.wish, now), warn)
  await setRow(database.db, job.id, row.seq, 'new', { state: message === '' ? 'ready' : 'refused', message, record })
}

/** The deed and the note that it was done are one transaction: killed in between, neither is there. */
async function doRow({ database, deed, job, doer, now, warn }: Running, row: BulkRow): Promise<void> {
  const message = await doneAlone(
    database,
    async (within) => {
      if (!(await holdReady(within.db, job.id, row.seq))) return
      const record = (await deed.records(within.db, [row.recordId])).get(row.recordId)
      if (record === undefined) throw notFound('记录')
      const said = await deed.run(within, doer, row.recordId, job.wish, now)
      await setRow(within.db, job.id, row.seq, 'ready', { state: said === '' ? 'done' : 'submitted', message: said, record })
    },
    warn,
  )
  if (message !== '') await setRow(database.db, job.id, row.seq, 'ready', { state: 'refused', message })
}

/**
 * Row after row, as long as the job is what it was and its asker may do such deeds: thousands of rows take minutes, in which he may be locked,
 * or given other roles or a narrower view. False: he may no longer.
 */
async function each(running: Omit<Running, 'doer'>): Promise<boolean> {
  const { database, job, now } = running
  const [state, work] = job.state === 'weighing' ? (['new', weighRow] as const) : (['ready', doRow] as const)
  for (;;) {
    const rows = await nextRows(database.db, job.id, job.state, state, STEP)
    if (rows.length === 0) return true
    const viewer = await loadStaff(database, job.accountId, now)
    if (viewer === null || !viewer.staff?.permissions.has(BULK_WORDS[job.kind])) return false
    const doer: BulkWorker = { ...doerOf(viewer), may: (word) => viewer.staff?.permissions.has(word) ?? false }
    const step = async () => {
      for (const row of rows) await work({ ...running, doer }, row)
    }
    await duringJob(viewer, `job ${bulkWork.name}`, step, job.wish.reason)
  }
}

async function go(database: DatabaseHandle, deeds: BulkDeeds, id: number, now: Date): Promise<void> {
  const job = await readJob(database.db, id)
  if (job === null || (job.state !== 'weighing' && job.state !== 'running')) return
  const broken: unknown[] = []
  const may = await each({ database, deed: deeds[job.kind], job, now, warn: (error) => broken.push(error) })
  if (!may) await moveJob(database.db, id, [job.state], 'failed', { at: now, note: '您的岗位已没有这项权限，没有办的不再办' })
  else if (job.state === 'weighing') await moveJob(database.db, id, ['weighing'], 'weighed')
  else await moveJob(database.db, id, ['running'], 'done', { at: now })
  // The rows say that they are not done; why, stands in the queue and the log.
  if (broken.length > 0) throw new AggregateError(broken, `bulk ${id}: ${broken.length} rows broke`)
}

export function bulkTasks(database: DatabaseHandle, deeds: BulkDeeds, queue: Jobs): readonly TaskWork[] {
  let underWay = 0
  return [
    workOf(bulkWork, async ({ bulk_id: id }, now) => {
      if (underWay >= AT_ONCE) {
        await queue.enqueue(database.db, bulkWork, { bulk_id: id }, { runAt: new Date(now.getTime() + LATER_MS) })
        return
      }
      underWay += 1
      try {
        await go(database, deeds, id, now)
      } finally {
        underWay -= 1
      }
    }),
    workOf(clearing, (_, now) => dropOldJobs(database.db, now)),
  ]
}
