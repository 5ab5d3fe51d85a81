import { timesReached } from './reductions.ts'
import type { Measure } from './terms.ts'

/**
 * A full reduction or a coupon that several orders of one checkout reached together: whether what stays of them still reaches it.
 */
export interface ShareTerms {
  /** The same of all lines that reached it together. */
  key: string
  measure: Measure
  /** Fen or units, by the measure. */
  threshold: number
  /** Fen for each time the threshold is reached; null: taken off once. */
  each: number | null
  /** Fen and units that the line counted with. */
  amount: number
  number: number
}

/** One line's part of it. */
export interface SharedPart {
  orderId: number
  /** Of the activity or the coupon. */
  name: string
  /** Fen that were taken off the line. */
  taken: number
  terms: ShareTerms
}

function isEarned(parts: readonly SharedPart[]): boolean {
  const [first] = parts
  if (first === undefined) return true
  const { measure, threshold, each } = first.terms
  const sum = (of: (part: SharedPart) => number) => parts.reduce((total, part) => total + of(part), 0)
  const measured = { amount: sum(({ terms }) => terms.amount), number: sum(({ terms }) => terms.number) }
  const times = timesReached({ measure, threshold, repeat: each !== null }, measured)
  return times > 0 && (each === null || times * each >= sum(({ taken }) => taken))
}

/** Parts that stay and are not earned any more without those that are gone. */
export function unearnedShares(parts: readonly SharedPart[], isGone: (part: SharedPart) => boolean): SharedPart[] {
  return [...Map.groupBy(parts, ({ terms }) => terms.key).values()].flatMap((together) => {
    const kept = together.filter((part) => !isGone(part))
    return kept.length === together.length || isEarned(kept) ? [] : kept
  })
}
