import type { FastifyRequest } from 'fastify'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { IMPORT_FILE_BYTES_MAX, IMPORT_UNDO_HOURS } from '#contract/constants.ts'
import type {
  GoodsImportRowWire,
  GoodsImportWholeWire,
  GoodsImportWire,
  ImportState,
  staffImportCheck,
  staffImportRows,
} from '#contract/goods-import.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { readUpload, wrongFile } from '../../../platform/one-upload.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { workbookAnswer } from '../../../platform/workbook.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'
import { virusRefusal } from '../../who/files/public.ts'
import { UnreadableFile } from '../import/public.ts'
import {
  DESK_FIELDS,
  type DeskColumns,
  type DeskField,
  fieldName,
  formName,
  formOrder,
  HINTS,
  isDeskField,
  isRequired,
  leftOut,
  PRICES,
  recognised,
} from './fields.ts'
import { readInThread } from './file-thread.ts'
import type { SaidFields } from './landing.ts'
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
  resetRows,
  type Shown,
  type ShownRow,
  sampleRows,
  shownRows,
  underWay,
} from './store.ts'

/** Read and not handed in yet, of one person. */
const LEFT_MAX = 5
const NAME_MAX = 120
const HOUR_MS = 3_600_000

export const STATE_NAMES: Readonly<Record<ImportState, string>> = {
  columns: '待定列',
  checking: '预览中',
  checked: '待提交',
  running: '导入中',
  done: '已导入',
  undoing: '撤销中',
  undone: '已撤销',
  cancelled: '已放弃',
  failed: '失败',
}
const ROW_NAMES = { read: '未预览', new: '新增', changed: '改动', same: '无变化', refused: '不导入' } as const
const UNDONE_NAMES = { '': '', back: '已改回', partly: '部分改回', removed: '已删除', shelved: '留下，不上架', left: '留下' } as const

