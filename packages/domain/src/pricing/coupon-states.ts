import { type Fen, fen, ZERO } from '../money.ts'
import { isOpen } from '../price.ts'
import type { CouponState, PricingRefusal } from './answer.ts'
import { couponBase, couponGain, type ScopedCoupon } from './coupons.ts'
import type { Taken } from './reductions.ts'
import type { HeldCoupon } from './terms.ts'
import { money } from './texts.ts'

/** How each coupon stands for the cart, and why one that was asked for is not used. */

export const isValid = (coupon: HeldCoupon, now: Date): boolean => isOpen({ startsAt: coupon.validFrom, endsAt: coupon.validUntil }, now)

const periodText = (coupon: HeldCoupon, now: Date): string => (now < coupon.validFrom ? '还没到使用时间' : '已过期')

function shortfall(scoped: ScopedCoupon, left: readonly number[]): string {
  const base = couponBase(scoped.members, left)
  if (scoped.members.length === 0) return '所选商品不在使用范围'
  if (base < scoped.coupon.threshold) {
    return `满 ${money(scoped.coupon.threshold)} 可用，还差 ${money(scoped.coupon.threshold - base)}`
  }
  return base === 0 ? '没有可抵的金额' : ''
}

export function couponState(scoped: ScopedCoupon, used: readonly Taken[], left: readonly number[], now: Date): CouponState {
  const { coupon, members } = scoped
  const { id, name } = coupon
  const taken = used.find((one) => one.id === id)
  if (taken) return { id, name, amount: taken.amount, usable: true, selected: true, why: `已用，减 ${money(taken.amount)}` }
  const why = isValid(coupon, now) ? shortfall(scoped, left) : periodText(coupon, now)
  if (why !== '') return { id, name, amount: ZERO, usable: false, selected: false, why }
  const amount: Fen = fen(couponGain(coupon, couponBase(members, left)))
  return { id, name, amount, usable: true, selected: false, why: `可减 ${money(amount)}` }
}

/** Codes of the coupons that the buyer named and that are not used. */
export function refuseCoupons(
  chosen: readonly number[],
  coupons: readonly ScopedCoupon[],
  used: readonly Taken[],
  left: readonly number[],
  now: Date,
): PricingRefusal[] {
  const single = coupons.find((one) => !one.coupon.stackable && used.some((taken) => taken.id === one.coupon.id))
  const ids = [...new Set(chosen)].filter((id) => id !== 0).sort((a, b) => a - b)
  return ids.flatMap((id): PricingRefusal[] => {
    if (used.some((taken) => taken.id === id)) return []
    const scoped = coupons.find((one) => one.coupon.id === id)
    if (!scoped) return [{ code: 'COUPON_UNKNOWN', message: '优惠券不存在或已使用', id }]
    const { coupon } = scoped
    if (!isValid(coupon, now)) return [{ code: 'COUPON_EXPIRED', message: `优惠券“${coupon.name}”${periodText(coupon, now)}`, id }]
    const why = shortfall(scoped, left)
    if (why !== '') return [{ code: 'COUPON_NOT_REACHED', message: `优惠券“${coupon.name}”${why}`, id }]
    if (!coupon.stackable && single) {
      return [{ code: 'COUPON_NOT_STACKABLE', message: `优惠券“${coupon.name}”不能与“${single.coupon.name}”同时使用`, id }]
    }
    return [{ code: 'COUPON_NOT_REACHED', message: `优惠券“${coupon.name}”没有可抵的金额`, id }]
  })
}
