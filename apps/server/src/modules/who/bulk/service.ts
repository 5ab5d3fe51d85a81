import {
  BULK_WORDS,
  type BulkJobWire,
  type BulkKind,
  type BulkRowState,
  type BulkState,
  type staffBulkJob,
  type staffBulkStart,
} from '#contract/bulk.ts'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { BULK_KINDS, BULK_ROWS_MAX } from '#contract/constants.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { listQuery } from '../../../platform/list-query.ts'
import { xlsxStream } from '../../../platform/table-stream.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { isAlone } from '../approvals/public.ts'
import { type BulkDeeds, bulkWork } from './making.ts'
import { type BulkJob, type BulkRow, insertJob, jobRows, moveJob, ownJobs, readJob, underWay } from './store.ts'

const UNDER_WAY_MAX = 3

const STATE_NAMES: Readonly<Record<BulkState, string>> = {
  weighing: '试算中',
  weighed: '待确认',
  running: '办理中',
  done: '已办完',
  cancelled: '已停止',
  failed: '失败',
}
const ROW_NAMES: Readonly<Record<BulkRowState, string>> = {
  new: '未试算',
  ready: '可办，未办',
  refused: '未办',
  done: '已办',
  submitted: '已提交批准',
}

const wireOf = (job: BulkJob): BulkJobWire => ({
  id: job.id,
  kind: job.kind,
  title: BULK_KINDS[job.kind],
  state: job.state,
  state_name: STATE_NAMES[job.state],
  reason: job.wish.reason,
  note: job.note,
  total: Object.values(job.counts).reduce((sum, count) => sum + count, 0),
  counts: job.counts,
  asked_at: job.askedAt.toISOString(),
  ended_at: job.endedAt?.toISOString() ?? null,
})

async function ownJob({ db }: DatabaseHandle, viewer: Viewer, id: number): Promise<BulkJob> {
  const job = await readJob(db, id)
  if (job === null || job.accountId !== viewer.accountId) throw notFound('批量办理')
  return job
}

export async function startBulk(
  database: DatabaseHandle,
  queue: Jobs,
  deeds: BulkDeeds,
  viewer: Viewer,
  kind: BulkKind,
  { ids, query, wish }: BodyOf<typeof staffBulkStart>,
  now: Date,
): Promise<BulkJobWire> {
  const deed = deeds[kind]
  if (isAlone(viewer, BULK_WORDS[kind])) throw conflict('应急授权只能逐条办理，不能批量')
  const said = { ...wish, reason: wish.reason.trim() }
  if (said.reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请写明原因（至少 2 个字）' }])
  await deed.check(database.db, said, now)
  if ((ids === undefined) === (query === undefined)) throw fieldErrors([{ field: 'ids', message: '请勾选记录，或选全部筛选结果' }])
  const chosen = ids ?? (await deed.find(database, listQuery(deed.query, query ?? {}, '办理'), BULK_ROWS_MAX + 1, { now, viewer }))
  if (chosen.length === 0) throw fieldErrors([{ field: 'ids', message: '没有符合条件的记录' }])
  if (chosen.length > BULK_ROWS_MAX)
    throw fieldErrors([{ field: 'ids', message: `一次最多 ${BULK_ROWS_MAX.toLocaleString('zh-CN')} 条，请缩小筛选范围` }])
  const id = await transact(database.db, async (trx) => {
    if ((await underWay(trx, viewer.accountId)) >= UNDER_WAY_MAX)
      throw conflict(`您有 ${UNDER_WAY_MAX} 个批量办理还没有做完，请等其中一个结束`)
    const made = await insertJob(trx, { kind, accountId: viewer.accountId, wish: said, ids: chosen }, now)
    await queue.enqueue(trx, bulkWork, { bulk_id: made })
    const after = { what: BULK_KINDS[kind], rows: chosen.length, ...said }
    await writeAudit(trx, viewer, { action: 'bulk.ask', subject: `bulk:${made}`, before: null, after }, now)
    return made
  })
  return wireOf(await ownJob(database, viewer, id))
}

const FROM = { run: ['weighed'], cancel: ['weighing', 'weighed', 'running'] } as const
const TO = { run: 'running', cancel: 'cancelled' } as const

export async function decideBulk(
  database: DatabaseHandle,
  queue: Jobs,
  viewer: Viewer,
  id: number,
  command: 'run' | 'cancel',
  now: Date,
): Promise<BulkJobWire> {
  const job = await ownJob(database, viewer, id)
  if (command === 'run' && !viewer.staff?.permissions.has(BULK_WORDS[job.kind])) throw conflict('您的岗位已没有这项权限')
  if (command === 'run' && job.counts.ready === 0 && job.state === 'weighed') throw conflict('没有一条可以办')
  await transact(database.db, async (trx) => {
    const end = command === 'cancel' ? { at: now } : null
    if (!(await moveJob(trx, id, FROM[command], TO[command], end)))
      throw conflict(`批量办理${STATE_NAMES[job.state]}，不能再${command === 'run' ? '照办' : '停止'}`)
    if (command === 'run') await queue.enqueue(trx, bulkWork, { bulk_id: id })
    const change = { before: { state: job.state }, after: { state: TO[command], ...job.counts } }
    await writeAudit(trx, viewer, { action: `bulk.${command}`, subject: `bulk:${id}`, ...change }, now)
  })
  return wireOf(await ownJob(database, viewer, id))
}

export async function bulksOf({ db }: DatabaseHandle, viewer: Viewer, page: number, perPage: number) {
  const { rows, total } = await ownJobs(db, viewer.accountId, (page - 1) * perPage, perPage)
  return { list: rows.map(wireOf), total, page, per_page: perPage }
}

const rowWire = ({ recordId, ...row }: BulkRow) => ({ record_id: recordId, ...row })

export async function bulkOf(
  database: DatabaseHandle,
  viewer: Viewer,
  id: number,
  page: number,
  perPage: number,
): Promise<DataOf<typeof staffBulkJob>> {
  const job = wireOf(await ownJob(database, viewer, id))
  const rows = await jobRows(database.db, id, false, (page - 1) * perPage, perPage)
  return { job, list: rows.map(rowWire), total: job.total, page, per_page: perPage }
}

const COLUMNS = [
  { title: '编号', width: 16 },
  { title: '名称', width: 36 },
  { title: '原来', width: 30 },
  { title: '结果', width: 12 },
  { title: '说明', width: 60 },
]

export async function bulkFile(
  database: DatabaseHandle,
  viewer: Viewer,
  id: number,
  onlyFailed: boolean,
): Promise<{ name: string; bytes: Buffer }> {
  const job = await ownJob(database, viewer, id)
  const rows = await jobRows(database.db, id, onlyFailed, 0, BULK_ROWS_MAX)
  const cells = rows.map((row) => [row.key || String(row.recordId), row.name, row.stood, ROW_NAMES[row.state], row.message])
  async function* pages() {
    yield cells
  }
  const parts: Buffer[] = []
  for await (const part of xlsxStream({ name: BULK_KINDS[job.kind], columns: COLUMNS, pages: pages() })) parts.push(part)
  return { name: `${BULK_KINDS[job.kind]}-${id}${onlyFailed ? '-未办' : ''}.xlsx`, bytes: Buffer.concat(parts) }
}
