import type { QueryOf } from '#contract/call.ts'
import type { GoodsDetailWire, goodsDetail } from '#contract/goods.ts'
import { beijingDate, nearExpiryLimit } from '#domain/dates.ts'
import { type RefusalCode, seesPrices } from '#domain/eligibility.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { isOpen, ladderText } from '#domain/price.ts'
import { specialLimitText } from '#domain/special.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { packageImage } from '../pictures/public.ts'
import { activitiesOfGoods, couponsForGoods, takesPart } from '../promotions/public.ts'
import { EVERYTHING } from '../search/public.ts'
import { priceOf, seesFigures, toCard, toCards, toOffer } from './card.ts'
import { asScoped, type Catalogue, isListed, rememberedFacts } from './catalogue.ts'
import { bundlesWith } from './detail-bundles.ts'
import { type DetailRow, readDetail } from './detail-views.ts'
import { type GoodsFacts, smallestLot } from './facts.ts'
import { offerTerms } from './offer-terms.ts'
import type { GoodsKey } from './read-facts.ts'

const SIMILAR = 8
const NOTHING_SEEN: Pick<DetailRow, 'batches' | 'warehouses' | 'bought'> = { batches: [], warehouses: [], bought: [] }

export async function goodsInDetail(
  catalogue: Catalogue,
  goodsId: number,
  query: QueryOf<typeof goodsDetail>,
  viewer: Viewer | null,
  now: Date,
): Promise<GoodsDetailWire> {
  const { database } = catalogue
  const company = viewer?.company ?? null
  const today = beijingDate(now)
  const key = { goodsId, warehouseId: query.ck_id ?? null, offerId: query.goods_price_id ?? null, wholeCase: query.is_yj === 1 }
  const detail = await readDetail(database, { goodsId, companyId: seesPrices(company) ? company.id : null, today, now })
  if (detail === null) throw notFound('商品')
  const others = similarTo(catalogue, goodsId, detail, viewer, now)
  const [facts, ...beside] = await rememberedFacts(database, [key, ...others], company, now)
  // What the law bars, or may bar, is not published either (互联网药品信息服务管理办法 art. 10).
  if (!facts || facts.law === 'barred' || facts.law === 'doubtful') throw notFound('商品')
  const sees = seesFigures(facts, company)
  const scoped = asScoped(facts, now)
  const shown = isListed(facts, company)
  const terms = offerTerms(facts, now)
  const { db } = database
  const inActivities = shown && terms.activities && (await takesPart(db, detail.promotion_version, scoped, company, now))
  const [promotions, coupons, bundles] = await Promise.all([
    inActivities ? activitiesOfGoods(db, scoped, company, now) : [],
    shown && terms.coupons && detail.has_coupons ? couponsForGoods(db, scoped, company, now) : [],
    shown && detail.has_bundles ? bundlesWith(catalogue, goodsId, company, now) : [],
  ])
  // Read for whoever may see prices; of a limited goods only those admitted see them.
  const { batches, warehouses, bought } = sees ? detail : NOTHING_SEEN
  const card = toCard(facts, company, now)
  const nearLimit = nearExpiryLimit(today)
  // 处方药 are explained to verified buyers only.
  const explained = facts.drugClass !== 'rx' || seesPrices(company)
  return {
    ...card,
    ...detail.texts,
    goods_image: detail.images.length > 0 ? detail.images.map((url) => ({ url })) : [{ url: packageImage(goodsId) }],
    generic_name: detail.generic_name,
    trade_name: detail.trade_name,
    barcode: detail.barcode,
    code: detail.code,
    storage: detail.storage,
    cold_chain: detail.cold_chain ? 1 : 0,
    shelf_life_months: detail.shelf_life_months,
    scope_name: facts.scopeName,
    insurance_class: detail.insurance_class,
    manufacturer_id: detail.manufacturer_id,
    category_path: detail.category_path,
    instructions: explained ? detail.instructions : [],
    batches: batches.map((batch) => ({
      batch_no: batch.batch_no,
      production_date: batch.production_date,
      expiry_date: batch.expiry_date,
      ck_id: batch.warehouse_id,
      ck_name: batch.warehouse_name,
      number: batch.available,
      near_expiry: batch.expiry_date <= nearLimit ? 1 : 0,
    })),
    warehouses: warehouses.map((one) => ({ ck_id: one.warehouse_id, ck_name: one.warehouse_name, number: one.available })),
    offers: facts.offers.map((offer) => toOffer(facts, offer, sees, now)),
    checks: checksOf(card.reasons, facts, viewer),
    price_tiers: sees ? tiersOf(facts, now) : [],
    bought: bought.map((line) => ({
      order_id: line.order_id,
      no: line.no,
      at: new Date(line.at).toISOString(),
      number: line.number,
      price: yuan(line.unit_price as Fen),
    })),
    similar: toCards(
      beside.filter((one) => one !== null),
      company,
      now,
    ),
    promotions,
    offer_note: shown ? terms.note : '',
    coupons,
    bundles,
  }
}

