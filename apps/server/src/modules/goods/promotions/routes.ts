import * as contract from '#contract/promotions.ts'
import { yuan } from '#domain/money.ts'
import type { ModuleContext } from '../../../context.ts'
import { activitiesFor } from './activities.ts'
import { cashbackOrders } from './cashback-views.ts'
import { countsOf } from './coupon-counts.ts'
import { takeFromCentre } from './coupons.ts'
import { couponDeskRoutes } from './desk/coupon-routes.ts'
import { offerDeskRoutes } from './desk/routes.ts'
import { couponsOf } from './own-coupons.ts'
import { toPromotion } from './wire.ts'

/** Where money of a completed order stands, as its buyer reads it. */
const cashbackState = (status: string) => (status === 'completed' ? '已返到余额' : status === 'cancelled' ? '订单已取消' : '订单完成后返还')

export function promotionRoutes(context: ModuleContext): void {
  const { serve, deps } = context
  const { database } = deps
  offerDeskRoutes(context)
  couponDeskRoutes(context)
  serve(contract.couponTake, async ({ body, viewer, now, say }) => {
    const taken = await takeFromCentre(database, { accountId: viewer.accountId, companyId: viewer.company.id }, body.id, now)
    say('领取成功')
    return taken
  })
  serve(contract.userCoupon, ({ query, viewer, now }) => couponsOf(database, viewer.company.id, query, now))
  serve(contract.couponNum, ({ viewer, now }) => countsOf(database, viewer.company.id, now))

  serve(contract.cashbackInfo, async ({ viewer, now }) => {
    const company = viewer?.company ?? null
    const [alive, orders] = await Promise.all([
      activitiesFor(database.db, company, now),
      company === null ? [] : cashbackOrders(database.db, company.id),
    ])
    return {
      now: now.toISOString(),
      activities: alive.filter(({ row }) => row.kind === 'cashback').map((one) => toPromotion(one, now)),
      earned: orders.map(({ order_id, no, amount, status, at }) => ({
        order_id,
        no,
        amount: yuan(amount),
        state: cashbackState(status),
        at: at.toISOString(),
      })),
    }
  })
}
