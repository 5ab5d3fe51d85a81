import type { CartLineWire, CartListWire, CartTotalWire } from '#contract/cart-shapes.ts'
import { passesFilter } from '#domain/cart.ts'
import { seesPrices } from '#domain/eligibility.ts'
import { yuan, ZERO } from '#domain/money.ts'
import type { PriceSource } from '#domain/price.ts'
import type { Priced, PricedLine } from '#domain/pricing/pricing.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { toCards } from '../../goods/catalogue/public.ts'
import { buyerOf } from '../../goods/promotions/public.ts'
import { activitiesWire, namedTiers, type Shown } from './activities.ts'
import { type CartLineNow, nameOf, noteOf } from './evaluate.ts'
import { groupLines } from './groups.ts'
import type { CartNow } from './read.ts'

const SPECIAL_TYPE: Readonly<Partial<Record<PriceSource, number>>> = {
  flash: 1,
  bundle: 3,
  exchange: 4,
  daily: 10,
  near_expiry: 10,
  whole_case: 10,
  welfare: 10,
}

const flag = (value: boolean) => (value ? 1 : 0)

export function linesWire(lines: readonly CartLineNow[], cart: CartNow, company: ViewerCompany, now: Date): CartLineWire[] {
  const facts = lines.flatMap((line) => [line.facts, ...partsOf(line).map((part) => part.facts)])
  const cards = new Map(toCards(facts, company, now).map((card, index) => [facts[index], card]))
  const priced = new Map(cart.priced.lines.map((line) => [line.id, line]))
  const gifts = giftTexts(cart.priced)
  const names = new Map(cart.promotions.map((promotion) => [promotion.id, promotion.name]))
  return lines.flatMap((line) => {
    const goods = cards.get(line.facts)
    if (!goods) return []
    const { row, price, bounds } = line
    const source = price?.source ?? null
    const own = priced.get(row.id)
    const parts = partsOf(line).flatMap((part) => {
      const card = cards.get(part.facts)
      return card ? [{ goods: card, number: part.number, price: price === null ? null : yuan(part.price) }] : []
    })
    return [
      {
        id: row.id,
        goods,
        ck_id: row.warehouseId,
        number: row.number,
        step: bounds.step,
        min: bounds.minimum,
        // What is left of a goods is a figure as its price is.
        max: seesPrices(company) ? bounds.maximum : row.number,
        price: price === null ? null : yuan(price.price),
        raw_price: price === null ? null : yuan(price.ordinary),
        amount: yuan(line.amount),
        reduction: yuan(own?.reduction ?? ZERO),
        net: yuan(own?.net ?? line.amount),
        price_source: source,
        price_note: noteOf(line, now),
        explanation: [...(own?.explanation ?? [])],
        dropped: line.dropped === null ? null : yuan(line.dropped),
        combination: row.bundleId === null ? null : { id: row.bundleId, name: nameOf(line), goods: parts },
        type: source === null ? 0 : (SPECIAL_TYPE[source] ?? 0),
        goods_type: goods.type,
        goods_price_id: row.bundleId ?? row.exchangeId ?? line.offerId ?? row.offerId ?? 0,
        ladder_price_id: source === 'ladder' ? line.facts.goodsId : 0,
        ...goodsReduction(own),
        manjian_id: own?.fullReductionId ?? 0,
        manjian_choice: row.fullReductionId,
        manjians: (own?.fullReductionIds ?? []).map((id) => ({ id, name: names.get(id) ?? '' })),
        with_coupon: flag(own?.takesCoupon ?? takesCoupon(line)),
        exchange_id: row.exchangeId ?? 0,
        gift_data: gifts.get(row.id) ?? { total: 0, type: 0, text: '' },
        is_yj: flag(row.wholeCase),
        is_selected: flag(row.isSelected),
        can_buy: flag(line.canBuy),
        reasons: line.reasons,
      },
    ]
  })
}

const partsOf = ({ sale }: CartLineNow) => (sale.kind === 'bundle' ? sale.parts : [])

function takesCoupon({ sale, offerId, facts }: CartLineNow): boolean {
  if (sale.kind === 'bundle') return sale.terms?.couponOk ?? false
  return sale.kind === 'goods' && (offerId === null || (facts.price.offer?.couponOk ?? true))
}

function goodsReduction(line: PricedLine | undefined): Pick<CartLineWire, 'goods_manjian_id' | 'goods_manjian_amount'> {
  const share = line?.shares.find((one) => one.kind === 'goods_full_reduction')
  return { goods_manjian_id: share?.id ?? 0, goods_manjian_amount: yuan(share?.amount ?? ZERO) }
}

/** The gifts that each line earns, alone or together with the other lines of their activity. */
function giftTexts(priced: Priced): Map<number, CartLineWire['gift_data']> {
  const texts = new Map<number, CartLineWire['gift_data']>()
  for (const state of priced.activities) {
    const given = state.gifts.filter((gift) => gift.selected)
    if (given.length === 0) continue
    const total = given.reduce((sum, gift) => sum + gift.number, 0)
    const text = `赠：${given.map((gift) => `${gift.name} ${gift.number} ${gift.unit}`).join('，')}`
    const type = state.lineIds.length === 1 ? 1 : 2
    for (const id of state.lineIds) if (!texts.has(id)) texts.set(id, { total, type, text })
  }
  return texts
}

export function totalOf({ lines, priced }: CartNow): CartTotalWire {
  const counted = lines.filter((line) => line.counts)
  return {
    total: yuan(priced.total),
    goods_amount: yuan(priced.goods),
    reduction_amount: yuan(priced.reduction),
    rows: rowsWire(priced),
    cashback: yuan(priced.cashback),
    points: priced.points,
    shipping_amount: yuan(priced.shipping),
    shipping_note: priced.shippingNote,
    no_trans_order_amount: yuan(priced.freeShippingFrom),
    selected_lines: counted.length,
    selected_number: counted.reduce((sum, line) => sum + line.row.number, 0),
    line_count: lines.length,
  }
}

export const rowsWire = (priced: Priced): CartTotalWire['rows'] => priced.rows.map((row) => ({ ...row, amount: yuan(row.amount) }))

export function listOf(cart: CartNow, filter: number, shown: Shown, coupons: CartListWire['coupons']): CartListWire {
  const { company, now } = shown
  const active = new Set(cart.priced.activities.flatMap((state) => (state.kind === 'cashback' ? [] : state.lineIds)))
  const lines = cart.lines.filter((line) => {
    const { canBuy, dropped, price, row } = line
    const isPromoted = active.has(row.id) || (price !== null && SPECIAL_TYPE[price.source] !== undefined)
    return passesFilter({ canBuy, dropped, isPromoted }, filter)
  })
  const activities = activitiesWire(cart.priced, cart.promotions, shown)
  const grouping = { priced: cart.priced, promotions: cart.promotions, buyer: buyerOf(company) }
  return {
    list: linesWire(lines, cart, company, now),
    groups: groupLines(lines, grouping, now).map(({ endsAt, activityId, lines: own, ...group }) => ({
      ...group,
      ends_at: endsAt === null ? null : endsAt.toISOString(),
      activity_id: activityId,
      line_ids: own.map((line) => line.row.id),
    })),
    activities,
    manjians: namedTiers(activities, ['full_reduction', 'goods_full_reduction']),
    sphgs: namedTiers(activities, ['gift', 'exchange']),
    coupons,
    total: totalOf(cart),
  }
}
