import { PAGE_SIZE } from '#contract/constants.ts'
import { GOODS_SALE_NAMES, type StaffGoodsWire, staffBatches, staffBatchRecall, staffGoodsList, staffGoodsSale } from '#contract/stock.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { batchDeed, batchWire } from './batch-deed.ts'
import { batchPage, findBatch, recallPage, recallSums } from './batch-store.ts'
import { batchFilterOf } from './exporters.ts'
import { type GoodsRow, goodsPage } from './goods-views.ts'
import { stopGoods } from './staff.ts'
import { warehouseRoutes } from './warehouse-routes.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

const goodsWire = (goods: GoodsRow): StaffGoodsWire => ({
  id: goods.id,
  code: goods.code,
  name: goods.name,
  spec: goods.spec,
  manufacturer: goods.manufacturer,
  approval_no: goods.approvalNo,
  state: goods.state,
  state_name: GOODS_SALE_NAMES[goods.state],
  off_shelf_reason: goods.offShelfReason,
  stopped_at: goods.stoppedAt?.toISOString() ?? null,
  stopped_by: goods.stoppedBy ?? '',
  stopped_reason: goods.stoppedReason ?? '',
  available: goods.available,
})

/** What staff do with batches and goods. */
export function stockRoutes(context: ModuleContext): void {
  warehouseRoutes(context)
  const {
    serve,
    approvals,
    deps: { database },
  } = context
  const { db } = database
  serve(staffBatches, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE } = query
    const { rows, total } = await batchPage(db, batchFilterOf(query), (page - 1) * perPage, perPage)
    return { list: rows.map(batchWire), total, page, per_page: perPage }
  })
  approvals.serve(batchDeed)
  serve(staffBatchRecall, async ({ params, query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE } = query
    const batch = await findBatch(db, params.id)
    if (batch === null) throw notFound('批号')
    const [rows, sums] = await Promise.all([recallPage(db, params.id, (page - 1) * perPage, perPage), recallSums(db, params.id)])
    const list = rows.map((row) => ({
      order_id: row.orderId,
      order_no: row.orderNo,
      status: row.status,
      status_name: STATUS_NAMES[row.status],
      is_open: row.isOpen,
      company_id: row.companyId,
      company: row.company,
      contact: row.contact,
      phone: row.phone,
      number: row.number,
      returned: row.returned,
      ordered_at: row.orderedAt.toISOString(),
      shipped_at: row.shippedAt?.toISOString() ?? null,
    }))
    return { batch: batchWire(batch), sums, list, total: sums.orders, page, per_page: perPage }
  })
  serve(staffGoodsList, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', state } = query
    const { rows, total } = await goodsPage(db, { keywords: keywords.trim(), state: state ?? null }, (page - 1) * perPage, perPage)
    return { list: rows.map(goodsWire), total, page, per_page: perPage }
  })
  serve(staffGoodsSale, async ({ viewer, params: { id, command }, body, now }) => {
    const { onShelf, stopped } = await stopGoods(database, staffOf(viewer), id, { command, reason: body.reason }, now)
    return { on_shelf: onShelf, stopped }
  })
}
