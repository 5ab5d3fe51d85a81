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

/** Some files in one, as they are: PDFs are packed already. Names are unique; all of it fits well below the format's 4 GB. */
export function zipOf(entries: readonly ZipEntry[], now: Date): Buffer {
  const { time, date } = dosTime(now)
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of entries) {
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
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, bytes, content)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.from([VERSION, 0]), common, rest, bytes)
    at += 4 + common.length + bytes.length + content.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listing, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
