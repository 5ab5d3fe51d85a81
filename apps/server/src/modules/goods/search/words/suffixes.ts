import { sortByKey, upTo } from '../rows/arrays.ts'
import type { Steps } from '../steps.ts'

/** Ranks by a key of each offset, in the order that sorts it; ends of texts are 0. Answers the number of ranks too. */
function rankBy(
  order: Uint32Array,
  codes: Uint16Array | Uint8Array,
  isSame: (a: number, b: number) => boolean,
): { rank: Uint32Array; ranks: number } {
  const rank = new Uint32Array(order.length)
  let current = 0
  for (let i = 0; i < order.length; i++) {
    const item = order[i] as number
    if (codes[item] === 0) continue
    if (i === 0 || !isSame(item, order[i - 1] as number)) current++
    rank[item] = current
  }
  return { rank, ranks: current }
}

/**
 * Sorts suffixes of a buffer in which every text ends with 0, comparing up to that end, by doubling: ranks of the
 * first k characters give ranks of 2k. `offsets` are the suffixes that are wanted; `longest` bounds the texts.
 * Pauses between passes, see Steps.
 */
export function* sortSuffixes(codes: Uint16Array | Uint8Array, offsets: Uint32Array, longest: number): Steps<Uint32Array> {
  const pairs = new Uint32Array(codes.length)
  for (let i = 0; i < codes.length; i++) pairs[i] = codes[i] === 0 ? 0 : (codes[i] as number) * 0x1_0000 + (codes[i + 1] as number)
  let all = sortByKey(upTo(codes.length), pairs)
  yield
  let { rank, ranks } = rankBy(all, codes, (a, b) => pairs[a] === pairs[b])
  for (let width = 2; width < longest; width *= 2) {
    const behind = new Uint32Array(codes.length)
    for (let i = 0; i + width < codes.length; i++) behind[i] = codes[i] === 0 ? 0 : (rank[i + width] as number)
    all = sortByKey(all, behind)
    yield
    all = sortByKey(all, rank)
    yield
    const before = rank
    const next = rankBy(all, codes, (a, b) => before[a] === before[b] && behind[a] === behind[b])
    // What twice the width does not tell apart is the same to its end.
    if (next.ranks === ranks) break
    ;({ rank, ranks } = next)
  }
  const wanted = new Uint8Array(codes.length)
  for (const offset of offsets) wanted[offset] = 1
  return all.filter((offset) => wanted[offset] === 1)
}

/** First place in [low, high) whose character at `depth` is not below `code`. */
export function lowerBound(
  codes: Uint16Array | Uint8Array,
  order: Uint32Array,
  low: number,
  high: number,
  depth: number,
  code: number,
): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((codes[(order[middle] as number) + depth] as number) < code) from = middle + 1
    else to = middle
  }
  return from
}
