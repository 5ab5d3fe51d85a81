import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import { CART_LINES_MAX } from '#contract/constants.ts'
import { isOfferPrice } from '#domain/cart.ts'
import { beijingDate } from '#domain/dates.ts'
import { fenFromYuan, yuan } from '#domain/money.ts'
import { minimumOf, type QuantityAnswer, settleQuantity } from '#domain/quantity.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { type GoodsKey, seesFigures } from '../../goods/catalogue/public.ts'
import { bundlesById, exchangesById } from '../../goods/promotions/public.ts'
import { againstLine, closedOffer, priceNow, type ReadLine, ruleOf, unitOf } from './evaluate.ts'
import { exchangeLock, NO_ASK, priceLines, readOffers } from './price.ts'
import { evaluateRows, readLines, warehousesOf } from './read.ts'
import { readTerms } from './settings.ts'
import type { Within } from './source.ts'
import type { LineRefusal } from './special.ts'
import { type CartRow, cartLines, type LineChange, type LineKey, lockCompany, putLines } from './store.ts'

/** What is wished for: a number, or one more smallest lot; of a goods, a bundle, or an exchange offer. */
export interface Wish extends GoodsKey {
  bundleId?: number | null
  exchangeId?: number | null
  number: number | 'lot'
  /** The unit price that the buyer saw, in yuan as sent. */
  seen: string | number | null
}

const BUNDLE = 3
const EXCHANGE = 4

export function wishOf(line: AddLineWire): Wish {
  const { goods_id: goodsId, number, price: seen = null, goods_price_id: named = null } = line
  if (line.type === BUNDLE) return { goodsId, bundleId: named ?? 0, number, seen: null }
  if (line.type === EXCHANGE) return { goodsId, exchangeId: named ?? 0, number, seen: null }
  return { goodsId, warehouseId: line.ck_id ?? null, offerId: named, wholeCase: line.is_yj === 1, number, seen }
}

/** The rows of some lines as wishes, for copying them to another store. */
export const wishFromRow = (row: CartRow): Wish => ({ ...row, seen: null })

type Added = AddAnswerWire['lines'][number]
type Row = LineKey & { number: number }

const keyText = (key: LineKey) =>
  `${key.goodsId}-${key.warehouseId}-${key.offerId ?? 0}-${key.wholeCase}-${key.bundleId ?? 0}-${key.exchangeId ?? 0}`

interface Plan {
  answer: Added
  change: LineChange | null
}

/** What the lines of the cart hold, with what this call has put there already. */
interface Held {
  numbers: Map<string, number>
  company: ViewerCompany
  now: Date
}

/**
 * Adds to what the lines hold, in the caller's transaction. Each line is answered for itself: added, corrected to what
 * may be bought, or refused with its reasons; one refusal stops no other line. Exchange goods come last: the others may
 * be what opens them.
 */
export async function addToCart(source: Within, company: ViewerCompany, wishes: readonly Wish[], now: Date): Promise<AddAnswerWire> {
  const connection = source.within
  await lockCompany(connection, company.id)
  const cart = await cartLines(connection, company.id)
  const before = new Set(cart.map(keyText))
  const held: Held = { numbers: new Map(cart.map((row) => [keyText(row), row.number])), company, now }
  const isExchange = (wish: Wish) => wish.exchangeId !== null && wish.exchangeId !== undefined
  const plain = await addPlain(
    source,
    wishes.filter((wish) => !isExchange(wish)),
    held,
  )
  const exchanged = await addExchanges(source, wishes.filter(isExchange), held)
  const lines = wishes.flatMap((wish) => (isExchange(wish) ? exchanged : plain).shift() ?? [])
  const partial = lines.some((line) => line.corrections.length > 0 || line.reasons.length > 0)
  const fresh = [...held.numbers.keys()].filter((key) => !before.has(key)).length
  return { partial, lines, line_count: cart.length + fresh }
}

async function addPlain(source: Within, wishes: readonly Wish[], held: Held): Promise<Added[]> {
  if (wishes.length === 0) return []
  const bundles = await bundlesById(
    source.within,
    held.company.id,
    wishes.flatMap((wish) => wish.bundleId ?? []),
  )
  const rows = wishes.map((wish): Row => {
    const bundle = wish.bundleId ? bundles.get(wish.bundleId) : undefined
    return { ...rowOf(wish), goodsId: bundle?.items[0]?.goodsId ?? wish.goodsId, warehouseId: bundle?.warehouseId ?? wish.warehouseId ?? 0 }
  })
  return putPlans(source, wishes, rows, held, new Map())
}

async function addExchanges(source: Within, wishes: readonly Wish[], held: Held): Promise<Added[]> {
  if (wishes.length === 0) return []
  const { company, now } = held
  const connection = source.within
  const offers = await exchangesById(
    connection,
    wishes.flatMap((wish) => wish.exchangeId ?? []),
    now,
  )
  const cart = await cartLines(connection, company.id)
  const terms = await readTerms(connection, company)
  const world = { ...(await readOffers(connection, company, warehousesOf(cart), now)), ...terms }
  const { priced } = priceLines(await evaluateRows(source, cart, company, now), world, company, NO_ASK, now)
  const locks = new Map(
    [...offers.values()].map((offer) => [offer.id, offer.open ? exchangeLock(offer.id, offer.promotionName, priced) : null]),
  )
  // From the warehouse that sends what opens it, where that has the goods.
  const place = priced.orders[0]?.warehouseId ?? 0
  const near = wishes.map((wish): Row => {
    const offer = wish.exchangeId ? offers.get(wish.exchangeId) : undefined
    return { ...rowOf(wish), goodsId: offer?.goodsId ?? wish.goodsId, warehouseId: wish.warehouseId || place }
  })
  const there = await readLines(source, near, company, now)
  const rows = near.map((row, index) => ((there[index]?.facts.available ?? 0) > 0 ? row : { ...row, warehouseId: 0 }))
  return putPlans(source, wishes, rows, held, locks)
}

