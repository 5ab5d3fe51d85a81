import { type Assignment, NONE } from './assignment.ts'
import type { ScopedCoupon } from './coupons.ts'
import { unlock } from './exchanges.ts'
import type { Basis } from './reckon.ts'
import { reductionGain } from './reductions.ts'
import type { HeldCoupon } from './terms.ts'

/**
 * What an assignment about costs, and which coupons are best with it: for carts too large to reckon every choice to the
 * fen. Reductions are spread in broken fen, so a figure may be off by a few fen; what is chosen by it is reckoned exactly.
 */

/** Less than this is no difference. */
const NOTHING = 0.5

export interface Estimate {
  cost: number
  coupons: readonly ScopedCoupon[]
}

export class Estimator {
  private readonly basis: Basis
  private readonly start: Float64Array
  private readonly numbers: Float64Array
  private readonly members: ReadonlyMap<ScopedCoupon, Int32Array>
  /** What full reductions leave, and the same after coupons: written anew by each estimate. */
  private readonly left: Float64Array
  private readonly rest: Float64Array

  constructor(basis: Basis) {
    const { items, left } = basis.field
    this.basis = basis
    this.start = Float64Array.from(left)
    this.numbers = Float64Array.from(items, (item) => item.line.number)
    this.members = new Map(basis.coupons.map((one) => [one, Int32Array.from(one.members)]))
    this.left = new Float64Array(items.length)
    this.rest = new Float64Array(items.length)
  }

  estimate(assignment: Assignment): Estimate {
    this.reduce(assignment)
    const { exchange, field, coupons } = this.basis
    const unlocked = exchange.items.length === 0 ? [] : unlock(exchange, field.items, Array.from(this.left), () => undefined)
    const extra = new Float64Array(this.basis.yard.places.length)
    for (const item of unlocked) {
      const place = this.basis.yard.placeOf[field.items.length + exchange.items.indexOf(item)] ?? 0
      extra[place] = (extra[place] ?? 0) + item.amount
    }
    const reached = coupons.filter((one) => {
      const base = Math.round(this.sum(this.left, one))
      return base > 0 && base >= one.coupon.threshold
    })
    return this.basis.couponsChosen ? this.chosen(reached, extra) : this.best(reached, extra)
  }

  private reduce(assignment: Assignment): void {
    const { reductions } = this.basis.field
    const amounts = new Float64Array(reductions.length)
    const numbers = new Float64Array(reductions.length)
    for (let index = 0; index < assignment.length; index += 1) {
      const reduction = assignment[index] ?? NONE
      if (reduction === NONE) continue
      amounts[reduction] = (amounts[reduction] ?? 0) + (this.start[index] ?? 0)
      numbers[reduction] = (numbers[reduction] ?? 0) + (this.numbers[index] ?? 0)
    }
    const kept = reductions.map(({ tiers }, reduction) => {
      const amount = amounts[reduction] ?? 0
      return amount === 0 ? 1 : 1 - reductionGain(tiers, { amount, number: numbers[reduction] ?? 0 }) / amount
    })
    for (let index = 0; index < assignment.length; index += 1) {
      this.left[index] = (this.start[index] ?? 0) * (kept[assignment[index] ?? NONE] ?? 1)
    }
  }

  private sum(from: Float64Array, one: ScopedCoupon): number {
    const members = this.members.get(one)
    if (members === undefined) return 0
    let sum = 0
    for (let place = 0; place < members.length; place += 1) sum += from[members[place] ?? 0] ?? 0
    return sum
  }

  private costOf(set: readonly ScopedCoupon[], extra: Float64Array): number {
    const { rest } = this
    rest.set(this.left)
    for (const one of set) {
      const base = this.sum(rest, one)
      const members = this.members.get(one)
      if (base <= 0 || members === undefined) continue
      const kept = 1 - gainAbout(one.coupon, base) / base
      for (let place = 0; place < members.length; place += 1) {
        const index = members[place] ?? 0
        rest[index] = (rest[index] ?? 0) * kept
      }
    }
    let sum = 0
    for (let index = 0; index < rest.length; index += 1) sum += rest[index] ?? 0
    return sum + this.carriage(extra)
  }

  private carriage(extra: Float64Array): number {
    const { rule, yard, exchange } = this.basis
    if (rule === null) return 0
    const { rest } = this
    const loads = Float64Array.from(extra)
    const byItself = yard.places.map((_, place) => exchange.items.length === 0 || (extra[place] ?? 0) === 0)
    for (let index = 0; index < rest.length; index += 1) {
      const place = yard.placeOf[index] ?? 0
      loads[place] = (loads[place] ?? 0) + (rest[index] ?? 0)
      if (!yard.byItself[index]) byItself[place] = false
    }
    return loads.reduce((sum, load, place) => (byItself[place] || Math.round(load) >= rule.freeFrom ? sum : sum + rule.fee), 0)
  }

  private chosen(reached: readonly ScopedCoupon[], extra: Float64Array): Estimate {
    const single = reached.find((one) => !one.coupon.stackable)
    const coupons = reached.filter((one) => one === single || one.coupon.stackable)
    return { cost: this.costOf(inOrder(coupons), extra), coupons }
  }

  /**
   * None at all; each non-stacking coupon, and none, alone and beside all that stack; then each coupon is left out that
   * brings nothing. One more coupon never makes goods dearer, so only carriage can make a smaller set better.
   */
  private best(reached: readonly ScopedCoupon[], extra: Float64Array): Estimate {
    const stackable = reached.filter((one) => one.coupon.stackable)
    const single = reached.filter((one) => !one.coupon.stackable)
    let best: Estimate = { cost: this.costOf([], extra), coupons: [] }
    for (const one of [null, ...single]) {
      const alone = one === null ? [] : [one]
      for (const coupons of [alone, [...alone, ...stackable]]) {
        if (coupons.length === 0) continue
        const cost = this.costOf(coupons, extra)
        if (cost < best.cost - NOTHING) best = { cost, coupons }
      }
    }
    for (const one of best.coupons.toReversed()) {
      const coupons = best.coupons.filter((other) => other !== one)
      const cost = this.costOf(coupons, extra)
      if (cost < best.cost + NOTHING) best = { cost, coupons }
    }
    return best
  }
}

const inOrder = (coupons: readonly ScopedCoupon[]): ScopedCoupon[] => [
  ...coupons.filter((one) => !one.coupon.stackable),
  ...coupons.filter((one) => one.coupon.stackable),
]

function gainAbout(coupon: HeldCoupon, base: number): number {
  const off = coupon.percent === null ? (coupon.amount ?? 0) : (base * (100 - coupon.percent)) / 100
  return Math.min(off, coupon.cap ?? off, base)
}
