import { daysBetween } from '#domain/dates.ts'
import { isSpecialSubstance } from '#domain/law/judgement.ts'
import { minimumOf } from '#domain/quantity.ts'
import { isRestrictedClass } from '#domain/restricted.ts'
import type { GoodsPage, GoodsRow, ManufacturerRow } from '../store.ts'
import { EXPIRY_EPOCH, type GoodsTable, grow, NO_MANUFACTURER, newRow, rowOf } from './goods-table.ts'

/** Goods as the database has them put into the columns of the table of goods. */

const FEN_LIMIT = 0xffff_fff0
const UINT16_LIMIT = 0xffff

/** Goods that no patient takes, though they are called like medicines: by their category or their own name. */
const ASIDE = /试剂|原料|辅料|对照品/u

const clampFen = (fen: number | null): number => Math.min(fen ?? 0, FEN_LIMIT)

/** Rows of one goods among rows sorted by goods id, read once from front to back. */
function reader<Row extends { goods_id: number }>(rows: readonly Row[]): (id: number) => Row[] {
  let at = 0
  return (id) => {
    while (at < rows.length && (rows[at] as Row).goods_id < id) at++
    const from = at
    while (at < rows.length && (rows[at] as Row).goods_id === id) at++
    return rows.slice(from, at)
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Everything that words find a goods by. Answers whether something of it is new. */
function setText(table: GoodsTable, row: number, goods: GoodsRow, manufacturers: ReadonlyMap<number, ManufacturerRow>): boolean {
  const { columns } = table
  const generic = goods.generic_name === goods.name ? '' : goods.generic_name
  const trade = goods.trade_name === goods.name ? '' : goods.trade_name
  const title = table.titles.of({ name: goods.name, generic, trade, mnemonic: goods.mnemonic.toLowerCase() })
  const maker = goods.manufacturer_id === null ? undefined : manufacturers.get(goods.manufacturer_id)
  const isRenamed = change(columns.title, row, title)
  if (isRenamed) table.dirty.base = true
  const others = [
    change(columns.manufacturer, row, table.manufacturers.of(maker ?? NO_MANUFACTURER)),
    change(columns.spec, row, table.specs.of(goods.spec)),
    change(columns.form, row, table.forms.of(goods.dosage_form)),
    change(columns.keyHash, row, hashOf(`${goods.code}\n${goods.barcode}\n${goods.approval_no}`)),
  ]
  return isRenamed || others.includes(true)
}

function change<T extends Uint8Array | Uint16Array | Uint32Array>(column: T, row: number, value: number): boolean {
  if (column[row] === value) return false
  column[row] = value
  return true
}

function setPrices(
  table: GoodsTable,
  row: number,
  isNew: boolean,
  goods: GoodsRow,
  rankLines: readonly string[],
  companies: GoodsPage['companies'],
): void {
  if (change(table.columns.basePrice, row, clampFen(goods.base_price))) table.dirty.price = true
  const ranks = new Map(rankLines.map((line) => [line.slice(line.indexOf(' ') + 1), clampFen(Number.parseInt(line, 10))]))
  for (const rank of ranks.keys()) {
    if (!table.rankPrices.has(rank)) table.rankPrices.set(rank, new Uint32Array(table.columns.id.length))
  }
  for (const [rank, prices] of table.rankPrices) if (change(prices, row, ranks.get(rank) ?? 0)) table.dirty.price = true
  setCompanyPrices(table, row, isNew, companies)
}

function setCompanyPrices(table: GoodsTable, row: number, isNew: boolean, companies: GoodsPage['companies']): void {
  if (!isNew) {
    const kept = new Set(companies.map((one) => one.company_id))
    for (const [company, prices] of table.companyPrices) if (!kept.has(company) && prices.delete(row)) table.dirty.price = true
  }
  for (const { company_id, price } of companies) {
    const prices = table.companyPrices.get(company_id) ?? new Map<number, number>()
    if (prices.get(row) === clampFen(price)) continue
    table.companyPrices.set(company_id, prices.set(row, clampFen(price)))
    table.dirty.price = true
  }
}

/** Days since EXPIRY_EPOCH, within what a column holds; few dates, many goods. */
const expiryDays = new Map<string, number>()
function expiryDay(date: string): number {
  let day = expiryDays.get(date)
  if (day === undefined) {
    day = Math.min(Math.max(daysBetween(EXPIRY_EPOCH, date), 1), UINT16_LIMIT - 1)
    if (expiryDays.size > 20_000) expiryDays.clear()
    expiryDays.set(date, day)
  }
  return day
}

interface Lots {
  lot: number
  caseLot: number
}

function lotsOf(goods: GoodsRow): Lots {
  const rule = { midPack: goods.mid_pack, casePack: goods.case_pack, splittable: goods.splittable, minNumber: goods.min_number }
  return { lot: minimumOf({ ...rule, wholeCase: false }), caseLot: minimumOf({ ...rule, wholeCase: true }) }
}

function setTerms(table: GoodsTable, row: number, goods: GoodsRow, { lot, caseLot }: Lots): void {
  const held = goods.special_substances.split(',')
  const substances = held.filter(isSpecialSubstance)
  const limit = goods.purchase_limit ?? Number.POSITIVE_INFINITY
  table.columns.terms[row] = table.terms.of({
    scopeCode: goods.scope_code,
    lawfulBy: goods.lawful_by,
    isEphedrine: goods.is_ephedrine,
    drugClass: goods.drug_class,
    substances,
    restricted: held.filter(isRestrictedClass),
    lot: substances.length === 0 ? 1 : lot,
    caseLot: substances.length === 0 ? 1 : caseLot,
    lotOverLimit: lot > limit,
    caseOverLimit: caseLot > limit,
  })
}

function setStock(table: GoodsTable, row: number, lines: readonly string[], { lot, caseLot }: Lots): void {
  const carried: number[] = []
  const stocked: number[] = []
  const lots: number[] = []
  const cases: number[] = []
  let expiry = 0
  for (const line of lines) {
    const [warehouse, available, firstExpiry] = line.split(' ')
    carried.push(Number(warehouse))
    if (Number(available) <= 0) continue
    stocked.push(Number(warehouse))
    if (Number(available) >= lot) lots.push(Number(warehouse))
    if (Number(available) >= caseLot) cases.push(Number(warehouse))
    if (!firstExpiry) continue
    const day = expiryDay(firstExpiry)
    if (expiry === 0 || day < expiry) expiry = day
  }
  const ascending = (a: number, b: number) => a - b
  for (const set of [carried, stocked, lots, cases]) set.sort(ascending)
  table.columns.warehouseSet[row] = table.warehouseSets.of({ carried, stocked, lots, cases })
  table.columns.inStock[row] = stocked.length > 0 ? 1 : 0
  if (change(table.columns.expiry, row, expiry)) table.dirty.expiry = true
}

const linesOf = (text: string | undefined): string[] => (text === undefined ? [] : text.split('\n'))

/** Where goods were put. */
export interface Put {
  rows: number[]
  /** Places in the page of those that words find otherwise than before, or that other buyers may see. */
  reworded: number[]
}

/** Puts goods into the table, new ones as new rows, known ones in their row. */
export function putGoods(table: GoodsTable, page: GoodsPage, manufacturers: ReadonlyMap<number, ManufacturerRow>): Put {
  const { columns } = table
  if (page.goods.length > 1) grow(table, table.count + page.goods.length)
  const categoriesOf = reader(page.categories)
  const ranksOf = reader(page.ranks)
  const companiesOf = reader(page.companies)
  const stockOf = reader(page.stock)
  const reworded: number[] = []
  const rows = page.goods.map((goods, at) => {
    const known = rowOf(table, goods.id)
    const isNew = known < 0
    const row = isNew ? newRow(table, goods.id) : known
    const rule = goods.availability_id === null ? 0 : (table.ruleAt.get(goods.availability_id) ?? UINT16_LIMIT - 1) + 1
    const isBack = change(columns.live, row, 1)
    const isOtherwiseSeen = change(columns.rule, row, rule)
    const isOtherwiseFound = setText(table, row, goods, manufacturers)
    const categories = categoriesOf(goods.id).map((one) => one.category_id)
    const isElsewhere = change(columns.categorySet, row, table.categorySets.of(categories.sort((a, b) => a - b)))
    if (isNew || isBack || isOtherwiseSeen || isOtherwiseFound || isElsewhere) reworded.push(at)
    columns.aside[row] = [goods.name, ...categories.map((id) => table.categories.get(id)?.name ?? '')].some((one) => ASIDE.test(one))
      ? 1
      : 0
    columns.tagSet[row] = table.tagSets.of([...goods.tags].sort())
    const lots = lotsOf(goods)
    setTerms(table, row, goods, lots)
    if (change(columns.sales, row, Math.max(goods.sales_30d, 0))) table.dirty.base = true
    if (change(columns.listed, row, Math.min(Math.max(goods.listed, 0), 0xffff_ffff))) table.dirty.listed = true
    setPrices(table, row, isNew, goods, linesOf(ranksOf(goods.id)[0]?.prices), companiesOf(goods.id))
    setStock(table, row, linesOf(stockOf(goods.id)[0]?.warehouses), lots)
    return row
  })
  return { rows, reworded }
}

/** Answers the row that the goods had, or −1. */
export function removeGoods(table: GoodsTable, id: number): number {
  const row = rowOf(table, id)
  if (row >= 0) table.columns.live[row] = 0
  return row
}
