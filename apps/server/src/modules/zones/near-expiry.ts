import type { GoodsQueryWire } from '#contract/goods.ts'
import type { ZoneGoodsWire } from '#contract/zones.ts'
import { addMonths, beijingDate, nearExpiryLimit, type TradeDate } from '#domain/dates.ts'
import { seesPrices } from '#domain/eligibility.ts'
import type { Viewer, ViewerCompany } from '../../platform/viewer.ts'
import { listedCards, narrowed, requestOf } from '../catalogue/public.ts'
import type { SearchRequest } from '../search/public.ts'
import { type Dimension, sift } from './near-expiry-facets.ts'
import { type NearBatch, readCompanyPrices } from './store.ts'
import type { Zones } from './zone-goods.ts'

export interface NearQuery extends Omit<GoodsQueryWire, 'sort'> {
  sort?: GoodsQueryWire['sort'] | 'discount'
  months?: number
}

const MONTHS = [1, 3, 6, 12] as const

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
  const batches = (await zones.sets.batches(now)).filter((batch) => found.has(batch.goods_id) && fitsPrice(batch, request))
  const sifted = sift(batches, dimensionsOf(request, query, await zones.sets.categoryNames(now), sees, beijingDate(now)))
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

function dimensionsOf(
  request: SearchRequest,
  query: NearQuery,
  categoryNames: ReadonlyMap<number, string>,
  sees: boolean,
  today: TradeDate,
): Dimension<NearBatch>[] {
  const plain = (value: string) => [{ value, name: value }]
  const narrowedDown = request.keywords !== '' || request.categories.length > 0
  const dimensions: Dimension<NearBatch>[] = [
    {
      key: 'category',
      name: '分类',
      multiple: true,
      chosen: request.categories.map(String),
      valuesOf: (row) => row.categories.map((id) => ({ value: String(id), name: categoryNames.get(id) ?? '' })),
    },
    {
      key: 'manufacturer',
      name: '生产厂家',
      multiple: true,
      chosen: request.manufacturers.map(String),
      valuesOf: (row) => [{ value: String(row.manufacturer_id ?? ''), name: row.manufacturer ?? '' }],
    },
    { key: 'form', name: '剂型', multiple: true, chosen: request.forms, valuesOf: (row) => plain(row.form) },
    { key: 'spec', name: '规格', multiple: true, chosen: request.specs, valuesOf: (row) => plain(row.spec), hidden: !narrowedDown },
    { key: 'tags', name: '标签', multiple: true, chosen: request.tags, valuesOf: (row) => row.tags.flatMap(plain) },
    {
      key: 'warehouse',
      name: '仓库',
      multiple: true,
      chosen: request.warehouses.map(String),
      valuesOf: (row) => [{ value: String(row.warehouse_id), name: row.warehouse }],
    },
  ]
  if (!sees) return dimensions
  // A number of months that nobody offers is a choice too.
  const limits = [...new Set([...MONTHS, ...(query.months === undefined ? [] : [query.months])])].sort((a, b) => a - b)
  const lastDays = limits.map((months) => ({ months, day: addMonths(today, months) }))
  dimensions.push({
    key: 'months',
    name: '效期',
    multiple: false,
    chosen: query.months === undefined ? [] : [String(query.months)],
    valuesOf: (row) =>
      lastDays.filter(({ day }) => row.expiry_date <= day).map(({ months }) => ({ value: String(months), name: `${months} 个月内到期` })),
  })
  const near = nearExpiryLimit(today)
  dimensions.push({
    key: 'expiry',
    name: '',
    multiple: false,
    chosen: request.expiry === null ? [] : [request.expiry],
    valuesOf: (row) => [{ value: row.expiry_date <= near ? 'near' : 'far', name: '' }],
    hidden: true,
  })
  return dimensions
}

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
  const own =
    company === null
      ? new Map<number, number>()
      : await readCompanyPrices(
          zones.database,
          company.id,
          rows.map((row) => row.goods_id),
        )
  return (row) => {
    const ordinary = own.get(row.goods_id) ?? row.ranks?.[company?.rank ?? ''] ?? row.base_price
    return ordinary === null ? Number.MAX_VALUE : row.price / ordinary
  }
}
