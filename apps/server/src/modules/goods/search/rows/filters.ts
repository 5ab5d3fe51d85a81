import { daysBetween, nearExpiryLimit, type TradeDate } from '#domain/dates.ts'
import type { SearchRequest } from '../request.ts'
import type { Audience, PriceView } from './audience.ts'
import type { Buyable } from './buyable.ts'
import { EXPIRY_EPOCH, type GoodsTable } from './goods-table.ts'

/** Filters that have a facet: a facet counts what would be there without its own filter. One bit each. */
export const FILTER = { category: 1, manufacturer: 2, form: 4, spec: 8, tags: 16, warehouse: 32, in_stock: 64, expiry: 128 } as const

/** −1: not there for this viewer or outside a filter without facet; else the bits of the filters that the row fails. */
export type Judge = (row: number) => number

/** Null: whatever this viewer may see passes, so that nothing but visibility need be looked at. */
export interface Judging {
  visible: Uint8Array
  judge: Judge | null
}

export interface FilterContext {
  table: GoodsTable
  request: SearchRequest
  audience: Audience
  prices: PriceView | null
  priceOf: ((row: number) => number) | null
  buyable: Buyable | null
  today: TradeDate
}

/** Last day, as the index counts days, that is near. */
export function nearUntil(today: TradeDate): number {
  return daysBetween(EXPIRY_EPOCH, nearExpiryLimit(today))
}

/** All categories that a set of categories lies in: its own and those above. */
export function withAncestors(table: GoodsTable, ids: readonly number[]): Set<number> {
  const found = new Set<number>()
  for (const id of ids) {
    for (let at: number | null = id; at !== null && !found.has(at); at = table.categories.get(at)?.parent_id ?? null) found.add(at)
  }
  return found
}

/** By set number: 1 = fits. */
function fitting<T>(sets: readonly T[], fits: (set: T) => boolean): Uint8Array {
  return Uint8Array.from(sets, (set) => (fits(set) ? 1 : 0))
}

/** Numbers of the named values; unknown ones fit nothing. */
function numbersOf<T>(names: readonly T[], find: (name: T) => number | undefined): Set<number> {
  return new Set(names.map(find).filter((number) => number !== undefined))
}

export function createJudge(context: FilterContext): Judging {
  const { table, request, audience, prices, priceOf, buyable } = context
  const { columns } = table
  const { visible } = audience
  const seesStock = prices !== null
  const checks: { bit: number; fits: (row: number) => boolean }[] = []
  if (request.categories.length > 0) {
    const wanted = new Set(request.categories)
    const fits = fitting(table.categorySets.values, (ids) => !wanted.isDisjointFrom(withAncestors(table, ids)))
    checks.push({ bit: FILTER.category, fits: (row) => fits[columns.categorySet[row] as number] === 1 })
  }
  if (request.manufacturers.length > 0) {
    const fits = numbersOf(request.manufacturers, (id) => table.manufacturers.find({ id, name: '', short_name: '' }))
    checks.push({ bit: FILTER.manufacturer, fits: (row) => fits.has(columns.manufacturer[row] as number) })
  }
  if (request.forms.length > 0) {
    const fits = numbersOf(request.forms, table.forms.find)
    checks.push({ bit: FILTER.form, fits: (row) => fits.has(columns.form[row] as number) })
  }
  if (request.specs.length > 0) {
    const fits = numbersOf(request.specs, table.specs.find)
    checks.push({ bit: FILTER.spec, fits: (row) => fits.has(columns.spec[row] as number) })
  }
  if (request.tags.length > 0) {
    const fits = fitting(table.tagSets.values, (tags) => request.tags.some((tag) => tags.includes(tag)))
    checks.push({ bit: FILTER.tags, fits: (row) => fits[columns.tagSet[row] as number] === 1 })
  }
  if (request.warehouses.length > 0) {
    // Asked for what is in stock, a warehouse counts where it has some itself.
    const list = request.inStock && seesStock ? 'stocked' : 'carried'
    const fits = fitting(table.warehouseSets.values, (set) => request.warehouses.some((id) => set[list].includes(id)))
    checks.push({ bit: FILTER.warehouse, fits: (row) => fits[columns.warehouseSet[row] as number] === 1 })
  }
  if (seesStock && request.inStock) checks.push({ bit: FILTER.in_stock, fits: (row) => columns.inStock[row] === 1 })
  if (seesStock && request.expiry !== null) {
    const until = nearUntil(context.today)
    const near = request.expiry === 'near'
    checks.push({
      bit: FILTER.expiry,
      fits: (row) => {
        const expiry = columns.expiry[row] as number
        return expiry > 0 && expiry <= until === near
      },
    })
  }
  const { priceMin, priceMax } = request
  const asksPrice = priceOf !== null && (priceMin !== null || priceMax !== null)
  if (checks.length === 0 && buyable === null && !asksPrice) return { visible, judge: null }
  const judge: Judge = (row) => {
    if (columns.live[row] !== 1 || visible[columns.rule[row] as number] !== 1) return -1
    if (buyable !== null && !buyable.has(row)) return -1
    if (asksPrice) {
      const fen = priceOf(row)
      if (fen === 0 || (priceMin !== null && fen < priceMin) || (priceMax !== null && fen > priceMax)) return -1
    }
    let fails = 0
    for (let at = 0; at < checks.length; at++) {
      const check = checks[at] as (typeof checks)[number]
      if (!check.fits(row)) fails |= check.bit
    }
    return fails
  }
  return { visible, judge }
}
