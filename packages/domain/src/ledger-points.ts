import { type LedgerEntry, type Movement, movement, negative, type Posting, shop } from './ledger.ts'
import { type Fen, fen } from './money.ts'

/** Postings of points, and of the money that goods of the points mall cost beside them. */

/** Points from before the ledger began. */
export function openingPoints(companyId: number, points: number): Posting {
  const entries = pointsEntries(companyId, points)
  return { key: `opening:${companyId}:points`, kind: 'opening', companyId, orderId: null, memo: '期初积分', entries }
}

/** What is issued to a company stands against points_issued; a negative number takes it back from circulation. */
const pointsEntries = (companyId: number, points: number): LedgerEntry[] => [
  { account: shop('points_issued'), amount: negative(fen(points)) },
  { account: { companyId, kind: 'points' }, amount: fen(points) },
]

export const pointsEarned = (of: Movement & { points: number }): Posting => ({
  ...movement(of),
  kind: 'points_earn',
  entries: pointsEntries(of.companyId, of.points),
})

export const pointsSpent = (of: Movement & { points: number }): Posting => ({
  ...movement(of),
  kind: 'points_spend',
  entries: pointsEntries(of.companyId, -of.points),
})

/** Points that were spent come back. */
export const pointsBack = (of: Movement & { points: number }): Posting => ({
  ...movement(of),
  kind: 'points_back',
  entries: pointsEntries(of.companyId, of.points),
})

const pointsOrderEntries = (companyId: number, amount: Fen): LedgerEntry[] => [
  { account: { companyId, kind: 'balance' }, amount: negative(amount) },
  { account: shop('sales'), amount },
]

/** The money that goods of the points mall cost beside their points, from the balance. */
export const pointsOrderPaid = (of: Movement & { amount: Fen }): Posting => ({
  ...movement(of),
  kind: 'points_order_pay',
  entries: pointsOrderEntries(of.companyId, of.amount),
})

export const pointsOrderRefunded = (of: Movement & { amount: Fen }): Posting => ({
  ...movement(of),
  kind: 'points_order_refund',
  entries: pointsOrderEntries(of.companyId, negative(of.amount)),
})

/** Points of goods that came back. */
export const pointsTakenBack = (of: Movement & { points: number }): Posting => ({
  ...movement(of),
  kind: 'points_taken',
  entries: pointsEntries(of.companyId, -of.points),
})
