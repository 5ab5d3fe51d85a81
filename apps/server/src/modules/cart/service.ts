import type { AddAnswerWire, AddLineWire, CartLineWire, CartTotalWire } from '#contract/cart.ts'
import { CODES } from '#contract/codes.ts'
import { nextTier, nextTierText } from '#domain/cart.ts'
import { subtract, yuan } from '#domain/money.ts'
import { type Correction, settleQuantity } from '#domain/quantity.ts'
import { shippingOf } from '#domain/shipping.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import { conflict, forbidden, notFound, ShopError } from '../../platform/errors.ts'
import type { ViewerCompany } from '../../platform/viewer.ts'
import { loadCompanies } from '../../platform/viewer-store.ts'
import { priceOf, quantityRule } from '../catalogue/public.ts'
import { addToCart, type Wish, wishFromRow, wishOf } from './add.ts'
import { cartNow, evaluateRows } from './read.ts'
import { readTerms } from './settings.ts'
import { cartLinesById, deleteLines, lockCompany, setNumber, setSelected } from './store.ts'
import { chosenLine, listOf, totalOf, toWire } from './wire.ts'

export async function cartListOf(database: DatabaseHandle, company: ViewerCompany, filter: number, now: Date) {
  const [lines, terms] = await Promise.all([cartNow(database, company, now), readTerms(database.db)])
  return listOf(lines, filter, company, terms.shipping, now)
}

export async function cartTotalOf(database: DatabaseHandle, company: ViewerCompany, now: Date): Promise<CartTotalWire> {
  const [lines, terms] = await Promise.all([cartNow(database, company, now), readTerms(database.db)])
  return totalOf(lines, terms.shipping)
}

/** The answer's sentence; where nothing at all could be added, the refusal itself. */
export function addMessage(answer: AddAnswerWire): string {
  const [reason] = answer.lines.flatMap((line) => line.reasons)
  if (answer.lines.every((line) => line.id === 0)) {
    const code = reason?.code === 'CONTRACT_UNSIGNED' ? CODES.CONTRACT_UNSIGNED : CODES.CONFLICT
    throw new ShopError(code, reason?.message ?? '未能加入购物车', answer)
  }
  const refusedCount = answer.lines.filter((line) => line.id === 0).length
  if (refusedCount > 0) return `已加入购物车，${refusedCount} 种商品未加入：${reason?.message ?? ''}`
  const [correction] = answer.lines.flatMap((line) => line.corrections)
  return correction ? `已加入购物车，${correction.message}` : '已加入购物车'
}

export async function addLines(
  database: DatabaseHandle,
  company: ViewerCompany,
  lines: readonly AddLineWire[],
  now: Date,
): Promise<AddAnswerWire> {
  return addWishes(database, company, lines.map(wishOf), now)
}

export async function addWishes(
  database: DatabaseHandle,
  company: ViewerCompany,
  wishes: readonly Wish[],
  now: Date,
): Promise<AddAnswerWire> {
  return database.db.transaction().execute((trx) => addToCart(trx, company, wishes, now))
}

export async function editLine(
  database: DatabaseHandle,
  company: ViewerCompany,
  id: number,
  number: number,
  now: Date,
): Promise<{ line: CartLineWire; corrections: Correction[]; total: CartTotalWire }> {
  const corrections = await database.db.transaction().execute(async (trx) => {
    await lockCompany(trx, company.id)
    const [row] = await cartLinesById(trx, company.id, [id])
    if (!row) throw notFound('购物车商品')
    const [line] = await evaluateRows(trx, [row], company, now)
    if (!line) throw notFound('购物车商品')
    const settled = settleQuantity(number, quantityRule(line.facts, now), line.facts.unit)
    if (settled.number === 0) throw conflict(line.reasons[0]?.message ?? settled.corrections[0]?.message ?? '暂不能购买')
    await setNumber(trx, company.id, id, settled.number, priceOf(line.facts, settled.number, now)?.price ?? null)
    return settled.corrections
  })
  const [lines, terms] = await Promise.all([cartNow(database, company, now), readTerms(database.db)])
  const [line] = toWire(
    lines.filter((one) => one.row.id === id),
    company,
    now,
  )
  if (!line) throw notFound('购物车商品')
  return { line, corrections, total: totalOf(lines, terms.shipping) }
}

