import { sortByKey, upTo } from './arrays.ts'
import type { Steps } from './steps.ts'

/**
 * Sorts suffixes of a buffer in which every text ends with 0, comparing up to that end, by doubling: ranks of the
 * first k characters give ranks of 2k. `offsets` are the suffixes that are wanted; `longest` bounds the texts.
 * Pauses between passes, see Steps.
 */
export function* sortSuffixes(codes: Uint16Array | Uint8Array, offsets: Uint32Array, longest: number): Steps<Uint32Array> {
  let rank = Uint32Array.from(codes)
  let all = upTo(codes.length)
  for (let width = 1; ; width *= 2) {
    all = sortByKey(all, rank)
    yield
    if (width > 1 || longest > 1) {
      const behind = new Uint32Array(codes.length)
      for (let i = 0; i + width < codes.length; i++) {
        // A text that has ended stays ended: nothing of the next text counts.
        behind[i] = codes[i] === 0 ? 0 : (rank[i + width] as number)
      }
      all = sortByKey(all, behind)
      yield
      all = sortByKey(all, rank)
      yield
      const next = new Uint32Array(codes.length)
      let current = 0
      for (let i = 0; i < all.length; i++) {
        const item = all[i] as number
        const before = i === 0 ? item : (all[i - 1] as number)
        if (i > 0 && (rank[item] !== rank[before] || behind[item] !== behind[before])) current++
        next[item] = codes[item] === 0 ? 0 : current
      }
      rank = next
      yield
    }
    if (width * 2 >= longest) break
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
