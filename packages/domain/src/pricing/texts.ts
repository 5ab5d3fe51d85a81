import { type Fen, fen, yuan } from '../money.ts'
import type { CashbackActivity, ExchangeTier, GiftTier, HeldCoupon, Measure, PromotionKind, ReductionTier } from './terms.ts'

/** Sentences about tiers and coupons, as people read them. */

export const money = (amount: number): string => `¥${yuan(fen(amount))}`

export const KIND_NAMES: Readonly<Record<PromotionKind, string>> = {
  goods_full_reduction: '单品满减',
  full_reduction: '满减',
  gift: '赠品',
  exchange: '换购',
  cashback: '返现',
}

/** An amount in yuan, or a number of units. */
export const quantity = (measure: Measure, value: number, unit: string): string =>
  measure === 'amount' ? money(value) : `${value} ${unit}`

/** 92 → 92 折, 90 → 9 折 */
export const fold = (percent: number): string => `${percent % 10 === 0 ? percent / 10 : percent} 折`

const reach = (tier: { measure: Measure; threshold: number; repeat?: boolean }, unit: string): string =>
  `${tier.repeat ? '每满' : '满'} ${quantity(tier.measure, tier.threshold, unit)}`

const capText = (cap: Fen | null): string => (cap === null ? '' : `，最多减 ${money(cap)}`)

/** 满 ¥500.00 减 ¥30.00 · 每满 10 盒 减 ¥5.00，最多减 ¥20.00 · 满 ¥500.00 打 92 折 */
export function reductionTierText(tier: ReductionTier, unit: string): string {
  if (tier.percent !== null) return `${reach({ ...tier, repeat: false }, unit)} 打 ${fold(tier.percent)}${capText(tier.cap)}`
  return `${reach(tier, unit)} 减 ${money(tier.amount ?? 0)}${capText(tier.cap)}`
}

export function giftTierText(tier: GiftTier, unit: string): string {
  const gifts = tier.gifts.map((gift) => `${gift.name} ${gift.number} ${gift.unit}`).join('、')
  const pick = tier.choose === null || tier.choose >= tier.gifts.length ? '赠' : `任选 ${tier.choose} 种赠品：`
  return `${reach(tier, unit)} ${pick}${pick === '赠' ? ' ' : ''}${gifts}`
}

export function exchangeTierText(tier: ExchangeTier, unit: string): string {
  const offers = tier.offers.map((offer) => `${money(offer.price)} 换购${offer.name}`).join('、')
  return `${reach(tier, unit)} 可 ${offers}`
}

export const cashbackTierText = (tier: CashbackActivity['tiers'][number]): string => `满 ${money(tier.threshold)} 返 ${money(tier.amount)}`

/** 满 ¥100.00 减 ¥10.00 · 无门槛 9 折，最多减 ¥50.00 */
export function couponText(coupon: Pick<HeldCoupon, 'threshold' | 'amount' | 'percent' | 'cap'>): string {
  const from = coupon.threshold > 0 ? `满 ${money(coupon.threshold)}` : '无门槛'
  if (coupon.percent !== null) return `${from} ${fold(coupon.percent)}${capText(coupon.cap)}`
  return `${from} 减 ${money(coupon.amount ?? 0)}`
}
