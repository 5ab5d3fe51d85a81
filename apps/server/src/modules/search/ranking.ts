import type { Ordering } from './orders.ts'

/** Rows that were found, with the score of each (null when nothing was typed). */
export interface Found {
  rows: Uint32Array
  count: number
  score: Uint8Array | null
}

/** What comes before the ordering: score, then what is in stock (null: for those who may not know). */
export interface Relevance {
  inStock: Uint8Array | null
}

const BEST_SCORE = 127
const CLASSES = 2 * (BEST_SCORE + 1)
/** Places in an ordering stay below it, so that class and place fit one sort key of 32 bits. */
const ROWS_LIMIT = 0x100_0000
/** Beyond this share of all rows, walking the whole ordering is cheaper than sorting what was found. */
const WALK_SHARE = 16
const WALK_LEAST = 20_000

/** The class of every row that was found, best first: two for each score, in stock and not. */
function classesOf(found: Found, relevance: Relevance | null): Uint8Array {
  const { rows, count, score } = found
  const classes = new Uint8Array(count)
  if (relevance === null) return classes
  const { inStock } = relevance
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number
    const below = score === null ? 0 : BEST_SCORE - (score[row] as number)
    classes[at] = below * 2 + (inStock === null ? 0 : 1 - (inStock[row] as number))
  }
  return classes
}

/** By a key that holds the class above the place. */
function sortedByKey(found: Found, ordering: Ordering, classes: Uint8Array): Uint32Array {
  const keys = new Uint32Array(found.count)
  for (let at = 0; at < found.count; at++)
    keys[at] = (classes[at] as number) * ROWS_LIMIT + (ordering.place[found.rows[at] as number] as number)
  keys.sort()
  for (let at = 0; at < keys.length; at++) keys[at] = ordering.order[(keys[at] as number) & (ROWS_LIMIT - 1)] as number
  return keys
}

/** The same by walking the ordering once, dealing rows into their classes, until the first `wanted` are dealt. */
function sortedByWalk(found: Found, ordering: Ordering, total: number, classes: Uint8Array, wanted: number): Uint32Array {
  const marks = new Uint16Array(total)
  const next = new Uint32Array(CLASSES + 2)
  for (let at = 0; at < found.count; at++) {
    const mark = (classes[at] as number) + 1
    marks[found.rows[at] as number] = mark
    next[mark + 1] = (next[mark + 1] as number) + 1
  }
  for (let mark = 1; mark < next.length; mark++) next[mark] = (next[mark] as number) + (next[mark - 1] as number)
  const rows = new Uint32Array(Math.min(found.count, wanted))
  let dealt = 0
  for (let at = 0; dealt < rows.length && at < total; at++) {
    const row = ordering.order[at] as number
    const mark = marks[row] as number
    if (mark === 0) continue
    const place = next[mark] as number
    next[mark] = place + 1
    if (place >= rows.length) continue
    rows[place] = row
    dealt++
  }
  return rows
}

/** At least the first `wanted` of the rows that were found, in order. `total` is the number of all rows. */
export function rank(found: Found, total: number, ordering: Ordering, relevance: Relevance | null, wanted: number): Uint32Array {
  const classes = classesOf(found, relevance)
  const walks = found.count > WALK_LEAST && found.count * WALK_SHARE > total
  return walks ? sortedByWalk(found, ordering, total, classes, wanted) : sortedByKey(found, ordering, classes)
}
