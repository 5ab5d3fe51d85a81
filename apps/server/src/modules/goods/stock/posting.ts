import { type StaffActor, writeAudits } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import {
  type ArrivingBatch,
  ensurePlaces,
  type KnownBad,
  knownBatches,
  lockKnownBad,
  openBatches,
  type PostedBy,
  type Posting,
  postToBatches,
} from './posting-store.ts'
import { refreshGoodsStock } from './service.ts'

export interface Arriving extends ArrivingBatch {
  number: number
}

export interface Arrived {
  /** Of each that was asked for. */
  batchIds: number[]
  /** Those that quality holds elsewhere, and so here. */
  locked: KnownBad[]
}

/**
 * Goods come to lie in a warehouse: with the batch of the same number where it is known, however it is written; its dates are those that
 * the shop knows. What quality holds elsewhere is held here from its first hour.
 */
export async function landBatches(
  connection: Connection,
  staff: StaffActor,
  warehouseId: number,
  list: readonly Arriving[],
  by: PostedBy,
  now: Date,
): Promise<Arrived> {
  const goodsIds = [...new Set(list.map(({ goodsId }) => goodsId))]
  // The goods' places first, as where stock is reserved; whoever brings the same batch at once waits here.
  await ensurePlaces(connection, goodsIds, warehouseId)
  await refreshGoodsStock(connection, goodsIds, now)
  const known = new Map((await knownBatches(connection, list, warehouseId)).map((one) => [one.ord, one]))
  const first = new Map<string, Arriving>()
  const meant = list.map((one, at): Arriving => {
    const row = known.get(at + 1)
    if (row) return { ...one, batchNo: row.batchNo, productionDate: row.productionDate ?? one.productionDate, expiryDate: row.expiryDate }
    const key = `${one.goodsId} ${one.batchNo.replaceAll(' ', '').toUpperCase()}`
    const before = first.get(key)
    if (before === undefined) first.set(key, one)
    return { ...one, batchNo: before?.batchNo ?? one.batchNo }
  })
  const batchIds = await openBatches(connection, meant, warehouseId, now)
  const fresh = batchIds.filter((_, at) => known.get(at + 1)?.warehouseId !== warehouseId)
  const locked = await lockKnownBad(connection, [...new Set(fresh)], now)
  await writeAudits(
    connection,
    staff,
    locked.map(({ id, by: who, reason }) => ({
      action: 'batch.lock',
      subject: `stock_batch:${id}`,
      before: { locked_reason: null },
      after: { locked_reason: reason, locked_by: who },
    })),
    now,
  )
  await postToBatches(
    connection,
    meant.map(({ number }, at) => ({ batchId: batchIds[at] ?? 0, number })),
    by,
    now,
  )
  await refreshGoodsStock(connection, goodsIds, now)
  return { batchIds, locked }
}

/** Figures of batches up and down. Never below what orders hold: then nothing of it is done. The caller has named what stands in the way. */
export async function post(
  connection: Connection,
  goodsIds: readonly number[],
  list: readonly Posting[],
  by: PostedBy,
  now: Date,
): Promise<void> {
  await refreshGoodsStock(connection, goodsIds, now)
  const due = list.filter(({ number }) => number !== 0)
  if ((await postToBatches(connection, due, by, now)).length < due.length)
    throw conflict('库存刚刚变化：其中有批号的可用数不够，没有过账，请刷新后再试')
  await refreshGoodsStock(connection, goodsIds, now)
}
