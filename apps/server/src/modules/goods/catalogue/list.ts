import { PAGE_SIZE } from '#contract/constants.ts'
import type { FacetWire, FoundWire, GoodsListWire, GoodsQueryWire } from '#contract/goods.ts'
import { seesPrices } from '#domain/eligibility.ts'
import { fenFromYuan } from '#domain/money.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { type ReadyJson, readyJson } from '../../../platform/http.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { ACTIVITY_TAGS, couponScope, goodsOfScope, goodsTagged } from '../promotions/public.ts'
import { EVERYTHING, NOTHING_USED, type SearchRequest } from '../search/public.ts'
import { toCards } from './card.ts'
import { cardsJson } from './cards-json.ts'
import { type Catalogue, factsFor } from './catalogue.ts'
import { favoriteGoodsIds } from './gathered-store.ts'
import { boughtGoodsIds, OFFER_TAGS, openOfferGoodsIds } from './store.ts'
import { usedUpBy } from './used-up.ts'

const PRICE_SORTS: ReadonlySet<string> = new Set(['price_asc', 'price_desc'])

const valuesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Names every field that cannot be understood, so that a page can say which. */
function reader() {
  const errors: FieldError[] = []
  return {
    errors,
    ids(field: string, text: string | undefined): number[] {
      const ids = valuesOf(text).map(Number)
      if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) errors.push({ field, message: '不是可选的值' })
      return ids
    },
    amount(field: string, text: string | undefined): number | null {
      if (text === undefined || text.trim() === '') return null
      const amount = fenFromYuan(text)
      if (amount === null || amount < 0) errors.push({ field, message: '请填写正确的金额' })
      return amount
    },
  }
}

/** What a query asks of the index; a query that cannot be understood is refused by its fields. */
export function requestOf(query: GoodsQueryWire, viewer: Viewer | null): SearchRequest {
  const sees = seesPrices(viewer?.company ?? null)
  const { errors, ids, amount } = reader()
  const per_page = query.per_page ?? PAGE_SIZE
  const keywords = (query.keywords ?? '').trim()
  const wished = query.sort ?? (keywords === '' ? 'sales' : 'relevance')
  const request: SearchRequest = {
    keywords,
    type: query.type === 1 ? 1 : 0,
    categories: ids('category', query.category),
    manufacturers: ids('manufacturer', query.manufacturer),
    forms: valuesOf(query.form),
    specs: valuesOf(query.spec),
    tags: valuesOf(query.tags).filter((tag) => !(tag in OFFER_TAGS || ACTIVITY_TAGS.has(tag))),
    warehouses: ids('warehouse', query.warehouse),
    inStock: query.in_stock === 1,
    canBuy: query.can_buy === 1 ? 'lot' : null,
    usedUp: NOTHING_USED,
    expiry: query.expiry ?? null,
    // An order or a range of prices would tell them.
    priceMin: sees ? amount('price_min', query.price_min) : null,
    priceMax: sees ? amount('price_max', query.price_max) : null,
    sort: !sees && PRICE_SORTS.has(wished) ? 'sales' : wished,
    within: null,
    among: null,
    boughtIds: null,
    offset: ((query.page ?? 1) - 1) * per_page,
    limit: per_page,
    withFacets: true,
  }
  if (errors.length > 0) throw fieldErrors(errors)
  return request
}

/** Narrows a request to what only the database knows: this company's favourites and purchases, and offers that are open. */
export async function narrowed(
  catalogue: Catalogue,
  asked: SearchRequest,
  query: GoodsQueryWire,
  company: ViewerCompany | null,
  now: Date,
): Promise<SearchRequest> {
  const request = { ...asked }
  if (company !== null) {
    if (request.canBuy !== null) request.usedUp = await usedUpBy(catalogue.database, company.id, request.canBuy === 'case', now)
    request.boughtIds = await boughtGoodsIds(catalogue.database, company.id, query.bought === 1)
    if (query.favorite === 1) request.within = await favoriteGoodsIds(catalogue.database, company.id)
    if (query.bought === 1) request.within = request.within === null ? request.boughtIds : request.within.intersection(request.boughtIds)
  } else if (query.favorite === 1 || query.bought === 1) request.within = new Set()
  const tagged = await goodsUnder(catalogue, valuesOf(query.tags), company, now)
  if (tagged !== null) request.within = request.within === null ? tagged : request.within.intersection(tagged)
  if (query.coupon === undefined) return request
  const scope = await couponScope(catalogue.database.db, query.coupon, now)
  const usable = scope === null ? NO_GOODS : await goodsOfScope(catalogue.database.db, scope, now)
  if (usable === null) return request
  if (request.among === null) return { ...request, among: usable }
  return { ...request, within: request.within === null ? usable : request.within.intersection(usable) }
}

