import { isOfferPrice } from '../cart.ts'
import { add, type Fen, times } from '../money.ts'
import { type PriceSource, type UnitPrice, unitPrice } from '../price.ts'
import type { PricingRefusal } from './answer.ts'
import type { ExchangeActivity, ExchangeOffer, ExchangeTier, PricingLine, Sale } from './terms.ts'

/** First step: what one unit of each line costs, and what the line may take part in. */

/** A line that has a price. Items stand in the order of their lines' ids, so that no order of input ever matters. */
export interface Item {
  line: PricingLine
  unit: UnitPrice
  amount: Fen
  takesFullReduction: boolean
  takesCoupon: boolean
  /** What reaches the tiers of a goods full reduction by itself: a goods over all its lines, or a bundle (negative). */
  goodsKey: number
}

/** Goods of an exchange purchase: counts only once its tier is reached. */
export interface ExchangeItem extends Item {
  activity: ExchangeActivity
  tier: ExchangeTier
  offer: ExchangeOffer
}

export interface Items {
  ordinary: readonly Item[]
  exchange: readonly ExchangeItem[]
}

const DEFAULT_TERMS = (source: PriceSource) => {
  const takesPart = source !== 'flash' && source !== 'near_expiry'
  return { fullReductionOk: takesPart, couponOk: takesPart }
}

/** An offer's own terms hold only while it sets the price; without it the line takes part in everything. */
function termsOf(sale: Sale, source: PriceSource): { fullReductionOk: boolean; couponOk: boolean } {
  if (sale.kind === 'exchange') return { fullReductionOk: false, couponOk: false }
  if (sale.kind === 'bundle') return sale
  if (!isOfferPrice(source)) return { fullReductionOk: true, couponOk: true }
  return sale.offerTerms ?? DEFAULT_TERMS(source)
}

const goodsKeyOf = (sale: Sale): number => (sale.kind === 'bundle' ? -sale.bundleId : sale.goods.goodsId)

function priceOf(line: PricingLine, offers: ReadonlyMap<number, { offer: ExchangeOffer }>, now: Date): UnitPrice | null {
  const { sale } = line
  if (sale.kind === 'goods') return unitPrice(sale.price, line.number, now)
  if (sale.kind === 'bundle') {
    const price = add(...sale.parts.map((part) => times(part.price, part.number)))
    return { price, source: 'bundle', ordinary: price }
  }
  const found = offers.get(sale.exchangeId)
  return found ? { price: found.offer.price, source: 'exchange', ordinary: sale.ordinary } : null
}

export function priceItems(
  lines: readonly PricingLine[],
  exchanges: readonly ExchangeActivity[],
  now: Date,
  refusals: PricingRefusal[],
): Items {
  const offers = new Map(
    exchanges.flatMap((activity) =>
      activity.tiers.flatMap((tier) => tier.offers.map((offer) => [offer.id, { activity, tier, offer }] as const)),
    ),
  )
  const ordinary: Item[] = []
  const exchange: ExchangeItem[] = []
  for (const line of byId(lines)) {
    const unit = priceOf(line, offers, now)
    const isExchange = line.sale.kind === 'exchange'
    if (unit === null) {
      refusals.push(
        isExchange
          ? { code: 'EXCHANGE_LOCKED', message: '换购活动已结束', id: line.id }
          : { code: 'NO_PRICE', message: '该商品暂无价格，不能购买', id: line.id },
      )
      continue
    }
    const { fullReductionOk, couponOk } = termsOf(line.sale, unit.source)
    const item: Item = {
      line,
      unit,
      amount: times(unit.price, line.number),
      takesFullReduction: fullReductionOk,
      takesCoupon: couponOk,
      goodsKey: goodsKeyOf(line.sale),
    }
    const found = line.sale.kind === 'exchange' ? offers.get(line.sale.exchangeId) : undefined
    if (found) exchange.push({ ...item, ...found })
    else ordinary.push(item)
  }
  return { ordinary, exchange }
}

/** A copy in the order of ids, which must differ. */
export function byId<One extends { id: number }>(list: readonly One[]): One[] {
  const sorted = [...list].sort((a, b) => a.id - b.id)
  for (let index = 1; index < sorted.length; index += 1) {
    if (sorted[index]?.id === sorted[index - 1]?.id) throw new RangeError(`the id ${sorted[index]?.id} stands twice`)
  }
  return sorted
}
