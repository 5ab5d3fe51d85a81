import type { QueryOf } from '#contract/call.ts'
import { GOODS_SALE_NAMES, staffBatches, staffGoodsList } from '#contract/stock.ts'
import { readLabel } from '#domain/labels.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../platform/exporting.ts'
import type { Cell } from '../../../platform/workbook-writing.ts'
import { type BatchFilter, type BatchRow, batchesBefore } from './batch-store.ts'
import { type GoodsRow, goodsBefore } from './goods-views.ts'

export function batchFilterOf({
  keywords = '',
  locked,
  warehouse_id,
  goods_id,
  there,
}: NonNullable<QueryOf<typeof staffBatches>>): BatchFilter {
  const label = readLabel(keywords)
  return {
    keywords: label === null ? keywords.trim() : '',
    label,
    locked: locked === undefined ? null : locked === 1,
    warehouseId: warehouse_id ?? null,
    goodsId: goods_id ?? null,
    isThere: there === 1,
  }
}

const batchCells = (row: BatchRow): Cell[] => [
  row.code,
  row.name,
  row.spec,
  row.manufacturer,
  row.batchNo,
  row.warehouse,
  row.expiryDate,
  row.available,
  row.reserved,
  row.lockedReason ?? '',
  row.lockedBy ?? '',
]

/** No price: warehouses read it. */
export const batchExporter: Exporter = {
  title: '批号',
  call: staffBatches,
  columns: exportColumns([
    ['商品编码', 14],
    ['商品', 28],
    ['规格', 18],
    ['生产厂家', 26],
    ['批号', 14],
    ['仓库', 12],
    ['有效期至', 11],
    ['可售', 9],
    ['占用', 9],
    ['锁定原因', 28],
    ['锁定人', 10],
  ]),
  async *pages({ database: { db } }, _viewer, query) {
    const filter = batchFilterOf(query as NonNullable<QueryOf<typeof staffBatches>>)
    yield* keysetPages(
      (before, limit) => batchesBefore(db, filter, before, limit),
      (row) => row.id,
      batchCells,
    )
  },
}

const goodsCells = (row: GoodsRow): Cell[] => [
  row.code,
  row.name,
  row.spec,
  row.manufacturer,
  row.approvalNo,
  GOODS_SALE_NAMES[row.state],
  row.stoppedReason ?? row.offShelfReason,
  row.available,
]

export const goodsExporter: Exporter = {
  title: '商品',
  call: staffGoodsList,
  columns: exportColumns([
    ['编码', 14],
    ['商品', 28],
    ['规格', 18],
    ['生产厂家', 26],
    ['批准文号', 20],
    ['状态', 8],
    ['下架或停售原因', 30],
    ['可售', 9],
  ]),
  async *pages({ database: { db } }, _viewer, query) {
    const { keywords = '', state = null } = query as NonNullable<QueryOf<typeof staffGoodsList>>
    yield* keysetPages(
      (before, limit) => goodsBefore(db, { keywords: keywords.trim(), state }, before, limit),
      (row) => row.id,
      goodsCells,
    )
  },
}
