import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { monthStart } from '#domain/ephedrine.ts'
import { lawStanding } from '#domain/law/standing.ts'
import { isOpen, type OfferKind } from '#domain/price.ts'
import type { SpecialUse } from '#domain/special.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { lawVersionOn } from '../law/public.ts'
import { type TagReader, tagReader } from '../promotions/public.ts'
import { type CatalogueEntry, catalogueEntry, type OfferTerms } from './entry.ts'
import type { EntryCache } from './entry-cache.ts'
import type { GoodsFacts, OfferFacts } from './facts.ts'
import { type Figures, gatherFigures, hasSpecial, limitedOf, offersOf, specialUses } from './figures.ts'
import { readCatalogue, readFigures, readWarehouses, type Source, type WarehouseRow } from './views.ts'

/** What is asked of one goods. Left out: the warehouse that suits the buyer, the best offer open. */
export interface GoodsKey {
  goodsId: number
  warehouseId?: number | null
  offerId?: number | null
  wholeCase?: boolean
}

/** Midnight in Beijing at which a trade date begins. */
export const startOfDay = (date: TradeDate): Date => new Date(`${date}T00:00:00+08:00`)

type Answer = Promise<(GoodsFacts | null)[]>
const namedOffers = (keys: readonly GoodsKey[]) => keys.flatMap((key) => key.offerId || [])

/**
 * Reads some goods for one buyer straight from the database, in the order of the keys; null where no such goods exists.
 * Two statements, whatever the number of keys. Give the transaction's connection where a decision is taken on the answer.
 */
export async function goodsFacts(source: Source, keys: readonly GoodsKey[], company: ViewerCompany | null, now: Date): Answer {
  if (keys.length === 0) return []
  const ids = [...new Set(keys.map((key) => key.goodsId))]
  const entries = new Map((await readCatalogue(source, ids, namedOffers(keys), now)).map((row) => [row.id, catalogueEntry(row)]))
  const figures = gatherFigures(await readFigures(source, question(ids, entries, company, now, null)))
  const tags = await tagReader('pool' in source ? source.db : source, figures.promotionVersion, company, now)
  return compose(keys, { entries, figures, warehouses: await readWarehouses(source), tags }, company, now)
}

/**
 * The same for pages that many people look at: entries are remembered, figures are read afresh, and where the same statement
 * says that something of these goods changed just now, they are read again before the answer is made.
 */
export async function cachedFacts(
  database: DatabaseHandle,
  cache: EntryCache,
  keys: readonly GoodsKey[],
  company: ViewerCompany | null,
  now: Date,
  within?: Connection,
): Answer {
  if (keys.length === 0) return []
  const source = within ?? database
  const ids = [...new Set(keys.map((key) => key.goodsId))]
  const named = namedOffers(keys)
  // Taken first: what is dropped between this and the read of the entries is only asked for once too often.
  let position = cache.position()
  let entries = await cache.entries(ids, named, now, source)
  const read = async () => gatherFigures(await readFigures(source, question(ids, entries, company, now, position)))
  let figures = await read()
  // Whoever holds a connection waits for no other one.
  if (figures.isLate && within) return goodsFacts(within, keys, company, now)
  if (figures.isLate) {
    await cache.catchUp()
    // An offer or a limit may be new, so its figures are asked for again too.
    position = cache.position()
    entries = await cache.entries(ids, named, now, source)
    figures = await read()
  }
  const tags = await tagReader(within ?? database.db, figures.promotionVersion, company, now)
  return compose(keys, { entries, figures, warehouses: await cache.warehouses(source), tags }, company, now)
}

function question(
  goodsIds: readonly number[],
  entries: ReadonlyMap<number, CatalogueEntry>,
  company: ViewerCompany | null,
  now: Date,
  position: string | null,
) {
  const today = beijingDate(now)
  return {
    companyId: company?.id ?? null,
    goodsIds,
    ...limitedOf(entries),
    ...offersOf(entries),
    dayStart: startOfDay(today),
    specialSince: hasSpecial(entries) ? startOfDay(monthStart(today)) : null,
    today,
    position,
  }
}

interface Read {
  entries: ReadonlyMap<number, CatalogueEntry>
  figures: Figures
  warehouses: readonly WarehouseRow[]
  tags: TagReader
}

