import { allocate, type Fen, fen, portion, subtract } from '../money.ts'
import { returnWorth } from './returns.ts'
import type { ShareTerms } from './shared-reductions.ts'

/**
 * Fewer units of a line, before it is picked. What goes is worth what its return would be worth (returns.ts): prices and reductions were
 * agreed for the whole order and are not reckoned anew.
 */

export interface CuttableShare {
  amount: Fen
  terms?: ShareTerms
}
export interface CuttableLine<Share extends CuttableShare = CuttableShare> {
  number: number
  unitPrice: Fen
  amount: Fen
  reduction: Fen
  shares: readonly Share[]
}

/** What a share counted with towards what several orders reached together, without the units that go. */
const cutTerms = (terms: ShareTerms, gone: number, number: number): ShareTerms => ({
  ...terms,
  amount: terms.amount - portion(fen(terms.amount), gone, number),
  number: Math.floor((terms.number * (number - gone)) / number),
})

/** The line with so many units. What it costs and what went sum to what it cost before. */
export function cutLine<Share extends CuttableShare>(line: CuttableLine<Share>, left: number): CuttableLine<Share> {
  const { number, unitPrice } = line
  if (left < 1 || left > number) throw new RangeError(`cannot leave ${left} of ${number}`)
  const gone = number - left
  const net = subtract(line.amount, line.reduction)
  const amount = fen(unitPrice * left)
  const reduction = subtract(amount, subtract(net, returnWorth({ number, net }, 0, gone)))
  const parts = allocate(
    line.shares.length === 0 ? fen(0) : reduction,
    line.shares.map((share) => share.amount),
  )
  const shares = line.shares.map((share, at) => ({
    ...share,
    amount: parts[at] ?? fen(0),
    ...(share.terms && { terms: cutTerms(share.terms, gone, number) }),
  }))
  return { number: left, unitPrice, amount, reduction, shares }
}

/** Both parts of a line, each as a line: they sum to it in everything. */
export function divideLine<Share extends CuttableShare = CuttableShare>(line: CuttableLine<Share>, left: number) {
  const kept = cutLine(line, left)
  const gone: CuttableLine<Share> = {
    number: line.number - left,
    unitPrice: line.unitPrice,
    amount: subtract(line.amount, kept.amount),
    reduction: subtract(line.reduction, kept.reduction),
    shares: line.shares.map((share, at) => {
      const stays = kept.shares[at]
      const { terms } = share
      return {
        ...share,
        amount: subtract(share.amount, stays?.amount ?? fen(0)),
        ...(terms && {
          terms: { ...terms, amount: terms.amount - (stays?.terms?.amount ?? 0), number: terms.number - (stays?.terms?.number ?? 0) },
        }),
      }
    }),
  }
  return { kept, gone }
}
