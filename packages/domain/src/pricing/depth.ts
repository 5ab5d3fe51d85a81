import { type Fen, fen } from '../money.ts'
import { type Measured, percentOff, reductionGain, timesReached } from './reductions.ts'
import type { Measure, PromotionKind } from './terms.ts'

/** How low an offer brings the price of one goods by itself: what a warning about cost and floor asks before anybody has bought. */

export interface DeepTier {
  measure: Measure
  threshold: number
  amount: Fen | null
  percent: number | null
  cap: Fen | null
  repeat: boolean
  gifts: readonly { goodsId: number; number: number /** What one of them costs the house. */; worth: Fen }[]
}

/** Units with which one goods at this price reaches the tier just so. */
const reachedBy = (price: Fen, { measure, threshold }: DeepTier): number =>
  Math.max(1, measure === 'number' ? threshold : Math.ceil(threshold / price))

/**
 * What a unit comes to where the tier is just reached with this goods alone, rounded down to the fen: that is where an offer is deepest.
 * Units given of the same goods count as sold with the others; other gifts take off what they cost.
 */
function afterTier(kind: PromotionKind, goodsId: number, price: Fen, tier: DeepTier): Fen {
  const number = reachedBy(price, tier)
  const paid = price * number
  if (kind === 'gift') {
    const same = tier.gifts.filter((gift) => gift.goodsId === goodsId).reduce((sum, gift) => sum + gift.number, 0)
    const others = tier.gifts.filter((gift) => gift.goodsId !== goodsId).reduce((sum, gift) => sum + gift.number * gift.worth, 0)
    return fen(Math.max(0, Math.floor((paid - others) / (number + same))))
  }
  if (kind === 'exchange') return price
  const wished = tier.percent === null ? (tier.amount ?? 0) : percentOff(paid, tier.percent)
  const off = Math.min(wished, tier.cap ?? wished, paid)
  return fen(Math.floor((paid - off) / number))
}

/** By the tier that is deepest; null where there is none. */
export function lowestAfter<Tier extends DeepTier>(
  { kind, tiers }: { kind: PromotionKind; tiers: readonly Tier[] },
  goodsId: number,
  price: Fen,
): { after: Fen; tier: Tier } | null {
  let lowest: { after: Fen; tier: Tier } | null = null
  for (const tier of tiers) {
    const after = afterTier(kind, goodsId, price, tier)
    if (lowest === null || after < lowest.after) lowest = { after, tier }
  }
  return lowest
}

export interface DeepOffer {
  name: string
  kind: PromotionKind
  tiers: readonly DeepTier[]
}
export interface DeepCoupon {
  name: string
  tier: DeepTier
  stackable: boolean
  /** Pieces of it that one company may hold. */
  each: number
}
export interface Reach {
  offers: readonly DeepOffer[]
  coupons: readonly DeepCoupon[]
}
export interface Depth {
  after: Fen
  /** What brought it there, and how many that are: of a coupon each piece. */
  names: readonly string[]
  things: number
}

interface Gain {
  name: string
  gain: number
  pieces: number
}
const NO_GAIN: Gain = { name: '', gain: 0, pieces: 0 }

function bestOf(offers: readonly DeepOffer[], kind: PromotionKind, measured: Measured): Gain {
  let best = NO_GAIN
  for (const offer of offers) {
    if (offer.kind !== kind) continue
    const gain = reductionGain(offer.tiers, measured)
    if (gain > best.gain) best = { name: offer.name, gain, pieces: 1 }
  }
  return best
}

/**
 * As many pieces as one company may hold. How many that are, a person types: pieces that take off the same are reckoned at once, and those of a per
 * cent one by one, for each takes less than the one before it until nothing is left.
 */
function stackedGain({ tier: { amount, percent, cap }, each }: DeepCoupon, base: number): { gain: number; pieces: number } {
  if (percent === null) {
    const one = Math.min(amount ?? 0, cap ?? Number.POSITIVE_INFINITY)
    const pieces = one > 0 ? Math.min(each, Math.ceil(base / one)) : 0
    return { gain: Math.min(base, pieces * one), pieces }
  }
  let [left, pieces] = [base, 0]
  // The least of which the per cent is as much as the cap.
  const least = cap === null ? Number.POSITIVE_INFINITY : Math.floor(((cap - 1) * 100) / (100 - percent)) + 1
  if (cap !== null && cap > 0 && left >= least) {
    pieces = Math.min(each, Math.floor((left - least) / cap) + 1)
    left -= pieces * cap
  }
  for (; pieces < each; pieces += 1) {
    const off = Math.min(percentOff(left, percent), cap ?? left)
    if (off <= 0) break
    left -= off
  }
  return { gain: base - left, pieces }
}

