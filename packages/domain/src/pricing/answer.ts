import type { Fen } from '../money.ts'
import type { UnitPrice } from '../price.ts'
import type { PromotionKind } from './terms.ts'

/** What the pricing engine answers: totals, shares of lines, reasons in words, refusals with codes, hints. */

export type ShareKind = 'goods_full_reduction' | 'full_reduction' | 'coupon'

/** A line's part of one reduction. */
export interface LineShare {
  kind: ShareKind
  /** The promotion, or the coupon. */
  id: number
  name: string
  amount: Fen
}

export interface PricedLine {
  id: number
  number: number
  unit: UnitPrice
  /** Unit price × number. */
  amount: Fen
  shares: readonly LineShare[]
  /** Sum of the shares. */
  reduction: Fen
  /** amount − reduction: what the line costs, and what a full return of it is worth. */
  net: Fen
  takesFullReduction: boolean
  takesCoupon: boolean
  /** The full reduction that the line takes part in, reached or not; 0 = none. */
  fullReductionId: number
  /** What it might take part in, best first; the buyer may choose. */
  fullReductionIds: readonly number[]
  /** In plain sentences, each yuan: 阶梯价 ¥8.30 × 20 = ¥166.00；满减“…” −¥12.40 … */
  explanation: readonly string[]
  /** Of a bundle: amount, reduction and shares of each part, in the order of its parts; sums to the line. */
  parts: readonly PricedPart[]
}
export interface PricedPart {
  goodsId: number
  number: number
  unitPrice: Fen
  amount: Fen
  shares: readonly LineShare[]
  reduction: Fen
  net: Fen
}

export interface PricedGift {
  /** GiftOffer's id. */
  id: number
  promotionId: number
  tierId: number
  goodsId: number
  name: string
  unit: string
  number: number
  /** It leaves with the goods that earned it. */
  warehouseId: number
}

export type TierStatus = 'reached' | 'next' | 'far'
export interface TierState {
  id: number
  /** As people read it: 满 ¥500.00 减 ¥30.00 */
  text: string
  status: TierStatus
  /** Fen or units still missing, by the tier's measure; 0 when reached. */
  missing: number
}

/** How one activity stands for this cart. Reached tiers come first, then the nearest. */
export interface ActivityState {
  promotionId: number
  kind: PromotionKind
  name: string
  endsAt: Date
  lineIds: readonly number[]
  measured: { amount: Fen; number: number }
  tiers: readonly TierState[]
  reduction: Fen
  /** 已减 ¥30.00；再买 ¥52.00 可减 ¥60.00 */
  text: string
  gifts: readonly {
    id: number
    tierId: number
    goodsId: number
    name: string
    unit: string
    number: number
    selected: boolean
    open: boolean
    why: string
  }[]
  exchanges: readonly {
    id: number
    tierId: number
    goodsId: number
    name: string
    unit: string
    price: Fen
    limit: number
    taken: number
    open: boolean
    why: string
  }[]
}

export interface CouponState {
  id: number
  name: string
  /** What it takes off in this checkout; 0 where it cannot be used. */
  amount: Fen
  usable: boolean
  selected: boolean
  /** Why not, or what is missing. */
  why: string
}

export type PricingRefusalCode =
  | 'NO_PRICE'
  | 'EXCHANGE_LOCKED'
  | 'EXCHANGE_LIMIT'
  | 'GIFT_LOCKED'
  | 'GIFT_GONE'
  | 'GIFT_BARRED'
  | 'GIFT_TOO_MANY'
  | 'COUPON_UNKNOWN'
  | 'COUPON_EXPIRED'
  | 'COUPON_NOT_REACHED'
  | 'COUPON_NOT_STACKABLE'
  | 'FULL_REDUCTION_OVER'
export interface PricingRefusal {
  code: PricingRefusalCode
  message: string
  /** What it concerns: a line's, coupon's, gift's or promotion's id. */
  id: number
}

/** What is missing to something better. */
export interface PricingHint {
  kind: 'ladder' | 'goods_full_reduction' | 'full_reduction' | 'gift' | 'exchange' | 'coupon' | 'shipping' | 'cashback'
  /** Promotion, coupon, line or warehouse. */
  id: number
  text: string
  measure: 'amount' | 'number'
  missing: number
  /** What reaching it brings; 0 where it is not money. */
  gain: Fen
}

export interface PricedOrder {
  /** `${warehouse}-${pt|hm}`: one order per warehouse, ephedrine or not. */
  key: string
  warehouseId: number
  warehouseName: string
  isEphedrine: boolean
  lineIds: readonly number[]
  gifts: readonly PricedGift[]
  goods: Fen
  reduction: Fen
  shipping: Fen
  voucher: Fen
  balance: Fen
  /** Left for a payment channel: goods − reduction + shipping − voucher − balance. */
  payable: Fen
  /** Earned when the order completes, on what was really paid. */
  cashback: Fen
  cashbackPromotionId: number
  points: number
}

export interface PricedRow {
  key: 'goods' | 'goods_full_reduction' | 'full_reduction' | 'coupon' | 'shipping' | 'voucher' | 'balance'
  label: string
  note: string
  amount: Fen
}

export interface Priced {
  lines: readonly PricedLine[]
  gifts: readonly PricedGift[]
  activities: readonly ActivityState[]
  coupons: readonly CouponState[]
  /** The coupons used, in the order in which they were reckoned. */
  usedCouponIds: readonly number[]
  orders: readonly PricedOrder[]
  goods: Fen
  reduction: Fen
  shipping: Fen
  shippingNote: string
  /** From which amount the first charged warehouse ships free, and what is missing to it; 0 where nothing is charged. */
  freeShippingFrom: Fen
  freeShippingMissing: Fen
  voucher: Fen
  balance: Fen
  /** Sum of the orders' payable; the rows sum to it. */
  total: Fen
  cashback: Fen
  points: number
  rows: readonly PricedRow[]
  /** What the buyer chose and cannot have. Empty where nothing was refused. */
  refusals: readonly PricingRefusal[]
  hints: readonly PricingHint[]
}
