import { fen, ZERO } from '../money.ts'
import { type Standing, tierStates } from './activities.ts'
import type { CashbackField, CashbackStand } from './earnings.ts'
import type { OrderDraft } from './split.ts'
import { cashbackTierText, money } from './texts.ts'

/** How a cashback stands: it is reached by one order, so it shows the order that has come furthest. */
export function cashbackStanding(
  { activity, measured }: CashbackField,
  orders: readonly OrderDraft[],
  cashbacks: ReadonlyMap<string, CashbackStand>,
): Standing[] {
  const open = orders.map((order, index) => ({ order, amount: measured[index] ?? ZERO })).filter(({ amount }) => amount > 0)
  const [furthest] = open.sort((a, b) => b.amount - a.amount)
  if (!furthest) return []
  const earned = fen([...cashbacks.values()].filter((one) => one.promotionId === activity.id).reduce((sum, one) => sum + one.amount, 0))
  const tiers = activity.tiers.map((tier) => ({ ...tier, measure: 'amount' as const }))
  const [nearest] = tiers.filter((tier) => tier.threshold > furthest.amount).sort((a, b) => a.threshold - b.threshold)
  const own = cashbacks.get(furthest.order.key)?.amount ?? ZERO
  const missing = nearest === undefined ? 0 : nearest.threshold - furthest.amount
  const more = nearest === undefined ? '' : `再买 ${money(missing)} 可返 ${money(nearest.amount)}`
  const state: Standing['state'] = {
    promotionId: activity.id,
    kind: activity.kind,
    name: activity.name,
    endsAt: activity.endsAt,
    lineIds: furthest.order.lines.map(({ line }) => line.id),
    measured: { amount: furthest.amount, number: furthest.order.lines.reduce((sum, { line }) => sum + line.number, 0) },
    tiers: tierStates(tiers, { amount: furthest.amount, number: 0 }, cashbackTierText),
    reduction: ZERO,
    text: [earned > 0 ? `订单完成后返 ${money(earned)}` : '', more].filter((part) => part !== '').join('；'),
    gifts: [],
    exchanges: [],
  }
  const next =
    nearest === undefined || nearest.amount <= own
      ? null
      : { measure: 'amount' as const, missing, gain: fen(nearest.amount - own), total: nearest.amount }
  return [{ state, next }]
}
