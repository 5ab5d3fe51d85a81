import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { EXPORT_KEPT_DAYS, EXPORT_ROWS_MAX, type ExportKind } from '#contract/export-jobs.ts'
import { wordsOf } from '#contract/permissions.ts'
import { Id } from '#contract/shapes.ts'
import { writeAudit } from '../../../platform/audit.ts'
import { duringJob } from '../../../platform/audit-call.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { ShopError } from '../../../platform/errors.ts'
import type { Exporter, ExportSource } from '../../../platform/exporting.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { refuseOutside } from '../../../platform/narrowed-records.ts'
import { csvStream, type StreamedTable, xlsxStream } from '../../../platform/table-stream.ts'
import { defineTask, NO_PAYLOAD, type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { loadStaff } from '../../../platform/viewer-store.ts'
import { beginExport, dropOld, dropPieces, type ExportRow, endExport, insertPiece, noteView, tellProgress } from './store.ts'

export type Exporters = Readonly<Record<ExportKind, Exporter>>

export const exportMaking = defineTask('exports.make', Type.Object({ export_id: Id }))
const clearing = defineTask('exports.clear', NO_PAYLOAD, { cron: '40 19 * * *' })

const DAY_MS = 86_400_000
const PIECE_BYTES = 512 * 1024
/** Of the places in which a process works on jobs; what customers wait for needs the others. */
const AT_ONCE = 2
const LATER_MS = 3_000

class Cancelled extends Error {}
class TooMany extends Error {}
class Unseen extends Error {}

/** Of lists that are whole by their nature: whoever sees a part has no business with them. */
const WHOLE_WORDS = ['audit.view', 'money.view', 'figures.view']

/** What the list's own call asks for, and what the file asks for beside. */
export const wordsFor = ({ call, words = [] }: Exporter): readonly string[] => [...wordsOf(call).filter((word) => word !== 'own'), ...words]

export const mayRead = ({ staff }: Pick<Viewer, 'staff'>, words: readonly string[]): boolean =>
  staff !== null &&
  words.every((word) => staff.permissions.has(word)) &&
  (staff.narrowed === null || !words.some((word) => WHOLE_WORDS.includes(word)))

/** In the context of whoever it is for: a company or a warehouse that he does not see is no filter of his. */
async function refuseUnseen(database: DatabaseHandle, { call }: Exporter, viewer: Viewer, query: ExportRow['query']): Promise<void> {
  if (!viewer.staff?.narrowed) return
  try {
    await refuseOutside(database, call, { params: {}, query, body: null })
  } catch (error) {
    if (error instanceof ShopError) throw new Unseen(error.message)
    throw error
  }
}

/** Counts what passes, says how far it is, and rests as long as it worked: it has time, and those who ask the shop have none. */
async function* counted(
  { db }: DatabaseHandle,
  id: number,
  pages: StreamedTable['pages'],
  progress: { rows: number },
): StreamedTable['pages'] {
  let began = performance.now()
  for await (const page of pages) {
    progress.rows += page.length
    if (progress.rows > EXPORT_ROWS_MAX) throw new TooMany()
    if (!(await tellProgress(db, id, progress.rows))) throw new Cancelled()
    yield page
    await sleep(performance.now() - began)
    began = performance.now()
  }
}

async function keepFile({ db }: DatabaseHandle, id: number, file: AsyncIterable<Buffer>): Promise<number> {
  let seq = 0
  let size = 0
  let held: Buffer[] = []
  let heldBytes = 0
  const put = async () => {
    if (heldBytes === 0) return
    await insertPiece(db, id, seq, Buffer.concat(held))
    seq += 1
    held = []
    heldBytes = 0
  }
  for await (const bytes of file) {
    held.push(bytes)
    heldBytes += bytes.length
    size += bytes.length
    if (heldBytes >= PIECE_BYTES) await put()
  }
  await put()
  return size
}

async function fail({ db }: DatabaseHandle, id: number, note: string, now: Date): Promise<void> {
  await dropPieces(db, id)
  await endExport(db, id, { state: 'failed', rowCount: 0, byteCount: 0, note, keptUntil: null }, now)
}

async function write(source: ExportSource, exporter: Exporter, viewer: Viewer, job: ExportRow, now: Date): Promise<void> {
  const { database } = source
  await refuseUnseen(database, exporter, viewer, job.query)
  const progress = { rows: 0 }
  const pages = counted(database, job.id, exporter.pages(source, viewer, job.query, now), progress)
  const table = { name: exporter.title, columns: exporter.columns, pages }
  const size = await keepFile(database, job.id, job.format === 'xlsx' ? xlsxStream(table) : csvStream(table))
  const keptUntil = new Date(now.getTime() + EXPORT_KEPT_DAYS * DAY_MS)
  const end = { state: 'done' as const, rowCount: progress.rows, byteCount: size, note: '', keptUntil }
  await transact(database.db, async (trx) => {
    if (!(await endExport(trx, job.id, end, now))) throw new Cancelled()
    const after = { kind: job.kind, query: job.query, rows: progress.rows, bytes: size }
    await writeAudit(trx, viewer, { action: 'export.made', subject: `export:${job.id}`, before: null, after }, now)
  })
}

async function make(source: ExportSource, exporters: Exporters, id: number, now: Date): Promise<void> {
  const { database } = source
  const job = await transact(database.db, (trx) => beginExport(trx, id, now))
  if (job === null) return
  const viewer = await loadStaff(database, job.accountId, now)
  if (viewer === null || !mayRead(viewer, job.words)) return fail(database, id, '您的岗位已没有导出它的权限', now)
  await noteView(database.db, id, viewer.staff?.narrowed ?? null)
  try {
    await duringJob(viewer, `job ${exportMaking.name}`, () => write(source, exporters[job.kind], viewer, job, now))
  } catch (error) {
    if (error instanceof Cancelled) return dropPieces(database.db, id)
    if (error instanceof TooMany)
      return fail(database, id, `超过 ${EXPORT_ROWS_MAX.toLocaleString('zh-CN')} 行，请缩小筛选范围后再导出`, now)
    if (error instanceof Unseen) return fail(database, id, error.message, now)
    // The queue tries again by itself.
    await fail(database, id, '制作时出错，稍后自动再试', now)
    throw error
  }
}

export function exportTasks(source: ExportSource, exporters: Exporters, queue: Jobs): readonly TaskWork[] {
  const { database } = source
  let underWay = 0
  return [
    workOf(exportMaking, async ({ export_id: id }, now) => {
      if (underWay >= AT_ONCE) {
        await queue.enqueue(database.db, exportMaking, { export_id: id }, { runAt: new Date(now.getTime() + LATER_MS) })
        return
      }
      underWay += 1
      try {
        await make(source, exporters, id, now)
      } finally {
        underWay -= 1
      }
    }),
    workOf(clearing, async (_, now) => void (await dropOld(database.db, now))),
  ]
}
