import type { DataOf, QueryOf } from '#contract/call.ts'
import type {
  goodsReports,
  ReportBatchWire,
  ReportWire,
  reportList,
  StaffReportWire,
  staffReportList,
  staffReportRequests,
} from '#contract/reports.ts'
import { verifyPath } from '#domain/documents.ts'
import { ADDED_AFTER_SIGNING, REPORT_KINDS, REPORT_STATE_NAMES, REPORT_STATES } from '#domain/reports.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { startOfDay } from '../../goods/catalogue/public.ts'
import { EVERYTHING, type SearchIndex } from '../../goods/search/public.ts'
import { openCount, openRequests } from './request-store.ts'
import { type StaffRow, staffPage, stateCounts } from './staff-views.ts'
import {
  type BatchRow,
  batchesInStock,
  boughtGoods,
  boughtPage,
  goodsOfBatch,
  otherBatches,
  reportsOfBatches,
  type StandingReport,
} from './views.ts'

const PER_PAGE = 20
/** Goods that a word may find, and other batches that are shown of them. */
const GOODS_MAX = 200
const OTHERS_MAX = 30
const DAY_MS = 86_400_000
const TRACE = /^\d{20}$/

export interface ReportDeps {
  database: DatabaseHandle
  search: SearchIndex
  /** The batches of this company's goods that a trace code was taken with. */
  tracedBatches: (connection: Connection, companyId: number, code: string) => Promise<{ goodsId: number; batchNo: string }[]>
}
export type Member = Viewer & { company: ViewerCompany }

/** Of these goods, those that this viewer may see at all. */
export function visibleGoods({ search }: Pick<ReportDeps, 'search'>, viewer: Viewer, ids: readonly number[], now: Date): Set<number> {
  if (ids.length === 0) return new Set()
  return new Set(search.search({ ...EVERYTHING, within: new Set(ids), limit: ids.length }, viewer, now).ids)
}

/** Of these goods, those whose reports this company may have: what it can see, and what it was sent. */
export async function openGoods(deps: ReportDeps, viewer: Member, ids: readonly number[], now: Date): Promise<Set<number>> {
  const bought = await boughtGoods(deps.database.db, viewer.company.id, ids)
  const rest = ids.filter((id) => !bought.has(id))
  return new Set([...bought, ...visibleGoods(deps, viewer, rest, now)])
}

export const reportWire = (report: StandingReport): ReportWire => ({
  id: report.id,
  kind: report.kind,
  kind_name: REPORT_KINDS[report.kind],
  report_no: report.reportNo,
  report_date: report.reportDate,
  signed: report.signed ? 1 : 0,
  released_at: report.releasedAt.toISOString(),
  url: `/api/report/${report.id}/file`,
  cover_url: report.signed ? `/api/report/${report.id}/file?part=cover` : '',
  verify_url: verifyPath(report.documentNo, report.checkCode),
})

const keyOf = ({ goodsId, batchNo }: { goodsId: number; batchNo: string }) => `${goodsId} ${batchNo}`

const batchWire = (row: BatchRow, reports: readonly StandingReport[]): ReportBatchWire => ({
  goods_id: row.goodsId,
  code: row.code,
  name: row.name,
  spec: row.spec,
  manufacturer: row.manufacturer,
  batch_no: row.batchNo,
  expiry_date: row.expiryDate,
  bought: row.bought,
  unit: row.unit,
  order_id: row.orderId,
  order_no: row.orderNo,
  bought_at: row.boughtAt?.toISOString() ?? null,
  reports: reports.map(reportWire),
  asked: row.asked ? 1 : 0,
  can_ask: row.isHere || row.asked ? 0 : 1,
})

async function withReports(connection: Connection, rows: readonly BatchRow[]): Promise<ReportBatchWire[]> {
  const reports = Map.groupBy(await reportsOfBatches(connection, rows), keyOf)
  return rows.map((row) => batchWire(row, reports.get(keyOf(row)) ?? []))
}

