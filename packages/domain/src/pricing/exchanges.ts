import type { Members } from './members.ts'
import { type Measured, measure, measuredBy } from './reductions.ts'
import type { ExchangeActivity, GiftActivity } from './terms.ts'
import type { ExchangeItem, Item } from './unit.ts'

/** What an activity over the cart counts: its goods, at what full reductions left of them. */

/** Ephedrine goods earn no gifts and no exchange purchases; neither do lines outside full reductions. */
export const earningMembers = (members: Members, activity: GiftActivity | ExchangeActivity): number[] =>
  members.of(activity.scope, (item) => item.takesFullReduction && !item.line.isEphedrine)

export interface ExchangeRefusal {
  item: ExchangeItem
  code: 'EXCHANGE_LOCKED' | 'EXCHANGE_LIMIT'
}

export interface ExchangeField {
  items: readonly ExchangeItem[]
  members: ReadonlyMap<ExchangeActivity, readonly number[]>
}

/** Of the exchange lines, in the order of their ids, those whose tier is reached and whose offer still has units. */
export function unlock(
  field: ExchangeField,
  items: readonly Item[],
  left: readonly number[],
  refuse: (refusal: ExchangeRefusal) => void,
): ExchangeItem[] {
  const measured = new Map<ExchangeActivity, Measured>()
  const taken = new Map<number, number>()
  return field.items.filter((item) => {
    const { activity, tier, offer, line } = item
    const now = measured.get(activity) ?? measure(items, left, field.members.get(activity) ?? [])
    measured.set(activity, now)
    if (measuredBy(tier.measure, now) < tier.threshold) {
      refuse({ item, code: 'EXCHANGE_LOCKED' })
      return false
    }
    const number = (taken.get(offer.id) ?? 0) + line.number
    if (number > offer.limit || (offer.left !== null && number > offer.left)) {
      refuse({ item, code: 'EXCHANGE_LIMIT' })
      return false
    }
    taken.set(offer.id, number)
    return true
  })
}
