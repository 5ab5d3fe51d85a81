import type { FastifyRequest } from 'fastify'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { IMPORT_UNDO_HOURS } from '#contract/constants.ts'
import type { ImportCalls, ImportRowWire, ImportState, ImportWholeWire, ImportWire } from '#contract/imports.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { plainName, readUpload, wrongFile } from '../../../platform/one-upload.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { workbookAnswer } from '../../../platform/workbook.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import { virusRefusal } from '../../who/files/public.ts'
import { UnreadableFile } from '../import/public.ts'
import { smallImage } from '../pictures/public.ts'
import type { Columns, ImportKind, SaidFields } from './kind.ts'
import { importWork } from './making.ts'
import {
  dropLeft,
  type ImportFile,
  insertFile,
  listFiles,
  moveFile,
  readFile,
  rememberColumns,
  rememberedColumns,
  type Shown,
  type ShownRow,
  sampleRows,
  shownRows,
  underWay,
} from './store.ts'
import { STATE_NAMES } from './words.ts'

/** The desk of one kind. */
export interface Desk {
  database: DatabaseHandle
  jobs: Jobs
  kind: ImportKind
  scanner: VirusScanner
}

/** Read and not handed in yet, of one person. */
const LEFT_MAX = 5
const HOUR_MS = 3_600_000

const ROW_NAMES = { read: '未预览', new: '新增', changed: '改动', same: '无变化', refused: '不导入' } as const
const UNDONE_NAMES = { '': '', back: '已改回', partly: '部分改回', removed: '已删除', shelved: '留下，不上架', left: '留下' } as const

export const wireOf = (file: ImportFile): ImportWire => ({
  id: file.id,
  file_name: file.fileName,
  state: file.state,
  state_name: file.waits ? '待批准' : STATE_NAMES[file.state],
  waits: file.waits ? 1 : 0,
  note: file.note,
  by: file.by,
  at: file.takenAt.toISOString(),
  landed_at: file.landedAt?.toISOString() ?? null,
  ended_at: file.endedAt?.toISOString() ?? null,
  total: file.total,
  counts: file.counts,
})

export async function fileOf(connection: Connection, kind: ImportKind, id: number, now: Date): Promise<ImportFile> {
  const file = await readFile(connection, id, now)
  if (file === null || file.kind !== kind.key) throw notFound('这次导入')
  return file
}

export const undoUntil = ({ landedAt }: ImportFile): Date | null =>
  landedAt === null ? null : new Date(landedAt.getTime() + IMPORT_UNDO_HOURS * HOUR_MS)

const mayOf =
  (viewer: Viewer) =>
  (word: string): boolean =>
    viewer.staff?.permissions.has(word) ?? false

/** A colleague's file may say in any column what goods cost. */
function seesColumn(kind: ImportKind, viewer: Viewer, file: ImportFile): (at: number) => boolean {
  if (file.accountId === viewer.accountId || kind.fields.length === 0) return () => true
  const fields = new Map(Object.entries(file.columns).map(([field, at]) => [at, field]))
  return (at) => {
    const field = fields.get(at)
    return field !== undefined && kind.sees(field, mayOf(viewer))
  }
}

const SAMPLES = 3

export async function wholeOf({ db }: DatabaseHandle, kind: ImportKind, viewer: Viewer, id: number, now: Date): Promise<ImportWholeWire> {
  const file = await fileOf(db, kind, id, now)
  const cells = await sampleRows(db, id)
  const sees = seesColumn(kind, viewer, file)
  const samples = file.header.map((_, at) =>
    sees(at) ? [...new Set(cells.map((row) => (row[at] ?? '').trim()).filter((text) => text !== ''))].slice(0, SAMPLES) : [],
  )
  const remembered = await rememberedColumns(db, kind.key, file.headerKey)
  const ignored = kind.leftOut(file.header)
  return {
    ...wireOf(file),
    header: file.header,
    samples: samples.map((of) => of.map((text) => text.slice(0, 60))),
    columns: kind.fields.map(({ required, ...field }) => ({
      ...field,
      required: required ? 1 : 0,
      at: file.columns[field.field] ?? null,
    })),
    left_out: ignored,
    remembered: remembered !== null && file.state === 'columns' ? 1 : 0,
    mine: file.accountId === viewer.accountId ? 1 : 0,
    undo_until: undoUntil(file)?.toISOString() ?? null,
    approved_by: file.approvedBy,
    undo_asked_by: file.undoBy,
  }
}

const keyOf = (header: readonly string[]): string => JSON.stringify(header).slice(0, 4_000)

const isField = ({ fields }: ImportKind, field: string): boolean => fields.some((one) => one.field === field)

const onlyThere = (kind: ImportKind, columns: Columns, header: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([field, at]) => isField(kind, field) && at < header.length))

const tooLarge = ({ bytesMax }: ImportKind): string => `文件不能超过 ${bytesMax / 1024 / 1024} MB，请分成几份`

