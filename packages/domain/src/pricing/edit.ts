import { add, type Fen, fen, portion, subtract } from '../money.ts'
import { type Benefit, type EarningPart, type LineState, type Loss, lossesOf, type StateOf } from './benefits.ts'
import { type CuttableLine, type CuttableShare, cutLine } from './cut.ts'

/**
 * An order made smaller before it is picked. The money is that of a return (returns.ts, benefits.ts): what goes is worth what was agreed for
 * it, reductions are not reckoned anew, and gifts, exchange goods and free shipping follow the goods that earned them. Since nothing has
 * left the house, what is no longer earned simply stays in it.
 */

export interface EditLine<Share extends CuttableShare = CuttableShare> extends CuttableLine<Share> {
  id: number
  name: string
  unit: string
  bundleId: number | null
  bundleNumber: number | null
  giftId: number | null
  exchangeId: number | null
}

/** What a buyer reads as one line: a bundle with all its parts. Numbers are bundles there. */
export interface EditItem<Line> {
  /** The id of its first line. */
  id: number
  number: number
  lines: Line[]
}

export function itemsOf<Line extends EditLine>(lines: readonly Line[]): EditItem<Line>[] {
  const groups = Map.groupBy(lines, (line) => (line.bundleId === null ? `line ${line.id}` : `bundle ${line.bundleId}`))
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ id: first.id, number: first.bundleNumber ?? first.number, lines: own }] : []
  })
}

/** Whose wish it is. What goes for the shop's fault counts as kept, as with returns: the buyer would have kept it. */
export type EditCause = 'buyer' | 'shop'

export interface EditAsk<Line extends EditLine> {
  lines: readonly Line[]
  benefits: readonly Benefit[]
  /** How lines of the checkout's other orders stand. */
  others: ReadonlyMap<number, LineState>
  /** Units, or bundles, that stay of an item; what is not named stays as it is. */
  left: ReadonlyMap<number, number>
  cause: EditCause
}

interface LostPart {
  benefit: string
  name: string
  unit: string
  number: number
}

export interface EditPlan<Line extends EditLine> {
  kept: { before: Line; after: CuttableLine<Line['shares'][number]>; bundleNumber: number | null }[]
  gone: Line[]
  /** Units that go, by line; what is no longer earned is among them. */
  cut: ReadonlyMap<number, number>
  /** Gifts and exchange goods of this order that went because they are no longer earned; and those that another order holds. */
  lost: LostPart[]
  elsewhere: LostPart[]
  /** What goods and their reductions come to less. */
  goods: Fen
  /** Shipping that is charged now. */
  shipping: Fen
  benefits: readonly Benefit[]
}

const NOTHING: LineState = { sold: 0, back: 0, givenUp: 0 }

export function planEdit<Line extends EditLine>(ask: EditAsk<Line>): EditPlan<Line> {
  const { lines, benefits } = ask
  const cut = wantedCuts(ask)
  const own = new Map(lines.map((line) => [line.id, line]))
  const stateOf =
    (gone: ReadonlyMap<number, number>): StateOf =>
    (lineId) => {
      const line = own.get(lineId)
      if (line === undefined) return ask.others.get(lineId) ?? NOTHING
      const back = gone.get(lineId) ?? 0
      return { sold: line.number, back, givenUp: ask.cause === 'buyer' ? back : 0 }
    }
  const before = lossesOf(benefits, stateOf(new Map()))
  const lost: LostPart[] = []
  // What is no longer earned goes too, and may itself have earned something.
  for (let after = newly(before, lossesOf(benefits, stateOf(cut))); ; after = newly(before, lossesOf(benefits, stateOf(cut)))) {
    const mine = after.parts.filter(({ lineId }) => own.has(lineId))
    if (mine.length > 0) {
      for (const { lineId, part } of mine) {
        cut.set(lineId, Math.min(own.get(lineId)?.number ?? 0, (cut.get(lineId) ?? 0) + part.number))
        lost.push(part)
      }
      continue
    }
    const { kept, gone } = cutAll(lines, cut)
    const goods = subtract(netOf(lines), netOf(kept.map((one) => one.after)))
    const shipping = fen(Math.min(after.shipping, goods))
    const elsewhere = after.parts.map(({ part }) => part)
    return { kept, gone, cut, lost, elsewhere, goods, shipping, benefits: benefitsAfter(ask, cut, shipping) }
  }
}

