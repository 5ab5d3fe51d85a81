import { type Fen, fen } from '../money.ts'
import { percentOff } from './reductions.ts'
import type { Measure, PromotionKind } from './terms.ts'

/** How low an offer brings the price of one goods by itself: what a warning about cost and floor asks before anybody has bought. */

export interface DeepTier {
  measure: Measure
  threshold: number
  amount: Fen | null
  percent: number | null
  cap: Fen | null
  gifts: readonly { goodsId: number; number: number /** What one of them costs the house. */; worth: Fen }[]
}

/** Units with which one goods at this price reaches the tier just so. */
const reachedBy = (price: Fen, { measure, threshold }: DeepTier): number =>
  Math.max(1, measure === 'number' ? threshold : Math.ceil(threshold / price))

/**
 * What a unit comes to where the tier is just reached with this goods alone, rounded down to the fen: that is where an offer is deepest.
 * Units given of the same goods count as sold with the others; other gifts take off what they cost.
 */
function afterTier(kind: PromotionKind, goodsId: number, price: Fen, tier: DeepTier): Fen {
  const number = reachedBy(price, tier)
  const paid = price * number
  if (kind === 'gift') {
    const same = tier.gifts.filter((gift) => gift.goodsId === goodsId).reduce((sum, gift) => sum + gift.number, 0)
    const others = tier.gifts.filter((gift) => gift.goodsId !== goodsId).reduce((sum, gift) => sum + gift.number * gift.worth, 0)
    return fen(Math.max(0, Math.floor((paid - others) / (number + same))))
  }
  if (kind === 'exchange') return price
  const wished = tier.percent === null ? (tier.amount ?? 0) : percentOff(paid, tier.percent)
  const off = Math.min(wished, tier.cap ?? wished, paid)
  return fen(Math.floor((paid - off) / number))
}

/** By the tier that is deepest; null where there is none. */
export function lowestAfter<Tier extends DeepTier>(
  { kind, tiers }: { kind: PromotionKind; tiers: readonly Tier[] },
  goodsId: number,
  price: Fen,
): { after: Fen; tier: Tier } | null {
  let lowest: { after: Fen; tier: Tier } | null = null
  for (const tier of tiers) {
    const after = afterTier(kind, goodsId, price, tier)
    if (lowest === null || after < lowest.after) lowest = { after, tier }
  }
  return lowest
}
