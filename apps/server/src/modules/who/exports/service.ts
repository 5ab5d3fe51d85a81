import { Readable } from 'node:stream'
import type { ExportJobWire, ExportKind } from '#contract/export-jobs.ts'
import { beijingDate } from '#domain/dates.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { filterOf } from '../../../platform/exporting.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { listQuery } from '../../../platform/list-query.ts'
import { refuseOutside } from '../../../platform/narrowed-records.ts'
import { transact } from '../../../platform/transact.ts'
import type { Narrowing, Viewer } from '../../../platform/viewer.ts'
import { type Exporters, exportMaking, mayRead, wordsFor } from './making.ts'
import { countUnderWay, dropPieces, type ExportRow, insertExport, ownExport, ownExports, readPiece, setEnded } from './store.ts'

const UNDER_WAY_MAX = 3

const STATE_NAMES: Readonly<Record<ExportRow['state'], string>> = {
  waiting: '排队中',
  running: '制作中',
  done: '可下载',
  failed: '失败',
  cancelled: '已取消',
  gone: '已删除',
}

const FILTER_NAMES: Readonly<Record<string, string>> = {
  actor: '操作人',
  action: '操作',
  subject: '对象',
  from: '自',
  to: '至',
  status: '状态',
  state: '状态',
  queue: '待办',
  keywords: '关键词',
  company: '企业',
  goods: '商品',
  no: '单号',
  min: '金额 ≥',
  max: '金额 ≤',
  type: '类型',
  province: '省',
  city: '市',
  rank: '等级',
  manager: '客户经理',
  by: '按',
  source: '价格与专区',
  shipped_from: '发货自',
  shipped_to: '发货至',
  sold_province: '省',
  sold_city: '市',
  sold_manager: '客户经理',
  sold_type: '客户类型',
  segment: '客群',
  agreement: '协议',
}
const filterText = (query: ExportRow['query']): string =>
  Object.entries(query)
    .map(([name, value]) => `${FILTER_NAMES[name] ?? name} ${value}`)
    .join('，')

function wireOf(exporters: Exporters, job: ExportRow): ExportJobWire {
  return {
    id: job.id,
    kind: job.kind,
    title: exporters[job.kind].title,
    state: job.state,
    state_name: STATE_NAMES[job.state],
    file_name: job.fileName,
    rows: job.rowCount,
    bytes: job.byteCount,
    note: job.note,
    filter: filterText(job.query),
    asked_at: job.askedAt.toISOString(),
    ended_at: job.endedAt?.toISOString() ?? null,
    kept_until: job.keptUntil?.toISOString() ?? null,
  }
}

export async function askExport(
  database: DatabaseHandle,
  queue: Jobs,
  exporters: Exporters,
  viewer: Viewer,
  wish: { kind: ExportKind; format: 'xlsx' | 'csv'; query?: Readonly<Record<string, string | number>> | undefined },
  now: Date,
): Promise<ExportJobWire> {
  const { title, call } = exporters[wish.kind]
  const words = wordsFor(exporters[wish.kind])
  if (!mayRead(viewer, words)) throw forbidden(`您的岗位没有“导出${title}”的权限`)
  const query = listQuery(filterOf(call), wish.query ?? {}, '导出')
  if (viewer.staff?.narrowed) await refuseOutside(database, call, { params: {}, query, body: null })
  return transact(database.db, async (trx) => {
    if ((await countUnderWay(trx, viewer.accountId)) >= UNDER_WAY_MAX)
      throw conflict(`您有 ${UNDER_WAY_MAX} 个导出还没有做好，请等其中一个结束`)
    const fileName = `${title}_${beijingDate(now)}.${wish.format}`
    const job = await insertExport(
      trx,
      { accountId: viewer.accountId, kind: wish.kind, format: wish.format, query, words: [...words], fileName },
      now,
    )
    await queue.enqueue(trx, exportMaking, { export_id: job.id })
    const after = { kind: job.kind, format: job.format, query }
    await writeAudit(trx, viewer, { action: 'export.ask', subject: `export:${job.id}`, before: null, after }, now)
    return wireOf(exporters, job)
  })
}

export async function exportsOf({ db }: DatabaseHandle, exporters: Exporters, accountId: number, page: number, perPage: number) {
  const { rows, total } = await ownExports(db, accountId, (page - 1) * perPage, perPage)
  return { list: rows.map((job) => wireOf(exporters, job)), total, page, per_page: perPage }
}

export async function exportOf({ db }: DatabaseHandle, exporters: Exporters, accountId: number, id: number): Promise<ExportJobWire> {
  const job = await ownExport(db, id, accountId)
  if (job === null) throw notFound('导出')
  return wireOf(exporters, job)
}

export async function cancelExport(
  { db }: DatabaseHandle,
  exporters: Exporters,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<ExportJobWire> {
  return transact(db, async (trx) => {
    const job = await ownExport(trx, id, viewer.accountId, true)
    if (job === null) throw notFound('导出')
    if (job.state === 'cancelled' || job.state === 'gone') return wireOf(exporters, job)
    const state = job.state === 'done' ? 'gone' : 'cancelled'
    await setEnded(trx, id, state, now)
    await dropPieces(trx, id)
    const change = { before: { state: job.state }, after: { state } }
    await writeAudit(trx, viewer, { action: 'export.cancel', subject: `export:${id}`, ...change }, now)
    return wireOf(exporters, { ...job, state, keptUntil: null, endedAt: job.endedAt ?? now })
  })
}

export interface ExportFile {
  name: string
  format: ExportRow['format']
  size: number
  content: Readable
}

async function* piecesOf({ db }: DatabaseHandle, id: number): AsyncGenerator<Buffer> {
  for (let seq = 0; ; seq += 1) {
    const piece = await readPiece(db, id, seq)
    if (piece === null) return
    yield piece
  }
}

/** What a file was made with may be more than its maker sees by now; which part of it, nobody can say of rows that are written. */
function isWithinView({ staff }: Viewer, { state, narrowed: made }: ExportRow): boolean {
  const now = staff?.narrowed ?? null
  if (now === null || state !== 'done') return true
  const same = (of: (view: Narrowing) => readonly (string | number)[] | null): boolean =>
    made !== null && JSON.stringify(of(made)?.toSorted() ?? null) === JSON.stringify(of(now)?.toSorted() ?? null)
  return same(({ warehouses }) => warehouses) && same(({ provinces }) => provinces) && same(({ managers }) => managers)
}

/** Who lost a word that the file was made with, or sees less by now, does not read it any more. That it was fetched is on record. */
export async function exportFile(database: DatabaseHandle, viewer: Viewer, id: number, now: Date): Promise<ExportFile> {
  const job = await transact(database.db, async (trx) => {
    const found = await ownExport(trx, id, viewer.accountId)
    if (found === null) throw notFound('导出')
    if (!mayRead(viewer, found.words)) throw forbidden('您的岗位已没有读这份文件的权限')
    if (!isWithinView(viewer, found)) throw forbidden('您的查看范围已变更，请重新导出')
    if (found.state !== 'done' || (found.keptUntil !== null && found.keptUntil < now))
      throw conflict(found.state === 'waiting' || found.state === 'running' ? '文件还在制作，请稍候' : '文件已不在，请重新导出')
    const after = { kind: found.kind, rows: found.rowCount }
    await writeAudit(trx, viewer, { action: 'export.download', subject: `export:${id}`, before: null, after }, now)
    return found
  })
  return {
    name: job.fileName,
    format: job.format,
    size: job.byteCount,
    content: Readable.from(piecesOf(database, id), { objectMode: false }),
  }
}