export async function takeFile({ database, jobs, kind, scanner }: Desk, request: FastifyRequest, viewer: Viewer, now: Date) {
  const upload = await readUpload(request, tooLarge(kind))
  const refusal = await virusRefusal(scanner, upload.bytes)
  if (refusal !== null) throw wrongFile(refusal)
  const warn = (failure: unknown) => request.log.warn({ err: failure }, `a file of ${kind.key} could not be read`)
  const read = await kind.read(upload, viewer.accountId, warn).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? wrongFile(error.message) : error
  })
  const name = plainName(upload.name)
  const headerKey = keyOf(read.header)
  const id = await transact(database.db, async (trx) => {
    if ((await underWay(trx, viewer.accountId)) >= LEFT_MAX && !(await dropLeft(trx, viewer.accountId)))
      throw conflict(`已有 ${LEFT_MAX} 份正在预览，请等它们完成再上传`)
    const remembered = await rememberedColumns(trx, kind.key, headerKey)
    const columns = onlyThere(kind, remembered ?? kind.recognised(read.header), read.header)
    const made = await insertFile(trx, kind.key, { ...read, name, headerKey, columns, accountId: viewer.accountId, by: viewer.name }, now)
    await kind.keep?.(trx, made, read.rows)
    const after = { file: name, rows: read.rows.length }
    await writeAudit(trx, viewer, { action: kind.actions.read, subject: `${kind.subject}:${made}`, before: null, after }, now)
    if (kind.fields.length === 0) await startCheck(trx, { jobs, kind }, made, {})
    return made
  })
  return wholeOf(database, kind, viewer, id, now)
}

/** False: it is in no state to be tried out. */
async function startCheck(trx: Connection, { jobs, kind }: Pick<Desk, 'jobs' | 'kind'>, id: number, columns: Columns): Promise<boolean> {
  if (!(await moveFile(trx, id, ['columns', 'checked', 'cancelled'], 'checking', { columns }))) return false
  await kind.reset(trx, id, columns)
  await jobs.enqueue(trx, importWork, { file_id: id })
  return true
}

function chosenColumns(kind: ImportKind, { columns }: BodyOf<ImportCalls['check']>, header: readonly string[]): Columns {
  const errors: FieldError[] = []
  const chosen: Record<string, number> = {}
  for (const [place, { field, at }] of columns.entries()) {
    if (!isField(kind, field) || at >= header.length) errors.push({ field: `columns[${place}]`, message: '没有这一列' })
    else if (Object.values(chosen).includes(at)) errors.push({ field: `columns[${place}]`, message: `文件的“${header[at]}”选了两次` })
    else chosen[field] = at
  }
  const missing = kind.fields.filter(({ field, required }) => required && chosen[field] === undefined)
  if (missing.length > 0) errors.push({ field: 'columns', message: `请指定${missing.map(({ name }) => name).join('、')}在哪一列` })
  if (errors.length > 0) throw fieldErrors(errors)
  return chosen
}

const refuseWaiting = (file: ImportFile): void => {
  if (file.waits) throw conflict('正在等待批准，请先在“批准”里撤回')
}

export async function checkFile(
  { database, jobs, kind }: Desk,
  viewer: Viewer,
  id: number,
  body: BodyOf<ImportCalls['check']>,
  now: Date,
): Promise<ImportWire> {
  return transact(database.db, async (trx) => {
    const file = await fileOf(trx, kind, id, now)
    if (file.accountId !== viewer.accountId) throw conflict(`这是 ${file.by} 的导入，由他预览`)
    refuseWaiting(file)
    const columns = chosenColumns(kind, body, file.header)
    if (!(await startCheck(trx, { jobs, kind }, id, columns))) throw conflict(`这次导入${STATE_NAMES[file.state]}，不能再预览`)
    if (kind.fields.length > 0)
      await rememberColumns(trx, { kind: kind.key, headerKey: file.headerKey, columns, accountId: viewer.accountId }, now)
    const named = kind.fields.filter(({ field }) => columns[field] !== undefined)
    const after = { file: file.fileName, columns: named.map(({ name }) => name).join('、') }
    await writeAudit(trx, viewer, { action: kind.actions.check, subject: `${kind.subject}:${id}`, before: null, after }, now)
    return wireOf(await fileOf(trx, kind, id, now))
  })
}

export async function cancelFile({ database: { db }, kind }: Desk, viewer: Viewer, id: number, now: Date): Promise<ImportWire> {
  return transact(db, async (trx) => {
    const file = await fileOf(trx, kind, id, now)
    if (file.accountId !== viewer.accountId) throw conflict(`这是 ${file.by} 的导入，由他放弃`)
    refuseWaiting(file)
    if (!(await moveFile(trx, id, ['columns', 'checking', 'checked'], 'cancelled', { endedAt: now })))
      throw conflict(`这次导入${STATE_NAMES[file.state]}，不能放弃`)
    const change = { before: { state: file.state }, after: { state: 'cancelled', file: file.fileName } }
    await writeAudit(trx, viewer, { action: kind.actions.cancel, subject: `${kind.subject}:${id}`, ...change }, now)
    return wireOf(await fileOf(trx, kind, id, now))
  })
}

