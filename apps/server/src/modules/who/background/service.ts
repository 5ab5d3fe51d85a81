import type { staffJobs } from '#contract/background.ts'
import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { CHANNEL_TASKS, taskName, tasksNamed } from './names.ts'
import { dailyTasks, deleteJob, jobCounts, jobPage, lockJob, retryJob } from './store.ts'

const ERROR_MAX = 1_000

export async function jobsOf({ db }: DatabaseHandle, query: QueryOf<typeof staffJobs>): Promise<DataOf<typeof staffJobs>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, state = null, task = '', channels } = query
  const only = channels === 1 ? CHANNEL_TASKS : null
  const filter = { state, task: task.trim(), named: tasksNamed(task.trim()), only }
  const { rows, total } = await jobPage(db, filter, (page - 1) * perPage, perPage)
  const list = rows.map((job) => ({
    id: job.id,
    task: job.task,
    name: taskName(job.task),
    state: job.state,
    attempts: job.attempts,
    max_attempts: job.maxAttempts,
    is_given_up: job.attempts >= job.maxAttempts ? 1 : 0,
    error: job.error.slice(0, ERROR_MAX),
    run_at: job.runAt.toISOString(),
    created_at: job.createdAt.toISOString(),
    since: job.lockedAt?.toISOString() ?? null,
  }))
  const daily = (await dailyTasks(db)).map(({ task: one, lastAt }) => ({
    task: one,
    name: taskName(one),
    last_at: lastAt?.toISOString() ?? null,
  }))
  return { list, total, page, per_page: perPage, counts: await jobCounts(db), daily }
}

export async function jobDeed(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  wish: { command: 'retry' | 'delete'; reason: string },
  now: Date,
): Promise<void> {
  const reason = wish.reason.trim()
  if (wish.command === 'delete' && reason === '') throw fieldErrors([{ field: 'reason', message: '请填写删除的原因' }])
  await transact(db, async (trx) => {
    const job = await lockJob(trx, id)
    if (job === null) throw notFound('任务')
    if (job.state === 'running') throw conflict('任务正在执行，请等它结束')
    await (wish.command === 'retry' ? retryJob(trx, id, now) : deleteJob(trx, id))
    const before = { task: job.task, attempts: job.attempts, error: job.error.slice(0, ERROR_MAX) }
    const after = wish.command === 'retry' ? { attempts: 0 } : { reason }
    await writeAudit(trx, staff, { action: `job.${wish.command}`, subject: `job:${id}`, before, after }, now)
  })
}
