import type { Scope, Zone } from '#domain/pricing/terms.ts'
import type { ScopeNames } from './scope-views.ts'

/** Where a coupon can be used, in words and as a link. */

export const ZONE_NAMES: Readonly<Record<Zone, string>> = {
  selected: '优选专区',
  herb: '中药专区',
  device: '器械专区',
  controlled: '控销专区',
  near_expiry: '近效期专区',
  whole_case: '整件商品',
  welfare: '福利专区',
  bundle: '组合专区',
}
const ZONE_URLS: Readonly<Partial<Record<Zone, string>>> = {
  selected: '/yx',
  herb: '/zyyp',
  device: '/qxzq',
  controlled: '/kxzq',
  near_expiry: '/jxqzc',
  welfare: '/welfare',
  bundle: '/zhzq',
}

const NAMED_MAX = 3

export function scopeText(scope: Scope, names: ScopeNames): string {
  const except = scope.excludedGoodsIds.length > 0 ? '（部分商品除外）' : ''
  if (scope.all) return `全场通用${except}`
  const places = [
    ...scope.zones.map((zone) => ZONE_NAMES[zone]),
    ...scope.categoryIds.flatMap((id) => names.categories.get(id) ?? []),
    ...scope.manufacturerIds.flatMap((id) => names.manufacturers.get(id) ?? []),
  ]
  if (scope.goodsIds.length > 0) places.push(places.length === 0 ? `指定的 ${scope.goodsIds.length} 种商品` : '部分指定商品')
  if (places.length === 0) return '暂无可用商品'
  return `限${places.slice(0, NAMED_MAX).join('、')}${places.length > NAMED_MAX ? '等' : ''}${except}`
}

/** A page that holds the coupon's goods and nothing else where there is one, else the goods list with the coupon as its filter. */
export function scopeUrl(scope: Scope, templateId: number): string {
  if (scope.all) return '/list'
  const [zone, ...zones] = scope.zones
  const [goodsId, ...goods] = scope.goodsIds
  const others = scope.categoryIds.length + scope.manufacturerIds.length
  const page = zone === undefined ? undefined : ZONE_URLS[zone]
  if (page !== undefined && zones.length + others + scope.goodsIds.length === 0) return page
  if (goodsId !== undefined && goods.length + others + scope.zones.length === 0) return `/list/info/${goodsId}`
  return `/list?coupon=${templateId}`
}
