import { add, type Fen, fen, portion, subtract, times, ZERO } from '../money.ts'
import { type Measured, timesReached } from './reductions.ts'
import type { Measure } from './terms.ts'

/**
 * What a checkout was given beside its goods because it reached something: gifts, goods at their exchange price, free
 * shipping, the parts of a bundle at its prices. Kept with the terms of that moment, so that a return can be asked whether what is kept still earns it.
 */
export interface Benefit {
  kind: 'gift' | 'exchange' | 'shipping' | 'bundle'
  /** Of the activity; of shipping, the warehouse. */
  name: string
  measure: Measure
  threshold: number
  /** A gift is given once for each time the threshold is reached. */
  repeat: boolean
  /** What shipping would have cost; zero of the others. */
  fee: Fen
  earnedBy: readonly EarningPart[]
  given: readonly GivenPart[]
}

/** A line that counted towards it. */
export interface EarningPart {
  lineId: number
  goodsId: number
  /** Fen and units that it counted with when everything was kept. */
  amount: Fen
  number: number
  /** Ships free by itself from this many units of its goods; 0 = always, null = never. Read of shipping only. */
  freeFrom: number | null
}

/** A line that was given. */
export interface GivenPart {
  lineId: number
  name: string
  unit: string
  /** Gifts: units for each time the threshold is reached. Parts of a bundle: units in one. */
  each: number
  /** Bundles that were divided from the others, with their order; absent: those that stayed. */
  lot?: number
  /** What a unit would have cost beyond what was paid for it; null: it has no price, so it can only come back. */
  worth: Fen | null
}

/** What has become of a line: `back` for whatever reason, `given up` those of them that came back by the buyer's own choice. */
export interface LineState {
  sold: number
  back: number
  givenUp: number
}
export type StateOf = (lineId: number) => LineState

/** What of a benefit is no longer earned and has not come back. */
export interface Loss {
  benefit: Benefit
  /** What it is worth. */
  amount: Fen
  parts: readonly { part: GivenPart; number: number }[]
}

/** Goods that came back for the shop's fault count as kept: the buyer would have kept them. */
const kept = ({ sold, givenUp }: LineState): number => sold - givenUp

/** In the buyer's favour to the fen: what is given up is floored. */
const keptAmount = (part: EarningPart, state: LineState): number =>
  part.amount - (state.sold === 0 ? 0 : portion(part.amount, state.givenUp, state.sold))
const keptNumber = (part: EarningPart, state: LineState): number =>
  state.sold === 0 ? part.number : Math.floor((part.number * kept(state)) / state.sold)

function measureKept(earnedBy: readonly EarningPart[], stateOf: StateOf): Measured {
  let amount = 0
  let number = 0
  for (const part of earnedBy) {
    const state = stateOf(part.lineId)
    amount += keptAmount(part, state)
    number += keptNumber(part, state)
  }
  return { amount, number }
}

/** Everything that is kept ships free by itself; where nothing is kept, everything did. */
function shipsByItself(earnedBy: readonly EarningPart[], stateOf: StateOf): boolean {
  const units = new Map<number, number>()
  for (const part of earnedBy) units.set(part.goodsId, kept(stateOf(part.lineId)) + (units.get(part.goodsId) ?? 0))
  const left = earnedBy.filter((part) => (units.get(part.goodsId) ?? 0) > 0)
  if (left.length === 0) return earnedBy.every((part) => part.freeFrom === 0)
  return left.every((part) => part.freeFrom !== null && (units.get(part.goodsId) ?? 0) >= part.freeFrom)
}

/**
 * Bundles that stay whole give what they gave. One is broken by each of its parts that is given up, and what of it stays is no longer sold so.
 * Dearer in the bundle than by itself, a part has nothing to lose.
 */
function lostOfBundle(benefit: Benefit, stateOf: StateOf): Loss {
  const broken = new Map<number, number>()
  for (const { lineId, each, lot = 0 } of benefit.given)
    broken.set(lot, Math.max(broken.get(lot) ?? 0, Math.ceil(stateOf(lineId).givenUp / Math.max(1, each))))
  const parts = benefit.given.flatMap((part) => {
    const { sold, back } = stateOf(part.lineId)
    const number = Math.min(sold, (broken.get(part.lot ?? 0) ?? 0) * part.each) - back
    return number > 0 && (part.worth ?? ZERO) > 0 ? [{ part, number }] : []
  })
  return { benefit, amount: worthOf(parts), parts }
}

const worthOf = (parts: Loss['parts']): Fen => add(...parts.map(({ part, number }) => times(part.worth ?? ZERO, number)))

function lostUnits(benefit: Benefit, part: GivenPart, reached: number, { sold, back }: LineState): number {
  const earned = benefit.kind === 'gift' ? Math.min(sold, reached * part.each) : reached > 0 ? sold : 0
  return Math.max(0, sold - earned - back)
}

/** What of one benefit is lost once the lines stand as `stateOf` says. */
export function lossOf(benefit: Benefit, stateOf: StateOf): Loss {
  if (benefit.kind === 'bundle') return lostOfBundle(benefit, stateOf)
  const reached = timesReached(benefit, measureKept(benefit.earnedBy, stateOf))
  if (benefit.kind === 'shipping') {
    const isFree = reached > 0 || shipsByItself(benefit.earnedBy, stateOf)
    return { benefit, amount: isFree ? ZERO : benefit.fee, parts: [] }
  }
  const parts = benefit.given
    .map((part) => ({ part, number: lostUnits(benefit, part, reached, stateOf(part.lineId)) }))
    .filter(({ number }) => number > 0)
  return { benefit, amount: worthOf(parts), parts }
}

export const lossesOf = (benefits: readonly Benefit[], stateOf: StateOf): Loss[] =>
  benefits.map((benefit) => lossOf(benefit, stateOf)).filter((loss) => loss.amount > 0 || loss.parts.length > 0)

export const lostAmount = (losses: readonly Loss[]): Fen => add(...losses.map((loss) => loss.amount))

/**
 * What a return keeps back of its refund: what is lost now beyond what was kept back before. Negative where something that
 * was paid for so has come back. Never more than the return refunds: what is over is kept back of the next one.
 */
export const keptBack = (lost: Fen, before: Fen, refund: Fen): Fen => fen(Math.min(subtract(lost, before), refund))
