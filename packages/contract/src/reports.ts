import { type Static, Type } from 'typebox'
import type { ReportKind, ReportState } from '#domain/reports.ts'
import { call } from './call.ts'
import { ZIP_MAX } from './exchange.ts'
import { FILE_BYTES_MAX } from './files.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, OptionalDay, Page, Paged } from './shapes.ts'

/** Inspection reports of batches: found, fetched and asked for by buyers; taken in, matched and released by staff. */

/** Files of one upload, and how large each may be. */
export const REPORTS_AT_ONCE = 50
export const REPORT_BYTES_MAX = FILE_BYTES_MAX
const PER_PAGE_MAX = 100

const KINDS: ReportKind[] = ['report', 'lot_release', 'import_paper']
const STATES: ReportState[] = ['unmatched', 'checking', 'released', 'refused', 'replaced', 'withdrawn']
const Kind = Type.Unsafe<ReportKind>({ type: 'string', enum: KINDS })
const State = Type.Unsafe<ReportState>({ type: 'string', enum: STATES })
const BatchNo = Type.String({ minLength: 1, maxLength: 20 })
const PerPage = Type.Optional(Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, default: 20 }))

const ReportShape = Type.Object({
  id: Id,
  kind: Kind,
  kind_name: Type.String(),
  report_no: Type.String(),
  report_date: NullableText,
  signed: Flag,
  released_at: Type.String(),
  url: Type.String({ description: 'the report: as the maker signed it, or our stamped copy' }),
  cover_url: Type.String({ description: 'our sealed sheet that names the file; empty for a stamped copy, which carries the seal itself' }),
  verify_url: Type.String(),
})
export type ReportWire = Static<typeof ReportShape>

const BatchShape = Type.Object({
  goods_id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  manufacturer: Type.String(),
  batch_no: Type.String(),
  expiry_date: NullableText,
  bought: Type.Integer({ description: 'units of it that were shipped to this company; 0: none' }),
  unit: Type.String(),
  order_id: NullableInteger,
  order_no: Type.String({ description: 'of the last order with it' }),
  bought_at: NullableText,
  reports: Type.Array(ReportShape),
  asked: Flag,
  can_ask: Flag,
})
export type ReportBatchWire = Static<typeof BatchShape>

/** keyword: goods, maker, batch number, order number, barcode or trace code. My purchases come first, then other batches. */
export const reportList = call('GET', '/api/report', {
  access: 'member',
  summary: '检验报告查询',
  query: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 60 })),
    from: OptionalDay,
    to: OptionalDay,
    order_id: Type.Optional(Id),
    state: Type.Optional(Type.Unsafe<'ready' | 'missing'>({ type: 'string', enum: ['ready', 'missing'] })),
    page: Type.Optional(Page),
    per_page: PerPage,
  }),
  data: Type.Object({
    ...Paged,
    list: Type.Array(BatchShape),
    others: Type.Array(BatchShape, { description: 'batches that this company did not buy; only with a keyword, on the first page' }),
    missing: Type.Integer({ description: 'of my batches, those without a report' }),
    may_fetch: Flag,
  }),
})
export const reportFile = call('GET', '/api/report/:id/file', {
  access: 'passed',
  file: true,
  summary: '检验报告文件',
  query: Type.Object({
    part: Type.Optional(Type.Unsafe<'report' | 'cover'>({ type: 'string', enum: ['report', 'cover'] })),
    inline: Type.Optional(Flag),
  }),
  data: Type.Object({}),
})
/** A ZIP with the reports, their cover sheets and 清单.xlsx. */
export const reportZip = call('GET', '/api/report/zip', {
  access: 'passed',
  file: true,
  summary: '打包下载检验报告',
  refuses: ['PACK_NEEDED'],
  query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: ZIP_MAX, uniqueItems: true }) }),
  data: Type.Object({}),
})
/** The same in one PDF for one print; it carries no signature. */
export const reportPrint = call('GET', '/api/report/print', {
  access: 'passed',
  file: true,
  summary: '合并打印检验报告',
  refuses: ['PRINT_REFUSED', 'PRINT_TOO_LARGE'],
  query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: ZIP_MAX, uniqueItems: true }) }),
  data: Type.Object({}),
})
export const reportAsk = call('POST', '/api/report/request', {
  access: 'passed',
  summary: '索取尚未上传的检验报告',
  refuses: ['REPORT_HERE'],
  body: Type.Object({ goods_id: Id, batch_no: BatchNo }),
  data: Type.Object({ asked: Flag }),
})
/** The reports of the batches that a goods is sold from. */
export const goodsReports = call('GET', '/api/report/goods/:id', {
  access: 'member',
  summary: '商品各批号的检验报告',
  data: Type.Object({
    list: listOf({ batch_no: Type.String(), reports: Type.Array(ReportShape), asked: Flag }),
    may_fetch: Flag,
  }),
})

