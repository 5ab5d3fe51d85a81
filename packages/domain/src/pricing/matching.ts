import { isOpen } from '../price.ts'
import type { Audience, PricedGoods, PricingBuyer, Promotion, Sale, Scope } from './terms.ts'

/** Who and what takes part: scopes of goods, audiences of buyers, periods. */

export interface QuickScope {
  goods: ReadonlySet<number>
  categories: ReadonlySet<number>
  manufacturers: ReadonlySet<number>
  zones: ReadonlySet<string>
  excluded: ReadonlySet<number>
}

/** The terms of what is alive are read for every cart: their lists become sets once, and go with the terms. */
const quickScopes = new WeakMap<Scope, QuickScope>()

export function quickScope(scope: Scope): QuickScope {
  const known = quickScopes.get(scope)
  if (known) return known
  const made: QuickScope = {
    goods: new Set(scope.goodsIds),
    categories: new Set(scope.categoryIds),
    manufacturers: new Set(scope.manufacturerIds),
    zones: new Set(scope.zones),
    excluded: new Set(scope.excludedGoodsIds),
  }
  quickScopes.set(scope, made)
  return made
}

function goodsIn(goods: PricedGoods, all: boolean, scope: QuickScope): boolean {
  if (scope.excluded.size > 0 && scope.excluded.has(goods.goodsId)) return false
  if (all || (scope.goods.size > 0 && scope.goods.has(goods.goodsId))) return true
  if (scope.manufacturers.size > 0 && goods.manufacturerId !== null && scope.manufacturers.has(goods.manufacturerId)) return true
  if (scope.categories.size > 0) for (const category of goods.categoryIds) if (scope.categories.has(category)) return true
  if (scope.zones.size > 0) for (const zone of goods.zones) if (scope.zones.has(zone)) return true
  return false
}

export const goodsInScope = (goods: PricedGoods, scope: Scope): boolean => goodsIn(goods, scope.all, quickScope(scope))

/** Every one of its goods is in the scope, or the bundle zone is named; none of its goods is excluded. */
export function bundleInScope(sale: Extract<Sale, { kind: 'bundle' }>, scope: Scope, terms: QuickScope): boolean {
  const all = scope.all || terms.zones.has('bundle')
  return sale.parts.length > 0 && sale.parts.every((part) => goodsIn(part.goods, all, terms))
}

/** Goods of an exchange purchase take part in nothing. */
export function saleInScope(sale: Sale, scope: Scope): boolean {
  if (sale.kind === 'exchange') return false
  const terms = quickScope(scope)
  return sale.kind === 'bundle' ? bundleInScope(sale, scope, terms) : goodsIn(sale.goods, scope.all, terms)
}

const names = <Value>(list: readonly Value[], value: Value) => list.length === 0 || list.includes(value)

/** As an audience names a city. */
const cityKey = ({ province, city }: Pick<PricingBuyer, 'province' | 'city'>): string => `${province}${city}`

const isPlaced = ({ provinces, cities }: Audience, buyer: PricingBuyer): boolean =>
  provinces.length + cities.length === 0 || provinces.includes(buyer.province) || (cities.length > 0 && cities.includes(cityKey(buyer)))

/** Every list that is not empty must name the buyer; it is enough for its city or its province to be named. */
export function audienceHas(audience: Audience, buyer: PricingBuyer): boolean {
  const { companyTypes, ranks, companyIds } = audience
  return names(companyTypes, buyer.type) && isPlaced(audience, buyer) && names(ranks, buyer.rank) && names(companyIds, buyer.companyId)
}

const meet = <Value>(one: readonly Value[], other: readonly Value[]) =>
  one.length === 0 || other.length === 0 || one.some((value) => other.includes(value))

/** A city begins with its province. */
const placesMeet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((place) => other.some((also) => place.startsWith(also) || also.startsWith(place)))

/** Could one buyer be in both? */
export const audiencesMeet = (one: Audience, other: Audience): boolean =>
  meet(one.companyTypes, other.companyTypes) &&
  meet(one.ranks, other.ranks) &&
  meet(one.companyIds, other.companyIds) &&
  placesMeet([...one.provinces, ...one.cities], [...other.provinces, ...other.cities])

export const isAlive = (promotion: Promotion, buyer: PricingBuyer, now: Date): boolean =>
  isOpen(promotion, now) && audienceHas(promotion.audience, buyer)
