import { type Static, Type } from 'typebox'
import type { ApprovalKind } from './approvals.ts'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, Paged, Paging, Reason } from './shapes.ts'

/**
 * A file that a clerk brings, of whatever kind: its columns are named where it has any, every row is tried out and taken back, another person
 * approves what was shown, then the queue lands it. Within a day the whole of it can be taken back, by two people again.
 */

/** As the table has it. */
export type ImportKindKey = 'goods' | 'pictures' | 'companies'

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
  doubtful: Type.Integer({ description: 'of new and changed: goods that wait for quality, companies that are to be looked at' }),
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
export type ImportWire = Static<typeof Import>

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
export type ImportWholeWire = Static<typeof Whole>

const Change = Type.Object({ field: Type.String(), name: Type.String(), before: Type.String(), after: Type.String() })
const Row = Type.Object({
  seq: Type.Integer(),
  line: Type.Integer({ description: 'in the file' }),
  code: Type.String(),
  name: Type.String(),
  state: RowState,
  doubtful: Flag,
  message: Type.String(),
  record_id: { ...NullableInteger, description: 'what it is about; null: nothing that is there' },
  source: { ...Type.String(), description: 'of a file of pictures: what is packed in it' },
  picture: { ...Type.String(), description: 'of a file of pictures: where it can be looked at' },
  former: { ...Type.String(), description: 'the picture whose place it takes; empty: none' },
  changes: Type.Array(Change),
  landed: Flag,
  undone: Type.Unsafe<ImportUndone>({ type: 'string', enum: [...IMPORT_UNDONE] }),
  undone_message: Type.String(),
})
export type ImportRowWire = Static<typeof Row>
const SHOWN = ['new', 'changed', 'same', 'refused', 'doubtful'] as const
const Shown = Type.Optional(Type.Unsafe<(typeof SHOWN)[number]>({ type: 'string', enum: [...SHOWN] }))

const Undo = Type.Object({
  changed: Type.Integer({ description: 'records that the import changed' }),
  touched: Type.Integer({ description: 'of them: somebody changed them since; only what is still as the import left it goes back' }),
  new: Type.Integer({ description: 'records that came by it' }),
  removable: Type.Integer({ description: 'of them: nobody has done anything with them' }),
  kept: listOf({ record_id: Id, code: Type.String(), name: Type.String(), why: Type.String() }),
  until: Type.String(),
})
export type ImportUndoWire = Static<typeof Undo>

interface Said<B extends string, V extends string, W extends string, R extends string, U extends string> {
  path: B
  /** What is brought, as people call it. */
  noun: string
  view: V
  change: W
  /** What a second person approves: that it lands, that it goes back. */
  run: R
  undo: U
}

/** The calls of one kind of files; each kind has its own words, paths and second person. */
export function importCalls<
  const B extends string,
  const V extends string,
  const W extends string,
  const R extends string,
  const U extends string,
>({ path, noun, view, change, run, undo }: Said<B, V, W, R, U>) {
  return {
    /** multipart/form-data with the part file. Nothing is changed yet. */
    upload: call('POST', path, { permission: change, summary: `读入${noun}文件`, data: Whole }),
    list: call('GET', path, {
      permission: view,
      summary: `${noun}的导入`,
      query: Type.Object({ state: Type.Optional(State), ...Paging }),
      data: Type.Object({ ...Paged, list: Type.Array(Import) }),
    }),
    one: call('GET', `${path}/:id`, { permission: view, summary: `一次${noun}导入`, data: Whole }),
    /** Names the columns, remembers them for files of this header, and has every row tried out. */
    check: call('POST', `${path}/:id/check`, {
      permission: change,
      summary: `${noun}导入：定列并预览`,
      body: Type.Object({
        columns: Type.Array(Type.Object({ field: Type.String({ maxLength: 30 }), at: Type.Integer({ minimum: 0, maximum: 255 }) }), {
          maxItems: 60,
        }),
      }),
      data: Import,
    }),
    cancel: call('POST', `${path}/:id/cancel`, { permission: change, summary: `放弃${noun}导入`, body: Type.Object({}), data: Import }),
    rows: call('GET', `${path}/:id/row`, {
      permission: view,
      summary: `${noun}导入的逐行结果`,
      query: Type.Object({ shown: Shown, ...Paging }),
      data: Type.Object({ ...Paged, list: Type.Array(Row) }),
    }),
    file: call('GET', `${path}/:id/file`, {
      permission: view,
      file: true,
      summary: `${noun}导入的结果（Excel）`,
      query: Type.Object({
        failed: Type.Optional({ ...Flag, description: '1: only rows that are refused, with their cells as they were' }),
      }),
      data: Type.Object({}),
    }),
    /** What was shown is landed, once another person has approved it. */
    run: call('POST', `${path}/:id/run`, {
      permission: change,
      approval: run,
      summary: `导入${noun}`,
      body: Type.Object({ reason: Reason }),
      data: Import,
    }),
    undoLook: call('GET', `${path}/:id/undo`, { permission: view, summary: `撤销${noun}导入：会怎样`, data: Undo }),
    undo: call('POST', `${path}/:id/undo`, {
      permission: change,
      approval: undo,
      summary: `撤销${noun}导入`,
      body: Type.Object({ reason: Reason }),
      data: Import,
    }),
  }
}
/** Those of any kind, for what works with all of them. */
export type ImportCalls = ReturnType<typeof importCalls<string, string, string, ApprovalKind, ApprovalKind>>
