import {
  staffCoupon,
  staffCouponAdd,
  staffCouponEnd,
  staffCouponLook,
  staffCouponResult,
  staffCouponSave,
  staffCoupons,
} from '#contract/coupon-desk.ts'
import type { ModuleContext } from '../../../../context.ts'
import { couponIn } from './coupon-plan.ts'
import { addCoupon, couponPublishDeed, endCoupon, saveCoupon } from './coupon-plans.ts'
import { couponOf, couponResultWire, couponsPage, lookAtCoupon } from './coupon-screens.ts'

const END_SAID = { withdraw: '优惠券已撤下，不再发放', stop: '优惠券已叫停，不再发放' } as const

export function couponDeskRoutes({ serve, approvals, deps: { database } }: ModuleContext): void {
  const { db } = database
  serve(staffCoupons, ({ query, now }) => couponsPage(database, query, now))
  serve(staffCouponLook, ({ viewer, query, now }) =>
    lookAtCoupon(database, couponIn(query.terms), { seesCost: viewer.staff?.permissions.has('prices.cost') ?? false, now }),
  )
  serve(staffCoupon, ({ viewer, params, now }) => couponOf(db, params.id, viewer.accountId, now))
  serve(staffCouponResult, ({ params, now }) => couponResultWire(database, params.id, now))
  serve(staffCouponAdd, async ({ viewer, body, now, say }) => {
    const id = await addCoupon(database, viewer, body, now)
    say('草稿已保存')
    return couponOf(db, id, viewer.accountId, now)
  })
  serve(staffCouponSave, async ({ viewer, params, body, now, say }) => {
    await saveCoupon(database, viewer, params.id, body, now)
    say('草稿已保存')
    return couponOf(db, params.id, viewer.accountId, now)
  })
  approvals.serve(couponPublishDeed)
  serve(staffCouponEnd, async ({ viewer, params, body, now, say }) => {
    await endCoupon(database, viewer, params, body, now)
    say(END_SAID[params.command])
    return couponOf(db, params.id, viewer.accountId, now)
  })
}
