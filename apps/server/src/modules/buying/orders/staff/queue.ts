import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { staffOrderGathered, staffPickingQueue } from '#contract/staff-orders.ts'
import { beijingDate } from '#domain/dates.ts'
import { STATUS_NAMES } from '#domain/orders.ts'
import { type StaffActor, writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { heldConflict } from '../holds.ts'
import { lockOrder } from '../store.ts'
import { warehouseNames } from './list-views.ts'
import { pickingCounts, pickingQueue, type QueueFilter } from './queue-views.ts'
import { setGathered } from './store.ts'

const flagOf = (flag: number | undefined) => (flag === undefined ? null : flag === 1)

const filterOf = (
  { warehouse_id, paid_before, place = '', zone = '', cold, in_wave }: QueryOf<typeof staffPickingQueue>,
  now: Date,
): QueueFilter => ({
  warehouseId: warehouse_id ?? null,
  paidBefore: paid_before ? new Date(`${beijingDate(now)}T${paid_before}:00+08:00`) : null,
  place: place.trim(),
  zone: zone.trim(),
  isCold: flagOf(cold),
  isInWave: flagOf(in_wave),
})

/** What the warehouse has to do, without any price. */
export async function pickingQueueOf(
  { db }: DatabaseHandle,
  viewer: Viewer,
  query: QueryOf<typeof staffPickingQueue>,
  now: Date,
): Promise<DataOf<typeof staffPickingQueue>> {
  const { stage = 'pick', page = 1, per_page: perPage = PAGE_SIZE } = query
  const filter = filterOf(query, now)
  const [rows, counts, warehouses] = await Promise.all([
    pickingQueue(db, stage, filter, (page - 1) * perPage, perPage),
    pickingCounts(db, filter),
    warehouseNames(db),
  ])
  const list = rows.map((row) => ({
    id: row.id,
    no: row.no,
    company: row.company,
    place: row.place,
    warehouse: row.warehouse,
    status: row.status,
    paid_at: row.paidAt?.toISOString() ?? null,
    is_hm: row.isEphedrine ? 1 : 0,
    cold_chain: row.coldChain ? 1 : 0,
    line_count: row.lineCount,
    number: row.number,
    picker: row.picker,
    picked_by_me: row.pickedBy === viewer.accountId ? 1 : 0,
    gathered_at: row.gatheredAt?.toISOString() ?? null,
    short: row.short,
    wave: row.wave,
  }))
  return { list, counts, warehouses, total: counts[stage], page, per_page: perPage }
}

export async function gatheredByStaff(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  now: Date,
): Promise<DataOf<typeof staffOrderGathered>> {
  return transact(db, async (trx) => {
    const order = await lockOrder(trx, id, null)
    if (order === null) throw notFound('订单')
    if (order.status !== 'picking') throw conflict(`订单${STATUS_NAMES[order.status]}，不能交复核`)
    if (order.heldAt !== null) throw heldConflict(order.holdReasons)
    const at = await setGathered(trx, id, staff.accountId, now)
    await writeAudit(
      trx,
      staff,
      { action: 'order.gathered', subject: `order:${id}`, before: null, after: { gathered_at: at.toISOString() } },
      now,
    )
    return { gathered_at: at.toISOString() }
  })
}
