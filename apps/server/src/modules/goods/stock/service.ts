import { Type } from 'typebox'
import { Id } from '#contract/shapes.ts'
import { beijingDate } from '#domain/dates.ts'
import type { Connection, Database } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { jobs } from '../../../platform/jobs.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import {
  availableOf,
  derivePlaces,
  type GoodsAmount,
  type GoodsPlace,
  goodsTouchedByTime,
  holdingPlaces,
  lockPlaces,
  placesOf,
  placesOfBatches,
  type ReservedPiece,
  type ReserveLine,
  type ReturnedPiece,
  releaseHoldings,
  reserveBatches,
  reserveNamedBatches,
  returnToBatches,
  type ShortGoods,
  shipHoldings,
  takeFromGoods,
} from './store.ts'
import { takeBatchDates } from './swap-store.ts'

export interface WantedLine extends ReserveLine {
  /** The batch that a near-expiry offer names; null: first expiry first. */
  batchId: number | null
}

/** Not everything could be reserved. Thrown inside the transaction, so that nothing of it stays. */
export class StockShort extends Error {
  readonly goods: readonly ShortGoods[]
  /** goods_stock promised more than the batches hold, because some expired: refreshGoodsStock brings it in line. */
  readonly isStale: boolean
  constructor(goods: readonly ShortGoods[], isStale: boolean) {
    super('not enough stock')
    this.goods = goods
    this.isStale = isStale
  }
}

/**
 * Reserves every line by first expiry first, splitting over batches, and writes the batches of the order lines. Throws
 * StockShort where any line cannot be had in full. Four statements at most, however many lines.
 */
export async function reserveFefo(connection: Connection, lines: readonly WantedLine[], now: Date): Promise<void> {
  const today = beijingDate(now)
  const ordinary = lines.filter((line) => line.batchId === null)
  const named = lines.flatMap((line) => (line.batchId === null ? [] : [{ ...line, batchId: line.batchId }]))
  const pieces: ReservedPiece[] = []
  if (ordinary.length > 0) {
    const amounts = amountsOf(ordinary)
    if ((await takeFromGoods(connection, amounts)) < amounts.length) throw new StockShort(await shortOf(connection, amounts), false)
    pieces.push(...(await reserveBatches(connection, ordinary, today, now)))
  }
  if (named.length > 0) pieces.push(...(await reserveNamedBatches(connection, named, today, now)))
  checkFull(lines, pieces)
  const emptied = new Set(pieces.filter((piece) => piece.left === 0).map((piece) => piece.orderLineId))
  // A batch that ran out may have been the first or last to expire: only then do the shown dates change.
  const places = amountsOf(ordinary.filter((line) => emptied.has(line.orderLineId)))
  if (places.length > 0) await bringInLine(connection, places, now)
}

/** One amount for each (goods, warehouse): several lines may stand on the same stock. */
function amountsOf(lines: readonly GoodsAmount[]): GoodsAmount[] {
  const amounts = new Map<string, GoodsAmount>()
  for (const { goodsId, warehouseId, number } of lines) {
    const key = `${goodsId}-${warehouseId}`
    amounts.set(key, { goodsId, warehouseId, number: number + (amounts.get(key)?.number ?? 0) })
  }
  return [...amounts.values()]
}

async function shortOf(connection: Connection, amounts: readonly GoodsAmount[]): Promise<ShortGoods[]> {
  const available = await availableOf(connection, amounts)
  return available.filter((one) =>
    amounts.some((a) => a.goodsId === one.goodsId && a.warehouseId === one.warehouseId && a.number > one.available),
  )
}

/** The batches may hold less than goods_stock says: some expired since its figure was last derived. */
function checkFull(lines: readonly WantedLine[], pieces: readonly ReservedPiece[]): void {
  const got = new Map<number, number>()
  for (const piece of pieces) got.set(piece.orderLineId, piece.number + (got.get(piece.orderLineId) ?? 0))
  const short = lines.filter((line) => got.get(line.orderLineId) !== line.number)
  if (short.length === 0) return
  const goods = short.map((line) => ({ goodsId: line.goodsId, warehouseId: line.warehouseId, available: got.get(line.orderLineId) ?? 0 }))
  throw new StockShort(goods, true)
}

/** Gives back what an order holds, exactly once. The caller has the order's row locked. */
export async function release(connection: Connection, orderId: number, now: Date): Promise<void> {
  const places = await holdingPlaces(connection, orderId)
  if (places.length === 0) return
  await lockPlaces(connection, places)
  await releaseHoldings(connection, orderId, now)
  await bringInLine(connection, places, now)
}

export async function ship(connection: Connection, orderId: number, now: Date): Promise<void> {
  await shipHoldings(connection, orderId, now)
  await takeBatchDates(connection, orderId)
}

/**
 * Goods come back to the batches that they were of: what may be sold again is available, what may not is written off. The
 * caller sees to it that the same after-sale comes only once.
 */
export async function takeBack(
  connection: Connection,
  pieces: readonly ReturnedPiece[],
  of: { orderId: number; afterSaleId: number },
  now: Date,
): Promise<void> {
  if (pieces.length === 0) return
  const batches = [...new Set(pieces.map((piece) => piece.batchId))]
  const places = await placesOfBatches(connection, batches)
  await lockPlaces(connection, places)
  await returnToBatches(connection, pieces, of, now)
  await bringInLine(connection, places, now)
}

/** To tell of goods that came back; the catalogue, which keeps who waits for them, does it. */
export const goodsArrived = defineTask('stock.goods_arrived', Type.Object({ goods_ids: Type.Array(Id, { minItems: 1 }) }), {
  formerly: ['goods_arrived'],
})

/** The figures of some places from their batches. Who waits for goods that came back is told when the transaction commits. */
export async function bringInLine(connection: Connection, places: readonly GoodsPlace[], now: Date): Promise<void> {
  const goodsIds = await derivePlaces(connection, places, beijingDate(now), now)
  if (goodsIds.length > 0) await jobs.enqueue(connection, goodsArrived, { goods_ids: goodsIds }, { runAt: now })
}

/** Brings goods_stock in line with the batches of some goods; for whoever writes batches (import, demo, staff). */
export async function refreshGoodsStock(connection: Connection, goodsIds: readonly number[], now: Date): Promise<void> {
  const places = await placesOf(connection, goodsIds)
  if (places.length === 0) return
  await lockPlaces(connection, places)
  await bringInLine(connection, places, now)
}

const REFRESH_PAGE = 500

/**
 * After midnight in Beijing: what expired yesterday is no longer shown as stock, and what a near-expiry offer held is
 * free again. Paged, so that no lock is held for long.
 */
export async function refreshByTime(database: Database, now: Date): Promise<void> {
  const failures = collectFailures()
  let after = 0
  for (;;) {
    const goodsIds = await goodsTouchedByTime(database, after, beijingDate(now), now, REFRESH_PAGE)
    const last = goodsIds.at(-1)
    if (last === undefined) break
    await failures.page(
      goodsIds,
      (id) => `goods:${id}`,
      (some) => transact(database, (trx) => refreshGoodsStock(trx, some, now)),
    )
    after = last
  }
  failures.report()
}
