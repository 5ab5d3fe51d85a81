import type { OfferKind, PriceSource } from '#domain/price.ts'
import { audienceHas } from '#domain/pricing/pricing.ts'
import { type Audience, type PricedGoods, type PricingBuyer, type Scope, ZONES, type Zone } from '#domain/pricing/terms.ts'

/** Which goods and which buyers a promotion is for: as stored, as the engine reads it, and as goods and companies meet it. */

/** As the column holds it; what is left out names nobody and nothing. */
export interface ScopeJson {
  all?: boolean
  goods?: number[]
  categories?: number[]
  manufacturers?: number[]
  zones?: string[]
  except?: number[]
}
/** {} is everybody. */
export interface AudienceJson {
  types?: string[]
  provinces?: string[]
  /** With their province before them: 贵州省贵阳市. */
  cities?: string[]
  ranks?: string[]
  companies?: number[]
}

const isZone = (name: string): name is Zone => ZONES.some((zone) => zone === name)

export const scopeOf = (json: ScopeJson): Scope => ({
  all: json.all === true,
  goodsIds: json.goods ?? [],
  categoryIds: json.categories ?? [],
  manufacturerIds: json.manufacturers ?? [],
  zones: (json.zones ?? []).filter(isZone),
  excludedGoodsIds: json.except ?? [],
})

export const audienceOf = (json: AudienceJson): Audience => ({
  companyTypes: json.types ?? [],
  provinces: json.provinces ?? [],
  cities: json.cities ?? [],
  ranks: json.ranks ?? [],
  companyIds: json.companies ?? [],
})

/** What of a goods' facts says where it belongs. */
export interface ScopedFacts {
  goodsId: number
  categoryIds: readonly number[]
  manufacturerId: number | null
  isSelected: boolean
  kind: string
  availability: { controlled: boolean } | null
}

const OFFER_ZONES: Partial<Record<PriceSource, Zone>> = { near_expiry: 'near_expiry', whole_case: 'whole_case', welfare: 'welfare' }

/** Of the kind of a deal's price: the zone that whatever is sold at it belongs to; null: none. */
export const zoneOfDeal = (kind: string): Zone | null => (kind === 'bundle' ? 'bundle' : (OFFER_ZONES[kind as PriceSource] ?? null))

/** A goods as scopes see it. ruling: the source of the line's price, or the kind of the offer that rules; null = none. */
export function scopeGoods(facts: ScopedFacts, ruling: PriceSource | OfferKind | null): PricedGoods {
  const zones: Zone[] = []
  if (facts.isSelected) zones.push('selected')
  if (facts.kind === 'herb' || facts.kind === 'device') zones.push(facts.kind)
  if (facts.availability?.controlled === true) zones.push('controlled')
  const zone = ruling === null ? undefined : OFFER_ZONES[ruling]
  if (zone !== undefined) zones.push(zone)
  return { goodsId: facts.goodsId, categoryIds: facts.categoryIds, manufacturerId: facts.manufacturerId, zones }
}

const isForEverybody = ({ companyTypes, provinces, cities, ranks, companyIds }: Audience) =>
  companyTypes.length + provinces.length + cities.length + ranks.length + companyIds.length === 0

/** A visitor is told only of what is for everybody. */
export const isFor = (audience: Audience, buyer: PricingBuyer | null): boolean =>
  buyer === null ? isForEverybody(audience) : audienceHas(audience, buyer)

/** What of a company promotions ask about. */
export const buyerOf = (company: { id: number; type: string; province: string; city: string; rank: string }): PricingBuyer => ({
  companyId: company.id,
  type: company.type,
  province: company.province,
  city: company.city,
  rank: company.rank,
})
