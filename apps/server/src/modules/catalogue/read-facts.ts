import { beijingDate, type TradeDate } from '#domain/dates.ts'
import type { Availability } from '#domain/eligibility.ts'
import type { DrugClass } from '#contract/goods.ts'
import type { Fen } from '#domain/money.ts'
import { isOpen, type OfferKind } from '#domain/price.ts'
import type { Connection, DatabaseHandle } from '../../platform/database.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import type { GoodsFacts, OfferFacts } from './facts.ts'
import { type AvailabilityRow, type FactsRow, type OfferRow, readFacts } from './views.ts'

/** What is asked of one goods. Left out: the warehouse that suits the buyer, the best offer open. */
export interface GoodsKey {
  goodsId: number
  warehouseId?: number | null
  offerId?: number | null
  wholeCase?: boolean
}

/** Date's own limits stand for 'always'. */
const FIRST_MOMENT = -8.64e15
const LAST_MOMENT = 8.64e15

/**
 * Reads some goods for one buyer in one round trip, in the order of the keys; null where no such goods exists.
 * Give the transaction's connection where a decision is taken on what is read.
 */
export async function goodsFacts(
  source: DatabaseHandle | Connection,
  keys: readonly GoodsKey[],
  company: ViewerCompany | null,
  now: Date,
): Promise<(GoodsFacts | null)[]> {
  if (keys.length === 0) return []
  const today = beijingDate(now)
  const rows = await readFacts(source, {
    goodsIds: keys.map((key) => key.goodsId),
    warehouseIds: keys.map((key) => key.warehouseId || null),
    offerIds: keys.map((key) => key.offerId || null),
    wholeCase: keys.map((key) => key.wholeCase ?? false),
    companyId: company?.id ?? null,
    rank: company?.rank ?? '',
    province: company?.province ?? '',
    now,
    dayStart: startOfDay(today),
    today,
  })
  const facts: (GoodsFacts | null)[] = new Array<GoodsFacts | null>(keys.length).fill(null)
  for (const row of rows) facts[row.ord - 1] = factsOf(row, now)
  return facts
}

/** Midnight in Beijing at which a trade date begins. */
export const startOfDay = (date: TradeDate): Date => new Date(`${date}T00:00:00+08:00`)

function factsOf(row: FactsRow, now: Date): GoodsFacts {
  const offers = row.offers === null ? NO_OFFERS : row.offers.map(offerOf)
  const offer = offers.length === 0 ? null : chooseOffer(offers, row.named_offer, row.whole_case, now)
  const batch = offer?.batch ?? null
  return {
    goodsId: row.id,
    code: row.code,
    name: row.name,
    manufacturer: row.manufacturer ?? '',
    spec: row.spec,
    unit: row.unit,
    midPack: row.mid_pack,
    casePack: row.case_pack,
    splittable: row.splittable,
    minNumber: row.min_number,
    dosageForm: row.dosage_form,
    approvalNo: row.approval_no,
    drugClass: row.drug_class as DrugClass,
    kind: row.kind,
    scopeCode: row.scope_code,
    scopeName: row.scope_name,
    isSelected: row.is_selected,
    isEphedrine: row.is_ephedrine,
    retailPrice: row.retail_price as Fen | null,
    purchaseLimit: row.purchase_limit,
    freeShippingFrom: row.free_shipping_from,
    onShelf: row.on_shelf,
    offShelfReason: row.off_shelf_reason,
    tags: row.tags,
    image: row.image,
    wholeCase: row.whole_case,
    warehouseId: batch?.warehouseId ?? row.warehouse_id ?? 0,
    warehouseName: batch?.warehouseName ?? row.warehouse_name ?? '',
    available: batch?.available ?? row.available ?? 0,
    firstExpiry: batch?.expiryDate ?? row.first_expiry,
    lastExpiry: batch?.expiryDate ?? row.last_expiry,
    price: {
      basePrice: row.base_price as Fen | null,
      rankPrice: row.rank_price as Fen | null,
      companyPrice: row.company_price as Fen | null,
      ladder: row.ladder === null ? null : { type: row.ladder_type, steps: row.ladder.map(([number, price]) => ({ number, price: price as Fen })) },
      offer,
    },
    offers,
    availability: row.availability === null ? null : availabilityOf(row.availability),
    boughtToday: row.bought_today ?? 0,
    isFavorite: row.is_favorite,
    inCart: row.in_cart ?? 0,
  }
}

const NO_OFFERS: readonly OfferFacts[] = []

function offerOf(row: OfferRow): OfferFacts {
  return {
    id: row.id,
    kind: row.kind,
    price: row.price as Fen,
    startsAt: new Date(row.starts_at ?? FIRST_MOMENT),
    endsAt: new Date(row.ends_at ?? LAST_MOMENT),
    quotaLeft: row.quota === null ? null : Math.max(0, row.quota - row.taken),
    buyerLeft: row.limit_per_buyer === null ? null : Math.max(0, row.limit_per_buyer - row.bought),
    quota: row.quota,
    taken: row.taken,
    limitPerBuyer: row.limit_per_buyer,
    flashSessionId: row.flash_session_id,
    fullReductionOk: row.full_reduction_ok,
    couponOk: row.coupon_ok,
    batch:
      row.batch_id === null
        ? null
        : {
            id: row.batch_id,
            batchNo: row.batch_no ?? '',
            expiryDate: row.expiry_date ?? '',
            warehouseId: row.warehouse_id ?? 0,
            warehouseName: row.warehouse_name ?? '',
            available: row.available ?? 0,
          },
  }
}

function availabilityOf(row: AvailabilityRow): Availability {
  return {
    controlled: row.controlled,
    entries: (row.entries ?? []).map((entry) => ({
      province: entry.province,
      city: entry.city,
      companyType: entry.company_type,
      companyId: entry.company_id,
    })),
  }
}

const AUTOMATIC: readonly OfferKind[] = ['flash', 'daily']

/**
 * The offer that a line stands under: the one it names, whatever its state (whether it sets the price is the price
 * rule's matter); else the whole-case price for a line by the case; else the best open one that is not used up. A
 * near-expiry batch is never taken unasked: the buyer must want exactly that batch.
 */
function chooseOffer(offers: readonly OfferFacts[], named: number | null, wholeCase: boolean, now: Date): OfferFacts | null {
  if (named !== null) return offers.find((offer) => offer.id === named) ?? null
  const kinds = wholeCase ? (['whole_case'] as const) : AUTOMATIC
  for (const kind of kinds) {
    const candidates = offers.filter(
      (offer) => offer.kind === kind && isOpen(offer, now) && offer.quotaLeft !== 0 && offer.buyerLeft !== 0,
    )
    const [first, ...rest] = candidates
    if (first) return rest.reduce((best, offer) => (offer.price < best.price ? offer : best), first)
  }
  return null
}