export async function filesOf(
  { db }: DatabaseHandle,
  kind: ImportKind,
  state: ImportState | null,
  page: number,
  perPage: number,
  now: Date,
) {
  const { rows, total } = await listFiles(db, kind, state, (page - 1) * perPage, perPage, now)
  return { list: rows.map(wireOf), total, page, per_page: perPage }
}

function changesOf(kind: ImportKind, viewer: Viewer, before: SaidFields | null, after: SaidFields | null): ImportRowWire['changes'] {
  return Object.keys(after ?? {})
    .filter((field) => kind.sees(field, mayOf(viewer)))
    .sort(kind.formOrder)
    .map((field) => ({ field, name: kind.formName(field), before: before?.[field]?.said ?? '', after: after?.[field]?.said ?? '' }))
}

/** Where a picture that a row is about can be looked at; one that has not landed is shown to staff alone. */
function pictureAt(said: SaidFields | null): string {
  const is = said?.picture?.is
  return typeof is === 'string' ? smallImage(is) : typeof is === 'number' ? `/api/staff/file/${is}/preview` : ''
}

const rowWire = (kind: ImportKind, viewer: Viewer, row: ShownRow): ImportRowWire => ({
  seq: row.seq,
  line: row.line,
  code: row.code,
  name: row.name,
  state: row.state,
  doubtful: row.doubtful ? 1 : 0,
  message: row.message,
  record_id: row.recordId,
  source: kind.fields.length === 0 ? (row.cells[0] ?? '') : '',
  picture: pictureAt(row.after),
  former: pictureAt(row.before),
  changes: changesOf(kind, viewer, row.before, row.after),
  landed: row.landedAt === null ? 0 : 1,
  undone: row.undone,
  undone_message: row.undoneMessage,
})

export async function rowsOf(
  { database: { db }, kind }: Desk,
  viewer: Viewer,
  id: number,
  { shown, page, perPage, now }: { shown: Shown | null; page: number; perPage: number; now: Date },
): Promise<DataOf<ImportCalls['rows']>> {
  await fileOf(db, kind, id, now)
  const { rows, total } = await shownRows(db, id, shown, (page - 1) * perPage, perPage)
  return { list: rows.map((row) => rowWire(kind, viewer, row)), total, page, per_page: perPage }
}

const ALL = 100_000
const said = ({ changes }: ImportRowWire): string =>
  changes.map(({ name, before, after }) => (before === '' ? `${name}：${after}` : `${name}：${before} → ${after}`)).join('；')

/** failed: the rows as they were in the file, with why behind them, to be put right and brought again. */
export async function resultFile(
  { database, kind }: Desk,
  viewer: Viewer,
  id: number,
  onlyFailed: boolean,
  now: Date,
): Promise<FileAnswer> {
  const file = await fileOf(database.db, kind, id, now)
  const { rows } = await shownRows(database.db, id, onlyFailed ? 'refused' : null, 0, ALL)
  const name = file.fileName.replace(/\.[^.]{1,5}$/, '')
  if (onlyFailed) {
    const sees = seesColumn(kind, viewer, file)
    const places = file.header.map((_, at) => at).filter(sees)
    const columns = [...places.map((at) => ({ title: file.header[at] ?? '', width: 20 })), { title: '没有导入的原因', width: 60 }]
    const cells = rows.map((row) => [...places.map((at) => row.cells[at] ?? ''), row.message])
    return workbookAnswer(`${name}-未导入.xlsx`, [{ name: '未导入', columns, rows: cells }])
  }
  const columns = [
    { title: kind.fields.length === 0 ? '序号' : '行', width: 8 },
    ...(kind.fields.length === 0 ? [{ title: '文件', width: 40 }] : []),
    { title: `${kind.record}编码`, width: 16 },
    { title: `${kind.record}名称`, width: 36 },
    { title: '结果', width: 12 },
    { title: '说明', width: 60 },
    { title: '内容', width: 80 },
    { title: '撤销', width: 30 },
  ]
  const cells = rows.map((row) => [
    row.line,
    ...(kind.fields.length === 0 ? [row.cells[0] ?? ''] : []),
    row.code,
    row.name,
    ROW_NAMES[row.state],
    row.message,
    said(rowWire(kind, viewer, row)),
    [UNDONE_NAMES[row.undone], row.undoneMessage].filter(Boolean).join('：'),
  ])
  return workbookAnswer(`${name}-导入结果.xlsx`, [{ name: '导入结果', columns, rows: cells }])
}
