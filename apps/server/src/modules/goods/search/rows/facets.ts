import type { FacetWire } from '#contract/goods.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { SearchRequest } from '../request.ts'
import { places, upTo } from './arrays.ts'
import { FILTER, nearUntil, withAncestors } from './filters.ts'
import type { GoodsTable } from './goods-table.ts'

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
  /** Values that were counted at all. */
  touched: number[]
}

/** Rows that pass, or fail one filter only; fails[at] are the bits of rows[at], null where no filter is set. */
export interface Judged {
  rows: Uint32Array
  fails: Uint8Array | null
  count: number
}

/** Counts rows by the values of their columns; one object serves query after query. */
export interface Counter {
  count: (judged: Judged, today: TradeDate) => void
  facets: (request: SearchRequest, options: { seesStock: boolean; narrowed: boolean }) => FacetWire[]
}

interface Value {
  value: string
  name: string
  count: number
}

/** More than there are goods, so that a count and a place fit one exact number. */
const COUNT_LIMIT = 2 ** 25

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The smallest keys in ascending order, at most `limit`; one pass over all, however many there are. */
function smallest(numbers: readonly number[], keyOf: (number: number) => number, limit: number): number[] {
  const best: number[] = []
  for (let at = 0; at < numbers.length; at++) {
    const key = keyOf(numbers[at] as number)
    if (best.length === limit) {
      if (key >= (best[limit - 1] as number)) continue
      best.pop()
    }
    let place = best.length
    while (place > 0 && (best[place - 1] as number) > key) place--
    best.splice(place, 0, key)
  }
  return best
}

/** Values of a column with their names, and their order by name, made anew when values were added. */
interface NamedValues {
  nameOf: (number: number) => string
  idOf: (number: number) => string
  byName: () => { order: Uint32Array; place: Uint32Array }
}

function namedValues<T>(values: readonly T[], nameOf: (value: T) => string, idOf: (value: T) => string): NamedValues {
  let order: Uint32Array = new Uint32Array(0)
  let place: Uint32Array = new Uint32Array(0)
  const name = (number: number) => nameOf(values[number] as T)
  return {
    nameOf: name,
    idOf: (number) => idOf(values[number] as T),
    byName() {
      if (order.length !== values.length) {
        order = upTo(values.length).sort((a, b) => byText(name(a), name(b)))
        place = places(order)
      }
      return { order, place }
    },
  }
}

