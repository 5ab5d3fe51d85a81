/** Small tools on typed arrays: a million goods are held in columns, not in objects. */

const HALF = 65_536

function countingPass(from: Uint32Array, to: Uint32Array, keys: Uint32Array, shift: number): void {
  const counts = new Uint32Array(HALF + 1)
  for (let i = 0; i < from.length; i++) {
    const digit = ((keys[from[i] as number] as number) >>> shift) & (HALF - 1)
    counts[digit + 1] = (counts[digit + 1] as number) + 1
  }
  for (let digit = 0; digit < HALF; digit++) counts[digit + 1] = (counts[digit + 1] as number) + (counts[digit] as number)
  for (let i = 0; i < from.length; i++) {
    const item = from[i] as number
    const digit = ((keys[item] as number) >>> shift) & (HALF - 1)
    const place = counts[digit] as number
    counts[digit] = place + 1
    to[place] = item
  }
}

/** Items of `items` in ascending order of keys[item]; equal keys keep their order. Linear: two passes of 16 bits. */
export function sortByKey(items: Uint32Array, keys: Uint32Array): Uint32Array<ArrayBuffer> {
  if (items.length < 2_048) return Uint32Array.from(items).sort((a, b) => (keys[a] as number) - (keys[b] as number))
  let largest = 0
  for (let i = 0; i < items.length; i++) largest = Math.max(largest, keys[items[i] as number] as number)
  const first = new Uint32Array(items.length)
  countingPass(items, first, keys, 0)
  if (largest < HALF) return first
  const second = new Uint32Array(items.length)
  countingPass(first, second, keys, 16)
  return second
}

export function upTo(count: number): Uint32Array<ArrayBuffer> {
  const items = new Uint32Array(count)
  for (let i = 0; i < count; i++) items[i] = i
  return items
}

/** place[item] = where the item stands in order. */
export function places(order: Uint32Array): Uint32Array {
  const result = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) result[order[i] as number] = i
  return result
}

/** For each value the rows that hold it, as slices of one array. */
export interface Postings {
  starts: Uint32Array
  rows: Uint32Array
}

export function postingsOf(column: Uint32Array, count: number, values: number): Postings {
  const starts = new Uint32Array(values + 1)
  for (let row = 0; row < count; row++) {
    const at = (column[row] as number) + 1
    starts[at] = (starts[at] as number) + 1
  }
  for (let value = 0; value < values; value++) starts[value + 1] = (starts[value + 1] as number) + (starts[value] as number)
  const next = starts.slice()
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) {
    const value = column[row] as number
    const place = next[value] as number
    next[value] = place + 1
    rows[place] = row
  }
  return { starts, rows }
}

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** The same column with room for at least `length` rows. */
export function grown<T extends Column>(column: T, length: number): T {
  if (column.length >= length) return column
  const wider = new (column.constructor as new (length: number) => T)(Math.ceil(length * 1.25) + 16)
  wider.set(column as never)
  return wider
}

/** Gives each distinct value a small number; 0 is the first value added. */
export interface Numbering<T> {
  values: T[]
  of: (value: T) => number
  find: (value: T) => number | undefined
  /** order[number] was the number of what gets this number. */
  renumber: (order: Uint32Array) => void
}

export function numbering<T>(keyOf: (value: T) => string | number): Numbering<T> {
  const byKey = new Map<string | number, number>()
  const values: T[] = []
  return {
    values,
    find: (value) => byKey.get(keyOf(value)),
    renumber(order) {
      const before = values.slice()
      order.forEach((former, number) => {
        values[number] = before[former] as T
        byKey.set(keyOf(values[number]), number)
      })
    },
    of(value) {
      const key = keyOf(value)
      const known = byKey.get(key)
      if (known !== undefined) return known
      byKey.set(key, values.length)
      values.push(value)
      return values.length - 1
    },
  }
}
