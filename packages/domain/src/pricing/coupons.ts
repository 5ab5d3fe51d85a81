import type { Members } from './members.ts'
import { percentOff, type Taken, takeOff } from './reductions.ts'
import type { HeldCoupon } from './terms.ts'

/**
 * Coupons: thresholds read what full reductions left; the non-stacking one is reckoned first, then the others by id,
 * each on what the former left.
 */

export interface ScopedCoupon {
  coupon: HeldCoupon
  members: readonly number[]
}

export interface CouponOutcome {
  left: readonly number[]
  taken: readonly Taken[]
}

/** What a set of coupons leaves to be paid in all: goods, and their carriage. */
export type Cost = (left: readonly number[]) => number

export function scopeCoupons(members: Members, coupons: readonly HeldCoupon[]): ScopedCoupon[] {
  return coupons.map((coupon) => ({ coupon, members: members.of(coupon.scope, (item) => item.takesCoupon) }))
}

export function couponBase(members: readonly number[], left: readonly number[]): number {
  let sum = 0
  for (const index of members) sum += left[index] ?? 0
  return sum
}

export function couponGain(coupon: HeldCoupon, base: number): number {
  const off = coupon.percent === null ? (coupon.amount ?? 0) : percentOff(base, coupon.percent)
  return Math.min(off, coupon.cap ?? off, base)
}

/** Those whose threshold is reached, in the order in which they are reckoned. */
export function reachedCoupons(scoped: readonly ScopedCoupon[], left: readonly number[]): ScopedCoupon[] {
  const reached = scoped.filter(({ coupon, members }) => {
    const base = couponBase(members, left)
    return base > 0 && base >= coupon.threshold
  })
  return [...reached.filter((one) => !one.coupon.stackable), ...reached.filter((one) => one.coupon.stackable)]
}

/** Reckons coupons one after another; those that find nothing left take nothing and are not used. */
export function useCoupons(left: readonly number[], coupons: readonly ScopedCoupon[]): CouponOutcome {
  if (coupons.length === 0) return { left, taken: [] }
  const rest = [...left]
  const taken: Taken[] = []
  for (const { coupon, members } of coupons) {
    const gain = couponGain(coupon, couponBase(members, rest))
    if (gain > 0) taken.push(takeOff(rest, members, gain, coupon))
  }
  return { left: rest, taken }
}

export function countSets(reached: readonly ScopedCoupon[]): number {
  const stackable = reached.filter((one) => one.coupon.stackable).length
  return (reached.length - stackable + 1) * 2 ** stackable
}

interface Best {
  outcome: CouponOutcome
  cost: number
}

function better(best: Best | null, outcome: CouponOutcome, cost: number): Best {
  if (best === null || cost < best.cost) return { outcome, cost }
  if (cost > best.cost || outcome.taken.length > best.outcome.taken.length) return best
  return outcome.taken.length < best.outcome.taken.length || isEarlier(outcome.taken, best.outcome.taken) ? { outcome, cost } : best
}

function isEarlier(a: readonly Taken[], b: readonly Taken[]): boolean {
  const ids = (list: readonly Taken[]) => list.map((one) => one.id).sort((x, y) => x - y)
  const [first, second] = [ids(a), ids(b)]
  for (const [place, id] of first.entries()) if (id !== second[place]) return id < (second[place] ?? 0)
  return false
}

/** Of all sets the one that costs least; among equals the one of fewest coupons, then of the lowest ids. */
export function cheapestCoupons(left: readonly number[], reached: readonly ScopedCoupon[], cost: Cost): CouponOutcome {
  if (reached.length === 0) return { left, taken: [] }
  const single = reached.filter((one) => !one.coupon.stackable)
  const stackable = reached.filter((one) => one.coupon.stackable)
  let best: Best | null = null
  const withStackable = (from: CouponOutcome, place: number): void => {
    const next = stackable[place]
    if (next === undefined) {
      best = better(best, from, cost(from.left))
      return
    }
    withStackable(from, place + 1)
    const used = useCoupons(from.left, [next])
    if (used.taken.length > 0) withStackable({ left: used.left, taken: [...from.taken, ...used.taken] }, place + 1)
  }
  withStackable({ left, taken: [] }, 0)
  for (const one of single) {
    const used = useCoupons(left, [one])
    if (used.taken.length > 0) withStackable(used, 0)
  }
  return (best as Best | null)?.outcome ?? { left, taken: [] }
}
