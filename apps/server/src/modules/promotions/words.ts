import { beijingDate, daysBetween } from '#domain/dates.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Measure } from '#domain/pricing/terms.ts'
import type { TierRow } from './views.ts'

/** Sentences about tiers, coupons and their periods, the same wherever they are shown. */

/** 90 → 9 折, 92 → 9.2 折 */
export const discountText = (percent: number): string => `${percent % 10 === 0 ? percent / 10 : (percent / 10).toFixed(1)} 折`

/** ¥30, ¥30.50 */
export const shortYuan = (amount: Fen): string => `¥${yuan(amount).replace(/\.00$/, '')}`

const reach = (measure: Measure, threshold: number, unit = '件') =>
  measure === 'amount' ? `满 ¥${yuan(threshold as Fen)}` : `满 ${threshold} ${unit}`

const capText = (cap: Fen | null) => (cap === null ? '' : `，最多减 ¥${yuan(cap)}`)

export function reductionText({ measure, threshold, amount, percent, repeat, cap }: TierRow, single: boolean): string {
  const head = `${single ? '单品' : ''}${repeat ? '每' : ''}${reach(measure, threshold)}`
  const what = amount === null ? `打 ${discountText(percent ?? 100)}` : `减 ¥${yuan(amount)}`
  return `${head} ${what}${capText(cap)}`
}

export interface Given {
  name: string
  unit: string
  number: number
}

export function giftText({ measure, threshold, repeat, choose }: TierRow, gifts: readonly Given[]): string {
  const head = `${repeat ? '每' : ''}${reach(measure, threshold)}`
  if (gifts.length === 0) return `${head} 有赠品，已赠完`
  const list = gifts.map((gift) => `${gift.name} ${gift.number} ${gift.unit}`).join('、')
  return choose === null || choose >= gifts.length ? `${head} 赠 ${list}` : `${head} 赠品任选 ${choose} 种：${list}`
}

/** Without prices: they are for buyers, in the cart. */
export function exchangeText({ measure, threshold }: TierRow, names: readonly string[]): string {
  const head = reach(measure, threshold)
  return names.length === 0 ? `${head} 可换购，已换完` : `${head} 可换购 ${names.join('、')}`
}

export const cashbackText = ({ threshold, amount }: TierRow): string =>
  `实付满 ¥${yuan(threshold as Fen)} 返 ¥${yuan((amount ?? 0) as Fen)}`

// ── Coupons ──

export interface CouponWords {
  threshold: Fen
  amount: Fen | null
  percent: number | null
  cap: Fen | null
}

export const faceText = ({ amount, percent }: CouponWords): string =>
  amount === null ? discountText(percent ?? 100).replace(' ', '') : shortYuan(amount)

export function thresholdText({ threshold, cap }: CouponWords): string {
  const head = threshold === 0 ? '无门槛' : `满 ¥${yuan(threshold)} 可用`
  return `${head}${capText(cap)}`
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
