import { type Assignment, NONE } from './assignment.ts'
import type { Basis } from './basis.ts'
import type { ScopedCoupon } from './coupons.ts'
import { unlock } from './exchanges.ts'
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

/**
 * Items that the same coupons take from and that leave from the same place keep their proportions, so they are reckoned
 * together as one class.
 */
interface Classes {
  of: Int32Array
  count: number
  placeOf: Int32Array
  membersOf: ReadonlyMap<ScopedCoupon, Int32Array>
}

export class Estimator {
  private readonly basis: Basis
  private readonly classes: Classes
  private readonly numbers: Float64Array
  /** What full reductions leave of each item, and of each class; and of each class after coupons: written anew each time. */
  private readonly left: Float64Array
  private readonly leftOf: Float64Array
  private readonly rest: Float64Array
  /** Places of which everything ships free by itself. */
  private readonly byItself: readonly boolean[]

  constructor(basis: Basis) {
    const { items } = basis.field
    this.basis = basis
    this.classes = classesOf(basis)
    this.numbers = Float64Array.from(items, (item) => item.line.number)
    this.left = new Float64Array(items.length)
    this.leftOf = new Float64Array(this.classes.count)
    this.rest = new Float64Array(this.classes.count)
    const { places, placeOf, byItself } = basis.freight
    this.byItself = places.map((_, place) => items.every((_item, index) => placeOf[index] !== place || byItself[index] === true))
  }

  estimate(assignment: Assignment): Estimate {
    this.reduce(assignment)
    const extra = this.exchanged()
    const reached = this.basis.coupons.filter((one) => {
      const base = Math.round(this.sum(this.leftOf, one))
      return base > 0 && base >= one.coupon.threshold
    })
    return this.basis.couponsChosen ? this.chosen(reached, extra) : this.best(reached, extra)
  }

  /** What exchange purchases add to the load of each place. */
  private exchanged(): Float64Array {
    const { exchange, field, freight } = this.basis
    const extra = new Float64Array(freight.places.length)
    if (exchange.items.length === 0) return extra
    for (const item of unlock(exchange, field.items, Array.from(this.left), () => undefined)) {
      const place = freight.placeOf[field.items.length + exchange.items.indexOf(item)] ?? 0
      extra[place] = (extra[place] ?? 0) + item.amount
    }
    return extra
  }

  private reduce(assignment: Assignment): void {
    const { reductions, left: start } = this.basis.field
    const amounts = new Float64Array(reductions.length)
    const numbers = new Float64Array(reductions.length)
    for (let index = 0; index < assignment.length; index += 1) {
      const reduction = assignment[index] ?? NONE
      if (reduction === NONE) continue
      amounts[reduction] = (amounts[reduction] ?? 0) + (start[index] ?? 0)
      numbers[reduction] = (numbers[reduction] ?? 0) + (this.numbers[index] ?? 0)
    }
    const kept = reductions.map(({ tiers }, reduction) => {
      const amount = amounts[reduction] ?? 0
      return amount === 0 ? 1 : 1 - reductionGain(tiers, { amount, number: numbers[reduction] ?? 0 }) / amount
    })
    this.leftOf.fill(0)
    for (let index = 0; index < assignment.length; index += 1) {
      const reduction = assignment[index] ?? NONE
      const left = (start[index] ?? 0) * (reduction === NONE ? 1 : (kept[reduction] ?? 1))
      const own = this.classes.of[index] ?? 0
      this.left[index] = left
      this.leftOf[own] = (this.leftOf[own] ?? 0) + left
    }
  }

  private sum(from: Float64Array, one: ScopedCoupon): number {
    const members = this.classes.membersOf.get(one)
    if (members === undefined) return 0
    let sum = 0
    for (let place = 0; place < members.length; place += 1) sum += from[members[place] ?? 0] ?? 0
    return sum
  }

  private costOf(set: readonly ScopedCoupon[], extra: Float64Array): number {
    const { rest } = this
    rest.set(this.leftOf)
    for (const one of set) {
      const base = this.sum(rest, one)
      const members = this.classes.membersOf.get(one)
      if (base <= 0 || members === undefined) continue
      const kept = 1 - gainAbout(one.coupon, base) / base
      for (let place = 0; place < members.length; place += 1) {
        const own = members[place] ?? 0
        rest[own] = (rest[own] ?? 0) * kept
      }
    }
    let sum = 0
    for (let own = 0; own < rest.length; own += 1) sum += rest[own] ?? 0
    return sum + this.carriage(extra)
  }

  private carriage(extra: Float64Array): number {
    const { rule } = this.basis
    if (rule === null) return 0
    const loads = Float64Array.from(extra)
    for (let own = 0; own < this.rest.length; own += 1) {
      const place = this.classes.placeOf[own] ?? 0
      loads[place] = (loads[place] ?? 0) + (this.rest[own] ?? 0)
    }
    let fees = 0
    for (let place = 0; place < loads.length; place += 1) {
      const isFree = (this.byItself[place] === true && (extra[place] ?? 0) === 0) || Math.round(loads[place] ?? 0) >= rule.freeFrom
      if (!isFree) fees += rule.fee
    }
    return fees
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

function classesOf({ field, coupons, freight }: Basis): Classes {
  const keys = field.items.map((_, index) => String(freight.placeOf[index]))
  for (const [place, { members }] of coupons.entries()) for (const index of members) keys[index] += ` ${place}`
  const known = new Map<string, number>()
  const placeOf: number[] = []
  const of = Int32Array.from(keys, (key, index) => {
    const own = known.get(key) ?? known.size
    known.set(key, own)
    placeOf[own] = freight.placeOf[index] ?? 0
    return own
  })
  const membersOf = new Map(coupons.map((one) => [one, Int32Array.from(new Set(one.members.map((index) => of[index] ?? 0)))]))
  return { of, count: known.size, placeOf: Int32Array.from(placeOf), membersOf }
}

const inOrder = (coupons: readonly ScopedCoupon[]): ScopedCoupon[] => [
  ...coupons.filter((one) => !one.coupon.stackable),
  ...coupons.filter((one) => one.coupon.stackable),
]

function gainAbout(coupon: HeldCoupon, base: number): number {
  const off = coupon.percent === null ? (coupon.amount ?? 0) : (base * (100 - coupon.percent)) / 100
  return Math.min(off, coupon.cap ?? off, base)
}
