import type { AddAnswerWire, AddLineWire } from '#contract/cart.ts'
import type { CartLineWire, CartListWire, CartTotalWire } from '#contract/cart-shapes.ts'
import { CODES } from '#contract/codes.ts'
import { CART_FILTER_ALL } from '#contract/constants.ts'
import type { PricingChoice } from '#domain/pricing/pricing.ts'
import { type Correction, settleQuantity } from '#domain/quantity.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, forbidden, notFound, ShopError } from '../../../platform/errors.ts'
import { type ReadyJson, readyJson } from '../../../platform/http.ts'
import { transact } from '../../../platform/transact.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { loadCompanies } from '../../../platform/viewer-store.ts'
import type { SearchIndex } from '../../goods/search/public.ts'
import { readCouponsWire } from './activities.ts'
import { addToCart, type Wish, wishFromRow, wishOf } from './add.ts'
import { nameOf, priceNow, ruleOf, unitOf } from './evaluate.ts'
import { NO_ASK } from './price.ts'
import { type CartNow, cartNow, evaluateRows } from './read.ts'
import { cartLinesById, deleteLines, lockCompany, setFullReduction, setNumber, setSelected } from './store.ts'
import { inCartTurn, inSharedCartTurn } from './turns.ts'
import { linesWire, listOf, totalOf } from './wire.ts'

export interface CartDeps {
  database: DatabaseHandle
  search: SearchIndex
}

/** Written once for all of an account's windows that ask for it at once. */
export function cartListOf(
  database: DatabaseHandle,
  { accountId, company }: { accountId: number; company: ViewerCompany },
  filter: number,
  choice: PricingChoice,
  now: Date,
): Promise<ReadyJson> {
  return inSharedCartTurn(company.id, JSON.stringify([accountId, filter, choice]), async () => {
    const cart = await cartNow(database, company, now, { ...NO_ASK, choice })
    return readyJson(Buffer.from(JSON.stringify(await listOfCart(database, cart, filter))))
  })
}

async function listOfCart(database: DatabaseHandle, cart: CartNow, filter: number): Promise<CartListWire> {
  const coupons = await readCouponsWire(database.db, cart.priced, cart.coupons)
  return listOf(cart, filter, cart.shown, coupons)
}

/** null: only the sums are wanted. */
export type ListWish = PricingChoice | null

/** The cart after a change, priced once for the sums and for the list. */
const afterChange = (database: DatabaseHandle, company: ViewerCompany, wish: ListWish, now: Date) =>
  inCartTurn(company.id, async () => {
    const cart = await cartNow(database, company, now, wish === null ? NO_ASK : { ...NO_ASK, choice: wish })
    const list = wish === null ? {} : { cart: await listOfCart(database, cart, CART_FILTER_ALL) }
    return { cart, answer: { total: totalOf(cart), ...list } }
  })
type Changed = Awaited<ReturnType<typeof afterChange>>['answer']

export function cartTotalOf(database: DatabaseHandle, company: ViewerCompany, now: Date): Promise<CartTotalWire> {
  return inSharedCartTurn(company.id, 'total', async () => totalOf(await cartNow(database, company, now)))
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
  return transact(database.db, (trx) => addToCart({ database, within: trx }, company, wishes, now))
}

export interface LineEdit {
  number?: number | undefined
  /** Full reduction to take part in: 0 none, -1 the best one. */
  manjian_id?: number | undefined
}

export async function editLine(
  database: DatabaseHandle,
  company: ViewerCompany,
  id: number,
  edit: LineEdit,
  wish: ListWish,
  now: Date,
): Promise<Changed & { line: CartLineWire; corrections: Correction[] }> {
  const corrections = await transact(database.db, async (trx) => {
    await lockCompany(trx, company.id)
    const [row] = await cartLinesById(trx, company.id, [id])
    if (!row) throw notFound('购物车商品')
    if (edit.manjian_id !== undefined) await setFullReduction(trx, company.id, id, edit.manjian_id < 0 ? null : edit.manjian_id)
    if (edit.number === undefined) return []
    const [line] = await evaluateRows({ database, within: trx }, [row], company, now)
    if (!line) throw notFound('购物车商品')
    const settled = settleQuantity(edit.number, ruleOf(line, line, NOTHING_USED, now), unitOf(line))
    if (settled.number === 0) throw conflict(line.reasons[0]?.message ?? settled.corrections[0]?.message ?? '暂不能购买')
    await setNumber(trx, company.id, id, settled.number, priceNow(line, settled.number, company, now)?.price ?? null)
    return settled.corrections
  })
  const { cart, answer } = await afterChange(database, company, wish, now)
  const [line] = linesWire(
    cart.lines.filter((one) => one.row.id === id),
    cart,
    company,
    now,
  )
  if (!line) throw notFound('购物车商品')
  return { line, corrections, ...answer }
}
const NOTHING_USED: ReadonlyMap<string, number> = new Map()

/** Answers how many could not be selected because they cannot be bought. */
export async function selectLines(
  database: DatabaseHandle,
  company: ViewerCompany,
  ids: readonly number[],
  selected: boolean,
  wish: ListWish,
  now: Date,
): Promise<{ answer: Changed; refused: number }> {
  await setSelected(database.db, company.id, ids, selected)
  const { cart, answer } = await afterChange(database, company, wish, now)
  const wanted = new Set(ids)
  const refused = selected ? cart.lines.filter((line) => wanted.has(line.row.id) && !line.row.isSelected).length : 0
  return { answer, refused }
}

export async function removeLines(
  database: DatabaseHandle,
  company: ViewerCompany,
  ids: readonly number[],
  wish: ListWish,
  now: Date,
): Promise<Changed & { deleted: number[] }> {
  const deleted = await deleteLines(database.db, company.id, ids)
  return { deleted, ...(await afterChange(database, company, wish, now)).answer }
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
  const known = new Map(own.map((line) => [line.row.id, { name: nameOf(line), ypgg: line.sale.kind === 'bundle' ? '' : line.facts.spec }]))
  const answers = []
  for (const store of stores.sort((a, b) => a.id - b.id)) {
    const added = await addWishes(database, store, rows.map(wishFromRow), now)
    // Each wish is answered in its place.
    const notes = added.lines.map(({ id, goods_id, reasons, corrections }, place) => {
      const lineId = rows[place]?.id ?? 0
      const { name, ypgg } = known.get(lineId) ?? { name: '', ypgg: '' }
      const message = id > 0 ? corrections.map((one) => one.message).join('；') : (reasons[0]?.message ?? '暂不能购买')
      return { copied: id > 0, note: { line_id: lineId, goods_id, name, ypgg, message } }
    })
    answers.push({
      company_id: store.id,
      name: store.name,
      copied: notes.filter(({ copied }) => copied).length,
      refused: notes.filter(({ copied }) => !copied).map(({ note }) => note),
      adjusted: notes.filter(({ copied, note }) => copied && note.message !== '').map(({ note }) => note),
    })
  }
  return { stores: answers }
}
