import type { Fen } from '../money.ts'
import type { PriceInput } from '../price.ts'

/**
 * What the pricing engine reads (domain rule 'Price'): lines, the buyer, the offers that are alive, the buyer's coupons
 * and purses, and what the buyer has chosen. Plain data; nothing here knows of a database or a page.
 */

export const ZONES = ['selected', 'herb', 'device', 'controlled', 'near_expiry', 'whole_case', 'welfare', 'bundle'] as const
export type Zone = (typeof ZONES)[number]

/** Which goods take part: all of them, or those that any list names; never the excluded ones. */
export interface Scope {
  all: boolean
  goodsIds: readonly number[]
  /** A category stands for everything below it. */
  categoryIds: readonly number[]
  manufacturerIds: readonly number[]
  zones: readonly Zone[]
  excludedGoodsIds: readonly number[]
}

/** Which buyers take part: every list that is not empty must name the buyer; provinces and cities are one list of places. */
export interface Audience {
  companyTypes: readonly string[]
  provinces: readonly string[]
  /** With their province before them, since names of cities are not unique: 贵州省贵阳市. */
  cities: readonly string[]
  ranks: readonly string[]
  companyIds: readonly number[]
}

export interface PricingBuyer {
  companyId: number
  type: string
  province: string
  city: string
  rank: string
}

/** amount: fen of what the earlier steps left; number: packing units. */
export type Measure = 'amount' | 'number'

interface Activity {
  id: number
  name: string
  startsAt: Date
  endsAt: Date
  scope: Scope
  audience: Audience
}

export interface ReductionTier {
  id: number
  measure: Measure
  /** Fen or units, by the measure. */
  threshold: number
  /** Taken off once, or for each time the threshold is reached where repeat is set. Null for a percent tier. */
  amount: Fen | null
  /** 92 = 打 92 折 (pays 92 of 100). Null for an amount tier. */
  percent: number | null
  repeat: boolean
  /** The most that the tier takes off; null = no cap. */
  cap: Fen | null
}

/** 单品满减: each goods of the scope reaches the tiers by itself. */
export interface GoodsFullReduction extends Activity {
  kind: 'goods_full_reduction'
  tiers: readonly ReductionTier[]
}
/** 满减: the goods of the scope reach the tiers together; a line takes part in one full reduction at most. */
export interface FullReduction extends Activity {
  kind: 'full_reduction'
  tiers: readonly ReductionTier[]
}

export interface GiftOffer {
  /** What zps names. */
  id: number
  goodsId: number
  name: string
  unit: string
  /** Units given each time. */
  number: number
  /** Units that can still be given, by quota and stock; null = no end known. */
  left: number | null
  /** The same without the stock, and the stock: what is bought of the same goods leaves less of the latter alone. */
  allowed?: { quota: number | null; stock: number }
  /** Units that one company is given while the offer lasts, however many orders; what it had already is taken off where a cart is priced. */
  mostEach?: number
  /** Why this buyer may not have the goods at all; left out: it may. */
  barred?: string
}
export interface GiftTier {
  id: number
  measure: Measure
  threshold: number
  /** 买 N 赠 M: once for each time the threshold is reached. */
  repeat: boolean
  /** How many of the gifts the buyer picks; null = all of them. */
  choose: number | null
  gifts: readonly GiftOffer[]
}
/** 赠品: the highest tier reached gives its gifts. */
export interface GiftActivity extends Activity {
  kind: 'gift'
  tiers: readonly GiftTier[]
}

export interface ExchangeOffer {
  id: number
  goodsId: number
  name: string
  unit: string
  price: Fen
  /** Units one checkout may take. */
  limit: number
  left: number | null
  /** Why this buyer may not have the goods at all; left out: it may. */
  barred?: string
}
export interface ExchangeTier {
  id: number
  measure: Measure
  threshold: number
  offers: readonly ExchangeOffer[]
}
/** 换购: every tier reached opens its goods at their exchange price. */
export interface ExchangeActivity extends Activity {
  kind: 'exchange'
  tiers: readonly ExchangeTier[]
}

/** 满额返现: what was really paid for an order reaches a tier; the highest one counts, once the order completes. */
export interface CashbackActivity extends Activity {
  kind: 'cashback'
  tiers: readonly { id: number; threshold: Fen; amount: Fen }[]
}

export type Promotion = GoodsFullReduction | FullReduction | GiftActivity | ExchangeActivity | CashbackActivity
export type PromotionKind = Promotion['kind']

/** A coupon that the buyer holds, unused, with its template's terms. */
export interface HeldCoupon {
  id: number
  templateId: number
  name: string
  /** Reached by the coupon-able lines of its scope, after full reductions. */
  threshold: Fen
  /** Null for a percent coupon. */
  amount: Fen | null
  /** 90 = 9 折. Null for an amount coupon. */
  percent: number | null
  cap: Fen | null
  scope: Scope
  /** May be used beside others: at most one coupon of a checkout does not stack. */
  stackable: boolean
  validFrom: Date
  validUntil: Date
}

/** Free from an amount of goods, by the receiver's province; the first rule that names it, else the one without provinces. */
export interface ShippingRegion {
  provinces: readonly string[]
  freeFrom: Fen
  fee: Fen
}

/** What a line is made of, for scopes. */
export interface PricedGoods {
  goodsId: number
  /** Its categories and everything above them. */
  categoryIds: readonly number[]
  manufacturerId: number | null
  zones: readonly Zone[]
}

export interface BundlePart {
  goods: PricedGoods
  /** Units of it in one bundle. */
  number: number
  /** Unit price inside the bundle. */
  price: Fen
}

/** How a line is sold: goods by their price rule, a bundle as one thing, or goods unlocked by an exchange tier. */
export type Sale =
  | {
      kind: 'goods'
      goods: PricedGoods
      price: PriceInput
      /** Does the offer that sets the price let the line take part? Read only while that offer rules. */
      offerTerms: { fullReductionOk: boolean; couponOk: boolean } | null
    }
  | { kind: 'bundle'; bundleId: number; name: string; parts: readonly BundlePart[]; fullReductionOk: boolean; couponOk: boolean }
  | { kind: 'exchange'; goods: PricedGoods; exchangeId: number; ordinary: Fen }

export interface PricingLine {
  id: number
  /** Packing units, or bundles. */
  number: number
  /** 盒; 件 where left out. Only for sentences. */
  unit?: string
  /** What the number moves by, for hints at ladder steps; 1 where left out. */
  step?: number
  warehouseId: number
  warehouseName: string
  isEphedrine: boolean
  /** 优选: ships free by itself. */
  shipsFree: boolean
  /** dpby: ships free by itself from this many units; null = never. */
  freeFromNumber: number | null
  /** The full reduction the buyer chose for the line: null = the best one, 0 = none. */
  fullReductionId: number | null
  sale: Sale
}

/** null: the engine chooses what costs least. */
export interface PricingChoice {
  couponIds: readonly number[] | null
  giftIds: readonly number[] | null
}

export interface PricingContext {
  buyer: PricingBuyer
  promotions: readonly Promotion[]
  coupons: readonly HeldCoupon[]
  shipping: readonly ShippingRegion[]
  /** Province of the receiving address. */
  shipTo: string
  voucher: { held: Fen; wished: Fen }
  balance: { held: Fen; wished: Fen }
  /** Points earned for each whole yuan really paid. */
  pointsPerYuan: number
  choice: PricingChoice
}