/** Answers how many could not be selected because they cannot be bought. */
export async function selectLines(
  database: DatabaseHandle,
  company: ViewerCompany,
  ids: readonly number[],
  selected: boolean,
  now: Date,
): Promise<{ total: CartTotalWire; refused: number }> {
  await setSelected(database.db, company.id, ids, selected)
  const [lines, terms] = await Promise.all([cartNow(database, company, now), readTerms(database.db)])
  const wanted = new Set(ids)
  const refused = selected ? lines.filter((line) => wanted.has(line.row.id) && !line.row.isSelected).length : 0
  return { total: totalOf(lines, terms.shipping), refused }
}

export async function removeLines(database: DatabaseHandle, company: ViewerCompany, ids: readonly number[], now: Date) {
  const deleted = await deleteLines(database.db, company.id, ids)
  return { deleted, total: await cartTotalOf(database, company, now) }
}

/** Copies lines to other stores of the same owner; each store's own papers, prices and limits decide. */
export async function copyLines(
  database: DatabaseHandle,
  who: { accountId: number; company: ViewerCompany },
  ids: readonly number[],
  companyIds: readonly number[],
  now: Date,
) {
  const targets = companyIds.filter((id) => id !== who.company.id)
  const stores = await loadCompanies(database.db, who.accountId, targets)
  if (targets.length === 0 || stores.length < targets.length) throw forbidden('只能复制到您名下的其他门店')
  const rows = await cartLinesById(database.db, who.company.id, ids)
  if (rows.length === 0) throw notFound('购物车商品')
  const own = await evaluateRows(database, rows, who.company, now)
  const names = new Map(own.map((line) => [line.row.goodsId, line.facts.name]))
  const answers = []
  for (const store of stores.sort((a, b) => a.id - b.id)) {
    const added = await addWishes(database, store, rows.map(wishFromRow), now)
    answers.push({
      company_id: store.id,
      name: store.name,
      copied: added.lines.filter((line) => line.id > 0).length,
      refused: added.lines.flatMap((line) =>
        line.id > 0
          ? []
          : [{ goods_id: line.goods_id, name: names.get(line.goods_id) ?? '', message: line.reasons[0]?.message ?? '暂不能购买' }],
      ),
    })
  }
  return { stores: answers }
}

/** What the next tier of each selected line would take and bring, and what is missing to free shipping. */
export async function nextHints(database: DatabaseHandle, company: ViewerCompany, now: Date) {
  const [lines, terms] = await Promise.all([cartNow(database, company, now), readTerms(database.db)])
  const list = lines.flatMap((line) => {
    const { row, facts, price, bounds } = line
    const next = line.counts ? nextTier(facts.price, row.number, bounds.step, now) : null
    if (next === null || price === null || next.number > bounds.maximum) return []
    const text = nextTierText(next, price.price, facts.unit)
    return [{ line_id: row.id, text, missing_number: next.missing, price: yuan(next.price), saving: yuan(next.saving) }]
  })
  const chosen = lines.filter((line) => line.counts).map(chosenLine)
  const missing = [...Map.groupBy(chosen, (line) => line.warehouseId).values()]
    .map((group) => shippingOf(group, group[0]?.warehouseName ?? '', terms.shipping).missing)
    .filter((amount) => amount > 0)
    .sort((a, b) => subtract(a, b))
  const [nearest] = missing
  return { list, activities: [], free_shipping_missing: nearest === undefined ? null : yuan(nearest) }
}
