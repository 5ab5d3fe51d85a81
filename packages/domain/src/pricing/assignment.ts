import type { Members } from './members.ts'
import { type Measured, measure, measuredBy, reductionGain } from './reductions.ts'
import type { FullReduction } from './terms.ts'
import type { Item } from './unit.ts'

/** Which full reduction each line may take part in, and the plain rule by which lines are given to them. */

/** The line takes part in none. */
export const NONE = -1

export interface Field {
  items: readonly Item[]
  /** What the goods full reductions left. */
  left: readonly number[]
  reductions: readonly FullReduction[]
  /** Per reduction, the items that are in its scope, whatever the buyer chose for them. */
  candidates: readonly (readonly number[])[]
  /** Per reduction, the items that may go to it. */
  members: readonly (readonly number[])[]
  /** Per item the reductions it may go to, best first, NONE last; one option where the buyer has chosen. */
  options: readonly (readonly number[])[]
  /** Per item: in whose scope it is, best first. */
  inScope: readonly (readonly number[])[]
  /** Per reduction: what it would take off if all its members went to it. 0: it cannot be reached. */
  potential: readonly number[]
}

/** One number per item: the index of its reduction, or NONE. */
export type Assignment = readonly number[]

/** Which item asked for a reduction that it cannot have. */
export type ChoiceRefused = (item: Item) => void

export function fieldOf(of: Members, left: readonly number[], reductions: readonly FullReduction[], refuse: ChoiceRefused): Field {
  const { items } = of
  const candidates = reductions.map((reduction) => of.of(reduction.scope, (item) => item.takesFullReduction))
  const chosen = items.map((item, index): number | null => {
    const wanted = item.line.fullReductionId
    if (wanted === null) return null
    if (wanted === 0) return NONE
    const reduction = reductions.findIndex((one) => one.id === wanted)
    if (candidates[reduction]?.includes(index)) return reduction
    refuse(item)
    return null
  })
  const members = candidates.map((found, reduction) => found.filter((index) => chosen[index] === null || chosen[index] === reduction))
  const sums = members.map((list) => measure(items, left, list))
  const potential = reductions.map((reduction, index) => reductionGain(reduction.tiers, sums[index] as Measured))
  const distance = reductions.map((reduction, index) => nearest(reduction, sums[index] as Measured))
  const bestFirst = [...reductions.keys()].sort(
    (a, b) => (potential[b] ?? 0) - (potential[a] ?? 0) || (distance[a] ?? 0) - (distance[b] ?? 0) || a - b,
  )
  const inScope = items.map((): number[] => [])
  for (const reduction of bestFirst) for (const index of candidates[reduction] ?? []) inScope[index]?.push(reduction)
  const options = items.map((_, index) => {
    const own = chosen[index] ?? null
    return own === null ? [...(inScope[index] ?? []), NONE] : [own]
  })
  return { items, left, reductions, candidates, members, options, inScope, potential }
}

/** How far the nearest tier not yet reached is, as a part of its threshold; 1 where all are reached. */
function nearest(reduction: FullReduction, measured: Measured): number {
  let least = 1
  for (const tier of reduction.tiers) {
    const missing = 1 - measuredBy(tier.measure, measured) / tier.threshold
    if (missing > 0 && missing < least) least = missing
  }
  return least
}

export const isLive = (field: Field, reduction: number): boolean => (field.potential[reduction] ?? 0) > 0

/** The options that can change what is paid: reductions that can be reached, and NONE. */
export function liveOptions(field: Field, index: number): readonly number[] {
  const options = field.options[index] ?? [NONE]
  return options.length === 1 ? options : options.filter((option) => option === NONE || isLive(field, option))
}

/**
 * The plain rule: the reached reduction with the largest gain first, with every line that is still free for it. Lines
 * that no reached reduction wants stand under the best one they are in scope of. `declined` reductions are left aside.
 */
export function byLargestGain(field: Field, declined: ReadonlySet<number> = NOTHING_DECLINED): number[] {
  const { items, left, reductions, members, options } = field
  const given = options.map((own) => (own.length === 1 ? (own[0] ?? NONE) : NONE))
  const free = options.map((own) => own.length > 1)
  // What is still free for each reduction, with what the buyer gave it.
  const sums = members.map((list) => measure(items, left, list))
  const waiting = [...reductions.keys()].filter((reduction) => isLive(field, reduction) && !declined.has(reduction))
  while (waiting.length > 0) {
    let best = NONE
    let bestGain = 0
    for (const reduction of waiting) {
      const gain = reductionGain(reductions[reduction]?.tiers ?? [], sums[reduction] ?? NO_MEASURE)
      if (gain <= bestGain) continue
      best = reduction
      bestGain = gain
    }
    if (best === NONE) break
    waiting.splice(waiting.indexOf(best), 1)
    for (const index of members[best] ?? []) {
      if (!free[index]) continue
      free[index] = false
      given[index] = best
      for (const other of options[index] ?? []) {
        const sum = sums[other]
        if (sum === undefined) continue
        sum.amount -= left[index] ?? 0
        sum.number -= items[index]?.line.number ?? 0
      }
    }
  }
  return given
}
const NOTHING_DECLINED: ReadonlySet<number> = new Set()
const NO_MEASURE: Measured = { amount: 0, number: 0 }

/** Lines that go nowhere stand, for all to see, under the best reduction that they cannot reach. */
export function showUnreached(field: Field, assignment: Assignment): number[] {
  return assignment.map((reduction, index) => {
    if (reduction !== NONE || (field.options[index]?.length ?? 0) <= 1) return reduction
    return field.inScope[index]?.find((one) => !isLive(field, one)) ?? NONE
  })
}
