import type { QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { GOODS_SORTS, type GoodsQueryWire } from '#contract/goods.ts'
import * as contract from '#contract/promotions.ts'
import type { PricedGoods } from '#domain/pricing/terms.ts'
import type { ModuleContext } from '../../../context.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { listedCards, openCatalogue, requestOf, scopedGoods } from '../catalogue/public.ts'
import { activityPage, centre, goodsOfScope } from '../promotions/public.ts'
import { bundlePage } from './bundles.ts'

/** The goods list's own query, as far as activities take it. */
function listQuery({ keywords, sort, page, per_page }: QueryOf<typeof contract.goodsActivities>): GoodsQueryWire {
  const wished = GOODS_SORTS.find((one) => one === sort)
  return { page: page ?? 1, per_page: per_page ?? PAGE_SIZE, ...(keywords && { keywords }), ...(wished && { sort: wished }) }
}

const NOTHING = { activities: [], activity: null, scope: null }

/**
 * Pages of offers that speak of goods: activities with the goods in them, bundles, the coupons for a goods. They stand above the
 * catalogue, which itself asks the promotions for tags and terms.
 */
export function offerRoutes({ serve, deps }: ModuleContext): void {
  const { database } = deps
  const catalogue = openCatalogue(database, deps.search)

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
  serve(contract.bundleList, ({ query, viewer, now }) => bundlePage(catalogue, query, viewer, now))
}
