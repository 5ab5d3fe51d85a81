import type { QueryOf } from '#contract/call.ts'
import { ORDER_EXPORT_MAX, type orderExport } from '#contract/order.ts'
import { lineTag } from '#domain/cart.ts'
import { beijingDate, beijingMinute } from '#domain/dates.ts'
import { yuan } from '#domain/money.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { returnWorth } from '#domain/pricing/returns.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type Cell, rowsOf, workbookAnswer } from '../../../platform/workbook.ts'
import { filterOf } from './screens.ts'
import { type ExportRow, exportRows } from './views.ts'

const COLUMNS = (
  [
    ['订单号', 18],
    ['下单时间', 17],
    ['状态', 9],
    ['发货仓', 12],
    ['商品编码', 12],
    ['商品名称', 26],
    ['规格', 16],
    ['生产厂家', 26],
    ['批准文号', 20],
    ['标记', 7],
    ['批号', 14],
    ['生产日期', 12],
    ['有效期至', 12],
    ['数量', 8],
    ['单位', 6],
    ['单价', 10],
    ['实付金额', 12],
  ] as const
).map(([title, width]) => ({ title, width }))

/** What a batch of a line cost: the batches of a line sum to what the line cost. */
const netOf = (row: ExportRow) => returnWorth({ number: row.lineNumber, net: row.lineNet }, row.before, row.number)

const cellsOf = (row: ExportRow): Cell[] => [
  row.no,
  beijingMinute(row.createdAt),
  STATUS_NAMES[row.status],
  row.warehouse,
  row.goods.code ?? '',
  row.goods.name ?? '',
  row.goods.spec ?? '',
  row.goods.manufacturer ?? '',
  row.goods.approval_no ?? '',
  row.goods.bundle ? `组合：${row.goods.bundle}` : lineTag(row.priceSource),
  row.batchNo ?? '',
  row.productionDate ?? '',
  row.expiryDate ?? '',
  row.number,
  row.goods.unit ?? '',
  { yuan: yuan(row.unitPrice) },
  { yuan: yuan(netOf(row)) },
]

/** The orders of the list under the same filters, a row a batch. Too many are refused rather than cut off without a word. */
export async function orderExportOf(
  { db }: DatabaseHandle,
  company: ViewerCompany,
  query: QueryOf<typeof orderExport>,
  now: Date,
): Promise<FileAnswer> {
  const rows = await exportRows(db, filterOf(company.id, query), ORDER_EXPORT_MAX + 1)
  if (rows.length > ORDER_EXPORT_MAX) throw conflict(`一次最多导出 ${ORDER_EXPORT_MAX} 行，请用日期或状态缩小范围后再导出`)
  return workbookAnswer(`订单明细_${company.name}_${beijingDate(now)}.xlsx`, [
    { name: '订单明细', columns: COLUMNS, rows: rowsOf(rows, cellsOf) },
  ])
}