/** The same drug of other makers first, then what stands beside it in its category. */
function similarTo(
  { search }: Catalogue,
  goodsId: number,
  { generic_name, category_path }: DetailRow,
  viewer: Viewer | null,
  now: Date,
): GoodsKey[] {
  const categoryId = category_path.at(-1)?.id ?? null
  const ids = search.search({ ...EVERYTHING, keywords: generic_name, sort: 'relevance', limit: SIMILAR + 1 }, viewer, now).ids
  if (ids.length <= SIMILAR && categoryId !== null) {
    ids.push(...search.search({ ...EVERYTHING, categories: [categoryId], limit: SIMILAR * 2 }, viewer, now).ids)
  }
  const others = [...new Set(ids)].filter((id) => id !== goodsId).slice(0, SIMILAR)
  return others.map((id) => ({ goodsId: id }))
}

/** The may-buy check point by point: what is said when nothing of the kind stands against it, and the codes of the kind. */
const POINTS: readonly { codes: readonly RefusalCode[]; fine: (facts: GoodsFacts) => string; about: 'company' | 'goods' | 'figures' }[] = [
  { codes: ['COMPANY_NOT_PASSED'], fine: () => '企业资质已通过审核', about: 'company' },
  { codes: ['QUALIFICATION_MISSING', 'QUALIFICATION_EXPIRED'], fine: () => '所需证照均在有效期内', about: 'company' },
  { codes: ['SCOPE_MISSING'], fine: (facts) => `经营范围含“${facts.scopeName}”`, about: 'company' },
  { codes: ['CONTRACT_UNSIGNED'], fine: () => '电子合同已签署', about: 'company' },
  { codes: ['AGREEMENT_UNACCEPTED'], fine: () => '', about: 'company' },
  { codes: ['RECEIPT_OVERDUE'], fine: (facts) => (facts.isEphedrine ? '没有逾期的含麻回执' : ''), about: 'company' },
  {
    codes: ['NOT_AUTHORISED', 'NOT_IN_REGION'],
    fine: (facts) => (facts.availability?.controlled ? '已获控销授权' : '在您的地区销售'),
    about: 'company',
  },
  { codes: ['LAW_BARRED', 'LAW_UNDECIDED'], fine: () => '', about: 'goods' },
  { codes: ['OFF_SHELF'], fine: () => '在售', about: 'goods' },
  { codes: ['NO_PRICE', 'NO_STOCK'], fine: () => '有货', about: 'figures' },
  {
    codes: ['LIMIT_REACHED'],
    fine: limitsOf,
    about: 'figures',
  },
]

function limitsOf({ purchaseLimit, unit, special }: GoodsFacts): string {
  const daily = purchaseLimit === null ? [] : [`每日限购 ${purchaseLimit} ${unit}`]
  return [...daily, ...special.map((use) => specialLimitText(use, unit))].join('；') || '不限购'
}

function checksOf(reasons: GoodsDetailWire['reasons'], facts: GoodsFacts, viewer: Viewer | null): GoodsDetailWire['checks'] {
  const company = viewer?.company ?? null
  const sees = seesFigures(facts, company)
  const checks: GoodsDetailWire['checks'] = []
  if (company === null)
    checks.push(...reasons.filter((reason) => reason.code === 'NOT_SIGNED_IN').map((reason) => ({ ok: false, text: reason.message })))
  for (const point of POINTS) {
    const against = reasons.filter((reason) => point.codes.some((code) => code === reason.code))
    if (against.length > 0) checks.push(...against.map((reason) => ({ ok: false, text: reason.message })))
    else if (point.about === 'goods' || (company !== null && (point.about === 'company' || sees))) {
      const text = point.fine(facts)
      if (text !== '') checks.push({ ok: true, text })
    }
  }
  return checks
}

/** Share of the suggested retail price that stays with the pharmacy, in per cent with one decimal, floored. */
function margin(price: Fen, retail: Fen | null): string | null {
  if (retail === null) return null
  const tenths = Math.floor(((retail - price) * 1000) / retail)
  return `${(tenths / 10).toFixed(1)}%`
}

const SOURCE_TEXT = { flash: '秒杀价', daily: '特价', near_expiry: '近效期价', whole_case: '整件价', welfare: '福利价' } as const

/** Unit price by quantity for this company: the offer it stands under, else the ladder with the ordinary price around it. */
function tiersOf(facts: GoodsFacts, now: Date): GoodsDetailWire['price_tiers'] {
  const lot = smallestLot(facts)
  const { offer, ladder } = facts.price
  const at = (from: number, text: string) => {
    const price = priceOf(facts, from, now)
    return price === null ? [] : [{ text, from, price: yuan(price.price), margin: margin(price.price, facts.retailPrice) }]
  }
  // Welfare multiplies each tier.
  const isWelfare = offer?.kind === 'welfare'
  if (offer !== null && isOpen(offer, now) && !(isWelfare && ladder !== null)) return at(lot, SOURCE_TEXT[offer.kind])
  if (ladder === null) return at(lot, `${lot}${facts.unit}起`)
  const steps = [...ladder.steps].sort((a, b) => a.number - b.number)
  if (ladder.type === 1) {
    const bounded = steps.flatMap((step, index) => at((steps[index - 1]?.number ?? 0) + 1, ladderText(1, step.number, facts.unit)))
    const last = steps.at(-1)
    return last ? [...bounded, ...at(last.number + 1, ladderText(0, last.number + 1, facts.unit))] : bounded
  }
  const first = steps[0]
  const before = first !== undefined && lot < first.number ? at(lot, `${lot}${facts.unit}起`) : []
  return [...before, ...steps.flatMap((step) => at(step.number, ladderText(0, step.number, facts.unit)))]
}
