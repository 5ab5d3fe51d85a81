import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import { CART_LINES_MAX } from '#contract/constants.ts'
import { isOfferPrice } from '#domain/cart.ts'
import { beijingDate } from '#domain/dates.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import { type QuantityAnswer, settleQuantity } from '#domain/quantity.ts'
import type { Connection } from '../../platform/database.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { type GoodsFacts, type GoodsKey, goodsFacts, judge, priceOf, quantityRule, seesFigures, smallestLot } from '../catalogue/public.ts'
import { closedOffer } from './evaluate.ts'
import { type CartRow, cartLines, type LineChange, type LineKey, lockCompany, putLines } from './store.ts'

/** What is wished for: a number, or one more smallest lot. */
export interface Wish extends GoodsKey {
  number: number | 'lot'
  /** The unit price that the buyer saw, in yuan as sent. */
  seen: string | number | null
}

export const wishOf = (line: AddLineWire): Wish => ({
  goodsId: line.goods_id,
  warehouseId: line.ck_id ?? null,
  offerId: line.goods_price_id ?? null,
  wholeCase: line.is_yj === 1,
  number: line.number,
  seen: line.price ?? null,
})

type Added = AddAnswerWire['lines'][number]

const keyText = (key: LineKey) => `${key.goodsId}-${key.warehouseId}-${key.offerId ?? 0}-${key.wholeCase}`

interface Plan {
  answer: Added
  change: LineChange | null
}

/**
 * Adds to what the lines hold, in the caller's transaction. Each line is answered for itself: added, corrected to what
 * may be bought, or refused with its reasons; one refusal stops no other line.
 */
export async function addToCart(
  connection: Connection,
  company: ViewerCompany,
  wishes: readonly Wish[],
  now: Date,
): Promise<AddAnswerWire> {
  await lockCompany(connection, company.id)
  const cart = await cartLines(connection, company.id)
  const facts = await goodsFacts(connection, wishes, company, now)
  const held = new Map(cart.map((row) => [keyText(row), row.number]))
  const before = new Set(held.keys())
  const plans = wishes.map((wish, index) => planLine(wish, facts[index] ?? null, held, company, now))
  const changes = new Map(plans.flatMap(({ change }) => (change ? [[keyText(change), change] as const] : [])))
  const ids = changes.size === 0 ? [] : await putLines(connection, company.id, [...changes.values()], now)
  const idOf = new Map([...changes.keys()].map((key, index) => [key, ids[index] ?? 0]))
  const lines = plans.map(({ answer, change }) => ({ ...answer, id: change ? (idOf.get(keyText(change)) ?? 0) : 0 }))
  const partial = lines.some((line) => line.corrections.length > 0 || line.reasons.length > 0)
  const fresh = [...changes.keys()].filter((key) => !before.has(key)).length
  return { partial, lines, line_count: cart.length + fresh }
}

const refused = (goodsId: number, reasons: Added['reasons'], number = 0): Plan => ({
  answer: { goods_id: goodsId, id: 0, number, added: 0, corrections: [], reasons },
  change: null,
})

function planLine(wish: Wish, facts: GoodsFacts | null, held: Map<string, number>, company: ViewerCompany, now: Date): Plan {
  if (facts === null || facts.warehouseId === 0) {
    const message = facts === null ? '商品不存在或已下架' : '暂无库存'
    return refused(wish.goodsId, [{ code: facts === null ? 'OFF_SHELF' : 'NO_STOCK', message, action: null }])
  }
  const reasons = judge(facts, company, beijingDate(now))
  if (reasons.length > 0) return refused(wish.goodsId, reasons)
  const key = { goodsId: facts.goodsId, warehouseId: facts.warehouseId, offerId: namedOffer(wish, facts), wholeCase: facts.wholeCase }
  const text = keyText(key)
  const has = held.get(text) ?? 0
  if (has === 0 && held.size >= CART_LINES_MAX) {
    return refused(wish.goodsId, [{ code: 'CART_FULL', message: `购物车最多 ${CART_LINES_MAX} 种商品，请先结算或清理`, action: null }])
  }
  const asked = wish.number === 'lot' ? smallestLot(facts) : wish.number
  const settled = settleQuantity(has + asked, quantityRule(facts, now), facts.unit)
  if (settled.number === 0) {
    return refused(
      wish.goodsId,
      settled.corrections.map(({ reason, message }) => ({ code: reason, message, action: null })),
      has,
    )
  }
  const price = priceOf(facts, settled.number, now)
  const over = closedOffer(facts, key.offerId, price !== null && isOfferPrice(price.source) ? key.offerId : null)
  if (over) return refused(wish.goodsId, [over], has)
  held.set(text, settled.number)
  const corrections = [...settled.corrections, ...priceCorrection(wish, facts, settled, company, now)]
  return {
    answer: { goods_id: facts.goodsId, id: 0, number: settled.number, added: Math.max(0, settled.number - has), corrections, reasons: [] },
    change: { ...key, number: settled.number, seenPrice: price?.price ?? null },
  }
}

/** An offer of other goods, or one that does not exist, is not named at all. */
const namedOffer = (wish: Wish, facts: GoodsFacts): number | null =>
  wish.offerId && facts.price.offer?.id === wish.offerId ? wish.offerId : null

/** The buyer saw a price that none of this line's quantities has now. */
function priceCorrection(wish: Wish, facts: GoodsFacts, settled: QuantityAnswer, company: ViewerCompany, now: Date): Added['corrections'] {
  const seen = wish.seen === null || wish.seen === '' ? null : fenFromYuan(wish.seen)
  if (seen === null || !seesFigures(facts, company)) return []
  const asked = wish.number === 'lot' ? settled.minimum : wish.number
  const fair = [settled.number, asked, settled.minimum].map((number) => priceOf(facts, number, now)?.price)
  const current = priceOf(facts, settled.number, now)?.price
  if (current === undefined || fair.includes(seen)) return []
  return [{ reason: 'PRICE', message: `价格有变化，现单价 ¥${yuan(current)}` }]
}

/** The rows of some lines as wishes, for copying them to another store or buying them again. */
export const wishFromRow = (row: CartRow): Wish => ({ ...row, warehouseId: row.warehouseId, number: row.number, seen: null })
