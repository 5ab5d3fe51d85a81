import type { Connection } from '../../../platform/database.ts'
import { lockPieces, releasePieces } from './part-store.ts'
import { bringInLine } from './service.ts'
import { lockPlaces, placesOfBatches } from './store.ts'

/** So many units of each line go back to their batches. The caller has the order's row locked and writes what its lines hold then. */
export async function releasePart(connection: Connection, orderId: number, gone: ReadonlyMap<number, number>, now: Date): Promise<void> {
  const pieces = await lockPieces(connection, orderId, [...gone.keys()])
  const left = new Map(gone)
  const taken = pieces.flatMap(({ id, lineId, batchId, number }) => {
    const part = Math.min(number, left.get(lineId) ?? 0)
    left.set(lineId, (left.get(lineId) ?? 0) - part)
    return part > 0 ? [{ id, batchId, number: part }] : []
  })
  const missing = [...left].find(([, number]) => number > 0)
  if (missing) throw new Error(`line ${missing[0]} of order ${orderId} holds ${missing[1]} less than goes`)
  if (taken.length === 0) return
  const places = await placesOfBatches(connection, [...new Set(taken.map(({ batchId }) => batchId))])
  await lockPlaces(connection, places)
  await releasePieces(connection, orderId, taken, now)
  await bringInLine(connection, places, now)
}
