import { nextTier, nextTierText } from '../cart.ts'
import { fen } from '../money.ts'
import type { Standing } from './activities.ts'
import type { PricingHint } from './answer.ts'
import type { Carriage } from './carriage.ts'
import { isValid } from './coupon-states.ts'
import { couponBase, couponGain, type ScopedCoupon } from './coupons.ts'
import type { Taken } from './reductions.ts'
import { couponText, KIND_NAMES, money } from './texts.ts'
import type { Item } from './unit.ts'

/** What is missing to something better, nearest first: amounts, then numbers. */

export function hintsOf(from: {
  items: readonly Item[]
  standings: readonly Standing[]
  coupons: readonly ScopedCoupon[]
  used: readonly Taken[]
  afterReductions: readonly number[]
  carriages: readonly Carriage[]
  now: Date
}): PricingHint[] {
  const hints = [
    ...from.standings.flatMap(activityHint),
    ...from.coupons.flatMap((scoped) => couponHint(scoped, from.used, from.coupons, from.afterReductions, from.now)),
    ...from.carriages.flatMap(shippingHint),
    ...from.items.flatMap((item) => ladderHint(item, from.now)),
  ]
  const rank = (hint: PricingHint) => (hint.measure === 'amount' ? 0 : 1)
  return hints.sort((a, b) => rank(a) - rank(b) || a.missing - b.missing || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id - b.id))
}

function activityHint({ state, next }: Standing): PricingHint[] {
  if (next === null || state.measured.number === 0) return []
  const wanted = state.text.split('；').at(-1) ?? ''
  const text = `${KIND_NAMES[state.kind]}“${state.name}”${wanted}`
  const { measure, missing, gain } = next
  return [{ kind: state.kind, id: state.promotionId, text, measure, missing, gain }]
}

/** A coupon that does not stack is worth only what it takes off beyond the one that it would replace. */
function couponHint(
  { coupon, members }: ScopedCoupon,
  used: readonly Taken[],
  coupons: readonly ScopedCoupon[],
  left: readonly number[],
  now: Date,
): PricingHint[] {
  const base = couponBase(members, left)
  const missing = coupon.threshold - base
  if (members.length === 0 || missing <= 0 || !isValid(coupon, now)) return []
  const isSingle = (id: number) => coupons.some((one) => one.coupon.id === id && !one.coupon.stackable)
  const replaced = coupon.stackable ? 0 : (used.find((one) => isSingle(one.id))?.amount ?? 0)
  const gain = couponGain(coupon, coupon.threshold) - replaced
  if (gain <= 0) return []
  const text = `再买 ${money(missing)} 可用优惠券“${coupon.name}”（${couponText(coupon)}）`
  return [{ kind: 'coupon', id: coupon.id, text, measure: 'amount', missing, gain: fen(gain) }]
}

function shippingHint({ fee, missing, warehouseId }: Carriage): PricingHint[] {
  if (missing <= 0) return []
  return [{ kind: 'shipping', id: warehouseId, text: `再买 ${money(missing)} 免运费 ${money(fee)}`, measure: 'amount', missing, gain: fee }]
}

function ladderHint({ line, unit }: Item, now: Date): PricingHint[] {
  if (line.sale.kind !== 'goods' || line.sale.price.ladder === null) return []
  const next = nextTier(line.sale.price, line.number, line.step ?? 1, now)
  if (next === null) return []
  const text = nextTierText(next, unit.price, line.unit ?? '件')
  return [{ kind: 'ladder', id: line.id, text, measure: 'number', missing: next.missing, gain: next.saving }]
}
