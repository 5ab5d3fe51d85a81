import type { DataOf, QueryOf } from '#contract/call.ts'
import { DELIVERY_EXPORT_MAX, type DeliveryWire, type deliveryList } from '#contract/receiving.ts'
import { beijingDate, beijingMinute } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { returnWorth } from '#domain/pricing/returns.ts'
import { DIFFERENCE_NAMES, DIFFERENCES, receivingRefusal } from '#domain/receiving.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type Cell, rowsOf, type Sheet, workbookAnswer } from '../../../platform/workbook.ts'
import { type DocumentHead, documentHeads, documentWire, readSupplier } from '../../papers/documents/public.ts'
import { traceCodes } from './beside-views.ts'
import { type DeliveryQuery, deliveryFilter, PACKED_KINDS } from './delivery-filter.ts'
import { packsOf } from './pack.ts'
import { recordSubject } from './screens.ts'
import { countPapers, type DeliveredLine, type DeliveryView, deliveredLines, deliveryCounts, deliveryPage } from './views.ts'

/** /dzckd: what was sent to a buyer, and the papers that went with it. */

/** Each with all of its papers. */
const PER_PAGE = 20
const STATE_NAMES = { all: '全部', to_receive: '待收货', received: '已收货', differs: '有差异' } as const

/** Of each subject's kinds the newest version, which documentHeads answers first. */
function newestBySubject(documents: readonly DocumentHead[]): Map<string, DocumentHead[]> {
  const newest = new Map<string, DocumentHead>()
  for (const one of documents) {
    const key = `${one.subject} ${one.kind}`
    if (!newest.has(key)) newest.set(key, one)
  }
  return Map.groupBy(newest.values(), (one) => one.subject)
}

const subjectsOf = (row: DeliveryView): string[] => [
  `shipment:${row.shipmentId}`,
  ...(row.receivingId === null ? [] : [recordSubject(row.receivingId)]),
]

function deliveryWire(row: DeliveryView, documents: ReadonlyMap<string, readonly DocumentHead[]>): DeliveryWire {
  return {
    order_id: row.orderId,
    order_no: row.orderNo,
    shipped_at: row.shippedAt.toISOString(),
    carrier: row.carrier,
    waybill: row.waybill,
    cold_chain: row.coldChain ? 1 : 0,
    line_count: row.lineCount,
    number: row.number,
    amount: yuan(row.amount),
    state: row.state,
    state_name: STATE_NAMES[row.state],
    summary: row.summary ?? '',
    can_receive: row.receivingId === null && receivingRefusal(row.status) === '' ? 1 : 0,
    documents: subjectsOf(row).flatMap((subject) => (documents.get(subject) ?? []).map(documentWire)),
  }
}

export async function deliveryListOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof deliveryList>,
  now: Date,
): Promise<DataOf<typeof deliveryList>> {
  const { page = 1, per_page: perPage = PER_PAGE } = query
  const filter = await deliveryFilter(db, companyId, query)
  const [rows, counts, papers, packs] = await Promise.all([
    deliveryPage(db, filter, (page - 1) * perPage, perPage),
    deliveryCounts(db, filter),
    countPapers(db, filter, PACKED_KINDS),
    packsOf(db, companyId),
  ])
  const heads = await documentHeads(db, rows.flatMap(subjectsOf))
  const documents = newestBySubject(heads.filter((one) => one.companyId === companyId))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const shown = (['all', 'to_receive', 'differs', 'received'] as const).map((state) => ({
    state,
    name: STATE_NAMES[state],
    count: state === 'all' ? all : (counts.get(state) ?? 0),
  }))
  const total = shown.find((one) => one.state === filter.state)?.count ?? 0
  return {
    list: rows.map((row) => deliveryWire(row, documents)),
    total,
    page,
    per_page: perPage,
    papers,
    today: beijingDate(now),
    counts: shown,
    packs,
  }
}

const COLUMNS = (
  [
    ['随货同行单号', 20],
    ['订单号', 18],
    ['发货时间', 17],
    ['供货单位', 26],
    ['商品编码', 12],
    ['通用名称', 22],
    ['商品名称', 26],
    ['剂型', 10],
    ['规格', 16],
    ['生产厂商', 26],
    ['上市许可持有人', 26],
    ['批准文号', 20],
    ['条形码', 15],
    ['批号', 14],
    ['生产日期', 12],
    ['有效期至', 12],
    ['贮藏', 16],
    ['单位', 6],
    ['发货数量', 9],
    ['单价', 10],
    ['实付金额', 12],
    ['验收合格', 9],
    ['差异', 18],
  ] as const
).map(([title, width]) => ({ title, width }))

const cellsOf = (row: DeliveredLine, supplier: string): Cell[] => [
  row.noteNo,
  row.orderNo,
  beijingMinute(row.shippedAt),
  supplier,
  row.goods.code ?? '',
  row.genericName,
  row.goods.name ?? '',
  row.dosageForm,
  row.goods.spec ?? '',
  row.goods.manufacturer ?? '',
  row.holder,
  row.goods.approval_no ?? '',
  row.barcode,
  row.batchNo,
  row.productionDate ?? '',
  row.expiryDate,
  row.storage,
  row.goods.unit ?? '',
  row.number,
  { yuan: yuan(row.unitPrice) },
  { yuan: yuan(returnWorth({ number: row.lineNumber, net: row.lineNet }, row.before, row.number)) },
  row.accepted ?? '',
  DIFFERENCES.filter((kind) => (row[kind] ?? 0) > 0)
    .map((kind) => `${DIFFERENCE_NAMES[kind]} ${row[kind]}`)
    .join('，'),
]

const TRACE_COLUMNS = (
  [
    ['订单号', 18],
    ['商品编码', 12],
    ['商品名称', 26],
    ['批号', 14],
    ['有效期至', 12],
    ['追溯码', 24],
  ] as const
).map(([title, width]) => ({ title, width }))
const TRACES_MAX = 50_000

/** A row a batch, for the buyer's own system. Too many are refused rather than cut off without a word. */
export async function deliveryExportOf(
  { db }: DatabaseHandle,
  company: ViewerCompany,
  query: DeliveryQuery,
  now: Date,
): Promise<FileAnswer> {
  const filter = await deliveryFilter(db, company.id, query)
  const rows = await deliveredLines(db, filter, DELIVERY_EXPORT_MAX + 1)
  if (rows.length > DELIVERY_EXPORT_MAX) throw conflict(`一次最多导出 ${DELIVERY_EXPORT_MAX} 行，请缩小日期范围后再导出`)
  const traces = await traceCodes(db, company.id, [...new Set(rows.map((row) => row.orderId))], TRACES_MAX + 1)
  if (traces.length > TRACES_MAX) throw conflict(`一次最多导出 ${TRACES_MAX} 个追溯码，请缩小日期范围后再导出`)
  const { name: supplier } = await readSupplier(db)
  const sheets: Sheet[] = [{ name: '出库明细', columns: COLUMNS, rows: rowsOf(rows, (row) => cellsOf(row, supplier)) }]
  if (traces.length > 0)
    sheets.push({
      name: '追溯码',
      columns: TRACE_COLUMNS,
      rows: rowsOf(traces, (row) => [row.orderNo, row.goodsCode, row.name, row.batchNo, row.expiryDate, row.code]),
    })
  return workbookAnswer(`出库明细_${company.name}_${beijingDate(now)}.xlsx`, sheets)
}