/** Of those that do not stack the best one, then each that stacks as often as a company may hold it; all are reached by what reductions left. */
function couponsUsed(coupons: readonly DeepCoupon[], base: number): Gain[] {
  const reached = coupons.filter(({ tier }) => base > 0 && base >= tier.threshold)
  const gainOf = ({ tier: { amount, percent, cap } }: DeepCoupon, left: number): number => {
    const off = percent === null ? (amount ?? 0) : percentOff(left, percent)
    return Math.min(off, cap ?? off, left)
  }
  let left = base
  const used: Gain[] = []
  const single = reached
    .filter(({ stackable }) => !stackable)
    .map((one) => ({ name: one.name, gain: gainOf(one, left), pieces: 1 }))
    .reduce((best, one) => (one.gain > best.gain ? one : best), NO_GAIN)
  if (single.gain > 0) used.push(single)
  left -= single.gain
  for (const one of reached.filter(({ stackable }) => stackable)) {
    const { gain, pieces } = stackedGain(one, left)
    left -= gain
    if (gain > 0) used.push({ name: pieces > 1 ? `${one.name}（${pieces} 张）` : one.name, gain, pieces })
  }
  return used
}

/** As the cart has it: reductions of the goods, full reductions, coupons, then what is given along and what comes back. */
function comesTo(goodsId: number, price: Fen, number: number, { offers, coupons }: Reach): Depth {
  let left = price * number
  const names: string[] = []
  let things = 0
  const take = ({ name, gain, pieces }: Gain): void => {
    if (gain === 0) return
    left -= gain
    names.push(name)
    things += pieces
  }
  take(bestOf(offers, 'goods_full_reduction', { amount: left, number }))
  take(bestOf(offers, 'full_reduction', { amount: left, number }))
  const afterReductions = { amount: left, number }
  for (const used of couponsUsed(coupons, left)) take(used)
  let [units, worth] = [number, 0]
  for (const { name, kind, tiers } of offers) {
    if (kind !== 'gift') continue
    const tier = tiers.findLast((one) => timesReached(one, afterReductions) > 0)
    if (tier === undefined) continue
    const times = timesReached(tier, afterReductions)
    for (const gift of tier.gifts) {
      if (gift.goodsId === goodsId) units += gift.number * times
      else worth += gift.number * gift.worth * times
    }
    if (tier.gifts.length === 0) continue
    names.push(name)
    things += 1
  }
  take(bestOf(offers, 'cashback', { amount: left, number }))
  return { after: fen(Math.max(0, Math.floor((left - worth) / units))), names, things }
}

const lowestAt = (goodsId: number, price: Fen, numbers: Iterable<number>, reach: Reach): Depth | null => {
  let lowest: Depth | null = null
  for (const number of numbers) {
    const depth = comesTo(goodsId, price, number, reach)
    if (depth.names.length > 0 && (lowest === null || depth.after < lowest.after)) lowest = depth
  }
  return lowest
}

/**
 * The lowest that a unit comes to by everything that runs meanwhile, with this goods alone; null: nothing touches it. Tried where something is just
 * reached: by the price, and by what the others left of it there.
 */
export function lowestTogether(goodsId: number, price: Fen, reach: Reach): Depth | null {
  const tiers = [...reach.offers.flatMap((offer) => offer.tiers), ...reach.coupons.map(({ tier }) => tier)]
  const reached = (of: Fen) => new Set([1, ...tiers.map((tier) => reachedBy(of, tier))])
  const lowest = lowestAt(goodsId, price, reached(price), reach)
  if (lowest === null || lowest.after === 0) return lowest
  const again = lowestAt(goodsId, price, reached(lowest.after), reach)
  return again !== null && again.after < lowest.after ? again : lowest
}
