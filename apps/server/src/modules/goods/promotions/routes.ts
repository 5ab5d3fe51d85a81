import { PAGE_SIZE } from '#contract/constants.ts'
import * as contract from '#contract/promotions.ts'
import { yuan } from '#domain/money.ts'
import type { PricedGoods } from '#domain/pricing/terms.ts'
import type { ModuleContext } from '../../../context.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { listedCards, openCatalogue, requestOf, scopedGoods } from '../catalogue/public.ts'
import { activitiesFor, activityPage, listQuery } from './activities.ts'
import { bundlePage } from './bundles.ts'
import { cashbackOrders } from './cashback-views.ts'
import { countsOf } from './coupon-counts.ts'
import { centre, takeFromCentre } from './coupons.ts'
import { couponsForCart, couponsOf } from './own-coupons.ts'
import { goodsOfScope } from './scope-sets.ts'
import { toPromotion } from './wire.ts'

/** Where money of a completed order stands, as its buyer reads it. */
const cashbackState = (status: string) => (status === 'completed' ? '已返到余额' : status === 'cancelled' ? '订单已取消' : '订单完成后返还')

export function promotionRoutes({ serve, deps }: ModuleContext): void {
  const { database } = deps
  const catalogue = openCatalogue(database, deps.search)
  const NOTHING = { activities: [], activity: null, scope: null }

  /** undefined: no goods was asked about; null: this viewer is shown no such goods. */
  async function goodsAsked(
    goodsId: number | undefined,
    company: ViewerCompany | null,
    now: Date,
  ): Promise<PricedGoods | null | undefined> {
    return goodsId === undefined ? undefined : scopedGoods(catalogue, goodsId, company, now)
  }

  serve(contract.goodsActivities, async ({ query, viewer, now }) => {
    const company = viewer?.company ?? null
    const goods = await goodsAsked(query.goods_id, company, now)
    const { activities, activity, scope } = goods === null ? NOTHING : await activityPage(database.db, query, goods ?? null, viewer, now)
    const page = query.page ?? 1
    const per_page = query.per_page ?? PAGE_SIZE
    const answer = { now: now.toISOString(), activities, activity, page, per_page }
    if (scope === null) return { ...answer, list: [], total: 0 }
    const among = await goodsOfScope(database.db, scope, now)
    const found = deps.search.search({ ...requestOf(listQuery(query), viewer), among, withFacets: false }, viewer, now)
    const keys = found.ids.map((goodsId) => ({ goodsId }))
    const listed = await listedCards(catalogue, keys, company, now)
    return { ...answer, list: listed.map(({ card }) => card), total: found.total }
  })

  serve(contract.couponCentre, async ({ query, viewer, now }) => {
    const goods = await goodsAsked(query.goods_id, viewer?.company ?? null, now)
    return goods === null ? { list: [] } : centre(database, query, goods ?? null, viewer, now)
  })
  serve(contract.couponTake, async ({ body, viewer, now, say }) => {
    const taken = await takeFromCentre(database, { accountId: viewer.accountId, companyId: viewer.company.id }, body.id, now)
    say('领取成功')
    return taken
  })
  serve(contract.userCoupon, ({ query, viewer, now }) => couponsOf(database, viewer.company.id, query, now))
  serve(contract.userAvailableCoupon, ({ query, viewer, now }) => {
    const page = query.page ?? 1
    if (query.type === 1) return couponsForCart(database, viewer.company, page, now)
    return couponsOf(database, viewer.company.id, { page, status: 0, started: true }, now)
  })
  serve(contract.couponNum, ({ viewer, now }) => countsOf(database, viewer.company.id, now))

  serve(contract.bundleList, ({ query, viewer, now }) => bundlePage(catalogue, query, viewer, now))

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
