import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { BundleWire, bundleList } from '#contract/promotions.ts'
import { beijingDate } from '#domain/dates.ts'
import type { RefusalCode } from '#domain/eligibility.ts'
import { yuan } from '#domain/money.ts'
import { specialRoom } from '#domain/special.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { type Catalogue, type GoodsFacts, judge, priceOf, rememberedFacts, seesFigures, toCards } from '../catalogue/public.ts'
import { type BundleMoney, type BundleTerms, bundleMoney, bundlesById, isDearer, openBundles } from '../promotions/public.ts'
import { EVERYTHING } from '../search/public.ts'

/** The bundle's own price, stock and limits stand in for these of its goods. */
const OF_THE_LINE: ReadonlySet<RefusalCode> = new Set(['NO_PRICE', 'NO_STOCK', 'LIMIT_REACHED'])

/** Bundles all of whose goods this viewer's lists show, but for those that are dearer than their parts are for this viewer just now. */
export async function bundlePage(
  catalogue: Catalogue,
  query: QueryOf<typeof bundleList>,
  viewer: Viewer | null,
  now: Date,
): Promise<DataOf<typeof bundleList>> {
  const { db } = catalogue.database
  const page = query.page ?? 1
  const per_page = query.per_page ?? PAGE_SIZE
  const open = await openBundles(db, query.goods_id ?? null, now)
  const within = new Set(open.flatMap((one) => one.goodsIds))
  const shown = new Set(catalogue.search.search({ ...EVERYTHING, within, limit: Math.max(1, within.size) }, viewer, now).ids)
  const visible = open.filter((one) => one.goodsIds.every((id) => shown.has(id))).map((one) => one.id)
  const company = viewer?.company ?? null
  // What a bundle is worth is known by the prices of its goods, and the total by all bundles.
  const terms = await bundlesById(db, company?.id ?? null, visible)
  const bundles = visible.flatMap((id) => terms.get(id) ?? [])
  const offered = await toBundles(catalogue, bundles, company, now)
  return { list: offered.slice((page - 1) * per_page, page * per_page), total: offered.length, page, per_page }
}

async function toBundles(
  catalogue: Catalogue,
  bundles: readonly BundleTerms[],
  company: ViewerCompany | null,
  now: Date,
): Promise<BundleWire[]> {
  const keys = bundles.flatMap((one) => one.items.map((item) => ({ goodsId: item.goodsId, warehouseId: one.warehouseId })))
  const facts = await rememberedFacts(catalogue.database, keys, company, now)
  const starts = bundles.map((_, index) => bundles.slice(0, index).reduce((sum, one) => sum + one.items.length, 0))
  return bundles.flatMap((bundle, index) => {
    const from = starts[index] ?? 0
    const parts = facts.slice(from, from + bundle.items.length).filter((one) => one !== null)
    if (parts.length < bundle.items.length) return []
    const money = bundleMoney(bundle, (goodsId, number) => {
      const known = parts.find((one) => one.goodsId === goodsId)
      return known === undefined ? null : (priceOf(known, number, now)?.price ?? null)
    })
    const sees = parts.every((one) => seesFigures(one, company))
    return sees && isDearer(money) ? [] : [toBundle(bundle, parts, { money, sees }, company, now)]
  })
}

function toBundle(
  bundle: BundleTerms,
  parts: readonly GoodsFacts[],
  { money, sees }: { money: BundleMoney; sees: boolean },
  company: ViewerCompany | null,
  now: Date,
): BundleWire {
  const max = mostBundles(bundle, parts)
  const reason = reasonAgainst(bundle, parts, max, company, now)
  const cards = toCards(parts, company, now)
  return {
    id: bundle.id,
    name: bundle.name,
    hint: bundle.hint,
    ck_id: bundle.warehouseId,
    ck_name: bundle.warehouseName,
    items: bundle.items.flatMap((item, index) => {
      const goods = cards[index]
      return goods === undefined ? [] : [{ goods, number: item.number, price: sees ? yuan(item.price) : null }]
    }),
    price: sees ? yuan(money.price) : null,
    raw_price: sees && money.raw !== null ? yuan(money.raw) : null,
    saving: sees ? yuan(money.saving) : null,
    max: sees ? max : null,
    limit_per_buyer: bundle.limitPerBuyer,
    left: sees ? bundle.left : null,
    ends_at: Math.abs(bundle.endsAt.getTime()) > FAR_AWAY ? null : bundle.endsAt.toISOString(),
    can_buy: reason === '' ? 1 : 0,
    reason,
  }
}
const FAR_AWAY = 8e15

/** What stock, the goods' daily limits, the quota and the limit per buyer leave. */
function mostBundles(bundle: BundleTerms, parts: readonly GoodsFacts[]): number {
  const limits = parts.flatMap((facts, index) => {
    const number = bundle.items[index]?.number ?? 1
    const today = facts.purchaseLimit === null ? [] : [Math.floor(Math.max(0, facts.purchaseLimit - facts.boughtToday) / number)]
    const special = facts.special.map((use) => Math.floor(specialRoom(use) / number))
    return [Math.floor(facts.available / number), ...today, ...special]
  })
  return Math.min(...limits, ...[bundle.left, bundle.buyerLeft].filter((one) => one !== null))
}

/** '': this company may buy it. Whoever may not see figures hears of no stock. */
function reasonAgainst(bundle: BundleTerms, parts: readonly GoodsFacts[], max: number, company: ViewerCompany | null, now: Date): string {
  const today = beijingDate(now)
  const [refusal] = parts.flatMap((facts) => judge(facts, company, today).filter((one) => !OF_THE_LINE.has(one.code)))
  if (refusal) return refusal.message
  if (max > 0) return ''
  if (bundle.left === 0) return '该组合已售完'
  return bundle.buyerLeft === 0 ? `每家企业限购 ${bundle.limitPerBuyer ?? 0} 套，您已购满` : '组合内商品库存不足'
}