const NO_GOODS: ReadonlySet<number> = new Set()

/** Goods with an open offer, or in a live activity, that puts one of these tags on a card. Null: no such tag is asked, or all goods have it. */
async function goodsUnder(
  catalogue: Catalogue,
  tags: readonly string[],
  company: ViewerCompany | null,
  now: Date,
): Promise<ReadonlySet<number> | null> {
  const offers = tags.flatMap((tag) => OFFER_TAGS[tag] ?? [])
  const activities = tags.filter((tag) => ACTIVITY_TAGS.has(tag))
  if (offers.length + activities.length === 0) return null
  const open = offers.length === 0 ? NO_GOODS : await openOfferGoodsIds(catalogue.database, offers, now)
  const tagged = activities.length === 0 ? NO_GOODS : await goodsTagged(catalogue.database.db, activities, company, now)
  return tagged === null ? null : open.union(tagged)
}

/** A part of the shop that is listed like the whole of it. */
export interface Part {
  /** Its goods; null = all. See SearchRequest.among. */
  among: ReadonlySet<number> | null
  /** Goods are shown by the case. */
  wholeCase?: boolean
  /** Told what the first page of a search found. */
  told?: (found: FoundWire, total: number) => void
}

/** A page of the goods list as one piece of data. */
export async function goodsPage(
  catalogue: Catalogue,
  query: GoodsQueryWire,
  viewer: Viewer | null,
  now: Date,
  part: Part,
): Promise<GoodsListWire> {
  const { cards, rest, facets } = await findGoods(catalogue, query, viewer, now, part)
  return { list: cards, facets, ...rest }
}

/** The goods list as JSON that is ready; `more` are fields that a list of its own kind adds. */
export async function listGoods(
  catalogue: Catalogue,
  query: GoodsQueryWire,
  viewer: Viewer | null,
  now: Date,
  part: Part = { among: null },
  more: object = {},
): Promise<ReadyJson> {
  const { facts, cards, rest, facets } = await findGoods(catalogue, query, viewer, now, part)
  return pageJson(cardsJson(facts, cards), { ...rest, ...more }, facets)
}

async function findGoods(catalogue: Catalogue, query: GoodsQueryWire, viewer: Viewer | null, now: Date, part: Part) {
  const company = viewer?.company ?? null
  const asked = { ...requestOf(query, viewer), among: part.among }
  if (part.wholeCase && asked.canBuy !== null) asked.canBuy = 'case'
  const request = await narrowed(catalogue, asked, query, company, now)
  const found = catalogue.search.search(request, viewer, now)
  if (found.found !== null && request.offset === 0) part.told?.(found.found, found.total)
  const keys = found.ids.map((goodsId) => (part.wholeCase ? { goodsId, wholeCase: true } : { goodsId }))
  const facts = await factsFor(catalogue, keys, company, now)
  const rest = {
    total: found.total,
    page: query.page ?? 1,
    per_page: request.limit,
    sees_prices: seesPrices(company),
    found: part.among?.size === 0 ? null : found.found,
  }
  return { facts, cards: toCards(facts, company, now), rest, facets: found.facets }
}

/** Facets of an unchanged question are the same objects again, and so is their JSON. */
const facetJson = new WeakMap<FacetWire, Buffer>()

function jsonOfFacet(facet: FacetWire): Buffer {
  const known = facetJson.get(facet)
  if (known) return known
  const json = Buffer.from(JSON.stringify(facet))
  facetJson.set(facet, json)
  return json
}

const COMMA = Buffer.from(',')
const separated = (pieces: readonly Buffer[]) => pieces.flatMap((piece, index) => (index === 0 ? piece : [COMMA, piece]))

function pageJson(list: Buffer, rest: object, facets: readonly FacetWire[]): ReadyJson {
  return readyJson(
    Buffer.from('{"list":'),
    list,
    Buffer.from(',"facets":['),
    ...separated(facets.map(jsonOfFacet)),
    Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
  )
}

/** What sells best now, for a viewer's home page and for the empty search box. */
export function bestSellers(
  catalogue: Catalogue,
  viewer: Viewer | null,
  now: Date,
  limit: number,
  categories: readonly number[] = [],
): number[] {
  return catalogue.search.search({ ...EVERYTHING, categories, inStock: true, limit }, viewer, now).ids
}
