import type { Ordering } from './orders.ts'

/** Rows that were found, with the score of each (0 for all when nothing was typed). */
export interface Found {
  rows: Uint32Array
  count: number
  score: Uint8Array | null
}

const SCORE_BITS = 25
const STOCK_BIT = 2 ** 24
/** Beyond this share of all rows, walking the whole ordering is cheaper than sorting what was found. */
const WALK_SHARE = 16
const WALK_LEAST = 20_000

/** By a key that holds the place in an ordering in its low bits. */
function sortedByKey(found: Found, ordering: Ordering, above: ((row: number) => number) | null): Uint32Array {
  const keys = new Uint32Array(found.count)
  for (let at = 0; at < found.count; at++) {
    const row = found.rows[at] as number
    keys[at] = (above === null ? 0 : above(row)) + (ordering.place[row] as number)
  }
  keys.sort()
  for (let at = 0; at < keys.length; at++) keys[at] = ordering.order[(keys[at] as number) % STOCK_BIT] as number
  return keys
}

/** The same by walking the ordering once, dealing rows into their classes. */
function sortedByWalk(found: Found, ordering: Ordering, total: number, above: ((row: number) => number) | null): Uint32Array {
  const classOf = new Uint16Array(total)
  const sizes = new Uint32Array(258)
  for (let at = 0; at < found.count; at++) {
    const row = found.rows[at] as number
    const place = (above === null ? 0 : above(row) / STOCK_BIT) + 1
    classOf[row] = place
    sizes[place + 1] = (sizes[place + 1] as number) + 1
  }
  for (let place = 1; place < sizes.length; place++) sizes[place] = (sizes[place] as number) + (sizes[place - 1] as number)
  const rows = new Uint32Array(found.count)
  for (let at = 0; at < total; at++) {
    const row = ordering.order[at] as number
    const place = classOf[row] as number
    if (place === 0) continue
    const next = sizes[place] as number
    sizes[place] = next + 1
    rows[next] = row
  }
  return rows
}

/** relevance: score, then what is in stock (for those who may know), then sales and name. Others: their ordering. */
export function rank(found: Found, total: number, ordering: Ordering, relevance: { inStock: Uint8Array | null } | null): Uint32Array {
  let above: ((row: number) => number) | null = null
  if (relevance !== null) {
    const { score } = found
    const { inStock } = relevance
    above = (row) => (127 - (score === null ? 127 : (score[row] as number))) * 2 ** SCORE_BITS + (inStock !== null && inStock[row] === 0 ? STOCK_BIT : 0)
  }
  const walks = found.count > WALK_LEAST && found.count * WALK_SHARE > total
  return walks ? sortedByWalk(found, ordering, total, above) : sortedByKey(found, ordering, above)
}
