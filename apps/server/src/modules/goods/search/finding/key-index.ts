import { sortByKey, upTo } from '../rows/arrays.ts'
import type { Steps } from '../steps.ts'

/** What a key is; the same key may be several. */
export const KEY = { code: 0, barcode: 1, approval: 2, approvalDigits: 3 } as const

/** Keys of letters and digits, sorted, so that a whole key or its beginning finds its rows. */
export interface KeyIndex {
  /** Keys one behind the other, each ended by 0. */
  bytes: Uint8Array
  starts: Uint32Array
  rows: Uint32Array
  kinds: Uint8Array
  order: Uint32Array
}

export interface KeyIndexBuilder {
  add: (row: number, kind: number, key: string) => void
  /** Rows got other numbers: rowOf[former]. */
  move: (rowOf: Uint32Array) => void
  finish: () => Steps<KeyIndex>
}

const KEY_LENGTH_LIMIT = 40
/** Letters and digits as 1–36, so that six of them fit a sort key of 32 bits. */
const BASE = 37
const PACKED = 6

function codeOf(byte: number): number {
  if (byte >= 97) return byte - 97 + 11
  return byte === 0 ? 0 : byte - 48 + 1
}

function packed(bytes: Uint8Array, start: number, skip: number): number {
  let key = 0
  let at = start
  for (let i = 0; i < skip && bytes[at] !== 0; i++) at++
  for (let i = 0; i < PACKED; i++) {
    const byte = bytes[at] as number
    key = key * BASE + codeOf(byte)
    if (byte !== 0) at++
  }
  return key
}

function compareFrom(bytes: Uint8Array, a: number, b: number): number {
  let i = a
  let j = b
  while (bytes[i] !== 0 && bytes[i] === bytes[j]) {
    i++
    j++
  }
  return (bytes[i] as number) - (bytes[j] as number)
}

/** Rows that share their first characters are put in order one by one. */
function* orderTies(order: Uint32Array, bytes: Uint8Array, starts: Uint32Array, first: Float64Array): Steps<void> {
  let sinceStep = 0
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    while (to < order.length && first[order[to] as number] === first[order[from] as number]) to++
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compareFrom(bytes, starts[a] as number, starts[b] as number))
    from = to
    if (++sinceStep % 50_000 === 0) yield
  }
}

export function keyIndexBuilder(): KeyIndexBuilder {
  let bytes = new Uint8Array(4_096)
  let size = 0
  const starts: number[] = []
  const rows: number[] = []
  const kinds: number[] = []
  return {
    add(row, kind, key) {
      if (key === '') return
      const length = Math.min(key.length, KEY_LENGTH_LIMIT)
      if (size + length + 1 + PACKED > bytes.length) {
        const wider = new Uint8Array(bytes.length * 2)
        wider.set(bytes)
        bytes = wider
      }
      starts.push(size)
      rows.push(row)
      kinds.push(kind)
      for (let i = 0; i < length; i++) bytes[size++] = key.charCodeAt(i)
      bytes[size++] = 0
    },
    move(rowOf) {
      for (let entry = 0; entry < rows.length; entry++) rows[entry] = rowOf[rows[entry] as number] as number
    },
    *finish() {
      const startOf = Uint32Array.from(starts)
      const first = new Uint32Array(startOf.length)
      const second = new Uint32Array(startOf.length)
      for (let i = 0; i < startOf.length; i++) {
        first[i] = packed(bytes, startOf[i] as number, 0)
        second[i] = packed(bytes, startOf[i] as number, PACKED)
      }
      yield
      const bySecond = sortByKey(upTo(startOf.length), second)
      yield
      const order = sortByKey(bySecond, first)
      yield
      const both = new Float64Array(startOf.length)
      for (let i = 0; i < both.length; i++) both[i] = (first[i] as number) * 2 ** 21 + Math.floor((second[i] as number) / 2 ** 11)
      yield* orderTies(order, bytes, startOf, both)
      return { bytes: bytes.slice(0, size + 1), starts: startOf, rows: Uint32Array.from(rows), kinds: Uint8Array.from(kinds), order }
    },
  }
}

/** −1 before, 0 begins with the key, 1 after. */
function compareStart(index: KeyIndex, entry: number, key: string): number {
  let at = index.starts[entry] as number
  for (let i = 0; i < key.length; i++, at++) {
    const byte = index.bytes[at] as number
    const wanted = key.charCodeAt(i)
    if (byte !== wanted) return byte < wanted ? -1 : 1
  }
  return 0
}

export function matchKey(index: KeyIndex, key: string, hit: (row: number, kind: number, whole: boolean) => void): void {
  let low = 0
  let high = index.order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareStart(index, index.order[middle] as number, key) < 0) low = middle + 1
    else high = middle
  }
  for (; low < index.order.length; low++) {
    const entry = index.order[low] as number
    if (compareStart(index, entry, key) !== 0) return
    const whole = index.bytes[(index.starts[entry] as number) + key.length] === 0
    hit(index.rows[entry] as number, index.kinds[entry] as number, whole)
  }
}
