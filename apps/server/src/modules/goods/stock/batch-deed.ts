import { type StaffBatchWire, staffBatch } from '#contract/stock.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { type BatchRow, lockSameBatches } from './batch-store.ts'
import { lockBatch } from './staff.ts'

export const batchWire = (batch: BatchRow): StaffBatchWire => ({
  id: batch.id,
  goods_id: batch.goodsId,
  code: batch.code,
  name: batch.name,
  spec: batch.spec,
  manufacturer: batch.manufacturer,
  batch_no: batch.batchNo,
  warehouse: batch.warehouse,
  place: batch.place,
  expiry_date: batch.expiryDate,
  available: batch.available,
  reserved: batch.reserved,
  locked_at: batch.lockedAt?.toISOString() ?? null,
  locked_by: batch.lockedBy ?? '',
  locked_reason: batch.lockedReason ?? '',
})

const isEverywhere = ({ everywhere = 1 }: { everywhere?: number }) => everywhere === 1

/** Anybody who has a doubt holds a batch at once; that it is sound is said by two people of quality. */
export const batchDeed: Deed<typeof staffBatch> = {
  call: staffBatch,
  kind: 'batch.release',
  async weigh({ database: { db }, params: { id, command }, body }) {
    if (command !== 'release') return null
    const locked = (await lockSameBatches(db, id, isEverywhere(body))).filter((batch) => batch.lockedAt !== null)
    const [first] = locked
    if (first === undefined) return null
    return {
      subject: `stock_batch:${id}`,
      title: `解锁 ${first.name} ${first.spec} 批号 ${first.batchNo}`,
      changes: locked.map((batch) => ({
        name: batch.warehouse,
        before: `锁定：${batch.lockedReason ?? ''}`,
        after: `可售 ${batch.available}`,
      })),
      stands: locked.map((batch) => `${batch.id}@${batch.lockedAt?.getTime()} ${batch.lockedReason ?? ''}`).join(' '),
      reason: body.reason,
    }
  },
  async run({ database, doer, params: { id, command }, body, now }) {
    const wish = { command, reason: body.reason, everywhere: isEverywhere(body) }
    const { batches, openOrders } = await lockBatch(database, doer, id, wish, now)
    return { batches: batches.map(batchWire), open_orders: openOrders }
  },
}
