import { daysBetween } from '#domain/dates.ts'
import { grown, type Numbering, numbering } from './arrays.ts'
import type { CategoryRow, GoodsPage, GoodsRow, ManufacturerRow, RuleRow, SmallTables } from './store.ts'

/** What a goods is called; many goods share one. */
export interface Title {
  name: string
  generic: string
  trade: string
  mnemonic: string
}
export interface WarehouseSet {
  carried: readonly number[]
  stocked: readonly number[]
}

/** The columns of one goods, each a number; row numbers are the index's own. */
interface Columns {
  id: Float64Array
  live: Uint8Array
  title: Uint32Array
  manufacturer: Uint32Array
  spec: Uint32Array
  form: Uint32Array
  categorySet: Uint32Array
  tagSet: Uint32Array
  warehouseSet: Uint32Array
  /** 0 = sold everywhere, else place of its rule + 1. */
  rule: Uint16Array
  scope: Uint16Array
  inStock: Uint8Array
  sales: Uint32Array
  /** Seconds since 1970. */
  listed: Uint32Array
  /** Days since EXPIRY_EPOCH of the first batch that expires, 0 = none. */
  expiry: Uint16Array
  /** Fen; 0 = no price. */
  basePrice: Uint32Array
}

/** Which orderings must be made anew. */
export interface Dirty {
  base: boolean
  listed: boolean
  expiry: boolean
  price: boolean
}

/** All goods on the shelf as columns, and the distinct texts and sets that they point to. */
export interface Shelf {
  count: number
  columns: Columns
  rankPrices: Map<string, Uint32Array>
  companyPrices: Map<number, Map<number, number>>
  titles: Numbering<Title>
  /** 0 = none. */
  manufacturers: Numbering<ManufacturerRow>
  specs: Numbering<string>
  forms: Numbering<string>
  categorySets: Numbering<readonly number[]>
  tagSets: Numbering<readonly string[]>
  warehouseSets: Numbering<WarehouseSet>
  scopes: Numbering<string>
  rules: RuleRow[]
  ruleAt: Map<number, number>
  categories: Map<number, CategoryRow>
  warehouses: Map<number, string>
  /** Rows by ascending id, as the shelf was arranged; until then row numbers ascend by id themselves. */
  byId: Uint32Array | null
  /** Rows that came to the shelf after it was arranged. */
  lateRows: Map<number, number>
  dirty: Dirty
}

export const EXPIRY_EPOCH = '2000-01-01'
export const NO_MANUFACTURER: ManufacturerRow = { id: 0, name: '', short_name: '' }
const FEN_LIMIT = 0xffff_fff0
const UINT16_LIMIT = 0xffff

export function emptyShelf(): Shelf {
  const manufacturers = numbering<ManufacturerRow>((row) => row.id)
  manufacturers.of(NO_MANUFACTURER)
  return {
    count: 0,
    columns: {
      id: new Float64Array(0),
      live: new Uint8Array(0),
      title: new Uint32Array(0),
      manufacturer: new Uint32Array(0),
      spec: new Uint32Array(0),
      form: new Uint32Array(0),
      categorySet: new Uint32Array(0),
      tagSet: new Uint32Array(0),
      warehouseSet: new Uint32Array(0),
      rule: new Uint16Array(0),
      scope: new Uint16Array(0),
      inStock: new Uint8Array(0),
      sales: new Uint32Array(0),
      listed: new Uint32Array(0),
      expiry: new Uint16Array(0),
      basePrice: new Uint32Array(0),
    },
    rankPrices: new Map(),
    companyPrices: new Map(),
    titles: numbering((title) => `${title.name}\n${title.generic}\n${title.trade}\n${title.mnemonic}`),
    manufacturers,
    specs: numbering((text) => text),
    forms: numbering((text) => text),
    categorySets: numbering((ids) => ids.join()),
    tagSets: numbering((tags) => tags.join('\n')),
    warehouseSets: numbering((set) => `${set.carried.join()}/${set.stocked.join()}`),
    scopes: numbering((code) => code),
    rules: [],
    ruleAt: new Map(),
    categories: new Map(),
    warehouses: new Map(),
    byId: null,
    lateRows: new Map(),
    dirty: { base: true, listed: true, expiry: true, price: true },
  }
}

