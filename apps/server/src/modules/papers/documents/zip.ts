import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: Buffer
}

/** MS-DOS time, in Beijing's clock, as the format has it. */
function dosTime(at: Date): { time: number; date: number } {
  const local = new Date(at.getTime() + 8 * 3_600_000)
  return {
    time: (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1),
    date: ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate(),
  }
}

const UTF8_NAMES = 0x800
const VERSION = 20

/** Files as they are: PDFs are packed already. Names are unique; all of it fits well below the format's 4 GB. */
function zipWriter(now: Date) {
  const { time, date } = dosTime(now)
  const directory: Buffer[] = []
  let at = 0
  let count = 0
  return {
    /** What stands before the content of an entry. */
    head({ name, content }: ZipEntry): Buffer {
      const bytes = Buffer.from(name, 'utf8')
      /** What the entry and the directory say alike. */
      const common = Buffer.alloc(26)
      common.writeUInt16LE(VERSION, 0)
      common.writeUInt16LE(UTF8_NAMES, 2)
      common.writeUInt16LE(time, 6)
      common.writeUInt16LE(date, 8)
      common.writeUInt32LE(crc32(content), 10)
      common.writeUInt32LE(content.length, 14)
      common.writeUInt32LE(content.length, 18)
      common.writeUInt16LE(bytes.length, 22)
      const rest = Buffer.alloc(14)
      rest.writeUInt32LE(at, 10)
      directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([VERSION, 0]), common, rest, bytes)
      at += 4 + common.length + bytes.length + content.length
      count += 1
      return Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, bytes])
    },
    end(): Buffer {
      const listing = Buffer.concat(directory)
      const end = Buffer.alloc(18)
      end.writeUInt16LE(count, 4)
      end.writeUInt16LE(count, 6)
      end.writeUInt32LE(listing.length, 8)
      end.writeUInt32LE(at, 12)
      return Buffer.concat([listing, Buffer.from('PK\u0005\u0006', 'latin1'), end])
    },
  }
}

/** Some files in one. */
export function zipOf(entries: readonly ZipEntry[], now: Date): Buffer {
  const writer = zipWriter(now)
  const parts = entries.flatMap((entry) => [writer.head(entry), entry.content])
  return Buffer.concat([...parts, writer.end()])
}

export interface LateEntry {
  name: string
  /** null: it is not there any more. */
  read: () => Promise<Buffer | null>
}

/** As large as a slow reader takes between two looks at him (platform/downloads.ts). */
const PIECE = 256 * 1024

/**
 * The same for files that people have sent, each of which may be ten megabytes: read when its turn comes, so that one is in memory at a time,
 * and nobody waits while hundreds of megabytes are laid side by side.
 */
export function lateZip(entries: readonly LateEntry[], now: Date): Readable {
  async function* pieces() {
    const writer = zipWriter(now)
    for (const { name, read } of entries) {
      const content = await read()
      if (content === null) throw new Error(`${name} went while it was packed`)
      yield writer.head({ name, content })
      for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE)
    }
    yield writer.end()
  }
  return Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE })
}
