import { PAGE_SIZE } from '#contract/constants.ts'
import { type StaffBatchWire, staffBatch, staffBatches, staffBatchRecall, staffGoodsSale } from '#contract/stock.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { onlyQuality } from '../../../platform/quality.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type BatchRow, batchPage, findBatch, recallPage, recallSums } from './batch-store.ts'
import { lockBatch, stopGoods } from './staff.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })

const batchWire = (batch: BatchRow): StaffBatchWire => ({
  id: batch.id,
  goods_id: batch.goodsId,
  code: batch.code,
  name: batch.name,
  spec: batch.spec,
  manufacturer: batch.manufacturer,
  batch_no: batch.batchNo,
  warehouse: batch.warehouse,
  expiry_date: batch.expiryDate,
  available: batch.available,
  reserved: batch.reserved,
  locked_at: batch.lockedAt?.toISOString() ?? null,
  locked_by: batch.lockedBy ?? '',
  locked_reason: batch.lockedReason ?? '',
})

/** What staff do with batches and goods. */
export function stockRoutes({ serve, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffBatches, async ({ query }) => {
    const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', locked } = query
    const filter = { keywords: keywords.trim(), locked: locked === undefined ? null : locked === 1 }
    const { rows, total } = await batchPage(db, filter, (page - 1) * perPage, perPage)
    return { list: rows.map(batchWire), total, page, per_page: perPage }
  })
  serve(staffBatch, async ({ viewer, params: { id, command }, body, now }) => {
    // Anybody who has a doubt may hold a batch; that it is sound is for quality to say.
    if (command === 'release') onlyQuality(viewer, '解锁批号')
    const wish = { command, reason: body.reason, everywhere: (body.everywhere ?? 1) === 1 }
    const { batches, openOrders } = await lockBatch(database, staffOf(viewer), id, wish, now)
    return { batches: batches.map(batchWire), open_orders: openOrders }
  })
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
  serve(staffGoodsSale, async ({ viewer, params: { id, command }, body, now }) => {
    if (command === 'resume') onlyQuality(viewer, '恢复暂停销售的商品')
    const { onShelf, stopped } = await stopGoods(database, staffOf(viewer), id, { command, reason: body.reason }, now)
    return { on_shelf: onShelf, stopped }
  })
}
