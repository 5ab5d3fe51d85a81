import type { DrugClass } from '#contract/goods.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Availability, SaleGoods } from '#domain/eligibility.ts'
import type { SpecialSubstance } from '#domain/law/judgement.ts'
import type { LawStanding } from '#domain/law/standing.ts'
import type { Fen } from '#domain/money.ts'
import { isOpen, type Offer, type PriceInput } from '#domain/price.ts'
import { minimumOf, type QuantityRule } from '#domain/quantity.ts'
import type { RestrictedClass } from '#domain/restricted.ts'
import { type SpecialUse, specialRoom, tightest } from '#domain/special.ts'

/** An offer's terms, and what is left of it for everybody and for this buyer. */
export interface OfferFacts extends Offer {
  quota: number | null
  taken: number
  limitPerBuyer: number | null
  flashSessionId: number | null
  fullReductionOk: boolean
  couponOk: boolean
  /** The batch that a near-expiry offer sells; its figures are the line's stock. */
  batch: OfferBatch | null
}

export interface OfferBatch {
  id: number
  batchNo: string
  expiryDate: TradeDate
  warehouseId: number
  available: number
}

/** What is the same for every buyer and seldom changes. */
export interface CatalogueGoods {
  goodsId: number
  code: string
  name: string
  manufacturer: string
  manufacturerId: number | null
  /** Its categories and everything above them, ascending. */
  categoryIds: readonly number[]
  spec: string
  unit: string
  midPack: number
  casePack: number
  splittable: boolean
  minNumber: number
  dosageForm: string
  approvalNo: string
  origin: string
  drugClass: DrugClass
  kind: string
  scopeCode: string
  scopeName: string
  isSelected: boolean
  /** A special compound: ordered apart, by transfer, receipted. */
  isEphedrine: boolean
  specialSubstances: readonly SpecialSubstance[]
  restrictedClasses: readonly RestrictedClass[]
  /** What the stop list's rules found, and the version of them that did; null: never judged. */
  lawVerdict: LawStanding
  lawVersion: string | null
  retailPrice: Fen | null
  /** Per buyer and day; null = none. */
  purchaseLimit: number | null
  freeShippingFrom: number | null
  onShelf: boolean
  offShelfReason: string
  tags: readonly string[]
  /** The first photo; null where none was uploaded. */
  image: string | null
  availability: Availability | null
}

/**
 * Everything known of one goods for one buyer now. Figures are raw: whether this buyer may see them is decided in card.ts.
 */
export interface GoodsFacts extends CatalogueGoods {
  /** The remembered goods itself: what is worked out from it once is kept beside it (cards-json.ts). */
  entryGoods: CatalogueGoods
  /** The line is sold by the full case. */
  wholeCase: boolean
  /** 0: no warehouse keeps it. */
  warehouseId: number
  warehouseName: string
  /** What can be had from this warehouse, or of the batch that the offer sells. */
  available: number
  firstExpiry: TradeDate | null
  lastExpiry: TradeDate | null
  /** What unitPrice() takes; its offer is the one named, or the best one open. */
  price: PriceInput & { offer: OfferFacts | null }
  /** Every offer open now, and the one named. */
  offers: readonly OfferFacts[]
  /** 满, 换购 and 赠, as the activities that are live for this buyer have it. */
  activityTags: readonly string[]
  /** Units ordered since midnight in Beijing. */
  boughtToday: number
  /** What this company may order of all goods with each special substance in it; empty of other goods. */
  special: readonly SpecialUse[]
  /** Whether the stop list lets it be sold today. */
  law: LawStanding
  isFavorite: boolean
  /** Units over all of this company's cart lines. */
  inCart: number
}

/** The smallest number that can be bought: one lot of the step, at least the minimum. */
export const smallestLot = (facts: GoodsFacts): number => minimumOf(facts)

export function saleGoods(facts: GoodsFacts): SaleGoods {
  const { price } = facts
  return {
    law: facts.law,
    onShelf: facts.onShelf,
    scopeCode: facts.scopeCode,
    scopeName: facts.scopeName,
    hasPrice: price.companyPrice !== null || price.rankPrice !== null || price.basePrice !== null,
    available: facts.available,
    smallestLot: smallestLot(facts),
    purchaseLimit: facts.purchaseLimit,
    boughtToday: facts.boughtToday,
    isEphedrine: facts.isEphedrine,
    drugClass: facts.drugClass,
    restricted: facts.restrictedClasses,
    special: facts.special,
    availability: facts.availability,
  }
}

/** What is left to this buyer of every limit that holds for the line: the day's, that of special substances, the offer's own, the offer's quota. */
function limitLeft(facts: GoodsFacts, now: Date): number | null {
  const limits: number[] = []
  if (facts.purchaseLimit !== null) limits.push(Math.max(0, facts.purchaseLimit - facts.boughtToday))
  const use = tightest(facts.special)
  if (use !== null) limits.push(specialRoom(use))
  const { offer } = facts.price
  // An offer that is used up no longer binds the line: it is sold at the ordinary price.
  if (offer !== null && isOpen(offer, now) && offer.quotaLeft !== 0 && offer.buyerLeft !== 0) {
    if (offer.quotaLeft !== null) limits.push(offer.quotaLeft)
    if (offer.buyerLeft !== null) limits.push(offer.buyerLeft)
  }
  return limits.length === 0 ? null : Math.min(...limits)
}

/** What settleQuantity() takes for a line of this goods. */
export function quantityRule(facts: GoodsFacts, now: Date): QuantityRule {
  const { midPack, casePack, splittable, minNumber, wholeCase, available } = facts
  return { midPack, casePack, splittable, minNumber, wholeCase, available, limitLeft: limitLeft(facts, now) }
}