export function setSmallTables(shelf: Shelf, tables: SmallTables): void {
  shelf.categories = new Map(tables.categories.map((row) => [row.id, row]))
  shelf.warehouses = new Map(tables.warehouses.map((row) => [row.id, row.name]))
  // A rule keeps its place, since rows point to it; new ones go behind.
  for (const rule of tables.rules) {
    const at = shelf.ruleAt.get(rule.id)
    if (at === undefined) {
      shelf.ruleAt.set(rule.id, shelf.rules.length)
      shelf.rules.push(rule)
    } else {
      shelf.rules[at] = rule
    }
  }
}

/** The row of a goods id, or −1. */
export function rowOf(shelf: Shelf, id: number): number {
  const late = shelf.lateRows.get(id)
  if (late !== undefined) return late
  const { byId } = shelf
  const ids = shelf.columns.id
  const rowAt = (at: number): number => (byId === null ? at : (byId[at] as number))
  const count = byId === null ? shelf.count : byId.length
  if (count === 0 || (ids[rowAt(count - 1)] as number) < id) return -1
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[rowAt(middle)] as number) < id) low = middle + 1
    else high = middle
  }
  const row = rowAt(low)
  return ids[row] === id ? row : -1
}

/** All rows by ascending id. */
export function rowsById(shelf: Shelf): Uint32Array {
  const { byId, columns, count } = shelf
  const rows = new Uint32Array(count)
  const sorted = byId?.length ?? count
  for (let at = 0; at < sorted; at++) rows[at] = byId === null ? at : (byId[at] as number)
  if (sorted === count) return rows
  for (let row = sorted; row < count; row++) rows[row] = row
  return rows.sort((a, b) => (columns.id[a] as number) - (columns.id[b] as number))
}

function grow(shelf: Shelf, count: number): void {
  const { columns } = shelf
  for (const name of Object.keys(columns) as (keyof Columns)[]) columns[name] = grown(columns[name], count) as never
  for (const [rank, prices] of shelf.rankPrices) shelf.rankPrices.set(rank, grown(prices, count))
}

function newRow(shelf: Shelf, id: number): number {
  const row = shelf.count
  grow(shelf, row + 1)
  if (shelf.byId !== null) shelf.lateRows.set(id, row)
  shelf.columns.id[row] = id
  shelf.count = row + 1
  shelf.dirty = { base: true, listed: true, expiry: true, price: true }
  return row
}

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

function setText(shelf: Shelf, row: number, goods: GoodsRow, manufacturers: ReadonlyMap<number, ManufacturerRow>): void {
  const { columns } = shelf
  const generic = goods.generic_name === goods.name ? '' : goods.generic_name
  const trade = goods.trade_name === goods.name ? '' : goods.trade_name
  const title = shelf.titles.of({ name: goods.name, generic, trade, mnemonic: goods.mnemonic.toLowerCase() })
  if (columns.title[row] !== title) shelf.dirty.base = true
  columns.title[row] = title
  const maker = goods.manufacturer_id === null ? undefined : manufacturers.get(goods.manufacturer_id)
  columns.manufacturer[row] = shelf.manufacturers.of(maker ?? NO_MANUFACTURER)
  columns.spec[row] = shelf.specs.of(goods.spec)
  columns.form[row] = shelf.forms.of(goods.dosage_form)
}

function change<T extends Uint8Array | Uint16Array | Uint32Array>(column: T, row: number, value: number): boolean {
  if (column[row] === value) return false
  column[row] = value
  return true
}

