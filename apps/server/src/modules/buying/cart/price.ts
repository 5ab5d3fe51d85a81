import { isOfferPrice } from '#domain/cart.ts'
import { type Fen, ZERO } from '#domain/money.ts'
import {
  type GiftOffer,
  type HeldCoupon,
  type Priced,
  type PricingChoice,
  type PricingContext,
  type PricingLine,
  type Promotion,
  price,
  type Sale,
  type ShippingRegion,
} from '#domain/pricing/pricing.ts'
import type { Connection } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { buyerOf, heldCoupons, promotionsAlive, scopeGoods, withinLimits } from '../../goods/promotions/public.ts'
import { type CartLineNow, ordinaryOf, piecesOf, unitOf } from './evaluate.ts'

/** From judged lines to the pricing engine and back: the one way in which the cart, step 2 and the placing get their price. */

/** What the buyer asks of the price beside the lines. */
export interface AskedPrice {
  choice: PricingChoice
  voucher: PricingContext['voucher']
  balance: PricingContext['balance']
}
const NOTHING = { held: ZERO, wished: ZERO }
export const NO_ASK: AskedPrice = { choice: { couponIds: null, giftIds: null }, voucher: NOTHING, balance: NOTHING }

/** On the wire [0] means none at all; left out means what the engine chooses. */
export function choiceOf({
  zps,
  coupons,
}: {
  zps?: readonly number[] | undefined
  coupons?: readonly number[] | undefined
}): PricingChoice {
  const ids = (list: readonly number[] | undefined) => (list === undefined ? null : [...new Set(list.filter((id) => id > 0))])
  return { couponIds: ids(coupons), giftIds: ids(zps) }
}

export interface Offers {
  promotions: readonly Promotion[]
  coupons: readonly HeldCoupon[]
}

/** What is alive, with gifts as far as all of these warehouses have them, and the company's coupons. */
export async function readOffers(
  connection: Connection,
  company: { id: number },
  warehouseIds: readonly number[],
  now: Date,
): Promise<Offers> {
  const alive = async () => withinLimits(connection, await promotionsAlive(connection, now, warehouseIds), company.id)
  const held = () => heldCoupons(connection, company.id, now)
  // A transaction's one connection works its statements one after the other.
  const [promotions, coupons] = connection.isTransaction ? [await alive(), await held()] : await Promise.all([alive(), held()])
  return { promotions, coupons }
}

export interface World extends Offers {
  shipping: readonly ShippingRegion[]
  shipTo: string
  pointsPerYuan: number
}

export interface PricedLines extends Offers {
  lines: CartLineNow[]
  priced: Priced
}

/**
 * Prices the lines that count. Exchange lines come after the others: what the others reach decides whether they may be
 * bought at all.
 */
export function priceLines(
  evaluated: readonly CartLineNow[],
  world: World,
  company: ViewerCompany,
  ask: AskedPrice,
  now: Date,
): PricedLines {
  const { coupons, shipping, shipTo, pointsPerYuan } = world
  const promotions = beside(world.promotions, evaluated)
  const context: PricingContext = { buyer: buyerOf(company), promotions, coupons, shipping, shipTo, pointsPerYuan, ...ask }
  const reckon = (lines: readonly CartLineNow[]) =>
    price(
      lines.filter((line) => line.counts).map((line) => pricingLine(line, now)),
      context,
      now,
    )
  const others = evaluated.filter((line) => line.sale.kind !== 'exchange')
  const first = reckon(others)
  const lines = others.length === evaluated.length ? [...evaluated] : evaluated.map((line) => lockedUnlessReached(line, first))
  const priced = lines.some((line) => line.counts && line.sale.kind === 'exchange') ? reckon(lines) : first
  return { lines: withRefusals(lines, priced), priced, promotions, coupons }
}

