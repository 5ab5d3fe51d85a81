import type { GoodsCardWire, OfferWire } from '#contract/goods.ts'
import { beijingDate, nearExpiryLimit, type TradeDate } from '#domain/dates.ts'
import { admits, type BuyerCompany, companyRefusals, goodsRefusals, type Refusal, refusals, seesPrices } from '#domain/eligibility.ts'
import { type Fen, yuan } from '#domain/money.ts'
import { isOpen, ladderText, type UnitPrice, unitPrice } from '#domain/price.ts'
import { stepOf } from '#domain/quantity.ts'
import { type DeliveryPlace, deliveryRefusals, standingRefusals } from '#domain/standing.ts'
import { packageImage, smallImage } from '../pictures/public.ts'
import { ACTIVITY_TAGS } from '../promotions/public.ts'
import { type GoodsFacts, type OfferFacts, saleGoods, smallestLot } from './facts.ts'

/** Prices and figures are for passed companies, and of limited goods only for those admitted. */
export function seesFigures(facts: GoodsFacts, company: BuyerCompany | null): company is BuyerCompany {
  return seesPrices(company) && admits(facts.availability, company)
}

/** These speak of stock and prices; whoever may not see those is not told by the reasons either. */
const FIGURE_REASONS: ReadonlySet<string> = new Set(['NO_PRICE', 'NO_STOCK', 'LIMIT_REACHED'])

function goodsReasons(facts: GoodsFacts, company: BuyerCompany | null, today: TradeDate): Refusal[] {
  const found = goodsRefusals(company, saleGoods(facts), today)
  return found.length === 0 || seesFigures(facts, company) ? found : found.filter((refusal) => !FIGURE_REASONS.has(refusal.code))
}

/** Every reason against buying the smallest lot of this goods; empty = may buy. */
export function judge(facts: GoodsFacts, company: BuyerCompany | null, today: TradeDate): Refusal[] {
  return [...companyRefusals(company, today), ...goodsReasons(facts, company, today)]
}

/** The same for the wholesaler's staff: stock, price and limits are said as well, whatever this company may see. */
export const judgeForStaff = (facts: GoodsFacts, company: BuyerCompany, today: TradeDate): Refusal[] =>
  refusals(company, saleGoods(facts), today)

/** What the law and the buyer's standing say, trade aside: for what is given, drawn, taken for points, and for orders on their way. */
export function judgeStanding(facts: GoodsFacts, company: BuyerCompany, place: DeliveryPlace | null, today: TradeDate): Refusal[] {
  return standingRefusals(company, saleGoods(facts), place, today)
}

/** What stands against bringing this goods to this place. */
export const judgeDelivery = (facts: GoodsFacts, company: BuyerCompany, place: DeliveryPlace): Refusal[] =>
  deliveryRefusals(company, saleGoods(facts), place)

/** Unit price for a quantity; null: it has none. Not for showing before seesFigures() was asked. */
export function priceOf(facts: GoodsFacts, number: number, now: Date): UnitPrice | null {
  return unitPrice(facts.price, number, now)
}

const yuanOrNull = (amount: Fen | null) => (amount === null ? null : yuan(amount))
const FAR_AWAY = 8e15
const instantOrNull = (at: Date) => (Math.abs(at.getTime()) > FAR_AWAY ? null : at.toISOString())

/** What an offer asks of this buyer: its own price, or, of welfare, what it leaves of the price of the smallest lot. */
function offerPrice(facts: GoodsFacts, offer: OfferFacts, now: Date): Fen | null {
  return offer.price ?? unitPrice({ ...facts.price, offer }, smallestLot(facts), now)?.price ?? null
}

export function toOffer(facts: GoodsFacts, offer: OfferFacts, sees: boolean, now: Date): OfferWire {
  return {
    goods_price_id: offer.id,
    kind: offer.kind,
    price: sees ? yuanOrNull(offerPrice(facts, offer, now)) : null,
    starts_at: instantOrNull(offer.startsAt),
    ends_at: instantOrNull(offer.endsAt),
    quota: sees ? offer.quota : null,
    taken: sees ? offer.taken : 0,
    limit_per_buyer: sees ? offer.limitPerBuyer : null,
    batch_no: sees ? (offer.batch?.batchNo ?? null) : null,
    expiry_date: sees ? (offer.batch?.expiryDate ?? null) : null,
  }
}

/** These follow offers, activities and whether it is on sale, whatever the goods was marked with. */
const FOLLOWING: ReadonlySet<string> = new Set(['秒', '特', '优', ...ACTIVITY_TAGS])

