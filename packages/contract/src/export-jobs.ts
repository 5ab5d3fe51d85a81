import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { EXPORT_LISTS } from './constants.ts'
import { Id, NullableText, Paged, Paging } from './shapes.ts'

/** Lists of the console as files: made by the queue page by page, kept for some days for who asked. */

export type ExportKind = keyof typeof EXPORT_LISTS
const EXPORT_KINDS = Object.keys(EXPORT_LISTS) as ExportKind[]
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled', 'gone'] as const
export type ExportState = (typeof EXPORT_STATES)[number]
export const EXPORT_ROWS_MAX = 1_000_000
export const EXPORT_KEPT_DAYS = 7

const Job = Type.Object({
  id: Id,
  kind: Type.Unsafe<ExportKind>({ type: 'string' }),
  title: Type.String(),
  state: Type.Unsafe<ExportState>({ type: 'string' }),
  state_name: Type.String(),
  file_name: Type.String(),
  rows: Type.Integer({ description: 'so far' }),
  bytes: Type.Integer(),
  note: Type.String({ description: 'why it failed' }),
  filter: Type.String({ description: 'which rows, in words' }),
  asked_at: Type.String(),
  ended_at: NullableText,
  kept_until: NullableText,
})
export type ExportJobWire = Static<typeof Job>

/** For whoever may read the list (orders: with its amounts). The query is that of the list's own call. */
export const staffExport = call('POST', '/api/staff/export/:kind', {
  permission: 'own',
  summary: '导出列表（后台任务）',
  params: Type.Object({ kind: Type.Unsafe<ExportKind>({ type: 'string', enum: [...EXPORT_KINDS] }) }),
  body: Type.Object({
    format: Type.Unsafe<'xlsx' | 'csv'>({ type: 'string', enum: ['xlsx', 'csv'] }),
    // A form does not send what is empty: left out, the whole list is meant.
    query: Type.Optional(
      Type.Record(Type.String({ maxLength: 30 }), Type.Union([Type.String({ maxLength: 80 }), Type.Number()]), { maxProperties: 30 }),
    ),
  }),
  data: Job,
})
export const staffExports = call('GET', '/api/staff/export', {
  permission: 'own',
  summary: '我的导出',
  query: Type.Object(Paging),
  data: Type.Object({ ...Paged, list: Type.Array(Job) }),
})
export const staffExportState = call('GET', '/api/staff/export/:id', {
  permission: 'own',
  summary: '导出的进度',
  data: Job,
})
/** Only to who asked for it, and only while he holds the words that it was made with. */
export const staffExportFile = call('GET', '/api/staff/export/:id/file', {
  permission: 'own',
  file: true,
  summary: '下载导出的文件',
  data: Type.Object({}),
})
export const staffExportCancel = call('POST', '/api/staff/export/:id/cancel', {
  permission: 'own',
  summary: '取消导出，或删除已导出的文件',
  body: Type.Object({}),
  data: Job,
})