export const wireOf = (file: ImportFile): GoodsImportWire => ({
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

export async function fileOf(connection: Connection, id: number, now: Date): Promise<ImportFile> {
  const file = await readFile(connection, id, now)
  if (file === null) throw notFound('这次导入')
  return file
}

export const undoUntil = ({ landedAt }: ImportFile): Date | null =>
  landedAt === null ? null : new Date(landedAt.getTime() + IMPORT_UNDO_HOURS * HOUR_MS)

const may = (viewer: Viewer, word: string): boolean => viewer.staff?.permissions.has(word) ?? false

/** A colleague's file may say in any column what goods cost. */
function seesColumn(viewer: Viewer, file: ImportFile): (at: number) => boolean {
  if (file.accountId === viewer.accountId) return () => true
  const fields = new Map(Object.entries(file.columns).map(([field, at]) => [at, field as DeskField]))
  return (at) => {
    const field = fields.get(at)
    return field !== undefined && seesField(viewer, field)
  }
}
const seesField = (viewer: Viewer, field: string): boolean =>
  field === 'cost' ? may(viewer, 'prices.cost') : !PRICES.has(field as DeskField) || may(viewer, 'prices.view')

const SAMPLES = 3

export async function wholeOf({ db }: DatabaseHandle, viewer: Viewer, id: number, now: Date): Promise<GoodsImportWholeWire> {
  const file = await fileOf(db, id, now)
  const cells = await sampleRows(db, id)
  const sees = seesColumn(viewer, file)
  const samples = file.header.map((_, at) =>
    sees(at) ? [...new Set(cells.map((row) => (row[at] ?? '').trim()).filter((text) => text !== ''))].slice(0, SAMPLES) : [],
  )
  const remembered = await rememberedColumns(db, file.headerKey)
  const ignored = leftOut(file.header)
  return {
    ...wireOf(file),
    header: file.header,
    samples: samples.map((of) => of.map((text) => text.slice(0, 60))),
    columns: DESK_FIELDS.map((field) => ({
      field,
      name: fieldName(field),
      required: isRequired(field) ? 1 : 0,
      at: file.columns[field] ?? null,
      hint: HINTS[field] ?? '',
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

function onlyThere(columns: DeskColumns, header: readonly string[]): DeskColumns {
  return Object.fromEntries(Object.entries(columns).filter(([field, at]) => isDeskField(field) && at < header.length)) as DeskColumns
}

const plainName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(-NAME_MAX) || '未命名'

const TOO_LARGE = `文件不能超过 ${IMPORT_FILE_BYTES_MAX / 1024 / 1024} MB，请分成几份`

export async function takeFile(
  { database, scanner }: { database: DatabaseHandle; scanner: VirusScanner },
  request: FastifyRequest,
  viewer: Viewer,
  now: Date,
): Promise<GoodsImportWholeWire> {
  const upload = await readUpload(request, TOO_LARGE)
  const refusal = await virusRefusal(scanner, upload.bytes)
  if (refusal !== null) throw wrongFile(refusal)
  const warn = (failure: unknown) => request.log.warn({ err: failure }, 'a file of goods could not be read')
  const read = await readInThread({ ...upload, account: viewer.accountId }, null, warn).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? wrongFile(error.message) : error
  })
  const name = plainName(upload.name)
  const headerKey = keyOf(read.header)
  const id = await transact(database.db, async (trx) => {
    if ((await underWay(trx, viewer.accountId)) >= LEFT_MAX) await dropLeft(trx, viewer.accountId)
    const remembered = await rememberedColumns(trx, headerKey)
    const columns = onlyThere(remembered ?? recognised(read.header).index, read.header)
    const made = await insertFile(trx, { ...read, name, headerKey, columns, accountId: viewer.accountId, by: viewer.name }, now)
    const after = { file: name, rows: read.rows.length }
    await writeAudit(trx, viewer, { action: 'goods_import.read', subject: `goods_import:${made}`, before: null, after }, now)
    return made
  })
  return wholeOf(database, viewer, id, now)
}

function chosenColumns({ columns }: BodyOf<typeof staffImportCheck>, header: readonly string[]): DeskColumns {
  const errors: FieldError[] = []
  const chosen: DeskColumns = {}
  for (const [place, { field, at }] of columns.entries()) {
    if (!isDeskField(field) || at >= header.length) errors.push({ field: `columns[${place}]`, message: '没有这一列' })
    else if (Object.values(chosen).includes(at)) errors.push({ field: `columns[${place}]`, message: `文件的“${header[at]}”选了两次` })
    else chosen[field] = at
  }
  const missing = DESK_FIELDS.filter((field) => isRequired(field) && chosen[field] === undefined)
  if (missing.length > 0) errors.push({ field: 'columns', message: `请指定${missing.map(fieldName).join('、')}在哪一列` })
  if (errors.length > 0) throw fieldErrors(errors)
  return chosen
}

const refuseWaiting = (file: ImportFile): void => {
  if (file.waits) throw conflict('正在等待批准，请先在“批准”里撤回')
}

export async function checkFile(
  database: DatabaseHandle,
  queue: Jobs,
  viewer: Viewer,
  id: number,
  body: BodyOf<typeof staffImportCheck>,
  now: Date,
): Promise<GoodsImportWire> {
  return transact(database.db, async (trx) => {
    const file = await fileOf(trx, id, now)
    if (file.accountId !== viewer.accountId) throw conflict(`这是 ${file.by} 的导入，由他预览`)
    refuseWaiting(file)
    const columns = chosenColumns(body, file.header)
    if (!(await moveFile(trx, id, ['columns', 'checked', 'cancelled'], 'checking', { columns })))
      throw conflict(`这次导入${STATE_NAMES[file.state]}，不能再预览`)
    await rememberColumns(trx, { headerKey: file.headerKey, columns, accountId: viewer.accountId }, now)
    await resetRows(trx, id, columns.code ?? 0)
    await queue.enqueue(trx, importWork, { file_id: id })
    const after = {
      file: file.fileName,
      columns: Object.keys(columns)
        .map((field) => fieldName(field as DeskField))
        .join('、'),
    }
    await writeAudit(trx, viewer, { action: 'goods_import.check', subject: `goods_import:${id}`, before: null, after }, now)
    return wireOf(await fileOf(trx, id, now))
  })
}

export async function cancelFile({ db }: DatabaseHandle, viewer: Viewer, id: number, now: Date): Promise<GoodsImportWire> {
  return transact(db, async (trx) => {
    const file = await fileOf(trx, id, now)
    if (file.accountId !== viewer.accountId) throw conflict(`这是 ${file.by} 的导入，由他放弃`)
    refuseWaiting(file)
    if (!(await moveFile(trx, id, ['columns', 'checking', 'checked'], 'cancelled', { endedAt: now })))
      throw conflict(`这次导入${STATE_NAMES[file.state]}，不能放弃`)
    const change = { before: { state: file.state }, after: { state: 'cancelled', file: file.fileName } }
    await writeAudit(trx, viewer, { action: 'goods_import.cancel', subject: `goods_import:${id}`, ...change }, now)
    return wireOf(await fileOf(trx, id, now))
  })
}

export async function filesOf({ db }: DatabaseHandle, state: ImportState | null, page: number, perPage: number, now: Date) {
  const { rows, total } = await listFiles(db, state, (page - 1) * perPage, perPage, now)
  return { list: rows.map(wireOf), total, page, per_page: perPage }
}

function changesOf(viewer: Viewer, before: SaidFields | null, after: SaidFields | null): GoodsImportRowWire['changes'] {
  return Object.keys(after ?? {})
    .filter((field) => seesField(viewer, field))
    .sort(formOrder)
    .map((field) => ({ field, name: formName(field), before: before?.[field]?.said ?? '', after: after?.[field]?.said ?? '' }))
}

const rowWire = (viewer: Viewer, row: ShownRow): GoodsImportRowWire => ({
  seq: row.seq,
  line: row.line,
  code: row.code,
  name: row.name,
  state: row.state,
  doubtful: row.doubtful ? 1 : 0,
  message: row.message,
  goods_id: row.goodsId,
  changes: changesOf(viewer, row.before, row.after),
  landed: row.landedAt === null ? 0 : 1,
  undone: row.undone,
  undone_message: row.undoneMessage,
})

export async function rowsOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  id: number,
  { shown, page, perPage, now }: { shown: Shown | null; page: number; perPage: number; now: Date },
): Promise<DataOf<typeof staffImportRows>> {
  await fileOf(db, id, now)
  const { rows, total } = await shownRows(db, id, shown, (page - 1) * perPage, perPage)
  return { list: rows.map((row) => rowWire(viewer, row)), total, page, per_page: perPage }
}

const ALL = 100_000
const said = ({ changes }: GoodsImportRowWire): string =>
  changes.map(({ name, before, after }) => (before === '' ? `${name}：${after}` : `${name}：${before} → ${after}`)).join('；')

/** failed: the rows as they were in the file, with why behind them, to be put right and brought again. */
export async function resultFile(
  database: DatabaseHandle,
  viewer: Viewer,
  id: number,
  onlyFailed: boolean,
  now: Date,
): Promise<FileAnswer> {
  const file = await fileOf(database.db, id, now)
  const { rows } = await shownRows(database.db, id, onlyFailed ? 'refused' : null, 0, ALL)
  const name = file.fileName.replace(/\.[^.]{1,5}$/, '')
  if (onlyFailed) {
    const sees = seesColumn(viewer, file)
    const places = file.header.map((_, at) => at).filter(sees)
    const columns = [...places.map((at) => ({ title: file.header[at] ?? '', width: 20 })), { title: '没有导入的原因', width: 60 }]
    const cells = rows.map((row) => [...places.map((at) => row.cells[at] ?? ''), row.message])
    return workbookAnswer(`${name}-未导入.xlsx`, [{ name: '未导入', columns, rows: cells }])
  }
  const columns = [
    { title: '行', width: 8 },
    { title: '商品编码', width: 16 },
    { title: '商品名称', width: 36 },
    { title: '结果', width: 12 },
    { title: '说明', width: 60 },
    { title: '内容', width: 80 },
    { title: '撤销', width: 30 },
  ]
  const cells = rows.map((row) => [
    row.line,
    row.code,
    row.name,
    ROW_NAMES[row.state],
    row.message,
    said(rowWire(viewer, row)),
    [UNDONE_NAMES[row.undone], row.undoneMessage].filter(Boolean).join('：'),
  ])
  return workbookAnswer(`${name}-导入结果.xlsx`, [{ name: '导入结果', columns, rows: cells }])
}
