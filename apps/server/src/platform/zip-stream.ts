import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface StreamedEntry {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

/** Unpacked by 2.0; names are UTF-8; sizes and sum follow the content, for they are not known before it. */
const VERSION = 20
const FLAGS = 0x0808
const DEFLATED = 8
/** The 1st of January 1980: what a file holds says by itself when it was made. */
const DOS_DATE = 0x0021
/** Large enough for the packer to be fast, and soon enough for memory to stay small. */
const LEVEL = 3

const signed = (signature: string, size: number): Buffer => {
  const block = Buffer.alloc(size)
  block.write(signature, 'latin1')
  return block
}

interface Told {
  name: Buffer
  at: number
  crc: number
  packed: number
  size: number
}

function common(block: Buffer, at: number, { name, crc, packed, size }: Told, isKnown: boolean): void {
  block.writeUInt16LE(VERSION, at)
  block.writeUInt16LE(FLAGS, at + 2)
  block.writeUInt16LE(DEFLATED, at + 4)
  block.writeUInt16LE(DOS_DATE, at + 8)
  if (isKnown) {
    block.writeUInt32LE(crc, at + 10)
    block.writeUInt32LE(packed, at + 14)
    block.writeUInt32LE(size, at + 18)
  }
  block.writeUInt16LE(name.length, at + 22)
}

function directoryOf(entries: readonly Told[], at: number): Buffer {
  const listing = entries.map((told) => {
    const block = signed('PK\u0001\u0002', 46)
    block.writeUInt16LE(VERSION, 4)
    common(block, 6, told, true)
    block.writeUInt32LE(told.at, 42)
    return Buffer.concat([block, told.name])
  })
  const body = Buffer.concat(listing)
  const end = signed('PK\u0005\u0006', 22)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(body.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([body, end])
}

/** A ZIP as it comes, of which never more than some pieces are in memory: each entry is packed while it is made. */
export async function* zipStream(entries: readonly StreamedEntry[]): AsyncGenerator<Buffer> {
  const told: Told[] = []
  let at = 0
  for (const { name, content } of entries) {
    const one: Told = { name: Buffer.from(name, 'utf8'), at, crc: 0, packed: 0, size: 0 }
    const head = signed('PK\u0003\u0004', 30)
    common(head, 4, one, false)
    yield Buffer.concat([head, one.name])
    const plain = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text, 'utf8')
        one.crc = crc32(bytes, one.crc)
        one.size += bytes.length
        yield bytes
      }
    }
    // A fault in the making ends the packing with it.
    const source = Readable.from(plain(), { objectMode: false })
    const packer = createDeflateRaw({ level: LEVEL })
    source.on('error', (error) => packer.destroy(error))
    try {
      for await (const piece of source.pipe(packer)) {
        one.packed += (piece as Buffer).length
        yield piece as Buffer
      }
    } finally {
      source.destroy()
      packer.destroy()
    }
    const tail = signed('PK\u0007\u0008', 16)
    tail.writeUInt32LE(one.crc, 4)
    tail.writeUInt32LE(one.packed, 8)
    tail.writeUInt32LE(one.size, 12)
    yield tail
    told.push(one)
    at += head.length + one.name.length + one.packed + tail.length
  }
  yield directoryOf(told, at)
}