const rowOf = (wish: Wish): Row => ({
  goodsId: wish.goodsId,
  warehouseId: wish.warehouseId ?? 0,
  offerId: wish.offerId || null,
  wholeCase: wish.wholeCase ?? false,
  bundleId: wish.bundleId ?? null,
  exchangeId: wish.exchangeId ?? null,
  number: 0,
})

type Locks = ReadonlyMap<number, LineRefusal | null>

async function putPlans(source: Within, wishes: readonly Wish[], rows: readonly Row[], held: Held, locks: Locks): Promise<Added[]> {
  const { company, now } = held
  const read = await readLines(source, rows, company, now)
  const plans = wishes.map((wish, index) => planLine(wish, read[index] ?? null, held, locks))
  const changes = new Map(plans.flatMap(({ change }) => (change ? [[keyText(change), change] as const] : [])))
  const ids = changes.size === 0 ? [] : await putLines(source.within, company.id, [...changes.values()], now)
  const idOf = new Map([...changes.keys()].map((key, index) => [key, ids[index] ?? 0]))
  return plans.map(({ answer, change }) => ({ ...answer, id: change ? (idOf.get(keyText(change)) ?? 0) : 0 }))
}

const refused = (goodsId: number, reasons: Added['reasons'], number = 0): Plan => ({
  answer: { goods_id: goodsId, id: 0, number, added: 0, corrections: [], reasons },
  change: null,
})

type PlannedLine = Omit<ReadLine, 'row'> & { row: Row }

function planLine(wish: Wish, found: PlannedLine | null, held: Held, locks: Locks): Plan {
  const { company, now, numbers } = held
  if (found === null || found.facts.warehouseId === 0) {
    const message = found === null ? '商品不存在或已下架' : '暂无库存'
    return refused(wish.goodsId, [{ code: found === null ? 'OFF_SHELF' : 'NO_STOCK', message, action: null }])
  }
  const { facts } = found
  const row = { ...found.row, goodsId: facts.goodsId, warehouseId: facts.warehouseId, offerId: namedOffer(wish, found), id: 0, ...BLANK }
  const line: ReadLine = { ...found, row }
  const reasons = againstLine(line, company, beijingDate(now), row.offerId, now)
  if (reasons.length > 0) return refused(wish.goodsId, reasons)
  const lock = locks.get(row.exchangeId ?? 0) ?? null
  if (lock) return refused(wish.goodsId, [lock])
  const text = keyText(row)
  const has = numbers.get(text) ?? 0
  if (has === 0 && numbers.size >= CART_LINES_MAX) {
    return refused(wish.goodsId, [{ code: 'CART_FULL', message: `购物车最多 ${CART_LINES_MAX} 种商品，请先结算或清理`, action: null }])
  }
  const rule = ruleOf(line, NO_PLACE, NOTHING_USED, now)
  const asked = wish.number === 'lot' ? minimumOf(rule) : wish.number
  const settled = settleQuantity(has + asked, rule, unitOf(line))
  if (settled.number === 0) {
    return refused(
      wish.goodsId,
      settled.corrections.map(({ reason, message }) => ({ code: reason, message, action: null })),
      has,
    )
  }
  const price = priceNow(line, settled.number, company, now)
  const over = closedOffer(facts, row.offerId, price !== null && isOfferPrice(price.source) ? row.offerId : null)
  if (over) return refused(wish.goodsId, [over], has)
  numbers.set(text, settled.number)
  const corrections = [...settled.corrections, ...priceCorrection(wish, line, settled, held)]
  const { id: _id, isSelected: _selected, fullReductionId: _choice, ...key } = row
  return {
    answer: { goods_id: facts.goodsId, id: 0, number: settled.number, added: Math.max(0, settled.number - has), corrections, reasons: [] },
    change: { ...key, number: settled.number, seenPrice: price?.price ?? null },
  }
}

/** What a row of the cart has beside its key. */
const BLANK = { isSelected: true, seenPrice: null, fullReductionId: null } as const

const NO_PLACE = { batchId: null, offerId: null }
const NOTHING_USED: ReadonlyMap<string, number> = new Map()

/** An offer of other goods, or one that does not exist, is not named at all. */
const namedOffer = (wish: Wish, { facts, sale }: PlannedLine): number | null =>
  sale.kind === 'goods' && wish.offerId && facts.price.offer?.id === wish.offerId ? wish.offerId : null

/** The buyer saw a price that none of this line's quantities has now. */
function priceCorrection(wish: Wish, line: ReadLine, settled: QuantityAnswer, { company, now }: Held): Added['corrections'] {
  const seen = wish.seen === null || wish.seen === '' ? null : fenFromYuan(wish.seen)
  if (seen === null || !seesFigures(line.facts, company)) return []
  const asked = wish.number === 'lot' ? settled.minimum : wish.number
  const fair = [settled.number, asked, settled.minimum].map((number) => priceNow(line, number, company, now)?.price)
  const current = priceNow(line, settled.number, company, now)?.price
  if (current === undefined || fair.includes(seen)) return []
  return [{ reason: 'PRICE', message: `价格有变化，现单价 ¥${yuan(current)}` }]
}
