import { droppedBy, isOfferPrice, priceNote } from '#domain/cart.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { add, type Fen, times, ZERO } from '#domain/money.ts'
import type { UnitPrice } from '#domain/price.ts'
import { type QuantityAnswer, type QuantityRule, settleQuantity } from '#domain/quantity.ts'
import { specialLimitText } from '#domain/special.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type GoodsFacts, judge, priceOf, quantityRule, seesFigures } from '../../goods/catalogue/public.ts'
import type { BundleTerms, ExchangeTerms } from '../../goods/promotions/public.ts'
import {
  boundingUse,
  bundleClosed,
  bundlePrice,
  bundleRule,
  exchangeClosed,
  exchangeRule,
  type LineRefusal,
  least,
  OWN_STOCK_RULE,
  type PartNow,
  specialLeft,
  type Used,
} from './special.ts'
import type { CartRow } from './store.ts'

/** How the line is sold, with what is known of that now. Null terms: gone from the shop. */
export type SaleNow =
  | { kind: 'goods' }
  | { kind: 'bundle'; terms: BundleTerms | null; parts: readonly PartNow[] }
  | { kind: 'exchange'; terms: ExchangeTerms | null }

/** A row with everything that is read for it. */
export interface ReadLine {
  row: CartRow
  /** Of a bundle: its first goods. */
  facts: GoodsFacts
  sale: SaleNow
}

