import { add, type Fen, fen, portion, subtract, ZERO } from '../money.ts'
import type { Benefit, EarningPart, GivenPart } from './benefits.ts'
import { type CuttableLine, divideLine } from './cut.ts'
import { type EditLine, isEmptied, itemsOf, netOf } from './edit.ts'
import { earningLeft } from './settlement.ts'

/**
 * An order that becomes two before it has left the house. Nothing is reckoned anew and nothing goes back: each figure of the two sums
 * to what it was. What goes is worth what its return would be (returns.ts), everything else follows in proportion.
 */

export interface DividedLine<Line extends EditLine> {
  before: Line
  kept: CuttableLine<Line['shares'][number]>
  moved: CuttableLine<Line['shares'][number]>
  /** Bundles that stay and go; null: no part of one. */
  bundles: { kept: number; moved: number } | null
}

export interface SplitPlan<Line extends EditLine> {
  /** Lines that go as they are. */
  moved: Line[]
  divided: DividedLine<Line>[]
  /** Goods and their reductions that go. */
  goods: Fen
}

/** What was given belongs to a threshold, and is not divided. */
export const goesWhole = ({ giftId, exchangeId }: Pick<EditLine, 'giftId' | 'exchangeId'>): boolean =>
  giftId !== null || exchangeId !== null

export type SplitFault = 'nothing' | 'everything' | 'nothing_bought_goes' | 'nothing_bought_stays'

/** wanted: units, or bundles, that go of an item. Answers what is wrong with it where something is. */
export function planSplit<Line extends EditLine>(
  lines: readonly Line[],
  wanted: ReadonlyMap<number, number>,
): SplitPlan<Line> | SplitFault {
  const moved: Line[] = []
  const divided: DividedLine<Line>[] = []
  const stays: Line[] = []
  for (const item of itemsOf(lines)) {
    const goes = wanted.get(item.id) ?? 0
    if (goes < 0 || goes > item.number || !Number.isSafeInteger(goes)) throw new RangeError(`cannot move ${goes} of ${item.number}`)
    if (goes === 0) stays.push(...item.lines)
    else if (goes === item.number) moved.push(...item.lines)
    else divided.push(...item.lines.map((line) => divide(line, item.number, goes)))
  }
  if (moved.length + divided.length === 0) return 'nothing'
  if (stays.length + divided.length === 0) return 'everything'
  const parts = divided.map(({ before }) => ({ before }))
  if (isEmptied([...moved.map((before) => ({ before })), ...parts])) return 'nothing_bought_goes'
  if (isEmptied([...stays.map((before) => ({ before })), ...parts])) return 'nothing_bought_stays'
  return { moved, divided, goods: add(netOf(moved), netOf(divided.map((one) => one.moved))) }
}

function divide<Line extends EditLine>(before: Line, items: number, goes: number): DividedLine<Line> {
  if (goesWhole(before)) throw new RangeError(`line ${before.id} was given and is not divided`)
  const number = (before.number / items) * goes
  const { kept, gone } = divideLine<Line['shares'][number]>(before, before.number - number)
  const bundles = before.bundleNumber === null ? null : { kept: before.bundleNumber - goes, moved: goes }
  return { before, kept, moved: gone, bundles }
}

/** Benefits as they stand after it; newLine: where the part of a divided line that goes is kept. Given goods keep their lines, parts of bundles go. */
export function benefitsSplit<Kept extends Benefit>(
  benefits: readonly Kept[],
  divided: readonly DividedLine<EditLine>[],
  newLine: (lineId: number) => number,
): Kept[] {
  const byId = new Map(divided.map((one) => [one.before.id, one]))
  const parts = (part: EarningPart): EarningPart[] => {
    const one = byId.get(part.lineId)
    if (one === undefined) return [part]
    const goes = {
      amount: portion(part.amount, one.moved.number, one.before.number),
      number: portion(fen(part.number), one.moved.number, one.before.number),
    }
    const stays = { ...part, amount: subtract(part.amount, goes.amount), number: part.number - goes.number }
    return [stays, { ...part, ...goes, lineId: newLine(part.lineId) }]
  }
  const given = ({ kind, given: all }: Kept): GivenPart[] => {
    const gone = kind === 'bundle' ? all.filter(({ lineId }) => byId.has(lineId)) : []
    const lots = gone.map((part) => ({ ...part, lineId: newLine(part.lineId), lot: newLine(gone[0]?.lineId ?? part.lineId) }))
    return [...all, ...lots]
  }
  return benefits.map((benefit) => ({ ...benefit, earnedBy: benefit.earnedBy.flatMap(parts), given: given(benefit) }))
}

/** What an order costs, how it was paid and what it earns. */
export interface OrderSums {
  goodsAmount: Fen
  reductionAmount: Fen
  shippingAmount: Fen
  voucherAmount: Fen
  balanceAmount: Fen
  payableAmount: Fen
  paidAmount: Fen
  cashbackAmount: Fen
  points: number
}

/** A part that is to what it is a part of as `of` is to `whole`, and so never more than either leaves. */
const shareOf = (amount: Fen, of: Fen, whole: Fen): Fen => (whole === 0 ? ZERO : portion(amount, of, whole))

/** moved: amounts of the lines that go. */
export function splitSums(before: OrderSums, moved: { goods: Fen; reduction: Fen }): { kept: OrderSums; moved: OrderSums } {
  const net = subtract(before.goodsAmount, before.reductionAmount)
  const goes = subtract(moved.goods, moved.reduction)
  const shippingAmount = shareOf(before.shippingAmount, goes, net)
  // Each source in proportion to what is left to be paid by it and the ones after it, so that the last one is what remains.
  let [whole, part] = [add(net, before.shippingAmount), add(goes, shippingAmount)]
  const paidBy = (amount: Fen): Fen => {
    const share = shareOf(amount, part, whole)
    whole = subtract(whole, amount)
    part = subtract(part, share)
    return share
  }
  const voucherAmount = paidBy(before.voucherAmount)
  const balanceAmount = paidBy(before.balanceAmount)
  const payableAmount = part
  const cashback = before.cashbackAmount - earningLeft(before.cashbackAmount, net, goes)
  const points = before.points - earningLeft(before.points, net, goes)
  const sums: OrderSums = {
    goodsAmount: moved.goods,
    reductionAmount: moved.reduction,
    shippingAmount,
    voucherAmount,
    balanceAmount,
    payableAmount,
    paidAmount: shareOf(before.paidAmount, payableAmount, before.payableAmount),
    cashbackAmount: fen(cashback),
    points,
  }
  return { kept: lessSums(before, sums), moved: sums }
}

/** Whatever else `before` has beside its sums is not among what is left. */
function lessSums(before: OrderSums, moved: OrderSums): OrderSums {
  const kept = Object.entries(moved).map(([key, amount]) => [key, before[key as keyof OrderSums] - amount])
  return Object.fromEntries(kept) as OrderSums
}

/** An amount over several that were paid one after the other: each gives in proportion to what it and the later ones have left. */
export function splitOver(amounts: readonly Fen[], amount: Fen): Fen[] {
  let [whole, part] = [add(ZERO, ...amounts), amount]
  if (part > whole) throw new RangeError(`cannot take ${part} of ${whole}`)
  return amounts.map((one) => {
    const share = shareOf(one, part, whole)
    // Floored shares leave more to the later ones, never more than they have.
    whole = subtract(whole, one)
    part = subtract(part, share)
    return share
  })
}
