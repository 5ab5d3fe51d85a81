import type { Connection } from '../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import { type HeldPart, lockHeldParts, moveReservation, type PieceMove, writePieces } from './divide-store.ts'

/** What of a line goes to another order: the whole line as it is (toLineId is its own id), or some of its units to another line. */
export interface LinePart {
  lineId: number
  toLineId: number
  number: number
}

interface Division {
  from: { id: number; no: string }
  to: { id: number; no: string }
  parts: readonly LinePart[]
  /** Units of batches that are to go in any case. */
  asked: ReadonlyMap<number, number>
  staff: string
}

/** As asked; then what expires last, and what no trace code was taken of before what has some: what stays is what was gathered. */
function chosen({ lineId, number }: LinePart, held: readonly HeldPart[], asked: ReadonlyMap<number, number>): PieceMove[] {
  const own = held.filter((one) => one.lineId === lineId)
  const first = own.map((one) => ({ one, number: Math.min(one.number, asked.get(one.id) ?? 0) }))
  let rest = number - first.reduce((sum, part) => sum + part.number, 0)
  if (rest < 0) throw fieldErrors([{ field: 'pieces', message: '批号的数量合计超过了该行拆出的数量' }])
  const order = first.toSorted((a, b) => Number(a.one.traceCodes > 0) - Number(b.one.traceCodes > 0))
  const moves = order.map(({ one, number: wanted }) => {
    const more = Math.min(rest, one.number - wanted)
    rest -= more
    return { ...one, goes: wanted + more }
  })
  if (rest > 0) throw new Error(`line ${lineId} holds ${rest} less than goes`)
  return moves.filter(({ goes }) => goes > 0)
}

/**
 * What one order holds of batches becomes another one's, without ever being free in between. The caller has both orders' rows locked,
 * and the divided lines written.
 */
export async function divideHoldings(connection: Connection, { from, to, parts, asked, staff }: Division, now: Date): Promise<void> {
  const held = await lockHeldParts(
    connection,
    parts.map(({ lineId }) => lineId),
  )
  const moves = parts.flatMap((part) => chosen(part, held, asked).map((move) => ({ ...move, toLineId: part.toLineId })))
  const traced = moves.find(({ number, goes, traceCodes }) => traceCodes > number - goes)
  if (traced) throw conflict(`批号 ${traced.batchNo} 已采集 ${traced.traceCodes} 个追溯码，请先清空再拆出`)
  await writePieces(
    connection,
    moves.filter(({ lineId, toLineId }) => lineId !== toLineId),
  )
  const paper = { documentNo: to.no, actor: staff, reason: `拆单：${from.no} 拆出 ${to.no}` }
  await moveReservation(connection, { from: from.id, to: to.id, moves, ...paper }, now)
}
