import { isOfferPrice } from '#domain/cart.ts'
import { type Fen, ZERO } from '#domain/money.ts'
import { payBefore } from '#domain/orders.ts'
import type { PricedGift, PricedLine, PricedOrder } from '#domain/pricing/pricing.ts'
import type { GoodsFacts } from '../../goods/catalogue/public.ts'
import { packageImage } from '../../goods/pictures/public.ts'
import { type CartLineNow, noteOf } from '../cart/public.ts'
import { type DraftLineRow, type DraftOrderRow, PLAIN_LINE } from '../orders/public.ts'
import type { Prepared } from './prepare.ts'
import { orderRows } from './rows.ts'

/** From a price to the rows of orders: a line for each goods, a bundle as a line for each of its parts, gifts at no price. */

/** A line to be written, and where its goods come from. */
export interface DraftLine extends DraftLineRow {
  warehouseId: number
  batchId: number | null
  /** For the answer when it cannot be had. */
  cartLine: CartLineNow | null
  gift: PricedGift | null
}
export interface DraftOrder extends DraftOrderRow {
  lines: DraftLine[]
}

export function draftOrders(prepared: Prepared, now: Date): DraftOrder[] {
  const byId = new Map(prepared.lines.map((line) => [line.row.id, line]))
  return prepared.priced.orders.map((order): DraftOrder => {
    const lines = order.lineIds.flatMap((id) => {
      const line = byId.get(id)
      const priced = prepared.shares.get(id)
      if (!line || !priced) throw new Error(`line ${id} without a price came to be placed`)
      return lineRows(line, priced, now)
    })
    const gifts = order.gifts.map((gift) => giftRow(gift, prepared.shown.goods.get(gift.goodsId)))
    return { ...headRow(order, prepared, now), lines: [...lines, ...gifts] }
  })
}

function headRow(order: PricedOrder, { priced, terms, shares }: Prepared, now: Date): DraftOrderRow {
  const hasFlash = order.lineIds.some((id) => shares.get(id)?.unit.source === 'flash')
  const isPaid = order.payable === 0
  const purses = [order.voucher > 0 ? '现金券' : '', order.balance > 0 ? '余额' : ''].filter(Boolean).join('和')
  return {
    key: order.key,
    warehouseId: order.warehouseId,
    isEphedrine: order.isEphedrine,
    status: isPaid ? 'paid' : 'pending_payment',
    goodsAmount: order.goods,
    reductionAmount: order.reduction,
    shippingAmount: order.shipping,
    voucherAmount: order.voucher,
    balanceAmount: order.balance,
    payableAmount: order.payable,
    cashbackAmount: order.cashback,
    cashbackPromotionId: order.cashbackPromotionId || null,
    points: order.points,
    moneyRows: orderRows(priced, order),
    hasFlash,
    payBefore: isPaid ? null : payBefore({ hasFlash, isEphedrine: order.isEphedrine }, terms.deadlines, now),
    paidAt: isPaid ? now : null,
    placedText: isPaid && purses ? `提交订单，${purses}支付` : '提交订单',
    lines: [],
  }
}

/** The goods as they were when ordered: what is printed on papers later must not follow the catalogue. */
const snapshot = (facts: GoodsFacts, more: object = {}) => ({
  code: facts.code,
  name: facts.name,
  spec: facts.spec,
  unit: facts.unit,
  manufacturer: facts.manufacturer,
  approval_no: facts.approvalNo,
  dosage_form: facts.dosageForm,
  drug_class: facts.drugClass,
  image: facts.image ?? packageImage(facts.goodsId),
  whole_case: facts.wholeCase,
  ...more,
})

function lineRows(line: CartLineNow, priced: PricedLine, now: Date): DraftLine[] {
  const { row, facts, sale, offerId, batchId } = line
  const { source } = priced.unit
  const own = {
    ...PLAIN_LINE,
    priceSource: source,
    explanation: [
      { kind: 'price' as const, text: noteOf(line, now) },
      ...priced.explanation.map((text) => ({ kind: 'money' as const, text })),
    ],
    batchId,
    cartLine: line,
    gift: null,
  }
  if (sale.kind !== 'bundle') {
    const { number, unit, amount, reduction, shares } = priced
    const sold = { goodsId: facts.goodsId, goods: snapshot(facts), number, unitPrice: unit.price, amount, reduction, shares }
    const under = { offerId: isOfferPrice(source) ? offerId : null, exchangeId: row.exchangeId }
    return [{ ...own, ...sold, ...under, warehouseId: facts.warehouseId }]
  }
  const bundle = { bundleId: row.bundleId, bundleNumber: row.number }
  return priced.parts.map((part, index): DraftLine => {
    const of = sale.parts[index]?.facts
    if (of?.goodsId !== part.goodsId) throw new Error(`part ${part.goodsId} of bundle ${row.bundleId} has no goods`)
    const { goodsId, number, unitPrice, amount, reduction, shares } = part
    const sold = { goodsId, goods: snapshot(of, { bundle: sale.terms?.name }), number, unitPrice, amount, reduction, shares }
    return { ...own, ...sold, ...bundle, warehouseId: of.warehouseId }
  })
}

function giftRow(gift: PricedGift, facts: GoodsFacts | undefined): DraftLine {
  if (facts === undefined) throw new Error(`gift ${gift.id} has no goods`)
  const free: Fen = ZERO
  return {
    ...PLAIN_LINE,
    goodsId: gift.goodsId,
    goods: snapshot(facts),
    number: gift.number,
    unitPrice: free,
    amount: free,
    priceSource: 'gift',
    giftId: gift.id,
    explanation: [{ kind: 'price', text: '赠品' }],
    warehouseId: gift.warehouseId,
    batchId: null,
    cartLine: null,
    gift,
  }
}
