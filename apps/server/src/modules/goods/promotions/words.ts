import { beijingDate, daysBetween } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { ExchangeTier, GiftTier } from '#domain/pricing/terms.ts'
import { fold, money, quantity } from '#domain/pricing/texts.ts'

/** Sentences about activities and coupons that the engine does not say: for pages that everybody reads. */

/** Without prices: those are for buyers, in the cart. */
export function exchangeText(tier: ExchangeTier, unit: string, names: readonly string[]): string {
  const head = `满 ${quantity(tier.measure, tier.threshold, unit)}`
  return names.length === 0 ? `${head} 可换购（已换完）` : `${head} 可换购 ${names.join('、')}`
}

export const giftsGoneText = (tier: GiftTier, unit: string): string =>
  `${tier.repeat ? '每满' : '满'} ${quantity(tier.measure, tier.threshold, unit)} 有赠（已赠完）`

// ── Coupons ──

export interface CouponTerms {
  threshold: Fen
  amount: Fen | null
  percent: number | null
  cap: Fen | null
}

/** ¥30, ¥30.50, 9折 */
export const faceText = ({ amount, percent }: Pick<CouponTerms, 'amount' | 'percent'>): string =>
  amount === null ? fold(percent ?? 100).replace(' ', '') : money(amount).replace(/\.00$/, '')

export function thresholdText({ threshold, cap }: Pick<CouponTerms, 'threshold' | 'cap'>): string {
  const head = threshold === 0 ? '无门槛' : `满 ${money(threshold)} 可用`
  return cap === null ? head : `${head}，最多减 ${money(cap)}`
}

export interface Validity {
  valid_from: Date | null
  valid_until: Date | null
  valid_days: number | null
}

/** A coupon that ends at a midnight is valid through the day before it. */
const lastDay = (until: Date): string => beijingDate(new Date(until.getTime() - 1))

export function periodText({ valid_from, valid_until, valid_days }: Validity): string {
  if (valid_until === null) return `领取后 ${valid_days ?? 0} 天内有效`
  return valid_from === null ? `${lastDay(valid_until)} 前有效` : `${beijingDate(valid_from)} 至 ${lastDay(valid_until)}`
}

/** Days that are left, today not counted: 0 = today is the last one. */
export const daysLeft = (until: Date, now: Date): number => daysBetween(beijingDate(now), lastDay(until))
