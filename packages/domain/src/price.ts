import type { Fen } from './money.ts'

/**
 * Unit price of a line (domain rule 'Price'): the offer that the line names, else the ladder step of the quantity,
 * else the company's own price, else its rank's price, else base price. Offers never stack with each other.
 */
export type PriceSource = 'flash' | 'daily' | 'near_expiry' | 'whole_case' | 'ladder' | 'company' | 'rank' | 'base'
export type OfferKind = 'flash' | 'daily' | 'near_expiry' | 'whole_case'

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
  price: Fen
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

export function ladderStep(ladder: Ladder, number: number): LadderStep | null {
  const steps = [...ladder.steps].sort((a, b) => a.number - b.number)
  if (ladder.type === 1) return steps.find((step) => number <= step.number) ?? null
  return steps.findLast((step) => number >= step.number) ?? null
}

function ordinaryPrice(input: PriceInput): { price: Fen; source: PriceSource } | null {
  if (input.companyPrice !== null) return { price: input.companyPrice, source: 'company' }
  if (input.rankPrice !== null) return { price: input.rankPrice, source: 'rank' }
  if (input.basePrice !== null) return { price: input.basePrice, source: 'base' }
  return null
}

/** Null: the goods has no price and cannot be sold. number is the line's quantity in packing units. */
export function unitPrice(input: PriceInput, number: number, now: Date): UnitPrice | null {
  const ordinary = ordinaryPrice(input)
  if (ordinary === null) return null
  const { offer, ladder } = input
  if (
    offer !== null &&
    isOpen(offer, now) &&
    (offer.quotaLeft === null || number <= offer.quotaLeft) &&
    (offer.buyerLeft === null || number <= offer.buyerLeft)
  ) {
    return { price: offer.price, source: offer.kind, ordinary: ordinary.price }
  }
  const step = ladder ? ladderStep(ladder, number) : null
  if (step) return { price: step.price, source: 'ladder', ordinary: ordinary.price }
  return { ...ordinary, ordinary: ordinary.price }
}

/** The tier as people read it: '10盒起 ¥9.50' is built by the page from these words. */
export function ladderText(type: number, number: number, unit: string): string {
  return type === 1 ? `${number}${unit}以内` : `${number}${unit}起`
}
