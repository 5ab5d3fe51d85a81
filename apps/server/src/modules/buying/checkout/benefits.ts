import { add, type Fen, fen, subtract, ZERO } from '#domain/money.ts'
import { unitPrice } from '#domain/price.ts'
import type { Benefit, EarningPart, GivenPart } from '#domain/pricing/benefits.ts'
import { shippingRule } from '#domain/pricing/carriage.ts'
import type { Promotion } from '#domain/pricing/pricing.ts'
import { ordinaryOf } from '../cart/public.ts'
import type { DraftLine } from './drafts.ts'
import type { Prepared } from './prepare.ts'

/** What a checkout is given because it reached something, with the terms of this moment: read when goods of it come back. */

/** A line as it was written. */
export interface WrittenLine {
  id: number
  line: DraftLine
}

const REDUCED_BEFORE: ReadonlySet<string> = new Set(['goods_full_reduction', 'full_reduction'])

const cartLineOf = ({ line }: WrittenLine): number | null => line.cartLine?.row.id ?? null

/** Lines of a cart line that counted for an activity: what coupons take off later did not make it less. */
function earningPart({ id, line }: WrittenLine, own: readonly WrittenLine[]): EarningPart {
  const before = line.shares.filter((share) => REDUCED_BEFORE.has(share.kind)).map((share) => share.amount)
  // The parts of a bundle count as so many bundles together; the first one carries them.
  const number = line.bundleNumber === null ? line.number : own[0]?.id === id ? line.bundleNumber : 0
  return { lineId: id, goodsId: line.goodsId, amount: subtract(line.amount, ...before), number, freeFrom: null }
}

function earnedBy(written: readonly WrittenLine[], cartLineIds: readonly number[]): EarningPart[] {
  return cartLineIds.flatMap((cartLineId) => {
    const own = written.filter((one) => cartLineOf(one) === cartLineId)
    return own.map((one) => earningPart(one, own))
  })
}

type Terms = Pick<Benefit, 'kind' | 'name' | 'measure' | 'threshold' | 'repeat'>

/** The tier that an offer of gifts or exchanges stands on, with the lines that counted for its activity. */
function tierOf(
  { priced, promotions }: Prepared,
  written: readonly WrittenLine[],
  kind: 'gift' | 'exchange',
  offerId: number,
): { key: string; terms: Terms; earned: EarningPart[]; each: number } | null {
  for (const promotion of promotions) {
    if (promotion.kind !== kind) continue
    for (const tier of tiersOf(promotion)) {
      const offer = tier.offers.find((one) => one.id === offerId)
      if (!offer) continue
      const state = priced.activities.find((one) => one.kind === kind && one.promotionId === promotion.id)
      const { measure, threshold, repeat } = tier
      const terms = { kind, name: promotion.name, measure, threshold, repeat }
      return { key: `${kind}-${tier.id}`, terms, earned: earnedBy(written, state?.lineIds ?? []), each: offer.each }
    }
  }
  return null
}

function tiersOf(promotion: Promotion) {
  if (promotion.kind === 'gift')
    return promotion.tiers.map((tier) => ({ ...tier, offers: tier.gifts.map(({ id, number }) => ({ id, each: number })) }))
  if (promotion.kind !== 'exchange') return []
  return promotion.tiers.map((tier) => ({ ...tier, repeat: false, offers: tier.offers.map(({ id }) => ({ id, each: 0 })) }))
}

function givenPart({ id, line }: WrittenLine, each: number, { shown }: Prepared, now: Date): GivenPart {
  const { name = '', unit = '' } = line.goods as { name?: string; unit?: string }
  if (line.gift !== null) {
    const facts = shown.goods.get(line.gift.goodsId)
    const price = facts === undefined ? null : unitPrice(facts.price, 1, now)
    return { lineId: id, name, unit, each, worth: price?.ordinary ?? null }
  }
  const ordinary: Fen = line.cartLine?.price?.ordinary ?? line.unitPrice
  return { lineId: id, name, unit, each, worth: fen(Math.max(0, ordinary - line.unitPrice)) }
}

function activityBenefits(prepared: Prepared, written: readonly WrittenLine[], now: Date): Benefit[] {
  const found = new Map<string, Benefit & { given: GivenPart[] }>()
  for (const one of written) {
    const { giftId, exchangeId } = one.line
    const offerId = giftId ?? exchangeId
    const tier = offerId === null ? null : tierOf(prepared, written, giftId === null ? 'exchange' : 'gift', offerId)
    if (tier === null) continue
    const known = found.get(tier.key) ?? { ...tier.terms, fee: ZERO, earnedBy: tier.earned, given: [] }
    known.given.push(givenPart(one, tier.each, prepared, now))
    found.set(tier.key, known)
  }
  return [...found.values()]
}

/** A bundle's parts at its prices: whole bundles keep them. */
function bundleBenefits(written: readonly WrittenLine[], now: Date): Benefit[] {
  const bundles = Map.groupBy(
    written.filter(({ line }) => line.bundleId !== null),
    cartLineOf,
  )
  return [...bundles.values()].flatMap((own): Benefit[] => {
    const sale = own[0]?.line.cartLine?.sale
    if (sale?.kind !== 'bundle' || sale.terms === null) return []
    const given = own.map(({ id, line }): GivenPart => {
      const { name = '', unit = '' } = line.goods as { name?: string; unit?: string }
      const facts = sale.parts.find((part) => part.facts.goodsId === line.goodsId)?.facts
      const ordinary = (facts && ordinaryOf(facts, now)) ?? line.unitPrice
      return { lineId: id, name, unit, each: line.number / (line.bundleNumber ?? 1), worth: fen(Math.max(0, ordinary - line.unitPrice)) }
    })
    if (given.every(({ worth }) => worth === 0)) return []
    const earned = own.map((one) => earningPart(one, own))
    const { name } = sale.terms
    return [{ kind: 'bundle', name, measure: 'number', threshold: 1, repeat: true, fee: ZERO, earnedBy: earned, given }]
  })
}

/** Of each warehouse that would have charged something for less. */
function freeShipping({ priced, terms }: Prepared, written: readonly WrittenLine[]): Benefit[] {
  const rule = shippingRule(terms.shipping, terms.shipTo)
  if (rule === null || rule.freeFrom === 0) return []
  const warehouses = new Map(priced.orders.map(({ warehouseId, warehouseName }) => [warehouseId, warehouseName]))
  return [...warehouses].flatMap(([warehouseId, name]): Benefit[] => {
    const charged = add(...priced.orders.filter((order) => order.warehouseId === warehouseId).map((order) => order.shipping))
    const own = written.filter(({ line }) => line.warehouseId === warehouseId && line.cartLine !== null)
    if (charged > 0 || own.length === 0) return []
    const earned = own.map(({ id, line }): EarningPart => {
      const { goodsId, number, amount, reduction, cartLine } = line
      const freeFrom = cartLine?.facts.isSelected ? 0 : line.bundleId === null ? (cartLine?.facts.freeShippingFrom ?? null) : null
      return { lineId: id, goodsId, number, amount: subtract(amount, reduction), freeFrom }
    })
    const { freeFrom: threshold, fee } = rule
    return [{ kind: 'shipping', name, measure: 'amount', threshold, repeat: false, fee, earnedBy: earned, given: [] }]
  })
}

export const benefitsOfCheckout = (prepared: Prepared, written: readonly WrittenLine[], now: Date): Benefit[] => [
  ...activityBenefits(prepared, written, now),
  ...bundleBenefits(written, now),
  ...freeShipping(prepared, written),
]
