import type { DatabaseHandle } from '../../../platform/database.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import type { GoodsFacts, GoodsKey } from '../../goods/catalogue/public.ts'
import { type BundleTerms, bundlesById, type ExchangeTerms, exchangesById } from '../../goods/promotions/public.ts'
import { type CartLineNow, evaluateLines, type ReadLine, type SaleNow } from './evaluate.ts'
import { type LawfulPrice, lawfulPrice } from './lawful.ts'
import { type AskedPrice, NO_ASK, readOffers } from './price.ts'
import { readTerms } from './settings.ts'
import { connectionOf, factsOf, type Source } from './source.ts'
import { type CartRow, type LineKey, readCart, setSelected } from './store.ts'

type Row = LineKey & Pick<CartRow, 'number'>
const idsOf = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))]

/** Reads what rows are about: goods, bundles, exchange offers. A handle reads as pages do, a transaction for itself. */
export async function readLines<R extends Row>(
  source: Source,
  rows: readonly R[],
  company: ViewerCompany,
  now: Date,
): Promise<((Omit<ReadLine, 'row'> & { row: R }) | null)[]> {
  const connection = connectionOf(source)
  const bundles = await bundlesById(connection, company.id, idsOf(rows.map((row) => row.bundleId)))
  const exchanges = await exchangesById(connection, idsOf(rows.map((row) => row.exchangeId)), now)
  const keys = new Map<string, GoodsKey>()
  const want = (key: GoodsKey) => keys.set(keyText(key), key)
  for (const row of rows) {
    want(ownKey(row))
    const bundle = row.bundleId === null ? undefined : bundles.get(row.bundleId)
    for (const item of bundle?.items ?? []) want(partKey(item.goodsId, bundle))
  }
  const list = [...keys.values()]
  const read = await factsOf(source, list, company, now)
  const facts = new Map([...keys.keys()].map((text, index) => [text, read[index] ?? null]))
  return rows.map((row) => {
    const own = facts.get(keyText(ownKey(row)))
    return own ? { row, facts: own, sale: saleOf(row, bundles, exchanges, facts) } : null
  })
}

const keyText = (key: GoodsKey) => `${key.goodsId}-${key.warehouseId ?? 0}-${key.offerId ?? 0}-${key.wholeCase ? 1 : 0}`
const ownKey = ({ goodsId, warehouseId, offerId, wholeCase }: Row): GoodsKey => ({ goodsId, warehouseId, offerId, wholeCase })
const partKey = (goodsId: number, bundle: BundleTerms | undefined): GoodsKey => ({
  goodsId,
  warehouseId: bundle?.warehouseId ?? null,
  offerId: null,
  wholeCase: false,
})

function saleOf(
  row: Row,
  bundles: ReadonlyMap<number, BundleTerms>,
  exchanges: ReadonlyMap<number, ExchangeTerms>,
  facts: ReadonlyMap<string, GoodsFacts | null>,
): SaleNow {
  if (row.bundleId !== null) {
    const terms = bundles.get(row.bundleId) ?? null
    const parts = (terms?.items ?? []).flatMap((item) => {
      const part = facts.get(keyText(partKey(item.goodsId, terms ?? undefined)))
      return part ? [{ facts: part, number: item.number, price: item.price }] : []
    })
    return { kind: 'bundle', terms, parts }
  }
  if (row.exchangeId === null) return { kind: 'goods' }
  const terms = exchanges.get(row.exchangeId) ?? null
  // An offer that now stands for other goods is not the one that was chosen.
  return { kind: 'exchange', terms: terms?.goodsId === row.goodsId ? terms : null }
}

/** Judges rows with facts read once for all of them; rows of goods that are gone fall away. */
export async function evaluateRows(source: Source, rows: readonly CartRow[], company: ViewerCompany, now: Date): Promise<CartLineNow[]> {
  const read = await readLines(source, rows, company, now)
  return evaluateLines(
    read.filter((line) => line !== null),
    company,
    now,
  )
}

export interface CartNow extends LawfulPrice {
  terms: Awaited<ReturnType<typeof readTerms>>
}

/** The company's cart as it would stand with these lines selected, priced; nothing of it is kept. */
export function cartAsIf(
  database: DatabaseHandle,
  company: ViewerCompany,
  now: Date,
  ask: AskedPrice,
  ids: readonly number[],
): Promise<CartNow> {
  return readNow(database, company, now, ask, new Set(ids))
}

/** The company's cart as it stands now, priced. What cannot be bought any more is unselected, and stays so. */
export async function cartNow(database: DatabaseHandle, company: ViewerCompany, now: Date, ask: AskedPrice = NO_ASK): Promise<CartNow> {
  const cart = await readNow(database, company, now, ask, null)
  const fallen = cart.lines.filter((line) => line.row.isSelected && !line.canBuy)
  if (fallen.length > 0) {
    await setSelected(
      database.db,
      company.id,
      fallen.map((line) => line.row.id),
      false,
    )
    for (const line of fallen) line.row.isSelected = false
  }
  return cart
}

/** selected: instead of the lines that are. */
async function readNow(
  database: DatabaseHandle,
  company: ViewerCompany,
  now: Date,
  ask: AskedPrice,
  selected: ReadonlySet<number> | null,
): Promise<CartNow> {
  const { db } = database
  const [kept, terms] = await Promise.all([readCart(database, company.id), readTerms(db, company)])
  const rows = selected === null ? kept : kept.map((row) => ({ ...row, isSelected: selected.has(row.id) }))
  const [evaluated, offers] = await Promise.all([
    evaluateRows(database, rows, company, now),
    readOffers(db, company, warehousesOf(rows), now),
  ])
  const cart = await lawfulPrice(database, evaluated, { ...offers, ...terms }, { company, place: null }, ask, now)
  return { ...cart, terms }
}

export const warehousesOf = (rows: readonly { warehouseId: number }[]): number[] => [...new Set(rows.map((row) => row.warehouseId))]