/** A line with everything that its goods, its price and its limits say of it now. */
export interface CartLineNow extends ReadLine {
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

export const unitOf = ({ facts, sale }: ReadLine): string => (sale.kind === 'bundle' ? '套' : facts.unit)
export const nameOf = ({ facts, sale }: ReadLine): string => (sale.kind === 'bundle' ? (sale.terms?.name ?? '组合') : facts.name)
/** The goods that the line takes from stock, in units of one line number. */
export const piecesOf = ({ facts, sale }: ReadLine): readonly { facts: GoodsFacts; number: number }[] =>
  sale.kind === 'bundle' ? sale.parts : [{ facts, number: 1 }]

/**
 * Judges lines together: lines of the same goods share its stock, its daily limit and its offer's limit, in the order
 * given. A line that is not selected takes nothing from the others. Whether an exchange line's tier is reached is known
 * only once the others are priced: see price.ts.
 */
export function evaluateLines(lines: readonly ReadLine[], company: ViewerCompany, now: Date): CartLineNow[] {
  const today = beijingDate(now)
  const used = new Map<string, number>()
  return lines.map((read) => {
    const line = evaluateLine(read, company, used, today, now)
    if (line.counts) for (const [key, units] of sharedBy(line)) used.set(key, units + (used.get(key) ?? 0))
    return line
  })
}

function sharedBy(line: CartLineNow): [string, number][] {
  const { row, offerId, batchId } = line
  const shared = piecesOf(line).flatMap(({ facts, number }): [string, number][] => [
    [stockKey(facts, batchId), number * row.number],
    [`goods:${facts.goodsId}`, number * row.number],
    ...facts.specialSubstances.map((substance): [string, number] => [`special:${substance}`, number * row.number]),
  ])
  if (offerId !== null) shared.push([`offer:${offerId}`, row.number])
  if (row.bundleId !== null) shared.push([`bundle:${row.bundleId}`, row.number])
  if (row.exchangeId !== null) shared.push([`exchange:${row.exchangeId}`, row.number])
  return shared
}

const stockKey = (facts: GoodsFacts, batchId: number | null) =>
  batchId === null ? `stock:${facts.goodsId}:${facts.warehouseId}` : `batch:${batchId}`

function evaluateLine(read: ReadLine, company: ViewerCompany, used: Used, today: TradeDate, now: Date): CartLineNow {
  const { row, facts } = read
  const price = priceNow(read, row.number, company, now)
  const offer = read.sale.kind === 'goods' ? facts.price.offer : null
  const ruling = price !== null && offer !== null && isOfferPrice(price.source) ? offer : null
  const place = { batchId: ruling?.batch?.id ?? null, offerId: ruling?.id ?? null }
  const bounds = settleQuantity(row.number, ruleOf(read, place, used, now), unitOf(read))
  const against = againstLine(read, company, today, place.offerId, now)
  const reasons = against.length > 0 ? against : numberRefusals(read, bounds, used, unitOf(read))
  const canBuy = reasons.length === 0 && price !== null
  return {
    ...read,
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

/** Unit price of the line for a number; null where this buyer sees none. */
export function priceNow(read: ReadLine, number: number, company: ViewerCompany, now: Date): UnitPrice | null {
  const { facts, sale } = read
  if (!piecesOf(read).every((piece) => seesFigures(piece.facts, company))) return null
  if (sale.kind === 'goods') return priceOf(facts, number, now)
  if (sale.terms === null) return null
  if (sale.kind === 'exchange') return { price: sale.terms.price, source: 'exchange', ordinary: ordinaryOf(facts, now) ?? sale.terms.price }
  const ordinary = sale.parts.map((part) => times(ordinaryOf(part.facts, now) ?? part.price, part.number))
  return { price: bundlePrice(sale.terms), source: 'bundle', ordinary: add(...ordinary) }
}

/** What the company would pay for one lot without any offer. */
export const ordinaryOf = (facts: GoodsFacts, now: Date): Fen | null => priceOf(facts, 1, now)?.ordinary ?? null

/** Everything against the line whatever its number. */
export function againstLine(
  read: ReadLine,
  company: ViewerCompany,
  today: TradeDate,
  rulingOfferId: number | null,
  now: Date,
): LineRefusal[] {
  const { row, facts, sale } = read
  if (sale.kind === 'goods') {
    const against: LineRefusal[] = judge(facts, company, today)
    const closed = against.length === 0 ? closedOffer(facts, row.offerId, rulingOfferId) : null
    return closed ? [closed] : against
  }
  const closed = sale.kind === 'bundle' ? bundleClosed(sale.terms, sale.parts, now) : exchangeClosed(sale.terms)
  if (closed) return [closed]
  const found = new Map<string, LineRefusal>()
  for (const piece of piecesOf(read)) {
    for (const refusal of judge(piece.facts, company, today)) {
      // They have their own price, and their stock is counted by what the line takes.
      if (OWN_STOCK_RULE.has(refusal.code)) continue
      const message = sale.kind === 'bundle' ? `${piece.facts.name}：${refusal.message}` : refusal.message
      found.set(`${refusal.code}-${message}`, { ...refusal, message })
    }
  }
  return [...found.values()]
}

/** What is left for this line after what the lines before it take. */
export function ruleOf(read: ReadLine, place: { batchId: number | null; offerId: number | null }, used: Used, now: Date): QuantityRule {
  const { facts, sale } = read
  if (sale.kind === 'bundle') return bundleRule(sale, used)
  if (sale.kind === 'exchange') return exchangeRule(facts, sale.terms, used)
  const rule = quantityRule(facts, now)
  const taken = (key: string) => used.get(key) ?? 0
  const byGoods = facts.purchaseLimit === null ? 0 : taken(`goods:${facts.goodsId}`)
  const byOffer = place.offerId === null ? 0 : taken(`offer:${place.offerId}`)
  return {
    ...rule,
    available: Math.max(0, rule.available - taken(stockKey(facts, place.batchId))),
    limitLeft: least([rule.limitLeft === null ? null : rule.limitLeft - Math.max(byGoods, byOffer), specialLeft(facts, used)]),
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
function numberRefusals({ row, facts }: ReadLine, bounds: QuantityAnswer, used: Used, unit: string): LineRefusal[] {
  if (bounds.number === row.number) return []
  const [correction] = bounds.corrections
  const refusal = (code: string, message: string): LineRefusal[] => [{ code, message, action: null }]
  // The day's limit of the goods alone would let the number pass.
  const dayAllows = facts.purchaseLimit === null || facts.boughtToday + row.number <= facts.purchaseLimit
  const use = boundingUse(facts, used)
  if (correction?.reason === 'LIMIT' && use !== null && dayAllows) {
    const rest = bounds.number > 0 ? `，此行最多还可购 ${bounds.maximum} ${unit}，请修改数量` : ''
    return refusal('LIMIT_REACHED', `${specialLimitText(use, unit)}${rest}`)
  }
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
  const { facts, price, row, bounds, sale } = line
  if (price === null) return ''
  if (sale.kind === 'bundle') return `组合价：${sale.parts.map((part) => `${part.facts.name}×${part.number}`).join('，')}`
  if (sale.kind === 'exchange') return `换购价：${sale.terms?.promotionName ?? ''}`
  return priceNote(facts.price, price, row.number, bounds.step, facts.unit, now)
}
