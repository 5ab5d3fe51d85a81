import { beijingDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { refreshGoodsStock } from './service.ts'
import { lockPiece, movePiece, type PieceRow, sellableBatch } from './swap-store.ts'

export interface Swap {
  pieceId: number
  batchId: number
  /** null: all of it. */
  number: number | null
}

export interface Swapped {
  goodsName: string
  unit: string
  from: string
  to: string
  number: number
}

function refuseSwap(piece: PieceRow, { batchId, number }: Swap): void {
  if (piece.isNearExpiry) throw conflict(`${piece.goodsName} 是按批号成交的近效期特价商品，不能换批号`)
  if (batchId === piece.batchId) throw fieldErrors([{ field: 'batch_id', message: '与现在的批号相同' }])
  const wanted = number ?? piece.number
  if (wanted > piece.number) throw fieldErrors([{ field: 'number', message: `该批号在本单只有 ${piece.number} ${piece.unit}` }])
  const left = piece.number - wanted
  if (piece.traceCodes > left) throw conflict(`批号 ${piece.batchNo} 已采集 ${piece.traceCodes} 个追溯码，请先清空再换批号`)
}

/**
 * Some of what an order holds of a batch is taken from another batch of the same goods and warehouse. The caller has the order's
 * row locked and has seen that it has not left.
 */
export async function swapBatch(connection: Connection, orderId: number, swap: Swap, now: Date): Promise<Swapped> {
  const piece = await lockPiece(connection, orderId, swap.pieceId)
  if (piece === null) throw notFound('订单批号')
  refuseSwap(piece, swap)
  const number = swap.number ?? piece.number
  // The goods' places first, as where stock is reserved; the figures follow once more at the end.
  await refreshGoodsStock(connection, [piece.goodsId], now)
  const target = await sellableBatch(connection, { orderId, piece, batchId: swap.batchId }, beijingDate(now), now)
  if (target === null) throw conflict('该批号不是本仓同一商品的可售批号（已锁定、近效期、留给特价或不存在）')
  if (target.available < number) throw conflict(`批号 ${target.batchNo} 只有 ${target.available} ${piece.unit}可用`)
  await movePiece(connection, { orderId, piece, target, number }, now)
  await refreshGoodsStock(connection, [piece.goodsId], now)
  return { goodsName: piece.goodsName, unit: piece.unit, from: piece.batchNo, to: target.batchNo, number }
}
