import type { Ordering } from '../rows/orders.ts'

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
const PLACE_BITS = 24
const PLACE_MASK = 2 ** PLACE_BITS - 1
/** Places are counted by ranges to find how far down the wanted rows reach. */
const RANGES = 2_048
/** Fewer than these are sorted without further ado. */
const SORTED_AT_ONCE = 512

/** Work space, reused from question to question. */
let keySpace = new Uint32Array(1_024)
const classCounts = new Uint32Array(CLASSES)
const rangeCounts = new Uint32Array(RANGES)

/** One key a row: the class (two for each score, in stock and not; best first) above its place in the ordering. */
function writeKeys({ rows, count, score }: Found, place: Uint32Array, relevance: Relevance | null): Uint32Array {
  if (keySpace.length < count) keySpace = new Uint32Array(Math.ceil(count * 1.25))
  const keys = keySpace
  const inStock = relevance?.inStock ?? null
  if (relevance === null || (score === null && inStock === null)) {
    for (let at = 0; at < count; at++) keys[at] = place[rows[at] as number] as number
    return keys
  }
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number
    const below = score === null ? 0 : BEST_SCORE - (score[row] as number)
    const notInStock = inStock === null ? 0 : 1 - (inStock[row] as number)
    keys[at] = ((below * 2 + notInStock) << PLACE_BITS) | (place[row] as number)
  }
  return keys
}

/** A key that at least `wanted` keys do not exceed, and few more; places lie below `total`. */
function boundOf(keys: Uint32Array, count: number, wanted: number, total: number): number {
  classCounts.fill(0)
  for (let at = 0; at < count; at++) {
    const one = (keys[at] as number) >>> PLACE_BITS
    classCounts[one] = (classCounts[one] as number) + 1
  }
  let before = 0
  let last = 0
  while (last < CLASSES - 1 && before + (classCounts[last] as number) < wanted) before += classCounts[last++] as number
  let shift = 0
  while (total >>> shift >= RANGES) shift++
  rangeCounts.fill(0)
  for (let at = 0; at < count; at++) {
    const key = keys[at] as number
    if (key >>> PLACE_BITS !== last) continue
    const range = (key & PLACE_MASK) >>> shift
    rangeCounts[range] = (rangeCounts[range] as number) + 1
  }
  let range = 0
  while (range < RANGES - 1 && before + (rangeCounts[range] as number) < wanted) before += rangeCounts[range++] as number
  return ((last << PLACE_BITS) >>> 0) + ((range + 1) << shift) - 1
}

/**
 * The first of the rows that were found, in order: `wanted` of them, or all. What lies further down is counted but not
 * sorted, so that a page costs the same sort whatever was found. `total` is the number of all rows.
 */
export function rank(found: Found, total: number, ordering: Ordering, relevance: Relevance | null, wanted: number): Uint32Array {
  const { count } = found
  const keys = writeKeys(found, ordering.place, relevance)
  let first = count
  if (count > SORTED_AT_ONCE && count > wanted) {
    const bound = boundOf(keys, count, wanted, total)
    first = 0
    for (let at = 0; at < count; at++) if ((keys[at] as number) <= bound) keys[first++] = keys[at] as number
  }
  const sorted = keys.subarray(0, first).sort()
  const ranked = new Uint32Array(Math.min(wanted, count))
  for (let at = 0; at < ranked.length; at++) ranked[at] = ordering.order[(sorted[at] as number) & PLACE_MASK] as number
  return ranked
}

/** A page of ranked rows in which, among those of one score, the bought ones come first. */
export function boughtFirst(
  { rows, scores }: { rows: Uint32Array; scores: Uint8Array },
  isBought: (row: number) => boolean,
  offset: number,
  limit: number,
): Uint32Array {
  const end = Math.min(offset + limit, rows.length)
  if (offset >= end) return rows.subarray(end, end)
  // Rows of one score move among themselves alone: the page's own scores are looked through, whole.
  let from = offset
  while (from > 0 && scores[from - 1] === scores[offset]) from--
  let to = end
  while (to < rows.length && scores[to] === scores[end - 1]) to++
  const sorted: number[] = []
  for (let at = from; at < to; ) {
    const begin = at
    const others: number[] = []
    for (; at < to && scores[at] === scores[begin]; at++) {
      const row = rows[at] as number
      if (isBought(row)) sorted.push(row)
      else others.push(row)
    }
    for (const row of others) sorted.push(row)
  }
  return Uint32Array.from(sorted.slice(offset - from, end - from))
}
