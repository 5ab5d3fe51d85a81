import type { FacetWire } from '#contract/goods.ts'
import type { TradeDate } from '#domain/dates.ts'
import { FILTER, nearUntil, withAncestors } from './filters.ts'
import type { SearchRequest } from './public.ts'
import type { Shelf } from './shelf.ts'

const VALUES_LIMIT = 40

type SetColumn = 'categorySet' | 'manufacturer' | 'form' | 'spec' | 'tagSet' | 'warehouseSet'
const COLUMNS: readonly { column: SetColumn; bit: number }[] = [
  { column: 'categorySet', bit: FILTER.category },
  { column: 'manufacturer', bit: FILTER.manufacturer },
  { column: 'form', bit: FILTER.form },
  { column: 'spec', bit: FILTER.spec },
  { column: 'tagSet', bit: FILTER.tags },
  { column: 'warehouseSet', bit: FILTER.warehouse },
]

interface Tally {
  counts: Uint32Array
  touched: number[]
}

/** Counts rows by the values of their columns; one object serves query after query. */
export interface Counter {
  reset: () => void
  /** fails: the bits of the filters that the row does not fit. */
  count: (row: number, fails: number) => void
  facets: (request: SearchRequest, options: { seesStock: boolean; narrowed: boolean }) => FacetWire[]
}

interface Value {
  value: string
  name: string
  count: number
}

export function createCounter(shelf: Shelf, todayOf: () => TradeDate): Counter {
  const tallies = COLUMNS.map((): Tally => ({ counts: new Uint32Array(0), touched: [] }))
  let inStock = 0
  let near = 0
  let far = 0
  let until = 0

  function numbersOf(column: SetColumn): number {
    const numberings = {
      categorySet: shelf.categorySets, manufacturer: shelf.manufacturers, form: shelf.forms, spec: shelf.specs,
      tagSet: shelf.tagSets, warehouseSet: shelf.warehouseSets,
    }
    return numberings[column].values.length
  }

  function reset(): void {
    COLUMNS.forEach(({ column }, at) => {
      const tally = tallies[at] as Tally
      const size = numbersOf(column)
      if (tally.counts.length < size) tally.counts = new Uint32Array(size + 64)
      else for (const number of tally.touched) tally.counts[number] = 0
      tally.touched.length = 0
    })
    inStock = near = far = 0
    until = nearUntil(todayOf())
  }

  function count(row: number, fails: number): void {
    const { columns } = shelf
    for (let at = 0; at < COLUMNS.length; at++) {
      const { column, bit } = COLUMNS[at] as (typeof COLUMNS)[number]
      if (fails !== 0 && fails !== bit) continue
      const tally = tallies[at] as Tally
      const number = columns[column][row] as number
      const before = tally.counts[number] as number
      if (before === 0) tally.touched.push(number)
      tally.counts[number] = before + 1
    }
    if ((fails & ~FILTER.in_stock) === 0 && columns.inStock[row] === 1) inStock++
    if ((fails & ~FILTER.expiry) === 0) {
      const expiry = columns.expiry[row] as number
      if (expiry > 0 && expiry <= until) near++
      else if (expiry > 0) far++
    }
  }

  /** The most frequent values, and those that are chosen whatever their count. */
  function top(values: Value[], chosen: readonly string[]): Value[] {
    values.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    const kept = values.slice(0, VALUES_LIMIT)
    for (const value of values.slice(VALUES_LIMIT)) if (chosen.includes(value.value)) kept.push(value)
    return kept
  }

  /** One value a row. */
  function plain(at: number, nameOf: (number: number) => { value: string; name: string }, chosen: readonly string[]): Value[] {
    const tally = tallies[at] as Tally
    const values: Value[] = []
    for (const number of tally.touched) {
      const { value, name } = nameOf(number)
      if (name !== '') values.push({ value, name, count: tally.counts[number] as number })
    }
    return top(values, chosen)
  }

  /** Several values a row, counted by their sets first. */
  function spread(at: number, partsOf: (number: number) => Iterable<number | string>, nameOf: (part: number | string) => string, chosen: readonly string[]): Value[] {
    const tally = tallies[at] as Tally
    const counts = new Map<number | string, number>()
    for (const number of tally.touched) {
      for (const part of partsOf(number)) counts.set(part, (counts.get(part) ?? 0) + (tally.counts[number] as number))
    }
    const values = [...counts].map(([part, sum]) => ({ value: String(part), name: nameOf(part), count: sum }))
    return top(values.filter((value) => value.name !== ''), chosen)
  }

  function facets(request: SearchRequest, options: { seesStock: boolean; narrowed: boolean }): FacetWire[] {
    const found: FacetWire[] = []
    const add = (key: string, name: string, multiple: boolean, values: Value[]): void => {
      if (values.length > 0) found.push({ key, name, multiple, values })
    }
    const byText = (texts: readonly string[]) => (number: number) => ({ value: texts[number] as string, name: texts[number] as string })
    const makers = shelf.manufacturers.values
    add('category', '分类', true,
      spread(0, (number) => withAncestors(shelf, shelf.categorySets.values[number] ?? []), (id) => shelf.categories.get(Number(id))?.name ?? '', request.categories.map(String)))
    add('manufacturer', '生产厂家', true,
      plain(1, (number) => ({ value: String(makers[number]?.id), name: makers[number]?.name ?? '' }), request.manufacturers.map(String)))
    add('form', '剂型', true, plain(2, byText(shelf.forms.values), request.forms))
    if (options.narrowed) add('spec', '规格', true, plain(3, byText(shelf.specs.values), request.specs))
    add('tags', '标签', true, spread(4, (number) => shelf.tagSets.values[number] ?? [], String, request.tags))
    const list = request.inStock && options.seesStock ? 'stocked' : 'carried'
    add('warehouse', '仓库', true,
      spread(5, (number) => shelf.warehouseSets.values[number]?.[list] ?? [], (id) => shelf.warehouses.get(Number(id)) ?? '', request.warehouses.map(String)))
    if (options.seesStock) {
      add('in_stock', '库存', false, [{ value: '1', name: '有货', count: inStock }])
      add('expiry', '效期', false, [{ value: 'near', name: '近效期', count: near }, { value: 'far', name: '远效期', count: far }].filter((one) => one.count > 0 || request.expiry === one.value))
    }
    return found
  }

  return { reset, count, facets }
}