function setPrices(shelf: Shelf, row: number, goods: GoodsRow, rankLines: readonly string[], companies: GoodsPage['companies']): void {
  if (change(shelf.columns.basePrice, row, clampFen(goods.base_price))) shelf.dirty.price = true
  const ranks = new Map(rankLines.map((line) => [line.slice(line.indexOf(' ') + 1), clampFen(Number.parseInt(line, 10))]))
  for (const rank of ranks.keys()) {
    if (!shelf.rankPrices.has(rank)) shelf.rankPrices.set(rank, new Uint32Array(shelf.columns.id.length))
  }
  for (const [rank, prices] of shelf.rankPrices) if (change(prices, row, ranks.get(rank) ?? 0)) shelf.dirty.price = true
  for (const prices of shelf.companyPrices.values()) if (prices.delete(row)) shelf.dirty.price = true
  for (const { company_id, price } of companies) {
    const prices = shelf.companyPrices.get(company_id) ?? new Map<number, number>()
    shelf.companyPrices.set(company_id, prices.set(row, clampFen(price)))
    shelf.dirty.price = true
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

function setStock(shelf: Shelf, row: number, lines: readonly string[]): void {
  const carried: number[] = []
  const stocked: number[] = []
  let expiry = 0
  for (const line of lines) {
    const [warehouse, available, firstExpiry] = line.split(' ')
    carried.push(Number(warehouse))
    if (Number(available) <= 0) continue
    stocked.push(Number(warehouse))
    if (!firstExpiry) continue
    const day = expiryDay(firstExpiry)
    if (expiry === 0 || day < expiry) expiry = day
  }
  const ascending = (a: number, b: number) => a - b
  shelf.columns.warehouseSet[row] = shelf.warehouseSets.of({ carried: carried.sort(ascending), stocked: stocked.sort(ascending) })
  shelf.columns.inStock[row] = stocked.length > 0 ? 1 : 0
  if (change(shelf.columns.expiry, row, expiry)) shelf.dirty.expiry = true
}

const linesOf = (text: string | undefined): string[] => (text === undefined ? [] : text.split('\n'))

/** Puts goods on the shelf, new ones as new rows, known ones in their row. Answers the rows. */
export function putGoods(shelf: Shelf, page: GoodsPage, manufacturers: ReadonlyMap<number, ManufacturerRow>): number[] {
  const { columns } = shelf
  if (page.goods.length > 1) grow(shelf, shelf.count + page.goods.length)
  const categoriesOf = reader(page.categories)
  const ranksOf = reader(page.ranks)
  const companiesOf = reader(page.companies)
  const stockOf = reader(page.stock)
  return page.goods.map((goods) => {
    const known = rowOf(shelf, goods.id)
    const row = known >= 0 ? known : newRow(shelf, goods.id)
    columns.live[row] = 1
    setText(shelf, row, goods, manufacturers)
    columns.categorySet[row] = shelf.categorySets.of(
      categoriesOf(goods.id)
        .map((one) => one.category_id)
        .sort((a, b) => a - b),
    )
    columns.tagSet[row] = shelf.tagSets.of([...goods.tags].sort())
    columns.rule[row] = goods.availability_id === null ? 0 : (shelf.ruleAt.get(goods.availability_id) ?? UINT16_LIMIT - 1) + 1
    columns.scope[row] = shelf.scopes.of(goods.scope_code)
    if (change(columns.sales, row, Math.max(goods.sales_30d, 0))) shelf.dirty.base = true
    if (change(columns.listed, row, Math.min(Math.max(goods.listed, 0), 0xffff_ffff))) shelf.dirty.listed = true
    setPrices(shelf, row, goods, linesOf(ranksOf(goods.id)[0]?.prices), companiesOf(goods.id))
    setStock(shelf, row, linesOf(stockOf(goods.id)[0]?.warehouses))
    return row
  })
}

export function takeFromShelf(shelf: Shelf, id: number): void {
  const row = rowOf(shelf, id)
  if (row >= 0) shelf.columns.live[row] = 0
}
