import type { CartLineWire, CartListWire, CartTotalWire } from '#contract/cart.ts'
import { CART_GROUPS, groupOf, passesFilter } from '#domain/cart.ts'
import { type CheckoutDraft, draftCheckout } from '#domain/cart-checkout.ts'
import { yuan, ZERO } from '#domain/money.ts'
import type { ShippingRule } from '#domain/shipping.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { toCards } from '../catalogue/public.ts'
import { asFiltered, type CartLineNow, noteOf } from './evaluate.ts'

const SPECIAL_TYPE = {
  flash: 1,
  daily: 10,
  near_expiry: 10,
  whole_case: 10,
  welfare: 10,
  bundle: 3,
  exchange: 4,
  gift: 0,
  ladder: 0,
  company: 0,
  rank: 0,
  base: 0,
} as const

export function toWire(lines: readonly CartLineNow[], company: ViewerCompany, now: Date): CartLineWire[] {
  const cards = toCards(
    lines.map((line) => line.facts),
    company,
    now,
  )
  return lines.flatMap((line, index) => {
    const goods = cards[index]
    if (!goods) return []
    const { row, facts, price, bounds } = line
    const source = price?.source ?? null
    return [
      {
        id: row.id,
        goods,
        ck_id: row.warehouseId,
        number: row.number,
        step: bounds.step,
        min: bounds.minimum,
        max: bounds.maximum,
        price: price === null ? null : yuan(price.price),
        raw_price: price === null ? null : yuan(price.ordinary),
        amount: yuan(line.amount),
        reduction: yuan(ZERO),
        net: yuan(line.amount),
        price_source: source,
        price_note: noteOf(line, now),
        explanation: [],
        dropped: line.dropped === null ? null : yuan(line.dropped),
        combination: 0,
        combination_name: '',
        combination_goods: [],
        type: source === null ? 0 : SPECIAL_TYPE[source],
        goods_price_id: line.offerId ?? row.offerId ?? 0,
        ladder_price_id: source === 'ladder' ? facts.goodsId : 0,
        goods_manjian_id: 0,
        goods_manjian_amount: yuan(ZERO),
        manjian_id: 0,
        manjian_choice: null,
        manjians: [],
        with_coupon: 0,
        exchange_id: 0,
        gift_data: { total: 0, type: 0, text: '' },
        is_yj: row.wholeCase ? 1 : 0,
        is_selected: row.isSelected ? 1 : 0,
        can_buy: line.canBuy ? 1 : 0,
        reasons: line.reasons,
      },
    ]
  })
}

/** Lines as the checkout's rules take them. */
export const chosenLine = (line: CartLineNow) => ({
  id: line.row.id,
  warehouseId: line.facts.warehouseId,
  warehouseName: line.facts.warehouseName,
  isEphedrine: line.facts.isEphedrine,
  number: line.row.number,
  amount: line.amount,
  freeFromNumber: line.facts.freeShippingFrom,
  line,
})
export type Chosen = ReturnType<typeof chosenLine>

function draftOf(lines: readonly CartLineNow[], shipping: ShippingRule): CheckoutDraft<Chosen> {
  return draftCheckout(lines.filter((line) => line.counts).map(chosenLine), { shipping, balanceWished: ZERO, balanceHeld: ZERO })
}

export function totalOf(lines: readonly CartLineNow[], shipping: ShippingRule): CartTotalWire {
  const draft = draftOf(lines, shipping)
  const counted = lines.filter((line) => line.counts)
  return {
    total: yuan(draft.total),
    goods_amount: yuan(draft.goods),
    reduction_amount: yuan(ZERO),
    rows: draft.rows.map((row) => ({ ...row, amount: yuan(row.amount) })),
    cashback: yuan(ZERO),
    points: 0,
    shipping_amount: yuan(draft.shipping),
    shipping_note: draft.shippingNote,
    no_trans_order_amount: yuan(draft.shipping > 0 ? shipping.freeFrom : ZERO),
    selected_lines: counted.length,
    selected_number: counted.reduce((sum, line) => sum + line.row.number, 0),
    line_count: lines.length,
  }
}

export function listOf(
  lines: readonly CartLineNow[],
  filter: number,
  company: ViewerCompany,
  shipping: ShippingRule,
  now: Date,
): CartListWire {
  const shown = lines.filter((line) => passesFilter(asFiltered(line), filter))
  const groups = CART_GROUPS.flatMap(({ key, tag, name, rule }) => {
    const own = shown.filter((line) => groupOf({ isEphedrine: line.facts.isEphedrine, source: line.price?.source ?? null }) === key)
    return own.length === 0 ? [] : [{ key, tag, name, rule, ends_at: endOf(own), activity_id: 0, line_ids: own.map((line) => line.row.id) }]
  })
  return { list: toWire(shown, company, now), groups, activities: [], coupons: [], total: totalOf(lines, shipping) }
}

/** The first moment at which an offer of the group ends; null where none does. */
function endOf(lines: readonly CartLineNow[]): string | null {
  const ends = lines.flatMap((line) =>
    line.offerId === null || line.facts.price.offer === null ? [] : [line.facts.price.offer.endsAt.getTime()],
  )
  const first = Math.min(...ends)
  return first < Date.UTC(9000, 0) ? new Date(first).toISOString() : null
}