/** What is bought of a goods cannot be given as well: gifts of the same goods have what the lines leave of the stock. */
function beside(promotions: readonly Promotion[], lines: readonly CartLineNow[]): readonly Promotion[] {
  const given = new Set(
    promotions.flatMap((one) => (one.kind === 'gift' ? one.tiers.flatMap((tier) => tier.gifts.map((gift) => gift.goodsId)) : [])),
  )
  const bought = new Map<number, number>()
  for (const line of lines) {
    if (!line.counts || line.batchId !== null) continue
    for (const { facts, number } of piecesOf(line)) {
      if (given.has(facts.goodsId)) bought.set(facts.goodsId, number * line.row.number + (bought.get(facts.goodsId) ?? 0))
    }
  }
  if (bought.size === 0) return promotions
  /** Of the stock, not of the quota: what is bought uses up none of what may be given. */
  const less = ({ left, allowed, goodsId }: GiftOffer): number | null => {
    const own = bought.get(goodsId)
    if (own === undefined || left === null) return left
    if (allowed === undefined) return Math.max(0, left - own)
    return Math.max(0, Math.min(allowed.stock - own, allowed.quota ?? Number.POSITIVE_INFINITY))
  }
  return promotions.map((one) =>
    one.kind === 'gift'
      ? {
          ...one,
          tiers: one.tiers.map((tier) => ({
            ...tier,
            gifts: tier.gifts.map((gift) => ({ ...gift, left: less(gift) })),
          })),
        }
      : one,
  )
}

/** These name a line that the engine left out of the price. */
const LEFT_OUT: ReadonlySet<string> = new Set(['NO_PRICE', 'EXCHANGE_LOCKED', 'EXCHANGE_LIMIT'])

function withRefusals(lines: CartLineNow[], priced: Priced): CartLineNow[] {
  const refused = new Map(priced.refusals.flatMap((one) => (LEFT_OUT.has(one.code) ? [[one.id, one] as const] : [])))
  if (refused.size === 0) return lines
  return lines.map((line) => {
    const refusal = line.counts ? refused.get(line.row.id) : undefined
    if (refusal === undefined) return line
    const reasons = [...line.reasons, { code: refusal.code, message: refusal.message, action: null }]
    return { ...line, reasons, canBuy: false, counts: false }
  })
}

function lockedUnlessReached(line: CartLineNow, priced: Priced): CartLineNow {
  if (line.sale.kind !== 'exchange' || !line.canBuy) return line
  const locked = exchangeLock(line.row.exchangeId ?? 0, line.sale.terms?.promotionName ?? '', priced)
  return locked === null ? line : { ...line, reasons: [locked], canBuy: false, counts: false }
}

/** Null: the other selected lines open this exchange offer. */
export function exchangeLock(exchangeId: number, activity: string, priced: Priced) {
  const offer = priced.activities.flatMap((one) => one.exchanges).find((one) => one.id === exchangeId)
  if (offer?.open) return null
  return { code: 'EXCHANGE_LOCKED', message: offer?.why || `勾选“${activity}”的商品，达到条件后可换购`, action: null }
}

/** A line as the engine takes it. */
export function pricingLine(line: CartLineNow, now: Date): PricingLine {
  const { row, facts } = line
  const pieces = piecesOf(line)
  const isSingle = line.sale.kind !== 'bundle'
  return {
    id: row.id,
    number: row.number,
    unit: unitOf(line),
    step: line.bounds.step,
    warehouseId: facts.warehouseId,
    warehouseName: facts.warehouseName,
    isEphedrine: pieces.some((piece) => piece.facts.isEphedrine),
    shipsFree: pieces.every((piece) => piece.facts.isSelected),
    freeFromNumber: isSingle ? facts.freeShippingFrom : null,
    fullReductionId: row.fullReductionId,
    sale: saleOf(line, now),
  }
}

function saleOf(line: CartLineNow, now: Date): Sale {
  const { facts, sale, row } = line
  if (sale.kind === 'goods') {
    const source = line.price?.source ?? null
    const { offer } = facts.price
    const terms = offer === null ? null : { fullReductionOk: offer.fullReductionOk, couponOk: offer.couponOk }
    const goods = scopeGoods(facts, source !== null && isOfferPrice(source) ? source : null)
    return { kind: 'goods', goods, price: facts.price, offerTerms: terms }
  }
  if (sale.kind === 'exchange') {
    const ordinary: Fen = ordinaryOf(facts, now) ?? sale.terms?.price ?? ZERO
    return { kind: 'exchange', goods: scopeGoods(facts, null), exchangeId: row.exchangeId ?? 0, ordinary }
  }
  const { terms } = sale
  if (terms === null) throw new Error(`line ${row.id} of a bundle that is gone came to be priced`)
  return {
    kind: 'bundle',
    bundleId: terms.id,
    name: terms.name,
    parts: sale.parts.map((part) => ({ goods: scopeGoods(part.facts, null), number: part.number, price: part.price })),
    fullReductionOk: terms.fullReductionOk,
    couponOk: terms.couponOk,
  }
}