function compose(
  keys: readonly GoodsKey[],
  { entries, figures, warehouses, tags }: Read,
  company: ViewerCompany | null,
  now: Date,
): (GoodsFacts | null)[] {
  const rank = company?.rank ?? ''
  const lawToday = lawVersionOn(beijingDate(now))
  return keys.map((key) => {
    const entry = entries.get(key.goodsId)
    if (entry === undefined) return null
    const { goods } = entry
    const personal = figures.personal.get(goods.goodsId)
    const named = key.offerId || null
    const wholeCase = key.wholeCase ?? false
    const offers = entry.offers.length === 0 ? NO_OFFERS : offersNow(entry.offers, figures, named, now)
    const offer = offers.length === 0 ? null : chooseOffer(offers, named, wholeCase, now)
    const place = placeOf(offer, key.warehouseId || null, goods.goodsId, figures, warehouses, company)
    return {
      ...goods,
      entryGoods: goods,
      wholeCase,
      warehouseId: place.warehouse?.id ?? 0,
      warehouseName: place.warehouse?.name ?? '',
      available: place.available,
      firstExpiry: place.firstExpiry,
      lastExpiry: place.lastExpiry,
      price: {
        basePrice: entry.basePrice,
        rankPrice: entry.rankPrices?.get(rank) ?? null,
        companyPrice: personal?.companyPrice ?? null,
        ladder: entry.ladder,
        offer,
      },
      offers,
      activityTags: tags(goods, offer !== null && isOpen(offer, now) ? offer : null),
      boughtToday: personal?.boughtToday ?? 0,
      // Whoever is not signed in has no limits of his own.
      special: company === null ? NO_SPECIAL : specialUses(goods.specialSubstances, figures),
      law: lawStanding({ verdict: goods.lawVerdict, version: goods.lawVersion }, lawToday),
      isFavorite: personal?.isFavorite ?? false,
      inCart: personal?.inCart ?? 0,
    }
  })
}

const NO_OFFERS: readonly OfferFacts[] = []
const NO_SPECIAL: readonly SpecialUse[] = []

function offersNow(terms: readonly OfferTerms[], figures: Figures, named: number | null, now: Date): OfferFacts[] {
  return terms
    .filter((offer) => offer.id === named || isOpen(offer, now))
    .map((offer) => {
      const taken = figures.taken.get(offer.id)?.number ?? 0
      const bought = figures.boughtUnder.get(offer.id) ?? 0
      return {
        ...offer,
        taken,
        quotaLeft: offer.quota === null ? null : Math.max(0, offer.quota - taken),
        buyerLeft: offer.limitPerBuyer === null ? null : Math.max(0, offer.limitPerBuyer - bought),
        batch: offer.batch === null ? null : { ...offer.batch, available: figures.taken.get(offer.id)?.batchAvailable ?? 0 },
      }
    })
}

const AUTOMATIC: readonly OfferKind[] = ['flash', 'daily', 'welfare']
const BY_CASE: readonly OfferKind[] = ['whole_case', 'welfare']

/**
 * The offer that a line stands under: the one it names, whatever its state (whether it sets the price is the price
 * rule's matter); else the whole-case price for a line by the case; else the best open one that is not used up. A
 * near-expiry batch is never taken unasked: the buyer must want exactly that batch. Welfare is for goods that have no other
 * offer, whether the line names it or not.
 */
function chooseOffer(offers: readonly OfferFacts[], named: number | null, wholeCase: boolean, now: Date): OfferFacts | null {
  const wished = named === null ? null : (offers.find((offer) => offer.id === named) ?? null)
  if (named !== null && wished?.kind !== 'welfare') return wished
  for (const kind of wholeCase ? BY_CASE : AUTOMATIC) {
    const usable = offers.filter((offer) => offer.kind === kind && isOpen(offer, now) && offer.quotaLeft !== 0 && offer.buyerLeft !== 0)
    const [first, ...rest] = usable
    if (first) return rest.reduce((best, offer) => (costOf(offer) < costOf(best) ? offer : best), first)
  }
  return wished
}

/** Among offers of one kind: all have a price, or all a percent. */
const costOf = (offer: OfferFacts): number => offer.price ?? offer.percent ?? 0

interface Place {
  warehouse: WarehouseRow | undefined
  available: number
  firstExpiry: TradeDate | null
  lastExpiry: TradeDate | null
}

/** Where the line comes from: the offer's own batch, the warehouse named, or the one that suits the buyer best. */
function placeOf(
  offer: OfferFacts | null,
  named: number | null,
  goodsId: number,
  figures: Figures,
  warehouses: readonly WarehouseRow[],
  company: ViewerCompany | null,
): Place {
  if (offer?.batch) {
    const { warehouseId, available, expiryDate } = offer.batch
    return { warehouse: warehouses.find((one) => one.id === warehouseId), available, firstExpiry: expiryDate, lastExpiry: expiryDate }
  }
  const stocks = figures.stock.get(goodsId) ?? []
  // Warehouses come in their order of preference; stock first, then the buyer's own province, then that order.
  let best: Place | null = null
  let bestRank = -1
  for (const warehouse of warehouses) {
    if (named !== null && warehouse.id !== named) continue
    const stock = stocks.find((one) => one.warehouseId === warehouse.id)
    if (stock === undefined) {
      if (named !== null) return { warehouse, available: 0, firstExpiry: null, lastExpiry: null }
      continue
    }
    const rank = stock.available > 0 ? (warehouse.province !== '' && warehouse.province === company?.province ? 2 : 1) : 0
    if (rank > bestRank) {
      bestRank = rank
      best = { warehouse, available: stock.available, firstExpiry: stock.firstExpiry, lastExpiry: stock.lastExpiry }
    }
  }
  return best ?? { warehouse: undefined, available: 0, firstExpiry: null, lastExpiry: null }
}
