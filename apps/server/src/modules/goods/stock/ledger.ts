import type { DataOf, QueryOf } from '#contract/call.ts'
import { MOVEMENT_NAMES, PAGE_SIZE } from '#contract/constants.ts'
import { LEDGER_EXPORT_MAX, type staffMovements, type staffMovementsExport } from '#contract/warehouse.ts'
import { beijingDate, beijingMinute } from '#domain/dates.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http.ts'
import { periodOf } from '../../../platform/period.ts'
import { type Cell, rowsOf, workbookAnswer } from '../../../platform/workbook.ts'
import { type LedgerFilter, type LedgerRow, movementPage } from './ledger-views.ts'

type Asked = QueryOf<typeof staffMovementsExport>

const filterOf = (query: Asked): LedgerFilter => ({
  words: query.words?.trim() ?? '',
  batchId: query.batch_id ?? null,
  goodsId: query.goods_id ?? null,
  warehouseId: query.warehouse_id ?? null,
  kind: query.kind ?? null,
  documentNo: query.document_no?.trim().toUpperCase() ?? '',
  ...periodOf({
    ...(query.start_time !== undefined && { start_time: query.start_time }),
    ...(query.end_time !== undefined && { end_time: query.end_time }),
  }),
})

export async function movementsOf({ db }: DatabaseHandle, query: QueryOf<typeof staffMovements>): Promise<DataOf<typeof staffMovements>> {
  const { per_page: perPage = PAGE_SIZE, after = null } = query
  const rows = await movementPage(db, filterOf(query), after, perPage + 1)
  const list = rows.slice(0, perPage).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    kind_name: MOVEMENT_NAMES[row.kind],
    batch_id: row.batchId,
    batch_no: row.batchNo,
    goods_id: row.goodsId,
    code: row.code,
    name: row.name,
    spec: row.spec,
    warehouse: row.warehouse,
    available: row.available,
    reserved: row.reserved,
    order_id: row.orderId,
    order_no: row.orderNo,
    document_no: row.documentNo,
    actor: row.actor,
    reason: row.reason,
  }))
  return { list, next: rows.length > perPage ? (list.at(-1)?.id ?? null) : null }
}

const COLUMNS = (
  [
    ['时间', 17],
    ['类型', 10],
    ['仓库', 12],
    ['商品编码', 12],
    ['商品名称', 26],
    ['规格', 16],
    ['批号', 14],
    ['有效期至', 12],
    ['可用增减', 10],
    ['占用增减', 10],
    ['单据', 20],
    ['经手人', 10],
    ['说明', 30],
  ] as const
).map(([title, width]) => ({ title, width }))

const cellsOf = (row: LedgerRow): Cell[] => [
  beijingMinute(row.at),
  MOVEMENT_NAMES[row.kind],
  row.warehouse,
  row.code,
  row.name,
  row.spec,
  row.batchNo,
  row.expiryDate,
  row.available,
  row.reserved,
  row.documentNo || row.orderNo,
  row.actor,
  row.reason,
]

/** Too many are refused rather than cut off without a word. */
export async function movementsFile({ db }: DatabaseHandle, query: Asked, now: Date): Promise<FileAnswer> {
  const rows = await movementPage(db, filterOf(query), null, LEDGER_EXPORT_MAX + 1)
  if (rows.length > LEDGER_EXPORT_MAX) throw conflict(`一次最多导出 ${LEDGER_EXPORT_MAX} 条流水，请用日期、商品或类型缩小范围`)
  return workbookAnswer(`库存流水_${beijingDate(now)}.xlsx`, [{ name: '库存流水', columns: COLUMNS, rows: rowsOf(rows, cellsOf) }])
}
