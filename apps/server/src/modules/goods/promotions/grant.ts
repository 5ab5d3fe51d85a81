import { addDays, beijingDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { type CouponSource, insertCoupon } from './coupon-store.ts'

export type GrantRefusal = 'COUPON_GONE'
export type Grant = { couponId: number } | { refused: GrantRefusal; message: string }

/** The midnight in Beijing that ends a day. */
const dayEnd = (now: Date): Date => new Date(`${addDays(beijingDate(now), 1)}T00:00:00+08:00`)

/**
 * Gives a company one coupon of a template, from its quota. Who may have it and how many is the giver's matter: a draw and
 * the points mall ask nobody, the coupon centre asks its own rules first.
 */
export async function grantCoupon(
  connection: Connection,
  companyId: number,
  templateId: number,
  source: CouponSource,
  now: Date,
): Promise<Grant> {
  const couponId = await insertCoupon(connection, companyId, templateId, source, dayEnd(now), now)
  return couponId === null ? { refused: 'COUPON_GONE', message: '该优惠券已被领完' } : { couponId }
}