const StaffReport = Type.Object({
  id: Id,
  state: State,
  state_name: Type.String(),
  kind: Kind,
  kind_name: Type.String(),
  file_name: Type.String(),
  file_url: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  signed: Flag,
  signature_note: Type.String({ description: 'what quality must look at before the release; empty: nothing' }),
  goods_id: NullableInteger,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  manufacturer: Type.String(),
  batch_no: Type.String(),
  report_no: Type.String(),
  report_date: NullableText,
  note: Type.String(),
  uploaded_at: Type.String(),
  uploaded_by: Type.String(),
  decided_at: NullableText,
  decided_by: Type.String(),
  asked: Type.Integer({ description: 'buyers who wait for it' }),
  document_no: Type.String(),
  document_state: Type.String({ description: 'of our paper beside it; empty before the release' }),
  document_fault: Type.String(),
})
export type StaffReportWire = Static<typeof StaffReport>

export const staffReportList = call('GET', '/api/staff/report', {
  permission: 'reports.view',
  summary: '检验报告',
  query: Type.Object({
    state: Type.Optional(State),
    keyword: Type.Optional(Type.String({ maxLength: 60, description: 'beginning of a batch number or goods code, part of a name' })),
    oldest: Type.Optional({ ...Flag, description: 'what waits longest first; before then goes on after that row' }),
    before: Type.Optional(Id),
    per_page: PerPage,
  }),
  data: Type.Object({
    list: Type.Array(StaffReport),
    next: NullableInteger,
    counts: listOf({ state: State, name: Type.String(), count: Type.Integer() }),
  }),
})
/** multipart/form-data: up to REPORTS_AT_ONCE parts named file; each is answered by itself. A refused one is not kept. */
export const staffReportUpload = call('POST', '/api/staff/report/upload', {
  permission: 'reports.upload',
  summary: '批量上传检验报告',
  data: Type.Object({
    list: listOf({
      name: Type.String(),
      outcome: Type.Unsafe<'checking' | 'unmatched' | 'known' | 'refused'>({ type: 'string' }),
      message: Type.String(),
      id: NullableInteger,
    }),
  }),
})
export const staffReportMatch = call('POST', '/api/staff/report/:id/match', {
  permission: 'reports.upload',
  summary: '手工匹配检验报告',
  body: Type.Object({
    goods_code: Type.String({ minLength: 1, maxLength: 40 }),
    batch_no: BatchNo,
    kind: Type.Optional(Kind),
    report_no: Type.Optional(Type.String({ maxLength: 60 })),
    report_date: OptionalDay,
    /** The batch is neither in stock nor sold: it is meant nevertheless. */
    unknown_batch: Type.Optional(Flag),
  }),
  data: Type.Object({ state: State }),
})
export const staffReportRelease = call('POST', '/api/staff/report/release', {
  permission: 'reports.release',
  summary: '质量放行检验报告',
  body: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: REPORTS_AT_ONCE, uniqueItems: true }),
    seen: Type.Optional(
      Type.Array(Type.String({ maxLength: 400 }), {
        maxItems: REPORTS_AT_ONCE,
        description: 'of each, what was read (reportSeen): one that was matched otherwise meanwhile is refused, and all with it',
      }),
    ),
  }),
  data: Type.Object({ released: Type.Integer() }),
})
const Command = Type.Unsafe<'refuse' | 'withdraw'>({ type: 'string', enum: ['refuse', 'withdraw'] })
export const staffReportStop = call('POST', '/api/staff/report/:id/:command', {
  permission: 'reports.release',
  summary: '退回或撤回检验报告',
  params: Type.Object({ id: Id, command: Command }),
  body: Type.Object({ reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: Type.Object({ state: State }),
})

export const staffReportRequests = call('GET', '/api/staff/report/request', {
  permission: 'reports.view',
  summary: '客户索取的检验报告',
  query: Type.Object({
    keyword: Type.Optional(
      Type.String({ maxLength: 60, description: 'beginning of a batch number or goods code, part of a name of goods or company' }),
    ),
    oldest: Type.Optional({ ...Flag, description: 'what waits longest first; before then goes on after that row' }),
    before: Type.Optional(Id),
    per_page: PerPage,
  }),
  data: Type.Object({
    total: Type.Integer({ description: 'open ones, whatever the keyword' }),
    list: listOf({
      id: Id,
      company: Type.String(),
      code: Type.String(),
      name: Type.String(),
      spec: Type.String(),
      manufacturer: Type.String(),
      batch_no: Type.String(),
      asked_at: Type.String(),
    }),
    next: NullableInteger,
  }),
})
export const staffReportRequestClose = call('POST', '/api/staff/report/request/:id/close', {
  permission: 'reports.upload',
  summary: '答复无法提供的检验报告',
  body: Type.Object({ reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: Type.Object({ closed: Flag }),
})
