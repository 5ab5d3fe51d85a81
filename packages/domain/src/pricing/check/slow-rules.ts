import type { PricedGoods, PricingContext, PricingLine, Promotion, ReductionTier, Sale, Scope } from '../terms.ts'

/** The small rules of 'Price' a second time, sharing no code with the engine: shares, scopes, unit prices, tiers. */

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
/** a × b ÷ c, floored, exactly. */
export const floored = (a: number, b: number, c: number): number => Number((BigInt(a) * BigInt(b)) / BigInt(c))

/** Parts in proportion, floored; then one fen after the other to whoever was cut most. */
export function share(amount: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const parts = weights.map((weight) => floored(amount, weight, total))
  const cut = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) % BigInt(total)))
  const given = weights.map(() => false)
  for (let left = amount - sum(parts); left > 0; left -= 1) {
    let most = -1
    for (let index = 0; index < weights.length; index += 1) {
      if (!given[index] && (most < 0 || (cut[index] ?? 0) > (cut[most] ?? 0))) most = index
    }
    given[most] = true
    parts[most] = (parts[most] ?? 0) + 1
  }
  return parts
}

function goodsMatches(goods: PricedGoods, scope: Scope, all: boolean): boolean {
  if (scope.excludedGoodsIds.includes(goods.goodsId)) return false
  return (
    all ||
    scope.goodsIds.includes(goods.goodsId) ||
    scope.categoryIds.some((id) => goods.categoryIds.includes(id)) ||
    scope.manufacturerIds.some((id) => goods.manufacturerId === id) ||
    scope.zones.some((zone) => goods.zones.includes(zone))
  )
}
/** Asked many times of the same two while everything is tried, so the answer is kept. */
const answers = new WeakMap<Scope, WeakMap<Sale, boolean>>()
export function matches(sale: Sale, scope: Scope): boolean {
  const known = answers.get(scope) ?? new WeakMap<Sale, boolean>()
  answers.set(scope, known)
  const answer = known.get(sale) ?? matchesNow(sale, scope)
  known.set(sale, answer)
  return answer
}
function matchesNow(sale: Sale, scope: Scope): boolean {
  if (sale.kind === 'exchange') return false
  if (sale.kind === 'goods') return goodsMatches(sale.goods, scope, scope.all)
  return sale.parts.length > 0 && sale.parts.every((part) => goodsMatches(part.goods, scope, scope.all || scope.zones.includes('bundle')))
}

export function alive(promotion: Promotion, { buyer }: PricingContext, now: Date): boolean {
  const { audience } = promotion
  if (now.getTime() < promotion.startsAt.getTime() || now.getTime() >= promotion.endsAt.getTime()) return false
  if (audience.companyTypes.length > 0 && !audience.companyTypes.includes(buyer.type)) return false
  const places = [...audience.provinces, ...audience.cities]
  if (places.length > 0 && !places.some((place) => place === buyer.province || place === buyer.province + buyer.city)) return false
  if (audience.ranks.length > 0 && !audience.ranks.includes(buyer.rank)) return false
  return audience.companyIds.length === 0 || audience.companyIds.includes(buyer.companyId)
}

export interface Unit {
  price: number
  takesReduction: boolean
  takesCoupon: boolean
}

export function unitOf(line: PricingLine, now: Date): Unit | null {
  const { sale, number } = line
  if (sale.kind === 'exchange') return null
  if (sale.kind === 'bundle') {
    const price = sum(sale.parts.map((part) => part.price * part.number))
    return { price, takesReduction: sale.fullReductionOk, takesCoupon: sale.couponOk }
  }
  const { basePrice, rankPrice, companyPrice, ladder, offer } = sale.price
  const ordinary = companyPrice ?? rankPrice ?? basePrice
  if (ordinary === null) return null
  let price: number = ordinary
  if (ladder !== null) {
    const reached = ladder.steps.filter((step) => (ladder.type === 1 ? number <= step.number : number >= step.number))
    const nearest = ladder.type === 1 ? Math.min(...reached.map((step) => step.number)) : Math.max(...reached.map((step) => step.number))
    price = reached.find((step) => step.number === nearest)?.price ?? price
  }
  const rules =
    offer !== null &&
    now >= offer.startsAt &&
    now < offer.endsAt &&
    number <= (offer.quotaLeft ?? number) &&
    number <= (offer.buyerLeft ?? number)
  if (!rules || offer === null) return { price, takesReduction: true, takesCoupon: true }
  const usually = offer.kind !== 'flash' && offer.kind !== 'near_expiry'
  return {
    price: offer.price ?? floored(price, offer.percent ?? 100, 100),
    takesReduction: sale.offerTerms?.fullReductionOk ?? usually,
    takesCoupon: sale.offerTerms?.couponOk ?? usually,
  }
}

function tierTakes(tier: ReductionTier, amount: number, number: number): number {
  const have = tier.measure === 'amount' ? amount : number
  if (have < tier.threshold) return 0
  let off = 0
  if (tier.percent !== null) off = amount - floored(amount, tier.percent, 100)
  else if (tier.amount !== null) off = tier.amount * (tier.repeat ? Math.floor(have / tier.threshold) : 1)
  if (tier.cap !== null && off > tier.cap) off = tier.cap
  return Math.min(off, amount)
}
export const takes = (tiers: readonly ReductionTier[], amount: number, number: number): number =>
  Math.max(0, ...tiers.map((tier) => tierTakes(tier, amount, number)))
