import type { DataOf, QueryOf } from '#contract/call.ts'
import type { staffOfferPreview } from '#contract/offer-desk.ts'
import { momentOf } from '#domain/dates.ts'
import { type Fen, fen, yuan, ZERO } from '#domain/money.ts'
import { isAlive, type Priced } from '#domain/pricing/pricing.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { buyerOf, draftIn, ownPromotions, preparedDraft } from '../../goods/promotions/public.ts'
import {
  type CartLineNow,
  evaluateRows,
  lawfulPrice,
  nameOf,
  readOffers,
  readTerms,
  rowsWire,
  unitOf,
  warehousesOf,
} from '../cart/public.ts'
import { companyFor } from './entry.ts'
import { choiceFor, type EntryLine, entryRows } from './entry-sheet.ts'

/** What a company would pay for a cart at some moment, with a draft and without it: by the same steps as its own cart. */

type Preview = DataOf<typeof staffOfferPreview>
const NOTHING = { held: ZERO, wished: ZERO }
const sheetOf = (priced: Priced): Preview['before'] => ({
  rows: rowsWire(priced).map(({ label, note, amount }) => ({ label, note, amount })),
  total: yuan(priced.total),
})

function whenOf(text: string | undefined, now: Date): Date {
  if (text === undefined || text.trim() === '') return now
  const at = momentOf(text)
  if (at === null) throw fieldErrors([{ field: 'at', message: '请选择试算的时间' }])
  return at
}

export async function previewOffer(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffOfferPreview>,
  lines: readonly EntryLine[],
  now: Date,
): Promise<Preview> {
  const at = whenOf(query.at, now)
  const [plan, company] = [draftIn(query.terms), await companyFor(db, query.company_id)]
  const rows = await entryRows(db, company, lines, at)
  const [terms, evaluated] = [await readTerms(db, company, null), await evaluateRows(db, rows, company, at)]
  const warehouses = warehousesOf(rows)
  const offers = await readOffers(db, company, warehouses, at)
  const own = query.id === undefined ? new Set<number>() : await ownPromotions(db, query.id)
  const others = offers.promotions.filter(({ id }) => !own.has(id))
  const draft = await preparedDraft(db, plan, warehouses)
  const ask = { choice: choiceFor(true), voucher: NOTHING, balance: NOTHING }
  const reckon = (promotions: typeof offers.promotions) =>
    lawfulPrice(db, evaluated, { ...offers, ...terms, promotions }, { company, place: terms.place }, ask, at)
  const [before, after] = [await reckon(others), await reckon([...others, draft])]
  return {
    at: at.toISOString(),
    joins: isAlive(draft, buyerOf(company), at) ? 1 : 0,
    lines: after.lines.map((line) => lineWire(line, before.priced, after.priced)),
    gifts: after.priced.gifts.map(({ name, number, unit }) => ({ name, number, unit })),
    before: sheetOf(before.priced),
    after: sheetOf(after.priced),
    text: after.priced.activities.find((one) => one.promotionId === draft.id)?.text ?? '',
  }
}

function lineWire(line: CartLineNow, before: Priced, after: Priced): Preview['lines'][number] {
  const netOf = (priced: Priced): Fen => priced.lines.find((one) => one.id === line.row.id)?.net ?? ZERO
  const same = after.gifts.filter(({ goodsId }) => goodsId === line.facts.goodsId)
  const gifts = same.reduce((sum, gift) => sum + gift.number, 0)
  return {
    goods_id: line.facts.goodsId,
    name: nameOf(line),
    unit: unitOf(line),
    number: line.row.number,
    price: line.price === null ? '' : yuan(line.price.price),
    before: yuan(netOf(before)),
    after: yuan(netOf(after)),
    gifts,
    each: yuan(fen(Math.floor(netOf(after) / (line.row.number + gifts)))),
    why: line.reasons[0]?.message ?? '',
  }
}
