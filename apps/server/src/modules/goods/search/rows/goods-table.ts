import type { SpecialSubstance } from '#domain/law/judgement.ts'
import type { RestrictedClass } from '#domain/restricted.ts'
import type { WordEntry } from '../meaning/entries.ts'
import type { CategoryRow, ManufacturerRow, PinRow, RuleRow, SmallTables } from '../store.ts'
import { grown, type Numbering, numbering } from './arrays.ts'

/** What a goods is called; many goods share one. */
export interface Title {
  name: string
  generic: string
  trade: string
  mnemonic: string
}
/** Warehouses that keep a goods at all, have some of it, have a smallest lot of it, and have a full case. */
export interface WarehouseSet {
  carried: readonly number[]
  stocked: readonly number[]
  lots: readonly number[]
  cases: readonly number[]
}
/** What decides beside price and stock whether a company may buy a goods; many goods share one. */
export interface SaleTerms {
  scopeCode: string
  /** See GoodsRow. */
  lawfulBy: string | null
  isEphedrine: boolean
  drugClass: string
  substances: readonly SpecialSubstance[]
  restricted: readonly RestrictedClass[]
  /** Smallest number sold, singly and by the case, of goods with a special substance; 1 of all others. */
  lot: number
  caseLot: number
  /** The day's limit is below that number, so that nobody can ever buy it. */
  lotOverLimit: boolean
  caseOverLimit: boolean
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
  terms: Uint16Array
  /** 1: no medicine, but what one is made of or tested with. */
  aside: Uint8Array
  inStock: Uint8Array
  sales: Uint32Array
  /** Seconds since 1970. */
  listed: Uint32Array
  /** Days since EXPIRY_EPOCH of the first batch that expires, 0 = none. */
  expiry: Uint16Array
  /** Fen; 0 = no price. */
  basePrice: Uint32Array
  /** Of code, barcode and approval number, to see whether they changed. */
  keyHash: Uint32Array
}

/** Which orderings must be made anew. */
export interface Dirty {
  base: boolean
  listed: boolean
  expiry: boolean
  price: boolean
}

/** All goods on sale as columns, and the distinct texts and sets that they point to. */
export interface GoodsTable {
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
  terms: Numbering<SaleTerms>
  rules: RuleRow[]
  ruleAt: Map<number, number>
  categories: Map<number, CategoryRow>
  /** In the order in which they are preferred. */
  warehouses: Map<number, SmallTables['warehouses'][number]>
  /** The words of the trade. */
  wordEntries: readonly WordEntry[]
  /** Goods that stand first or last, by the words that are asked. */
  pins: ReadonlyMap<string, readonly PinRow[]>
  /** The small tables as they were last read, to see whether they changed. */
  smallTables: string
  /** Rows by ascending id, as the table was arranged; until then row numbers ascend by id themselves. */
  byId: Uint32Array | null
  /** Rows that came to the table after it was arranged. */
  lateRows: Map<number, number>
  dirty: Dirty
}

export const EXPIRY_EPOCH = '2000-01-01'
export const NO_MANUFACTURER: ManufacturerRow = { id: 0, name: '', short_name: '' }

export function emptyTable(): GoodsTable {
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
      terms: new Uint16Array(0),
      aside: new Uint8Array(0),
      inStock: new Uint8Array(0),
      sales: new Uint32Array(0),
      listed: new Uint32Array(0),
      expiry: new Uint16Array(0),
      basePrice: new Uint32Array(0),
      keyHash: new Uint32Array(0),
    },
    rankPrices: new Map(),
    companyPrices: new Map(),
    titles: numbering((title) => `${title.name}\n${title.generic}\n${title.trade}\n${title.mnemonic}`),
    manufacturers,
    specs: numbering((text) => text),
    forms: numbering((text) => text),
    categorySets: numbering((ids) => ids.join()),
    tagSets: numbering((tags) => tags.join('\n')),
    warehouseSets: numbering((set) => `${set.carried.join()}/${set.stocked.join()}/${set.lots.join()}/${set.cases.join()}`),
    terms: numbering((terms) => Object.values(terms).join('/')),
    rules: [],
    ruleAt: new Map(),
    categories: new Map(),
    warehouses: new Map(),
    wordEntries: [],
    pins: new Map(),
    smallTables: '',
    byId: null,
    lateRows: new Map(),
    dirty: { base: true, listed: true, expiry: true, price: true },
  }
}

/** False: they are as they were. */
export function setSmallTables(table: GoodsTable, tables: SmallTables): boolean {
  const text = JSON.stringify(tables)
  if (text === table.smallTables) return false
  table.smallTables = text
  table.categories = new Map(tables.categories.map((row) => [row.id, row]))
  table.wordEntries = tables.words
  table.pins = Map.groupBy(tables.pins, ({ words }) => words)
  table.warehouses = new Map(tables.warehouses.map((row) => [row.id, row]))
  // A rule keeps its place, since rows point to it; new ones go behind.
  for (const rule of tables.rules) {
    const at = table.ruleAt.get(rule.id)
    if (at === undefined) {
      table.ruleAt.set(rule.id, table.rules.length)
      table.rules.push(rule)
    } else {
      table.rules[at] = rule
    }
  }
  return true
}

/** The row of a goods id, or −1. */
export function rowOf(table: GoodsTable, id: number): number {
  const late = table.lateRows.get(id)
  if (late !== undefined) return late
  const { byId } = table
  const ids = table.columns.id
  const rowAt = (at: number): number => (byId === null ? at : (byId[at] as number))
  const count = byId === null ? table.count : byId.length
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
export function rowsById(table: GoodsTable): Uint32Array {
  const { byId, columns, count } = table
  const rows = new Uint32Array(count)
  const sorted = byId?.length ?? count
  for (let at = 0; at < sorted; at++) rows[at] = byId === null ? at : (byId[at] as number)
  if (sorted === count) return rows
  // Those that came later are few: put into their places from behind.
  const idAt = (row: number) => columns.id[row] as number
  const late = Uint32Array.from({ length: count - sorted }, (_, at) => sorted + at).sort((a, b) => idAt(a) - idAt(b))
  for (let to = count - 1, from = sorted - 1, next = late.length - 1; next >= 0; to--) {
    const isEarlier = from >= 0 && idAt(rows[from] as number) > idAt(late[next] as number)
    rows[to] = isEarlier ? (rows[from--] as number) : (late[next--] as number)
  }
  return rows
}

export function grow(table: GoodsTable, count: number): void {
  const { columns } = table
  for (const name of Object.keys(columns) as (keyof Columns)[]) columns[name] = grown(columns[name], count) as never
  for (const [rank, prices] of table.rankPrices) table.rankPrices.set(rank, grown(prices, count))
}

/** A row for a goods that has none. */
export function newRow(table: GoodsTable, id: number): number {
  const row = table.count
  grow(table, row + 1)
  if (table.byId !== null) table.lateRows.set(id, row)
  table.columns.id[row] = id
  table.count = row + 1
  table.dirty = { base: true, listed: true, expiry: true, price: true }
  return row
}
