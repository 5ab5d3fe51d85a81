import type { GoodsQueryWire } from '#contract/goods.ts'
import type { ZoneGoodsWire } from '#contract/zones.ts'
import { beijingDate } from '#domain/dates.ts'
import { seesPrices } from '#domain/eligibility.ts'
import { minimumOf } from '#domain/quantity.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { listedCards, narrowed, requestOf } from '../catalogue/public.ts'
import type { SearchRequest } from '../search/public.ts'
import type { Zones } from './deps.ts'
import { nearDimensions } from './near-dimensions.ts'
import { sift } from './near-expiry-facets.ts'
import { type NearBatch, readOrdinaryPrices } from './store.ts'

export interface NearQuery extends Omit<GoodsQueryWire, 'sort'> {
  sort?: GoodsQueryWire['sort'] | 'discount'
  months?: number
}

type NearPage = Omit<ZoneGoodsWire, 'zone'>

/**
 * Near-expiry goods, one row a batch. Which goods this viewer may see, and which his words find, the index knows; batches are
 * few, so the rest is sifted here, where prices and dates are the batch's own. Prices, dates and what follows from their
 * order are for those who see prices.
 */
export async function nearExpiryPage(zones: Zones, query: NearQuery, viewer: Viewer | null, now: Date): Promise<NearPage> {
  const company = viewer?.company ?? null
  const sees = seesPrices(company)
  const { sort, ...rest } = query
  const request = requestOf({ ...rest, ...(sort !== undefined && sort !== 'discount' && { sort }) }, viewer)
  const found = await foundGoods(zones, request, query, viewer, now)
  const batches = (await zones.sets.batches(now)).filter(
    (batch) => found.has(batch.goods_id) && fitsPrice(batch, request) && (request.canBuy === null || company === null || hasLot(batch)),
  )
  const sifted = sift(batches, nearDimensions(request, query.months, await zones.sets.categories(now), sees, beijingDate(now)))
  const ordered = await inOrder(zones, sifted.rows, sees ? (sort ?? 'expiry') : 'relevance', found, company)
  const shown = ordered.slice(request.offset, request.offset + request.limit)
  const keys = shown.map((batch) => ({ goodsId: batch.goods_id, offerId: batch.offer_id }))
  return {
    list: (await listedCards(zones.catalogue, keys, company, now)).map(({ card }) => card),
    total: ordered.length,
    page: query.page ?? 1,
    per_page: request.limit,
    facets: sifted.facets,
    sees_prices: sees,
    found: null,
  }
}

/** Goods with near-expiry batches that this viewer sees and asked for, each with its place by relevance or sales. */
async function foundGoods(
  zones: Zones,
  asked: SearchRequest,
  query: NearQuery,
  viewer: Viewer | null,
  now: Date,
): Promise<Map<number, number>> {
  const among = await zones.sets.goodsOf('near_expiry', now)
  const { sort: _sort, ...filters } = query
  const request = await narrowed(
    zones.catalogue,
    {
      ...asked,
      // What a batch answers by itself is not asked of its goods.
      categories: [],
      manufacturers: [],
      forms: [],
      specs: [],
      tags: [],
      warehouses: [],
      inStock: false,
      canBuy: asked.canBuy === null ? null : 'goods',
      expiry: null,
      priceMin: null,
      priceMax: null,
      among,
      sort: asked.keywords === '' ? 'sales' : 'relevance',
      offset: 0,
      limit: Math.max(1, among.size),
      withFacets: false,
    },
    filters,
    viewer?.company ?? null,
    now,
  )
  return new Map(zones.catalogue.search.search(request, viewer, now).ids.map((id, place) => [id, place]))
}

const fitsPrice = ({ price }: NearBatch, { priceMin, priceMax }: SearchRequest) =>
  (priceMin === null || price >= priceMin) && (priceMax === null || price <= priceMax)

const hasLot = ({ available, mid_pack, case_pack, splittable, min_number }: NearBatch) =>
  available >= minimumOf({ midPack: mid_pack, casePack: case_pack, splittable, minNumber: min_number, wholeCase: false })

type Order = NonNullable<NearQuery['sort']>

/** Equals go by the day of expiry, then by the offer, so that pages never show a batch twice. */
async function inOrder(
  zones: Zones,
  rows: readonly NearBatch[],
  order: Order,
  places: ReadonlyMap<number, number>,
  company: ViewerCompany | null,
): Promise<NearBatch[]> {
  const place = (row: NearBatch) => places.get(row.goods_id) ?? 0
  const keys: Record<Exclude<Order, 'discount'>, (row: NearBatch) => number> = {
    relevance: place,
    sales: (row) => -row.sales_30d,
    price_asc: (row) => row.price,
    price_desc: (row) => -row.price,
    newest: (row) => -row.starts_at.getTime(),
    expiry: () => 0,
  }
  const keyOf = order === 'discount' ? await shareOfPrice(zones, rows, company) : keys[order]
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  // For those who may not know the dates, the number of the offer alone decides between equals.
  const later = (a: NearBatch, b: NearBatch) =>
    order === 'relevance' ? 0 : a.expiry_date < b.expiry_date ? -1 : a.expiry_date > b.expiry_date ? 1 : 0
  return keyed.sort((a, b) => a.key - b.key || later(a.row, b.row) || a.row.offer_id - b.row.offer_id).map(({ row }) => row)
}

/** The batch's price as a share of what this company would otherwise pay; goods without such a price stand last. */
async function shareOfPrice(zones: Zones, rows: readonly NearBatch[], company: ViewerCompany | null): Promise<(row: NearBatch) => number> {
  if (company === null) return () => 0
  const goodsIds = [...new Set(rows.map((row) => row.goods_id))]
  const ordinary = await readOrdinaryPrices(zones.database, company, goodsIds)
  return (row) => {
    const price = ordinary.get(row.goods_id) ?? null
    return price === null ? Number.MAX_VALUE : row.price / price
  }
}
