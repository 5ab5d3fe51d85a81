import { allocate, type Fen, fen, portion } from '../money.ts'
import type { Members } from './members.ts'
import type { GoodsFullReduction, Measure, ReductionTier } from './terms.ts'
import type { Item } from './unit.ts'

/** What tiers take off, how it is shared over lines, and the goods full reductions. */

export interface Measured {
  amount: number
  number: number
}

export const measuredBy = (measure: Measure, { amount, number }: Measured): number => (measure === 'amount' ? amount : number)

/** How often a tier is reached; 0 = not, at most once unless it repeats. */
export function timesReached(tier: { measure: Measure; threshold: number; repeat?: boolean }, measured: Measured): number {
  const reached = measuredBy(tier.measure, measured)
  if (reached < tier.threshold) return 0
  return tier.repeat ? Math.floor(reached / tier.threshold) : 1
}

/** What is paid of an amount at a percent is floored, as every price is. */
export const percentOff = (amount: number, percent: number): number => amount - portion(fen(amount), percent, 100)

export function tierGain(tier: Omit<ReductionTier, 'id'>, measured: Measured): number {
  const times = timesReached(tier, measured)
  if (times === 0) return 0
  const off = tier.percent === null ? (tier.amount ?? 0) * times : percentOff(measured.amount, tier.percent)
  return Math.min(off, tier.cap ?? off, measured.amount)
}

/** Of the tiers reached the one that takes off most. */
export function reductionGain(tiers: readonly Omit<ReductionTier, 'id'>[], measured: Measured): number {
  let best = 0
  for (const tier of tiers) {
    const gain = tierGain(tier, measured)
    if (gain > best) best = gain
  }
  return best
}

export function measure(items: readonly Item[], left: readonly number[], members: readonly number[]): Measured {
  let amount = 0
  let number = 0
  for (const index of members) {
    amount += left[index] ?? 0
    number += items[index]?.line.number ?? 0
  }
  return { amount, number }
}

/** One reduction, shared over the items it takes from. */
export interface Taken {
  id: number
  name: string
  amount: Fen
  members: readonly number[]
  parts: readonly Fen[]
}

/** Takes an amount off the members in proportion to what they still cost, and writes down who gave what. */
export function takeOff(left: number[], members: readonly number[], amount: number, source: { id: number; name: string }): Taken {
  const weights: number[] = []
  for (const index of members) weights.push(left[index] ?? 0)
  const parts = allocate(fen(amount), weights)
  for (let place = 0; place < members.length; place += 1) {
    left[members[place] ?? 0] = (weights[place] ?? 0) - (parts[place] ?? 0)
  }
  return { id: source.id, name: source.name, amount: fen(amount), members, parts }
}

/** What stands of one goods (or bundle) under the goods full reductions that it may take part in. */
export interface GoodsGroup {
  members: readonly number[]
  promotion: GoodsFullReduction
  measured: Measured
  gain: number
  /** Of the reductions that a goods may take part in, one rules; the others give nothing. */
  rules: boolean
}

export interface GoodsStep {
  groups: readonly GoodsGroup[]
  taken: readonly Taken[]
}

/** 单品满减: each goods by itself; where several would apply, the one that takes off most. Changes `left`. */
export function takeGoodsReductions(of: Members, promotions: readonly GoodsFullReduction[], left: number[]): GoodsStep {
  if (promotions.length === 0) return { groups: [], taken: [] }
  const { items } = of
  const places = new Map<number, number>()
  const placeOf = items.map(({ goodsKey }) => {
    const place = places.get(goodsKey) ?? places.size
    places.set(goodsKey, place)
    return place
  })
  const open = Array.from({ length: places.size }, (): GoodsGroup[] => [])
  for (const promotion of promotions) {
    const all = of.of(promotion.scope, (item) => item.takesFullReduction)
    for (const [place, members] of together(all, placeOf)) {
      const measured = measure(items, left, members)
      open[place]?.push({ members, promotion, measured, gain: reductionGain(promotion.tiers, measured), rules: false })
    }
  }
  const taken: Taken[] = []
  for (const groups of open) {
    if (groups.length === 0) continue
    const ruling = groups.reduce((best, one) => (one.gain > best.gain ? one : best))
    for (const group of groups) group.rules = group === ruling || ruling.gain === 0
    if (ruling.gain > 0) taken.push(takeOff(left, ruling.members, ruling.gain, ruling.promotion))
  }
  return { groups: open.flat(), taken }
}

/** Members of the same goods; most goods stand on one line. */
function together(members: readonly number[], placeOf: readonly number[]): [place: number, members: number[]][] {
  const groups: [number, number[]][] = []
  const known = new Map<number, number[]>()
  for (const index of members) {
    const place = placeOf[index] ?? 0
    const group = known.get(place)
    if (group) {
      group.push(index)
      continue
    }
    const own = [index]
    known.set(place, own)
    groups.push([place, own])
  }
  return groups
}
