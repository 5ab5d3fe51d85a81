import { type Fen, fen, ZERO } from '../money.ts'
import type { Members } from './members.ts'
import type { OrderDraft } from './split.ts'
import type { CashbackActivity } from './terms.ts'

/** What an order earns once it completes, on what its goods really cost: shipping does not count, nor how it was paid. */

export interface CashbackStand {
  promotionId: number
  amount: Fen
}

/** Points for each whole yuan. */
export const pointsFor = (paid: Fen, perYuan: number): number => Math.floor(Math.floor(paid / 100) * perYuan)

/** A cashback activity with what each order reaches of it, in the order of the orders. */
export interface CashbackField {
  activity: CashbackActivity
  measured: readonly Fen[]
}

export function cashbackFields(activities: readonly CashbackActivity[], members: Members, orders: readonly OrderDraft[]): CashbackField[] {
  return activities.map((activity) => {
    const ids = new Set(members.of(activity.scope, () => true).map((index) => members.items[index]?.line.id))
    const measured = orders.map((order) => {
      let sum = 0
      for (const { line, priced } of order.lines) if (ids.has(line.id)) sum += priced.net
      return fen(sum)
    })
    return { activity, measured }
  })
}

function cashbackTier(activity: CashbackActivity, measured: Fen): CashbackActivity['tiers'][number] | null {
  let highest: CashbackActivity['tiers'][number] | null = null
  for (const tier of activity.tiers) {
    if (measured >= tier.threshold && (highest === null || tier.threshold > highest.threshold)) highest = tier
  }
  return highest
}

/** One cashback an order: the activity that gives most, by ids among equals. Never more than what was paid. */
export function cashbackOf(order: number, fields: readonly CashbackField[]): CashbackStand {
  let best: CashbackStand = { promotionId: 0, amount: ZERO }
  for (const { activity, measured } of fields) {
    const paid = measured[order] ?? ZERO
    const amount = Math.min(cashbackTier(activity, paid)?.amount ?? 0, paid)
    if (amount > best.amount) best = { promotionId: activity.id, amount: fen(amount) }
  }
  return best
}
