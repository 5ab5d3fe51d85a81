import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, Paged, Paging, Reason } from './shapes.ts'

/**
 * A file of goods that a clerk brings: its columns are named, every row is tried out and taken back, another person approves what was shown,
 * then the queue lands it. Within a day the whole of it can be taken back, by two people again.
 */

const IMPORT_STATES = ['columns', 'checking', 'checked', 'running', 'done', 'undoing', 'undone', 'cancelled', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]
const State = Type.Unsafe<ImportState>({ type: 'string', enum: [...IMPORT_STATES] })

/** read: not looked at yet. What landed keeps what it was seen as, and landed says so. */
const IMPORT_ROW_STATES = ['read', 'new', 'changed', 'same', 'refused'] as const
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number]
const RowState = Type.Unsafe<ImportRowState>({ type: 'string', enum: [...IMPORT_ROW_STATES] })

/** What became of a row when the import was taken back. */
const IMPORT_UNDONE = ['', 'back', 'partly', 'removed', 'shelved', 'left'] as const
export type ImportUndone = (typeof IMPORT_UNDONE)[number]

const Counts = Type.Object({
  read: Type.Integer(),
  new: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  refused: Type.Integer(),
  doubtful: Type.Integer({ description: 'of new and changed: they wait for quality' }),
  landed: Type.Integer(),
  taken_back: Type.Integer({ description: 'rows that the undoing has seen' }),
})

const head = {
  id: Id,
  file_name: Type.String(),
  state: State,
  state_name: Type.String(),
  waits: { ...Flag, description: '1: another person is asked' },
  note: Type.String({ description: 'why it failed' }),
  by: Type.String(),
  at: Type.String(),
  landed_at: NullableText,
  ended_at: NullableText,
  total: Type.Integer(),
  counts: Counts,
}
const Import = Type.Object(head)
export type GoodsImportWire = Static<typeof Import>

const Column = Type.Object({
  field: Type.String(),
  name: Type.String(),
  required: Flag,
  at: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'which of the file’s; null: none' }),
  hint: Type.String({ description: 'what is done with it, where that is not plain' }),
})
const Whole = Type.Object({
  ...head,
  header: Type.Array(Type.String()),
  samples: Type.Array(Type.Array(Type.String()), { description: 'by column of the file: its first values' }),
  columns: Type.Array(Column),
  left_out: Type.Array(Type.String(), { description: 'columns that are known and not taken: on and off the shelf are deeds of their own' }),
  remembered: { ...Flag, description: '1: the columns are as they were chosen for such a file before' },
  mine: Flag,
  undo_until: NullableText,
  approved_by: Type.String(),
  undo_asked_by: Type.String(),
})
export type GoodsImportWholeWire = Static<typeof Whole>

/** multipart/form-data with the part file: CSV, XLSX or XLS, 20 MB. Nothing is changed yet. */
export const staffImportUpload = call('POST', '/api/staff/goods_import', {
  permission: 'goods.import',
  summary: '读入商品资料文件',
  data: Whole,
})
export const staffImports = call('GET', '/api/staff/goods_import', {
  permission: 'goods.view',
  summary: '商品资料的导入',
  query: Type.Object({ state: Type.Optional(State), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Import) }),
})
export const staffImport = call('GET', '/api/staff/goods_import/:id', {
  permission: 'goods.view',
  summary: '一次商品资料导入',
  data: Whole,
})
/** Names the columns, remembers them for files of this header, and has every row tried out. */
export const staffImportCheck = call('POST', '/api/staff/goods_import/:id/check', {
  permission: 'goods.import',
  summary: '商品资料导入：定列并预览',
  body: Type.Object({
    columns: Type.Array(Type.Object({ field: Type.String({ maxLength: 30 }), at: Type.Integer({ minimum: 0, maximum: 255 }) }), {
      maxItems: 60,
    }),
  }),
  data: Import,
})
export const staffImportCancel = call('POST', '/api/staff/goods_import/:id/cancel', {
  permission: 'goods.import',
  summary: '放弃商品资料导入',
  body: Type.Object({}),
  data: Import,
})

const Change = Type.Object({ field: Type.String(), name: Type.String(), before: Type.String(), after: Type.String() })
const Row = Type.Object({
  seq: Type.Integer(),
  line: Type.Integer({ description: 'in the file' }),
  code: Type.String(),
  name: Type.String(),
  state: RowState,
  doubtful: Flag,
  message: Type.String(),
  goods_id: NullableInteger,
  changes: Type.Array(Change),
  landed: Flag,
  undone: Type.Unsafe<ImportUndone>({ type: 'string', enum: [...IMPORT_UNDONE] }),
  undone_message: Type.String(),
})
export type GoodsImportRowWire = Static<typeof Row>
const SHOWN = ['new', 'changed', 'same', 'refused', 'doubtful'] as const
const Shown = Type.Optional(Type.Unsafe<(typeof SHOWN)[number]>({ type: 'string', enum: [...SHOWN] }))
export const staffImportRows = call('GET', '/api/staff/goods_import/:id/row', {
  permission: 'goods.view',
  summary: '商品资料导入的逐行结果',
  query: Type.Object({ shown: Shown, ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Row) }),
})
export const staffImportFile = call('GET', '/api/staff/goods_import/:id/file', {
  permission: 'goods.view',
  file: true,
  summary: '商品资料导入的结果（Excel）',
  query: Type.Object({ failed: Type.Optional({ ...Flag, description: '1: only rows that are refused, with their cells as they were' }) }),
  data: Type.Object({}),
})

/** What was shown is landed, once another person has approved it. */
export const staffImportRun = call('POST', '/api/staff/goods_import/:id/run', {
  permission: 'goods.import',
  approval: 'goods.import',
  summary: '导入商品资料',
  body: Type.Object({ reason: Reason }),
  data: Import,
})

const Undo = Type.Object({
  changed: Type.Integer({ description: 'goods that the import changed' }),
  touched: Type.Integer({ description: 'of them: somebody changed them since; only what is still as the import left it goes back' }),
  new: Type.Integer({ description: 'goods that came by it' }),
  removable: Type.Integer({ description: 'of them: nobody has done anything with them' }),
  kept: listOf({ goods_id: Id, code: Type.String(), name: Type.String(), why: Type.String() }),
  until: Type.String(),
})
export type GoodsImportUndoWire = Static<typeof Undo>
export const staffImportUndoLook = call('GET', '/api/staff/goods_import/:id/undo', {
  permission: 'goods.view',
  summary: '撤销商品资料导入：会怎样',
  data: Undo,
})
export const staffImportUndo = call('POST', '/api/staff/goods_import/:id/undo', {
  permission: 'goods.import',
  approval: 'goods.import_undo',
  summary: '撤销商品资料导入',
  body: Type.Object({ reason: Reason }),
  data: Import,
})
