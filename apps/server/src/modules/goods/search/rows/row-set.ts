/** Rows as bits, in blocks that are there only where rows are: a few thousand of a million rows weigh kilobytes. */
export interface RowSet {
  has: (row: number) => boolean
  bytes: number
}

/** 512 rows a block: one line of a processor's cache. */
const BLOCK_SHIFT = 9
const BLOCK_WORDS = 1 << (BLOCK_SHIFT - 5)

/** `total`: all rows; those of `rows` lie below it. */
export function rowSetOf(rows: Uint32Array, count: number, total: number): RowSet {
  /** Number of the block + 1; 0 = no row there. */
  const blockAt = new Uint16Array((total >>> BLOCK_SHIFT) + 1)
  let blocks = 0
  for (let at = 0; at < count; at++) {
    const block = (rows[at] as number) >>> BLOCK_SHIFT
    if (blockAt[block] === 0) blockAt[block] = ++blocks
  }
  const bits = new Uint32Array(blocks * BLOCK_WORDS)
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number
    const word = ((blockAt[row >>> BLOCK_SHIFT] as number) - 1) * BLOCK_WORDS + ((row >>> 5) & (BLOCK_WORDS - 1))
    bits[word] = (bits[word] as number) | (1 << (row & 31))
  }
  return {
    bytes: blockAt.byteLength + bits.byteLength,
    has(row) {
      const block = blockAt[row >>> BLOCK_SHIFT]
      if (!block) return false
      const word = bits[(block - 1) * BLOCK_WORDS + ((row >>> 5) & (BLOCK_WORDS - 1))] as number
      return (word & (1 << (row & 31))) !== 0
    },
  }
}
