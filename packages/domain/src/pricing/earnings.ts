import { type Fen, fen, ZERO } from '../money.ts'
import { saleInScope } from './matching.ts'
import type { OrderDraft } from './split.ts'
import type { CashbackActivity } from './terms.ts'

/** What an order earns once it completes, on what its goods really cost: shipping does not count, nor how it was paid. */

export interface CashbackStand {
  promotionId: number
  amount: Fen
}

/** Points for each whole yuan. */
export const pointsFor = (paid: Fen, perYuan: number): number => Math.floor(Math.floor(paid / 100) * perYuan)

export function cashbackMeasured(order: OrderDraft, activity: CashbackActivity): Fen {
  let sum = 0
  for (const { line, priced } of order.lines) if (saleInScope(line.sale, activity.scope)) sum += priced.net
  return fen(sum)
}

export function cashbackTier(activity: CashbackActivity, measured: Fen): CashbackActivity['tiers'][number] | null {
  let highest: CashbackActivity['tiers'][number] | null = null
  for (const tier of activity.tiers) {
    if (measured >= tier.threshold && (highest === null || tier.threshold > highest.threshold)) highest = tier
  }
  return highest
}

/** One cashback an order: the activity that gives most, by ids among equals. Never more than what was paid. */
export function cashbackOf(order: OrderDraft, activities: readonly CashbackActivity[]): CashbackStand {
  let best: CashbackStand = { promotionId: 0, amount: ZERO }
  for (const activity of activities) {
    const measured = cashbackMeasured(order, activity)
    const amount = Math.min(cashbackTier(activity, measured)?.amount ?? 0, measured)
    if (amount > best.amount) best = { promotionId: activity.id, amount: fen(amount) }
  }
  return best
}
