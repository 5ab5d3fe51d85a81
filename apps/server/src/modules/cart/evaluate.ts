import { droppedBy, isOfferPrice, priceNote } from '#domain/cart.ts'
import { beijingDate } from '#domain/dates.ts'
import { type Fen, times, ZERO } from '#domain/money.ts'
import type { UnitPrice } from '#domain/price.ts'
import { type QuantityAnswer, type QuantityRule, settleQuantity } from '#domain/quantity.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { type GoodsFacts, judge, priceOf, quantityRule, seesFigures } from '../catalogue/public.ts'
import type { CartRow } from './store.ts'

export interface LineRefusal {
  code: string
  message: string
  action: { text: string; url: string } | null
}

/** A line with everything that its goods, its price and its limits say of it now. */
export interface CartLineNow {
  row: CartRow
  facts: GoodsFacts
  /** Null: this buyer may not see a price, or there is none. */
  price: UnitPrice | null
  amount: Fen
  /** The offer that sets the price; a line may stand under one without having named it. */
  offerId: number | null
  /** The batch that the line takes, where its offer sells exactly one. */
  batchId: number | null
  bounds: QuantityAnswer
  reasons: LineRefusal[]
  canBuy: boolean
  /** Selected and able to be bought: what counts in sums and goes to checkout. */
  counts: boolean
  dropped: Fen | null
}

/**
 * Judges lines together: lines of the same goods share its stock, its daily limit and its offer's limit, in the order
 * given. A line that is not selected takes nothing from the others.
 */
export function evaluateLines(
  rows: readonly CartRow[],
  facts: readonly (GoodsFacts | null)[],
  company: ViewerCompany,
  now: Date,
): CartLineNow[] {
  const today = beijingDate(now)
  const used = new Map<string, number>()
  return rows.flatMap((row, index) => {
    const goods = facts[index]
    if (!goods) return []
    const line = evaluateLine(row, goods, company, used, today, now)
    if (line.counts) for (const key of sharedBy(line)) used.set(key, row.number + (used.get(key) ?? 0))
    return [line]
  })
}

function sharedBy(line: Pick<CartLineNow, 'row' | 'facts' | 'batchId' | 'offerId'>): string[] {
  const { facts, batchId, offerId } = line
  const keys = [stockKey(facts, batchId), `goods:${facts.goodsId}`]
  return offerId === null ? keys : [...keys, `offer:${offerId}`]
}

const stockKey = (facts: GoodsFacts, batchId: number | null) =>
  batchId === null ? `stock:${facts.goodsId}:${facts.warehouseId}` : `batch:${batchId}`

function evaluateLine(
  row: CartRow,
  facts: GoodsFacts,
  company: ViewerCompany,
  used: ReadonlyMap<string, number>,
  today: string,
  now: Date,
): CartLineNow {
  const price = seesFigures(facts, company) ? priceOf(facts, row.number, now) : null
  const offer = facts.price.offer
  const ruling = price !== null && offer !== null && isOfferPrice(price.source) ? offer : null
  const place = { batchId: ruling?.batch?.id ?? null, offerId: ruling?.id ?? null }
  const bounds = settleQuantity(row.number, leftFor(facts, place, used, now), facts.unit)
  const against: LineRefusal[] = judge(facts, company, today)
  const closed = against.length === 0 ? closedOffer(facts, row.offerId, place.offerId) : null
  const reasons = closed ? [closed] : against.length > 0 ? against : numberRefusals(row, bounds, facts)
  const canBuy = reasons.length === 0 && price !== null
  return {
    row,
    facts,
    price,
    amount: price === null ? ZERO : times(price.price, row.number),
    ...place,
    bounds,
    reasons,
    canBuy,
    counts: canBuy && row.isSelected,
    dropped: droppedBy(row.seenPrice, price?.price ?? null),
  }
}

/** What is left for this line after what the lines before it take. */
function leftFor(
  facts: GoodsFacts,
  place: { batchId: number | null; offerId: number | null },
  used: ReadonlyMap<string, number>,
  now: Date,
): QuantityRule {
  const rule = quantityRule(facts, now)
  const taken = (key: string) => used.get(key) ?? 0
  const byGoods = facts.purchaseLimit === null ? 0 : taken(`goods:${facts.goodsId}`)
  const byOffer = place.offerId === null ? 0 : taken(`offer:${place.offerId}`)
  return {
    ...rule,
    available: Math.max(0, rule.available - taken(stockKey(facts, place.batchId))),
    limitLeft: rule.limitLeft === null ? null : Math.max(0, rule.limitLeft - Math.max(byGoods, byOffer)),
  }
}

/**
 * A line that asked for one batch at its special price is not quietly sold from other stock at another price: that
 * would be other goods than the buyer chose. Every other offer that is over leaves the ordinary price.
 */
export function closedOffer(facts: GoodsFacts, named: number | null, rulingOfferId: number | null): LineRefusal | null {
  if (named === null || rulingOfferId !== null || facts.price.offer?.kind !== 'near_expiry') return null
  return { code: 'OFFER_OVER', message: '近效期特价已结束或已售完', action: null }
}

/** The number no longer fits (stock fell, a limit was used up, the pack changed): the buyer decides on a new one. */
function numberRefusals(row: CartRow, bounds: QuantityAnswer, facts: GoodsFacts): LineRefusal[] {
  if (bounds.number === row.number) return []
  const { unit } = facts
  const [correction] = bounds.corrections
  const refusal = (code: string, message: string): LineRefusal[] => [{ code, message, action: null }]
  if (correction?.reason === 'LIMIT') {
    return refusal('LIMIT_REACHED', bounds.number > 0 ? `限购，最多还可购 ${bounds.maximum} ${unit}，请修改数量` : '已达限购数量')
  }
  if (correction?.reason === 'STOCK') {
    return refusal('NO_STOCK', bounds.number > 0 ? `库存不足，最多可购 ${bounds.maximum} ${unit}，请修改数量` : '库存不足一个起订量')
  }
  return refusal('NUMBER_CHANGED', `现按 ${bounds.step} ${unit}的倍数销售、${bounds.minimum} ${unit}起订，请修改数量`)
}

/** The line's sentence about its price. */
export function noteOf(line: CartLineNow, now: Date): string {
  const { facts, price, row, bounds } = line
  return price === null ? '' : priceNote(facts.price, price, row.number, bounds.step, facts.unit, now)
}

export const asFiltered = (line: CartLineNow) => ({ canBuy: line.canBuy, source: line.price?.source ?? null, dropped: line.dropped })
