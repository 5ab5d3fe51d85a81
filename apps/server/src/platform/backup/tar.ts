/** A tar file of small entries (POSIX ustar), so that a backup can be looked into with what every system has. */
const BLOCK = 512
/** Entries are pieces of a table; nothing bigger is ours. */
const ENTRY_MAX = 64 * 1024 * 1024

export interface TarEntry {
  name: string
  bytes: Buffer
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

export function tarEntry({ name, bytes }: TarEntry, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`too long a name for a tar entry: ${name}`)
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0)
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(bytes.length, 12), 124)
  head.write(octal(Math.floor(at.getTime() / 1000), 12), 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\u000000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)])
}

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

const field = (head: Buffer, from: number, length: number): string => {
  const text = head.toString('utf8', from, from + length)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

/** Reads the entries of a tar stream one after the other. Throws where it breaks off or is none. */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = readerOf(source)
  for (;;) {
    const head = await reader(BLOCK)
    if (head.every((byte) => byte === 0)) return
    const size = Number.parseInt(field(head, 124, 12), 8)
    if (field(head, 257, 5) !== 'ustar' || !Number.isSafeInteger(size) || size < 0 || size > ENTRY_MAX)
      throw new Error('not a backup of this shop')
    const bytes = await reader(size)
    await reader((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name: field(head, 0, 100), bytes }
  }
}

/** Takes exactly so many bytes each time it is asked. */
function readerOf(source: AsyncIterable<Buffer>): (length: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (length) => {
    const parts = [rest]
    let have = rest.length
    while (have < length) {
      const next = await chunks.next()
      if (next.done) throw new Error('the file breaks off')
      parts.push(next.value)
      have += next.value.length
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts)
    rest = all.subarray(length)
    return all.subarray(0, length)
  }
}