function wantedCuts<Line extends EditLine>({ lines, left }: EditAsk<Line>): Map<number, number> {
  return new Map(
    itemsOf(lines).flatMap((item) => {
      const stays = left.get(item.id) ?? item.number
      if (stays < 0 || stays > item.number || !Number.isSafeInteger(stays)) throw new RangeError(`cannot leave ${stays} of ${item.number}`)
      // Each bundle has the same number of a part.
      return stays === item.number ? [] : item.lines.map((line) => [line.id, line.number - (line.number / item.number) * stays] as const)
    }),
  )
}

function cutAll<Line extends EditLine>(lines: readonly Line[], cut: ReadonlyMap<number, number>) {
  const kept: EditPlan<Line>['kept'] = []
  const gone: Line[] = []
  for (const before of lines) {
    const stays = before.number - (cut.get(before.id) ?? 0)
    if (stays === 0) gone.push(before)
    else {
      const bundleNumber = before.bundleNumber === null ? null : (before.bundleNumber * stays) / before.number
      kept.push({ before, after: stays === before.number ? before : cutLine(before, stays), bundleNumber })
    }
  }
  return { kept, gone }
}

export const netOf = (lines: readonly { amount: Fen; reduction: Fen }[]): Fen =>
  add(...lines.map((line) => subtract(line.amount, line.reduction)))

/** What is lost beyond what was lost before. */
function newly(before: readonly Loss[], after: readonly Loss[]) {
  const had = new Map(before.flatMap(({ parts }) => parts.map(({ part, number }) => [part.lineId, number] as const)))
  const parts = after.flatMap(({ benefit, parts: all }) =>
    all.flatMap(({ part, number }) => {
      const more = number - (had.get(part.lineId) ?? 0)
      return more > 0 ? [{ lineId: part.lineId, part: { benefit: benefit.name, name: part.name, unit: part.unit, number: more } }] : []
    }),
  )
  const fees = (losses: readonly Loss[]) => losses.filter(({ benefit }) => benefit.kind === 'shipping').map((loss) => loss.amount)
  return { parts, shipping: subtract(add(...fees(after)), add(...fees(before))) }
}

/** The benefits as they are to be asked from now on. */
function benefitsAfter<Line extends EditLine>(
  { lines, benefits, cause }: EditAsk<Line>,
  cut: ReadonlyMap<number, number>,
  charged: Fen,
): Benefit[] {
  const numbers = new Map(lines.map((line) => [line.id, line.number]))
  const isGone = (lineId: number) => numbers.has(lineId) && cut.get(lineId) === numbers.get(lineId)
  const earning = (part: EarningPart): EarningPart[] => {
    const [sold, less] = [numbers.get(part.lineId) ?? 0, cut.get(part.lineId) ?? 0]
    if (less === 0 || cause === 'shop') return [part]
    if (less === sold) return []
    const amount = subtract(part.amount, portion(part.amount, less, sold))
    return [{ ...part, amount, number: Math.floor((part.number * (sold - less)) / sold) }]
  }
  let rest: number = charged
  return benefits.flatMap((benefit) => {
    const paid = benefit.kind === 'shipping' ? Math.min(rest, benefit.fee) : 0
    rest -= paid
    const after = {
      ...benefit,
      fee: fen(benefit.fee - paid),
      earnedBy: benefit.earnedBy.flatMap(earning),
      given: benefit.given.filter((part) => !isGone(part.lineId)),
    }
    // What was charged in full, or has nothing left of it, is no benefit any more.
    return after.kind === 'shipping' ? (after.fee > 0 ? [after] : []) : after.given.length > 0 ? [after] : []
  })
}

/** Nothing that was bought is left: that is a cancelled order. */
export const isEmptied = (kept: readonly { before: EditLine }[]): boolean => kept.every(({ before }) => before.giftId !== null)
