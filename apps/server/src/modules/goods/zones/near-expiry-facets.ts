import type { FacetWire } from '#contract/goods.ts'

export interface FacetChoice {
  value: string
  name: string
}

/** A property of a row that a filter names and a facet counts. */
export interface Dimension<Row> {
  /** The query parameter. */
  key: string
  name: string
  multiple: boolean
  /** What is chosen of it; empty = anything. */
  chosen: readonly string[]
  valuesOf: (row: Row) => readonly FacetChoice[]
  /** Filters only, and is shown nowhere. */
  hidden?: boolean
}

const VALUES_LIMIT = 40
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Tally = Map<string, { value: string; name: string; count: number }>

function add(tally: Tally, values: readonly FacetChoice[]): void {
  for (const { value, name } of values) {
    const known = tally.get(value)
    if (known) known.count++
    else tally.set(value, { value, name, count: 1 })
  }
}

/**
 * Filters rows and counts, for every dimension, what would be there without its own choice: the count beside a value is the
 * number of rows that choosing it shows.
 */
export function sift<Row>(rows: readonly Row[], dimensions: readonly Dimension<Row>[]): { rows: Row[]; facets: FacetWire[] } {
  const passed: Row[] = []
  const filters = dimensions.filter(({ chosen }) => chosen.length > 0)
  const shown = dimensions.filter(({ hidden }) => !hidden)
  const tallies = new Map(shown.map((dimension): [Dimension<Row>, Tally] => [dimension, new Map()]))
  for (const row of rows) {
    const failed = filters.filter(({ chosen, valuesOf }) => !valuesOf(row).some((one) => chosen.includes(one.value)))
    if (failed.length > 1) continue
    const [only] = failed
    if (only === undefined) {
      passed.push(row)
      for (const [dimension, tally] of tallies) add(tally, dimension.valuesOf(row))
    } else {
      const tally = tallies.get(only)
      if (tally) add(tally, only.valuesOf(row))
    }
  }
  const facets = shown.flatMap((dimension): FacetWire[] => {
    const { key, name, multiple, chosen } = dimension
    const values = [...(tallies.get(dimension)?.values() ?? [])]
      .filter((one) => one.name !== '')
      .sort((a, b) => b.count - a.count || byText(a.name, b.name))
      .filter((one, place) => place < VALUES_LIMIT || chosen.includes(one.value))
    return values.length === 0 ? [] : [{ key, name, multiple, values }]
  })
  return { rows: passed, facets }
}
