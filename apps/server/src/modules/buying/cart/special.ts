import { add, type Fen, times } from '#domain/money.ts'
import type { QuantityRule } from '#domain/quantity.ts'
import { type SpecialUse, specialRoom, tightest } from '#domain/special.ts'
import type { GoodsFacts } from '../../goods/catalogue/public.ts'
import type { BundleTerms, ExchangeTerms } from '../../goods/promotions/public.ts'

export interface LineRefusal {
  code: string
  message: string
  action: { text: string; url: string } | null
}

export interface PartNow {
  facts: GoodsFacts
  /** Units of it in one bundle. */
  number: number
  /** Unit price inside the bundle. */
  price: Fen
}

/** How many units of what bounds them the earlier lines have taken, by the name of the bound. */
export type Used = ReadonlyMap<string, number>

/** Bundles and exchange goods as lines of the cart: their price, their limits, and when they are over. */

/** These reasons speak of the goods sold by itself. */
export const OWN_STOCK_RULE: ReadonlySet<string> = new Set(['NO_STOCK', 'NO_PRICE'])

export const bundlePrice = (bundle: BundleTerms): Fen => add(...bundle.items.map((item) => times(item.price, item.number)))

const over = (message: string): LineRefusal => ({ code: 'OFFER_OVER', message, action: null })

export function bundleClosed(bundle: BundleTerms | null, parts: readonly PartNow[], now: Date): LineRefusal | null {
  if (bundle === null || parts.length === 0 || parts.length < bundle.items.length) return over('组合已下架')
  if (now < bundle.startsAt) return over('组合尚未开始')
  return now < bundle.endsAt ? null : over('组合已结束')
}

export const exchangeClosed = (offer: ExchangeTerms | null): LineRefusal | null => (offer?.open ? null : over('换购活动已结束'))

const bySingles = { midPack: 1, casePack: 1, splittable: true, minNumber: 1, wholeCase: false }
export const least = (limits: readonly (number | null)[]): number | null => {
  const known = limits.filter((limit) => limit !== null)
  return known.length === 0 ? null : Math.max(0, Math.min(...known))
}

function dayLeft(facts: GoodsFacts, used: Used): number | null {
  return facts.purchaseLimit === null ? null : facts.purchaseLimit - facts.boughtToday - (used.get(`goods:${facts.goodsId}`) ?? 0)
}

const specialUsed = (used: Used) => (substance: string) => used.get(`special:${substance}`) ?? 0

/** Of its special substances the one that bounds the line, after what the whole checkout holds, from whichever warehouse; null: it holds none. */
export const boundingUse = (facts: GoodsFacts, used: Used): SpecialUse | null => tightest(facts.special, specialUsed(used))

export function specialLeft(facts: GoodsFacts, used: Used): number | null {
  const use = boundingUse(facts, used)
  return use === null ? null : specialRoom(use, specialUsed(used)(use.substance))
}

const stockLeft = (facts: GoodsFacts, used: Used): number =>
  facts.available - (used.get(`stock:${facts.goodsId}:${facts.warehouseId}`) ?? 0)

/** Counted in bundles: the part of which least is left decides. */
export function bundleRule({ terms, parts }: { terms: BundleTerms | null; parts: readonly PartNow[] }, used: Used): QuantityRule {
  if (terms === null || parts.length === 0) return { ...bySingles, available: 0, limitLeft: null }
  const stocks = parts.map(({ facts, number }) => Math.floor(stockLeft(facts, used) / number))
  const days = parts.map(({ facts, number }) => {
    const left = least([dayLeft(facts, used), specialLeft(facts, used)])
    return left === null ? null : Math.floor(left / number)
  })
  const taken = used.get(`bundle:${terms.id}`) ?? 0
  const own = [terms.left, terms.buyerLeft].map((left) => (left === null ? null : left - taken))
  return { ...bySingles, available: Math.max(0, Math.min(...stocks)), limitLeft: least([...days, ...own]) }
}

/** By single units, whatever the pack: so many to a checkout. */
export function exchangeRule(facts: GoodsFacts, offer: ExchangeTerms | null, used: Used): QuantityRule {
  const taken = offer === null ? 0 : (used.get(`exchange:${offer.id}`) ?? 0)
  const own = offer === null ? [0] : [offer.limit, offer.left].map((left) => (left === null ? null : left - taken))
  return {
    ...bySingles,
    available: Math.max(0, stockLeft(facts, used)),
    limitLeft: least([dayLeft(facts, used), specialLeft(facts, used), ...own]),
  }
}
