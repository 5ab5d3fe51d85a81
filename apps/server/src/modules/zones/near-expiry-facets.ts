import type { FacetWire } from '#contract/goods.ts'

/** A property of a row that a filter names and a facet counts. */
export interface Dimension<Row> {
  /** The query parameter. */
  key: string
  name: string
  multiple: boolean
  /** What is chosen of it; empty = anything. */
  chosen: readonly string[]
  valuesOf: (row: Row) => readonly { value: string; name: string }[]
  /** Filters only, and is shown nowhere. */
  hidden?: boolean
}

const VALUES_LIMIT = 40
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Filters rows and counts, for every dimension, what would be there without its own choice: the count beside a value is the
 * number of rows that choosing it shows.
 */
export function sift<Row>(rows: readonly Row[], dimensions: readonly Dimension<Row>[]): { rows: Row[]; facets: FacetWire[] } {
  const passed: Row[] = []
  const tallies = dimensions.map(() => new Map<string, { value: string; name: string; count: number }>())
  for (const row of rows) {
    const values = dimensions.map((dimension) => dimension.valuesOf(row))
    const failed = dimensions.flatMap(({ chosen }, at) =>
      chosen.length === 0 || values[at]?.some((one) => chosen.includes(one.value)) ? [] : [at],
    )
    if (failed.length === 0) passed.push(row)
    if (failed.length > 1) continue
    for (const [at, tally] of tallies.entries()) {
      if (failed.length === 1 && failed[0] !== at) continue
      for (const { value, name } of values[at] ?? []) {
        const known = tally.get(value)
        if (known) known.count++
        else tally.set(value, { value, name, count: 1 })
      }
    }
  }
  const facets = dimensions.flatMap(({ key, name, multiple, chosen, hidden }, at): FacetWire[] => {
    const values = [...(tallies[at]?.values() ?? [])]
      .filter((one) => one.name !== '')
      .sort((a, b) => b.count - a.count || byText(a.name, b.name))
      .filter((one, place) => place < VALUES_LIMIT || chosen.includes(one.value))
    return hidden || values.length === 0 ? [] : [{ key, name, multiple, values }]
  })
  return { rows: passed, facets }
}
