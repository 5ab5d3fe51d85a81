import { type AfterSaleReason, isShopsFault } from '#domain/aftersales.ts'
import { add, type Fen, subtract, ZERO } from '#domain/money.ts'
import { returnWorth } from '#domain/pricing/returns.ts'
import type { OrderRow } from '../orders/public.ts'
import type { SoldPiece } from './store.ts'

/** Units of batches that come back now. */
export interface Wanted {
  piece: SoldPiece
  number: number
}

/**
 * What each comes to. Reckoned by line, one batch after the other, from what has come back of the line before: so that
 * every sequence of returns comes to exactly what the line cost.
 */
export function worthOf(wanted: readonly Wanted[], before: (piece: SoldPiece) => number): Fen[] {
  const back = new Map<number, number>()
  return wanted.map(({ piece, number }) => {
    const already = back.get(piece.orderLineId) ?? before(piece)
    back.set(piece.orderLineId, already + number)
    return returnWorth({ number: piece.lineNumber, net: piece.lineNet }, already, number)
  })
}

/** Is everything that was paid for back once these are? Gifts cost nothing and do not count. */
export function isWholeBack(pieces: readonly SoldPiece[], wanted: readonly Wanted[], already: (piece: SoldPiece) => number): boolean {
  const now = new Map(wanted.map(({ piece, number }) => [piece.id, number]))
  return pieces.every((piece) => piece.isGift || already(piece) + (now.get(piece.id) ?? 0) === piece.number)
}

/** Shipping goes back with the last of an order that came back for the shop's faults alone. */
export const shippingBack = (order: OrderRow, isWhole: boolean, reasons: readonly AfterSaleReason[]): Fen =>
  isWhole && reasons.every(isShopsFault) ? subtract(order.shippingAmount, order.refundedShipping) : ZERO

export const goodsNet = (order: OrderRow): Fen => subtract(order.goodsAmount, order.reductionAmount)

export const sumOf = (amounts: readonly Fen[]): Fen => add(...amounts)
