import type { GoodsCardWire } from '#contract/goods.ts'
import { admits, type BuyerCompany, seesPrices } from '#domain/eligibility.ts'
import { isOpen } from '#domain/price.ts'
import type { PricedGoods } from '#domain/pricing/terms.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { scopeGoods } from '../promotions/public.ts'
import type { SearchIndex } from '../search/public.ts'
import { toCards } from './card.ts'
import { type EntryCache, entryCacheOf } from './entry-cache.ts'
import type { GoodsFacts } from './facts.ts'
import { cachedFacts, type GoodsKey } from './read-facts.ts'

/** What the services of this module work with; one a process. */
export interface Catalogue {
  database: DatabaseHandle
  search: SearchIndex
  cache: EntryCache
}

export const openCatalogue = (database: DatabaseHandle, search: SearchIndex): Catalogue => ({
  database,
  search,
  cache: entryCacheOf(database),
})

/**
 * Facts of goods in the order of the keys, by what this process remembers of the catalogue; never behind (see entry-cache.ts). within: a
 * transaction that asks on its own connection.
 */
export const rememberedFacts = (
  database: DatabaseHandle,
  keys: readonly GoodsKey[],
  company: ViewerCompany | null,
  now: Date,
  within?: Connection,
) => cachedFacts(database, entryCacheOf(database), keys, company, now, within)

const isFacts = (facts: GoodsFacts | null): facts is GoodsFacts => facts !== null

/** Facts of the goods that exist, in the order of the keys. */
export async function factsFor(
  catalogue: Catalogue,
  keys: readonly GoodsKey[],
  company: ViewerCompany | null,
  now: Date,
): Promise<GoodsFacts[]> {
  return (await cachedFacts(catalogue.database, catalogue.cache, keys, company, now)).filter(isFacts)
}

/** Lists show what is on sale and, where a goods is limited, only to those it admits; visitors are admitted by no limit. */
export function isListed(facts: GoodsFacts, company: BuyerCompany | null): boolean {
  return facts.onShelf && (facts.availability === null || (company !== null && admits(facts.availability, company)))
}

/** No prescription packs on the home page but for verified buyers (药品网络销售监督管理办法: no Rx packaging on a home page). */
function isFitForHome(facts: GoodsFacts, company: BuyerCompany | null): boolean {
  return isListed(facts, company) && (facts.drugClass !== 'rx' || seesPrices(company))
}

/** A goods as scopes of activities and coupons see it; null where this viewer's lists do not show it. */
export async function scopedGoods(
  catalogue: Catalogue,
  goodsId: number,
  company: ViewerCompany | null,
  now: Date,
): Promise<PricedGoods | null> {
  const [facts] = await factsFor(catalogue, [{ goodsId }], company, now)
  return facts === undefined || !isListed(facts, company) ? null : asScoped(facts, now)
}

export function asScoped(facts: GoodsFacts, now: Date): PricedGoods {
  const { offer } = facts.price
  return scopeGoods(facts, offer !== null && isOpen(offer, now) ? offer.kind : null)
}

/** Cards of those goods that this viewer's lists show, each with the key that asked for it. */
export async function listedCards(
  catalogue: Catalogue,
  keys: readonly GoodsKey[],
  company: ViewerCompany | null,
  now: Date,
): Promise<{ key: GoodsKey; card: GoodsCardWire }[]> {
  const found = await cachedFacts(catalogue.database, catalogue.cache, keys, company, now)
  const listed = keys.flatMap((key, at) => {
    const facts = found[at]
    return facts && isListed(facts, company) ? [{ key, facts }] : []
  })
  const cards = toCards(
    listed.map(({ facts }) => facts),
    company,
    now,
  )
  return listed.flatMap(({ key }, at) => {
    const card = cards[at]
    return card ? [{ key, card }] : []
  })
}

/** Cards for a block of the home page: what this viewer may see there, at most so many. Only where some drop out are more looked at. */
export async function homeCards(
  catalogue: Catalogue,
  keys: readonly GoodsKey[],
  company: ViewerCompany | null,
  now: Date,
  limit: number,
): Promise<GoodsCardWire[]> {
  const fit: GoodsFacts[] = []
  for (let at = 0; at < keys.length && fit.length < limit; at += limit) {
    const facts = await factsFor(catalogue, keys.slice(at, at + limit), company, now)
    fit.push(...facts.filter((one) => isFitForHome(one, company)))
  }
  return toCards(fit.slice(0, limit), company, now)
}