export function createCounter(table: GoodsTable): Counter {
  const makers = namedValues(
    table.manufacturers.values,
    (maker) => maker.name,
    (maker) => String(maker.id),
  )
  const forms = namedValues(table.forms.values, String, String)
  const specs = namedValues(table.specs.values, String, String)
  const tallies = COLUMNS.map((): Tally => ({ counts: new Uint32Array(0), touched: [] }))
  /** Of each set of categories all that it lies in, as the tree is now. */
  let lineages: (readonly number[] | undefined)[] = []
  let lineagesOf: GoodsTable['categories'] | null = null
  let inStock = 0
  let near = 0
  let far = 0

  function lineageOf(set: number): readonly number[] {
    if (lineagesOf !== table.categories) {
      lineages = []
      lineagesOf = table.categories
    }
    lineages[set] ??= [...withAncestors(table, table.categorySets.values[set] ?? [])]
    return lineages[set]
  }

  function valuesOf(column: SetColumn): number {
    const numberings = {
      categorySet: table.categorySets,
      manufacturer: table.manufacturers,
      form: table.forms,
      spec: table.specs,
      tagSet: table.tagSets,
      warehouseSet: table.warehouseSets,
    }
    return numberings[column].values.length
  }

  function tallyColumn(tally: Tally, column: Uint32Array, size: number, bit: number, judged: Judged): void {
    if (tally.counts.length < size) tally.counts = new Uint32Array(size + 64)
    else for (const number of tally.touched) tally.counts[number] = 0
    tally.touched = judged.count > size ? tallyMany(tally.counts, column, size, bit, judged) : tallyFew(tally.counts, column, bit, judged)
  }

  /** More rows than values: count first, then look which values were there. */
  function tallyMany(counts: Uint32Array, column: Uint32Array, size: number, bit: number, { rows, fails, count }: Judged): number[] {
    for (let at = 0; at < count; at++) {
      if (fails !== null && fails[at] !== 0 && fails[at] !== bit) continue
      const number = column[rows[at] as number] as number
      counts[number] = (counts[number] as number) + 1
    }
    const touched: number[] = []
    for (let number = 0; number < size; number++) if (counts[number] !== 0) touched.push(number)
    return touched
  }

  function tallyFew(counts: Uint32Array, column: Uint32Array, bit: number, { rows, fails, count }: Judged): number[] {
    const touched: number[] = []
    for (let at = 0; at < count; at++) {
      if (fails !== null && fails[at] !== 0 && fails[at] !== bit) continue
      const number = column[rows[at] as number] as number
      const before = counts[number] as number
      if (before === 0) touched.push(number)
      counts[number] = before + 1
    }
    return touched
  }

  function countStock(judged: Judged, until: number): void {
    const { rows, fails, count } = judged
    const { inStock: stocked, expiry } = table.columns
    inStock = near = far = 0
    for (let at = 0; at < count; at++) {
      const row = rows[at] as number
      const failed = fails === null ? 0 : (fails[at] as number)
      if ((failed & ~FILTER.in_stock) === 0) inStock += stocked[row] as number
      const day = expiry[row] as number
      if (day === 0 || (failed & ~FILTER.expiry) !== 0) continue
      if (day <= until) near++
      else far++
    }
  }

  /** The most frequent values, and those that are chosen whatever their count. */
  function top(values: Value[], chosen: readonly string[]): Value[] {
    values.sort((a, b) => b.count - a.count || byText(a.name, b.name))
    return values.filter((value, at) => at < VALUES_LIMIT || chosen.includes(value.value))
  }

  /** One value a row. Of thousands of values only the most frequent are looked at, as numbers; texts are not sorted. */
  function plain(at: number, source: NamedValues, chosen: readonly string[]): Value[] {
    const { counts, touched } = tallies[at] as Tally
    const { order, place } = source.byName()
    const keyOf = (number: number): number => (COUNT_LIMIT - (counts[number] as number)) * COUNT_LIMIT + (place[number] as number)
    const numberOf = (key: number): number => order[key % COUNT_LIMIT] as number
    // The value without a name may be among the first.
    const first = smallest(touched, keyOf, VALUES_LIMIT + 1)
      .map(numberOf)
      .filter((number) => source.nameOf(number) !== '')
      .slice(0, VALUES_LIMIT)
    const others = chosen.length === 0 ? [] : touched.filter((number) => chosen.includes(source.idOf(number)) && !first.includes(number))
    const behind = others.sort((a, b) => keyOf(a) - keyOf(b)).filter((number) => source.nameOf(number) !== '')
    return [...first, ...behind].map((number) => ({
      value: source.idOf(number),
      name: source.nameOf(number),
      count: counts[number] as number,
    }))
  }

  /** Several values a row, counted by their sets first. */
  function spread(
    at: number,
    partsOf: (number: number) => Iterable<number | string>,
    nameOf: (part: number | string) => string,
    chosen: readonly string[],
  ): Value[] {
    const tally = tallies[at] as Tally
    const counts = new Map<number | string, number>()
    for (const number of tally.touched) {
      for (const part of partsOf(number)) counts.set(part, (counts.get(part) ?? 0) + (tally.counts[number] as number))
    }
    const values = [...counts].map(([part, sum]) => ({ value: String(part), name: nameOf(part), count: sum }))
    return top(
      values.filter((value) => value.name !== ''),
      chosen,
    )
  }

  function facets(request: SearchRequest, options: { seesStock: boolean; narrowed: boolean }): FacetWire[] {
    const found: FacetWire[] = []
    const add = (key: string, name: string, multiple: boolean, values: Value[]): void => {
      if (values.length > 0) found.push({ key, name, multiple, values })
    }
    add(
      'category',
      '分类',
      true,
      spread(0, lineageOf, (id) => table.categories.get(Number(id))?.name ?? '', request.categories.map(String)),
    )
    add('manufacturer', '生产厂家', true, plain(1, makers, request.manufacturers.map(String)))
    add('form', '剂型', true, plain(2, forms, request.forms))
    if (options.narrowed) add('spec', '规格', true, plain(3, specs, request.specs))
    add(
      'tags',
      '标签',
      true,
      spread(4, (number) => table.tagSets.values[number] ?? [], String, request.tags),
    )
    const list = request.inStock && options.seesStock ? 'stocked' : 'carried'
    add(
      'warehouse',
      '仓库',
      true,
      spread(
        5,
        (number) => table.warehouseSets.values[number]?.[list] ?? [],
        (id) => table.warehouses.get(Number(id))?.name ?? '',
        request.warehouses.map(String),
      ),
    )
    if (options.seesStock) {
      add('in_stock', '库存', false, [{ value: '1', name: '有货', count: inStock }])
      add(
        'expiry',
        '效期',
        false,
        [
          { value: 'near', name: '近效期', count: near },
          { value: 'far', name: '远效期', count: far },
        ].filter((one) => one.count > 0 || request.expiry === one.value),
      )
    }
    return found
  }

  return {
    facets,
    count(judged, today) {
      for (const [at, { column, bit }] of COLUMNS.entries())
        tallyColumn(tallies[at] as Tally, table.columns[column], valuesOf(column), bit, judged)
      countStock(judged, nearUntil(today))
    },
  }
}
