import { type Assignment, byLargestGain, liveOptions, NONE, showUnreached } from './assignment.ts'
import { improve } from './assignment-improve.ts'
import type { Basis } from './basis.ts'
import { type Freight, feesOf, type Load, loadsOf } from './carriage.ts'
import { type CouponOutcome, cheapestCoupons, countSets, reachedCoupons, type ScopedCoupon, useCoupons } from './coupons.ts'
import { Estimator } from './estimate.ts'
import { type ExchangeField, type ExchangeRefusal, unlock } from './exchanges.ts'
import { measure, reductionGain, type Taken, takeOff } from './reductions.ts'
import type { ExchangeItem } from './unit.ts'

/** From an assignment of lines to full reductions to what is paid, and the assignment that costs least. */

export interface Outcome {
  assignment: Assignment
  /** What full reductions left: thresholds of gifts, exchange purchases and coupons read this. */
  afterReductions: readonly number[]
  /** What every reduction left. */
  left: readonly number[]
  reductions: readonly Taken[]
  coupons: readonly Taken[]
  exchange: readonly ExchangeItem[]
  exchangeRefusals: readonly ExchangeRefusal[]
  loads: readonly Load[]
  /** Ordinary goods and carriage: what the choice makes as small as it can. */
  cost: number
}

/** How many sets of coupons, times items, are reckoned to the fen for one assignment; beyond that they are estimated. */
const COUPON_STEPS = 1500

/** `few`: the coupons to use where there are too many sets to try. */
export function reckon(basis: Basis, assignment: Assignment, few: () => readonly ScopedCoupon[]): Outcome {
  const { field, exchange, freight } = basis
  const { items, reductions: promotions } = field
  const own = promotions.map((): number[] => [])
  for (let index = 0; index < assignment.length; index += 1) own[assignment[index] ?? NONE]?.push(index)
  const left = [...field.left]
  const reductions: Taken[] = []
  for (const [index, members] of own.entries()) {
    const promotion = promotions[index]
    if (promotion === undefined || members.length === 0) continue
    const gain = reductionGain(promotion.tiers, measure(items, left, members))
    if (gain > 0) reductions.push(takeOff(left, members, gain, promotion))
  }
  const exchangeRefusals: ExchangeRefusal[] = []
  const unlocked = exchange.items.length === 0 ? [] : unlock(exchange, items, left, (refusal) => exchangeRefusals.push(refusal))
  const loads = (rest: readonly number[]) => loadsWith(freight, rest, exchange, unlocked)
  const cost = (rest: readonly number[]) => rest.reduce((sum, amount) => sum + amount, 0) + feesOf(loads(rest), basis.rule)
  const outcome = coupons(basis, left, cost, few)
  return {
    assignment,
    afterReductions: left,
    left: outcome.left,
    reductions,
    coupons: outcome.taken,
    exchange: unlocked,
    exchangeRefusals,
    loads: loads(outcome.left),
    cost: cost(outcome.left),
  }
}

function loadsWith(freight: Freight, left: readonly number[], exchange: ExchangeField, unlocked: readonly ExchangeItem[]): Load[] {
  if (exchange.items.length === 0) return loadsOf(freight, left, () => true)
  const together = [...left, ...exchange.items.map((item) => item.amount)]
  return loadsOf(freight, together, (index) => {
    const item = exchange.items[index - left.length]
    return item === undefined || unlocked.includes(item)
  })
}

function coupons(
  basis: Basis,
  left: readonly number[],
  cost: (left: readonly number[]) => number,
  few: () => readonly ScopedCoupon[],
): CouponOutcome {
  if (basis.coupons.length === 0) return { left, taken: [] }
  const reached = reachedCoupons(basis.coupons, left)
  if (basis.couponsChosen) {
    const single = reached.find((one) => !one.coupon.stackable)
    return useCoupons(
      left,
      reached.filter((one) => one === single || one.coupon.stackable),
    )
  }
  if (countSets(reached) * left.length <= COUPON_STEPS) return cheapestCoupons(left, reached, cost)
  const chosen = new Set(few())
  return useCoupons(
    left,
    reached.filter((one) => chosen.has(one)),
  )
}

