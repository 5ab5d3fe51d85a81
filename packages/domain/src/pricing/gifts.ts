import type { PricedGift, PricingRefusal } from './answer.ts'
import { type Measured, measure, timesReached } from './reductions.ts'
import type { GiftActivity, GiftOffer, GiftTier } from './terms.ts'
import type { Item } from './unit.ts'

/** Gifts: of each activity the highest tier reached gives; the buyer picks where the tier lets them. */

export interface GiftState {
  tier: GiftTier
  offer: GiftOffer
  /** Units given; of a gift that is not open, the units of one time. */
  number: number
  selected: boolean
  open: boolean
  why: string
}

export interface GiftStand {
  activity: GiftActivity
  members: readonly number[]
  measured: Measured
  reached: GiftTier | null
  states: readonly GiftState[]
}

export interface GiftStep {
  stands: readonly GiftStand[]
  gifts: readonly PricedGift[]
}

export interface GiftChoice {
  /** null: the first that may be chosen. */
  ids: readonly number[] | null
  refuse: (refusal: PricingRefusal) => void
}

/** Nothing is given away of which not even one time is left; of several times, as many as there are units for. */
function givenNumber(offer: GiftOffer, times: number): number {
  const most = offer.left === null ? times : Math.min(times, Math.floor(offer.left / offer.number))
  return most * offer.number
}

export function giftsOf(
  activities: readonly { activity: GiftActivity; members: readonly number[] }[],
  items: readonly Item[],
  left: readonly number[],
  choice: GiftChoice,
): GiftStep {
  const wanted = choice.ids === null ? null : new Set(choice.ids.filter((id) => id !== 0))
  const found = new Set<number>()
  const stands = activities.map(({ activity, members }): GiftStand => {
    const measured = measure(items, left, members)
    const reached = highestReached(activity.tiers, measured)
    const states = activity.tiers.flatMap((tier) => {
      for (const offer of tier.gifts) found.add(offer.id)
      return tier === reached ? openStates(tier, measured, wanted, choice.refuse) : closedStates(tier, reached, wanted, choice.refuse)
    })
    return { activity, members, measured, reached, states }
  })
  for (const id of [...(wanted ?? [])].sort((a, b) => a - b)) {
    if (!found.has(id)) choice.refuse({ code: 'GIFT_LOCKED', message: '该赠品的活动已结束或不适用', id })
  }
  return { stands, gifts: stands.flatMap((stand) => pricedGifts(stand, items, left)) }
}

export function highestReached<Tier extends GiftTier>(tiers: readonly Tier[], measured: Measured): Tier | null {
  let highest: Tier | null = null
  for (const tier of tiers) {
    if (timesReached(tier, measured) > 0 && (highest === null || tier.threshold > highest.threshold)) highest = tier
  }
  return highest
}

type Refuse = GiftChoice['refuse']

function openStates(tier: GiftTier, measured: Measured, wanted: ReadonlySet<number> | null, refuse: Refuse): GiftState[] {
  const times = timesReached(tier, measured)
  let picks = tier.choose ?? tier.gifts.length
  return tier.gifts.map((offer) => {
    if (offer.barred) return barredState(tier, offer, offer.barred, wanted, refuse)
    const number = givenNumber(offer, times)
    const open = number > 0
    const asked = wanted === null ? open : wanted.has(offer.id)
    const selected = open && asked && picks > 0
    if (selected) picks -= 1
    if (asked && !open) refuse({ code: 'GIFT_GONE', message: `赠品“${offer.name}”已赠完`, id: offer.id })
    if (asked && open && !selected && wanted !== null) {
      refuse({ code: 'GIFT_TOO_MANY', message: `本档最多选 ${tier.choose} 种赠品`, id: offer.id })
    }
    const pick = tier.choose === null ? '' : `可任选 ${tier.choose} 种`
    return { tier, offer, number: open ? number : offer.number, selected, open, why: open ? (selected ? '' : pick) : '已赠完' }
  })
}

function closedStates(tier: GiftTier, reached: GiftTier | null, wanted: ReadonlySet<number> | null, refuse: Refuse): GiftState[] {
  const why = reached !== null && reached.threshold >= tier.threshold ? '已达更高一档' : '未达赠送条件'
  return tier.gifts.map((offer) => {
    if (offer.barred) return barredState(tier, offer, offer.barred, wanted, refuse)
    if (wanted?.has(offer.id)) refuse({ code: 'GIFT_LOCKED', message: `赠品“${offer.name}”：${why}`, id: offer.id })
    return { tier, offer, number: offer.number, selected: false, open: false, why }
  })
}

/** What this buyer may not have is not given: shown with its reason, refused to who asks for it all the same. */
function barredState(tier: GiftTier, offer: GiftOffer, why: string, wanted: ReadonlySet<number> | null, refuse: Refuse): GiftState {
  if (wanted?.has(offer.id)) refuse({ code: 'GIFT_BARRED', message: `赠品“${offer.name}”：${why}`, id: offer.id })
  return { tier, offer, number: offer.number, selected: false, open: false, why }
}

function pricedGifts(stand: GiftStand, items: readonly Item[], left: readonly number[]): PricedGift[] {
  const chosen = stand.states.filter((state) => state.selected)
  if (chosen.length === 0) return []
  const warehouseId = mainWarehouse(stand.members, items, left)
  return chosen.map(({ offer, tier, number }) => ({
    id: offer.id,
    promotionId: stand.activity.id,
    tierId: tier.id,
    goodsId: offer.goodsId,
    name: offer.name,
    unit: offer.unit,
    number,
    warehouseId,
  }))
}

/** Gifts leave with the goods that earned most of them. */
function mainWarehouse(members: readonly number[], items: readonly Item[], left: readonly number[]): number {
  const sums = new Map<number, number>()
  for (const index of members) {
    const warehouse = items[index]?.line.warehouseId ?? 0
    sums.set(warehouse, (sums.get(warehouse) ?? 0) + (left[index] ?? 0))
  }
  const [first] = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return first?.[0] ?? 0
}
