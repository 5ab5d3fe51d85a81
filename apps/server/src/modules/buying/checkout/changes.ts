import { type Fen, yuan } from '#domain/money.ts'
import type { Priced } from '#domain/pricing/pricing.ts'
import { type CartLineNow, nameOf, unitOf } from '../cart/public.ts'
import type { Prepared } from './prepare.ts'
import type { Quote, QuotedChoice } from './store.ts'

export type ChangeKind = 'price' | 'number' | 'added' | 'reduction' | 'coupon' | 'gift' | 'shipping' | 'cashback' | 'total'

export interface Change {
  /** 0 where no single line is concerned. */
  line_id: number
  goods_id: number
  name: string
  what: ChangeKind
  before: string
  after: string
}

/** What a quote keeps of a price, to say later what changed. */
export function quoteOf({ lines, priced }: Prepared, asked: { zps: readonly number[] | null; coupons: readonly number[] | null }): Quote {
  return { total: priced.total, lines: lines.map((line) => quotedLine(line)), choice: { ...asked, ...summary(priced) } }
}

function quotedLine(line: CartLineNow): Quote['lines'][number] {
  if (line.price === null) throw new Error('a line without a price came to checkout')
  const { row, facts, price } = line
  return { id: row.id, goods_id: facts.goodsId, name: nameOf(line), unit: unitOf(line), price: price.price, number: row.number }
}

function summary(priced: Priced): Omit<QuotedChoice, 'zps' | 'coupons'> {
  const used = new Set(priced.usedCouponIds)
  const coupons = priced.coupons.filter((coupon) => used.has(coupon.id))
  return {
    gifts: priced.gifts.map((gift) => `${gift.name} ${gift.number} ${gift.unit}`).join('，'),
    couponNames: coupons.map((coupon) => `${coupon.name} −¥${yuan(coupon.amount)}`).join('，'),
    reduction: priced.reduction,
    shipping: priced.shipping,
    cashback: priced.cashback,
  }
}

/** What differs, in words, between what step 2 showed and what holds now. */
export function changesSince(quote: Quote | null, { lines, priced }: Prepared): Change[] {
  if (quote === null) return []
  const now = summary(priced)
  const { choice } = quote
  const whole = (what: ChangeKind, name: string, before: string, after: string): Change[] =>
    before === after ? [] : [{ line_id: 0, goods_id: 0, name, what, before, after }]
  const money = (what: ChangeKind, name: string, before: Fen, after: Fen) => whole(what, name, yuan(before), yuan(after))
  return [
    ...lineChanges(quote, lines),
    ...money('reduction', '优惠合计', choice.reduction, now.reduction),
    ...whole('coupon', '优惠券', choice.couponNames || '未使用', now.couponNames || '未使用'),
    ...whole('gift', '赠品', choice.gifts || '无', now.gifts || '无'),
    ...money('shipping', '运费', choice.shipping, now.shipping),
    ...money('cashback', '返现', choice.cashback, now.cashback),
    ...money('total', '应付合计', quote.total, priced.total),
  ]
}

function lineChanges(quote: Quote, lines: readonly CartLineNow[]): Change[] {
  const shown = new Map(quote.lines.map((line) => [line.id, line]))
  return lines.flatMap((line) => {
    const old = shown.get(line.row.id)
    const now = quotedLine(line)
    const about = { line_id: now.id, goods_id: now.goods_id, name: now.name }
    if (!old) return [{ ...about, what: 'added' as const, before: '', after: `${now.number} ${now.unit}` }]
    const changes: Change[] = []
    if (old.price !== now.price) changes.push({ ...about, what: 'price', before: yuan(old.price), after: yuan(now.price) })
    if (old.number !== now.number) changes.push({ ...about, what: 'number', before: String(old.number), after: String(now.number) })
    return changes
  })
}