/** So many combinations, times sets of coupons, times items, are reckoned to find the cheapest; beyond that the search follows a rule. */
const ALL_STEPS = 12_000
/** Estimates, times items; and moves of single lines. */
const SOME_STEPS = 1500
const IMPROVE_STEPS = 1000

/** The assignment of lines, with its coupons, that costs least; among equals the first in the order of ids. */
export function cheapest(basis: Basis): Outcome {
  const { field } = basis
  const options = field.items.map((_, index) => liveOptions(field, index))
  const open = [...options.keys()].filter((index) => (options[index]?.length ?? 0) > 1)
  const sets = basis.couponsChosen ? 1 : countSets(basis.coupons)
  const combinations = open.reduce((product, index) => Math.min(1e9, product * (options[index]?.length ?? 1)), 1)
  const isSmall = combinations === 1 || combinations * Math.max(1, field.items.length) * sets <= ALL_STEPS
  const best = isSmall ? ofAll(basis, open, options) : ofSome(basis, open, options)
  return { ...best, assignment: showUnreached(field, best.assignment) }
}

const isBetter = (one: Outcome, than: Outcome): boolean =>
  one.cost < than.cost || (one.cost === than.cost && one.coupons.length < than.coupons.length)

/** Every combination, like a counter whose wheels are the open lines. */
function ofAll(basis: Basis, open: readonly number[], options: readonly (readonly number[])[]): Outcome {
  const wheels = open.map(() => 0)
  const assignment = options.map((own) => own[0] ?? NONE)
  const estimator = new Estimator(basis)
  const exactly = () => {
    const now = [...assignment]
    return reckon(basis, now, () => estimator.estimate(now).coupons)
  }
  let best = exactly()
  for (;;) {
    let wheel = open.length - 1
    for (; wheel >= 0; wheel -= 1) {
      const index = open[wheel] ?? 0
      const own = options[index] ?? [NONE]
      const next = ((wheels[wheel] ?? 0) + 1) % own.length
      wheels[wheel] = next
      assignment[index] = own[next] ?? NONE
      if (next !== 0) break
    }
    if (wheel < 0) return best
    const outcome = exactly()
    if (isBetter(outcome, best)) best = outcome
  }
}

/**
 * The plain rule, the same bettered by what it takes off, the same without one of the reductions (a coupon or free
 * shipping may be worth more), and single lines elsewhere; as many as the size of the cart allows. The best by estimate is
 * reckoned exactly beside the plain rule, and never loses to it.
 */
function ofSome(basis: Basis, open: readonly number[], options: readonly (readonly number[])[]): Outcome {
  const { field } = basis
  const estimator = new Estimator(basis)
  const plain = byLargestGain(field)
  const first = estimator.estimate(plain)
  let best = { assignment: plain, ...first }
  let tries = Math.max(5, Math.floor(SOME_STEPS / field.items.length))
  const attempt = (assignment: number[]): void => {
    tries -= 1
    const estimate = estimator.estimate(assignment)
    const isLess = estimate.cost < best.cost - 0.5
    const isSame = estimate.cost < best.cost + 0.5 && estimate.coupons.length < best.coupons.length
    if (isLess || isSame) best = { assignment, ...estimate }
  }
  const improved = improve(field, plain, IMPROVE_STEPS)
  if (improved.some((reduction, index) => reduction !== plain[index])) attempt(improved)
  if (basis.coupons.length > 0 || basis.rule !== null) {
    for (const declined of field.reductions.keys()) {
      if (tries > 0 && plain.includes(declined)) attempt(byLargestGain(field, new Set([declined])))
    }
    for (const index of open) {
      for (const option of options[index] ?? []) {
        if (tries > 0 && best.assignment[index] !== option) attempt(best.assignment.with(index, option))
      }
    }
  }
  const outcome = reckon(basis, plain, () => first.coupons)
  if (best.assignment === plain) return outcome
  const other = reckon(basis, best.assignment, () => best.coupons)
  return isBetter(other, outcome) ? other : outcome
}