function tagsOf(facts: GoodsFacts, now: Date): string[] {
  const tags = [...facts.activityTags, ...facts.tags.filter((tag) => !FOLLOWING.has(tag))]
  if (facts.isSelected) tags.unshift('优')
  if (facts.offers.length > 0) {
    if (facts.offers.some((offer) => offer.kind === 'daily' && isOpen(offer, now))) tags.unshift('特')
    if (facts.offers.some((offer) => offer.kind === 'flash' && isOpen(offer, now))) tags.unshift('秒')
  }
  return tags
}

/** Cards for one buyer; what stands against the company itself is found once for all of them. */
export function toCards(list: readonly GoodsFacts[], company: BuyerCompany | null, now: Date): GoodsCardWire[] {
  const today = beijingDate(now)
  const day = { now, today, nearLimit: nearExpiryLimit(today) }
  const against = companyRefusals(company, today)
  return list.map((facts) => cardOf(facts, company, against, day))
}

export function toCard(facts: GoodsFacts, company: BuyerCompany | null, now: Date): GoodsCardWire {
  const today = beijingDate(now)
  return cardOf(facts, company, companyRefusals(company, today), { now, today, nearLimit: nearExpiryLimit(today) })
}

interface Day {
  now: Date
  today: TradeDate
  nearLimit: TradeDate
}

function cardOf(
  facts: GoodsFacts,
  company: BuyerCompany | null,
  against: readonly Refusal[],
  { now, today, nearLimit }: Day,
): GoodsCardWire {
  const sees = seesFigures(facts, company)
  const reasons = [...against, ...goodsReasons(facts, company, today)]
  const lot = smallestLot(facts)
  const price = sees ? priceOf(facts, lot, now) : null
  const { offer, ladder } = facts.price
  const offerRules = price !== null && offer !== null && price.source === offer.kind && offer.price !== null
  return {
    id: facts.goodsId,
    name: facts.name,
    sccj: facts.manufacturer,
    ypgg: facts.spec,
    bzdw: facts.unit,
    goods_image: [{ url: facts.image === null ? packageImage(facts.goodsId) : smallImage(facts.image) }],
    price: price === null ? null : yuan(price.price),
    raw_price: price === null ? null : yuan(price.ordinary),
    base_price: sees ? yuanOrNull(facts.price.basePrice) : null,
    retail_price: sees ? yuanOrNull(facts.retailPrice) : null,
    price_source: price === null ? null : price.source,
    number: sees ? facts.available : null,
    is_buy: reasons.length === 0 ? 1 : 0,
    reasons,
    tags: tagsOf(facts, now),
    ladder_price:
      sees && ladder !== null
        ? ladder.steps.map((step) => ({
            number: step.number,
            // Welfare multiplies the ladder.
            price: yuan(offer?.kind === 'welfare' ? (priceOf(facts, step.number, now)?.price ?? step.price) : step.price),
            text: ladderText(ladder.type, step.number, facts.unit),
          }))
        : [],
    ladder_price_type: ladder?.type ?? 0,
    ladder_price_id: sees && ladder !== null && !offerRules ? facts.goodsId : 0,
    goods_price_id: offer?.id ?? 0,
    offer: offer === null ? null : toOffer(facts, offer, sees, now),
    ck_id: facts.warehouseId,
    ck_name: facts.warehouseName,
    mid_pack: facts.midPack,
    case_pack: facts.casePack,
    step: stepOf(facts),
    min_number: lot,
    qg_number: sees ? facts.purchaseLimit : null,
    dosage_form: facts.dosageForm,
    drug_class: facts.drugClass,
    approval_no: facts.approvalNo,
    origin: facts.origin,
    expiry_date: sees ? facts.firstExpiry : null,
    near_expiry: sees && facts.firstExpiry !== null && facts.firstExpiry <= nearLimit ? 1 : 0,
    is_youx: facts.isSelected ? 1 : 0,
    is_free_shipping: facts.isSelected || facts.freeShippingFrom === 1 ? 1 : 0,
    free_shipping_number: facts.freeShippingFrom,
    is_dpby: facts.freeShippingFrom === null ? 0 : 1,
    is_hm: facts.isEphedrine ? 1 : 0,
    type: facts.kind === 'herb' ? 1 : 0,
    is_favorite: facts.isFavorite ? 1 : 0,
    in_cart: facts.inCart,
  }
}
