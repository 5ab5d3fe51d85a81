import { add, allocate, type Fen, subtract, times, ZERO } from '../money.ts'
import type { LineShare, PricedPart, ShareKind } from './answer.ts'
import type { Taken } from './reductions.ts'
import type { BundlePart } from './terms.ts'

/** What each line gave to each reduction, and what each part of a bundle gave. */

export interface TakenStep {
  kind: ShareKind
  taken: readonly Taken[]
}

/** Shares of every item, in the order of the steps. */
export function sharesOf(count: number, steps: readonly TakenStep[]): LineShare[][] {
  const shares: LineShare[][] = []
  for (let index = 0; index < count; index += 1) shares.push([])
  for (const { kind, taken } of steps) {
    for (const { id, name, members, parts } of taken) {
      for (let place = 0; place < members.length; place += 1) {
        const amount = parts[place] ?? ZERO
        if (amount > 0) shares[members[place] ?? 0]?.push({ kind, id, name, amount })
      }
    }
  }
  return shares
}

/** A bundle's line over its parts: each share in proportion to what the parts still cost. */
export function bundleParts(parts: readonly BundlePart[], bundles: number, shares: readonly LineShare[]): PricedPart[] {
  const amounts = parts.map((part) => times(part.price, part.number * bundles))
  const left = [...amounts]
  const own = parts.map((): LineShare[] => [])
  for (const share of shares) {
    for (const [place, amount] of allocate(share.amount, left).entries()) {
      left[place] = subtract(left[place] ?? ZERO, amount)
      if (amount > 0) own[place]?.push({ ...share, amount })
    }
  }
  return parts.map((part, place): PricedPart => {
    const amount = amounts[place] ?? ZERO
    const reduction: Fen = add(...(own[place] ?? []).map((share) => share.amount))
    return {
      goodsId: part.goods.goodsId,
      number: part.number * bundles,
      unitPrice: part.price,
      amount,
      shares: own[place] ?? [],
      reduction,
      net: subtract(amount, reduction),
    }
  })
}