/** mayFetch: the company has passed; whoever has not may look, but not take. */
export async function reportPage(
  deps: ReportDeps,
  viewer: Member,
  query: QueryOf<typeof reportList>,
  mayFetch: boolean,
  now: Date,
): Promise<DataOf<typeof reportList>> {
  const { db } = deps.database
  const { page = 1, per_page: perPage = PER_PAGE, state = null } = query
  const keyword = (query.keyword ?? '').trim()
  const companyId = viewer.company.id
  const byName =
    keyword === '' || TRACE.test(keyword) ? [] : deps.search.search({ ...EVERYTHING, keywords: keyword, limit: GOODS_MAX }, viewer, now).ids
  const traced = TRACE.test(keyword) ? await deps.tracedBatches(db, companyId, keyword) : []
  const filter = {
    companyId,
    keyword,
    goodsIds: byName,
    traced,
    from: query.from ? startOfDay(query.from) : null,
    until: query.to ? new Date(startOfDay(query.to).getTime() + DAY_MS) : null,
    orderId: query.order_id ?? null,
    state,
  }
  const { rows, all, missing } = await boughtPage(db, filter, (page - 1) * perPage, perPage)
  const narrowed = state !== null || filter.from !== null || filter.until !== null || filter.orderId !== null
  let others: BatchRow[] = []
  if (keyword !== '' && !narrowed && page === 1 && !TRACE.test(keyword)) {
    const ofBatch = [...visibleGoods(deps, viewer, await goodsOfBatch(db, keyword, GOODS_MAX), now)]
    if (byName.length + ofBatch.length > 0)
      others = await otherBatches(db, { companyId, goodsIds: byName, ofBatch, batchNo: keyword }, OTHERS_MAX)
  }
  const [list, more] = await Promise.all([withReports(db, rows), withReports(db, others)])
  const total = state === null ? all : state === 'missing' ? missing : all - missing
  return { list, others: more, total, page, per_page: perPage, missing, may_fetch: mayFetch ? 1 : 0 }
}

/** Nothing of goods that this viewer may not see. */
export async function reportsOfGoods(
  deps: ReportDeps,
  viewer: Member,
  goodsId: number,
  mayFetch: boolean,
  now: Date,
): Promise<DataOf<typeof goodsReports>> {
  const { db } = deps.database
  const may_fetch = mayFetch ? 1 : 0
  if (!(await openGoods(deps, viewer, [goodsId], now)).has(goodsId)) return { list: [], may_fetch }
  const batches = await batchesInStock(db, viewer.company.id, goodsId)
  const reports = Map.groupBy(
    await reportsOfBatches(
      db,
      batches.map(({ batchNo }) => ({ goodsId, batchNo })),
    ),
    (report) => report.batchNo,
  )
  const list = batches.map(({ batchNo, asked }) => ({
    batch_no: batchNo,
    reports: (reports.get(batchNo) ?? []).map(reportWire),
    asked: asked ? 1 : 0,
  }))
  return { list, may_fetch }
}

const staffWire = (row: StaffRow): StaffReportWire => ({
  id: row.id,
  state: row.state,
  state_name: REPORT_STATE_NAMES[row.state],
  kind: row.kind,
  kind_name: REPORT_KINDS[row.kind],
  file_name: row.fileName,
  file_url: `/api/file/${row.fileId}`,
  size: row.size,
  sha256: row.sha256.toString('hex'),
  signed: row.signed ? 1 : 0,
  signature_note: row.addedAfterSigning ? ADDED_AFTER_SIGNING : '',
  goods_id: row.goodsId,
  code: row.code,
  name: row.name,
  spec: row.spec,
  manufacturer: row.manufacturer,
  batch_no: row.batchNo,
  report_no: row.reportNo,
  report_date: row.reportDate,
  note: row.note,
  uploaded_at: row.uploadedAt.toISOString(),
  uploaded_by: row.uploadedBy,
  decided_at: row.decidedAt?.toISOString() ?? null,
  decided_by: row.decidedBy,
  asked: row.asked,
  document_no: row.documentNo,
  document_state: row.documentState,
  document_fault: row.documentFault,
})

const nextOf = (rows: readonly { id: number }[], perPage: number) => (rows.length < perPage ? null : (rows.at(-1)?.id ?? null))

export async function reportsForStaff(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffReportList>,
): Promise<DataOf<typeof staffReportList>> {
  const perPage = query.per_page ?? PER_PAGE
  const filter = {
    state: query.state ?? null,
    keyword: (query.keyword ?? '').trim(),
    before: query.before ?? null,
    oldest: query.oldest === 1,
  }
  const [rows, counts] = await Promise.all([staffPage(db, filter, perPage), stateCounts(db)])
  return {
    list: rows.map(staffWire),
    next: nextOf(rows, perPage),
    counts: REPORT_STATES.map((state) => ({ state, name: REPORT_STATE_NAMES[state], count: counts.get(state) ?? 0 })),
  }
}

export async function requestsForStaff(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffReportRequests>,
): Promise<DataOf<typeof staffReportRequests>> {
  const perPage = query.per_page ?? PER_PAGE
  const filter = { keyword: (query.keyword ?? '').trim(), before: query.before ?? null, oldest: query.oldest === 1 }
  const [rows, total] = await Promise.all([openRequests(db, filter, perPage), openCount(db)])
  const list = rows.map((row) => ({
    id: row.id,
    company: row.company,
    code: row.code,
    name: row.name,
    spec: row.spec,
    manufacturer: row.manufacturer,
    batch_no: row.batchNo,
    asked_at: row.askedAt.toISOString(),
  }))
  return { list, total, next: nextOf(rows, perPage) }
}
