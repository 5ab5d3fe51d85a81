import { type Fen, portion } from './money.ts'

/**
 * Unit price of a line (domain rule 'Price'): the offer that the line names, else the ladder step of the quantity,
 * else the company's own price, else its rank's price, else base price. Offers never stack with each other. The welfare
 * offer (94 折) has no price of its own: it multiplies what the company would otherwise pay.
 */
export type PriceSource =
  | 'flash'
  | 'daily'
  | 'near_expiry'
  | 'whole_case'
  | 'welfare'
  | 'ladder'
  | 'company'
  | 'rank'
  | 'base'
  | 'bundle'
  | 'exchange'
  | 'gift'
export type OfferKind = 'flash' | 'daily' | 'near_expiry' | 'whole_case' | 'welfare'

export interface LadderStep {
  number: number
  price: Fen
}

/** type 1: number is the upper bound of a tier ('N 以内'); otherwise the lower bound ('N 起'). */
export interface Ladder {
  type: number
  steps: readonly LadderStep[]
}

export interface Offer {
  id: number
  kind: OfferKind
  /** Null for welfare, which has a percent instead: 94 = pays 94 of 100. */
  price: Fen | null
  percent: number | null
  startsAt: Date
  endsAt: Date
  /** What is left of the offer over all buyers; null = no quota. */
  quotaLeft: number | null
  /** What this buyer may still take; null = no limit. */
  buyerLeft: number | null
}

export interface PriceInput {
  basePrice: Fen | null
  rankPrice: Fen | null
  companyPrice: Fen | null
  ladder: Ladder | null
  /** The offer the line names, if it names one. */
  offer: Offer | null
}

export interface UnitPrice {
  price: Fen
  source: PriceSource
  /** What the company would pay without offer and ladder; struck through when higher. */
  ordinary: Fen
}

export function isOpen(offer: Pick<Offer, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return offer.startsAt <= now && now < offer.endsAt
}

/** The order of the steps does not matter. */
export function ladderStep(ladder: Ladder, number: number): LadderStep | null {
  const isUpTo = ladder.type === 1
  let best: LadderStep | null = null
  for (const step of ladder.steps) {
    const reached = isUpTo ? number <= step.number : number >= step.number
    if (reached && (best === null || (isUpTo ? step.number < best.number : step.number > best.number))) best = step
  }
  return best
}

type SourcedPrice = Pick<UnitPrice, 'price' | 'source'>

function ordinaryPrice(input: PriceInput): SourcedPrice | null {
  if (input.companyPrice !== null) return { price: input.companyPrice, source: 'company' }
  if (input.rankPrice !== null) return { price: input.rankPrice, source: 'rank' }
  if (input.basePrice !== null) return { price: input.basePrice, source: 'base' }
  return null
}

function rulingOffer(offer: Offer | null, number: number, now: Date): Offer | null {
  if (offer === null || !isOpen(offer, now)) return null
  if (offer.quotaLeft !== null && number > offer.quotaLeft) return null
  return offer.buyerLeft === null || number <= offer.buyerLeft ? offer : null
}

/** Null: the goods has no price and cannot be sold. number is the line's quantity in packing units. */
export function unitPrice(input: PriceInput, number: number, now: Date): UnitPrice | null {
  const ordinary = ordinaryPrice(input)
  if (ordinary === null) return null
  const offer = rulingOffer(input.offer, number, now)
  if (offer !== null && offer.price !== null) return { price: offer.price, source: offer.kind, ordinary: ordinary.price }
  const step = input.ladder ? ladderStep(input.ladder, number) : null
  const otherwise: SourcedPrice = step ? { price: step.price, source: 'ladder' } : ordinary
  if (offer === null || offer.percent === null) return { ...otherwise, ordinary: ordinary.price }
  return { price: portion(otherwise.price, offer.percent, 100), source: offer.kind, ordinary: ordinary.price }
}

/** The tier as people read it: '10盒起 ¥9.50' is built by the page from these words. */
export function ladderText(type: number, number: number, unit: string): string {
  return type === 1 ? `${number}${unit}以内` : `${number}${unit}起`
}
