import { UnreadableFile } from './table-row.ts'

/** What an archive holds, still packed. */

const END_BYTES = 22
const END_BEGIN = Buffer.from('504b0506', 'hex')
const ENTRY_MARK = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_MARK = 0x04034b50
const LOCAL_BYTES = 30
export const STORED = 0
const DEFLATED = 8
const UTF8 = 0x0800
const ENCRYPTED = 0x0001
/** Made on Unix: the upper half of what it says of its file. */
const KIND_OF_FILE = 0o170000
const LINK = 0o120000

export interface Part {
  name: string
  method: number
  bytes: Buffer
  /** Of what is packed. */
  crc: number
  isEncrypted: boolean
  isLink: boolean
}
interface PartLimits {
  entriesMax: number
  tooMany: string
  broken: () => UnreadableFile
}

/** Programs of China wrote names in GBK for long, and say so nowhere. */
function nameOf(bytes: Buffer, flags: number): string {
  if ((flags & UTF8) === 0)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return new TextDecoder('gb18030').decode(bytes)
    }
  return bytes.toString('utf8')
}

/**
 * An archive says most things twice, and the reader of workbooks believes one place, often the other one: where they differ,
 * what is inspected here is not what it would unpack.
 */
export function partsOf(content: Buffer, { entriesMax, tooMany, broken }: PartLimits): Part[] {
  // The last mark, as the reader looks for it: also one with too little behind it.
  const end = content.lastIndexOf(END_BEGIN)
  if (end < 0 || end + END_BYTES > content.length) throw broken()
  const count = content.readUInt16LE(end + 10)
  if (count !== content.readUInt16LE(end + 8)) throw broken()
  if (count > entriesMax) throw new UnreadableFile(tooMany)
  const parts: Part[] = []
  const places: [start: number, end: number][] = []
  let at = content.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > content.length || content.readUInt32LE(at) !== ENTRY_MARK) throw broken()
    const flags = content.readUInt16LE(at + 8)
    const method = content.readUInt16LE(at + 10)
    const size = content.readUInt32LE(at + 20)
    const local = content.readUInt32LE(at + 42)
    if (method !== STORED && method !== DEFLATED) throw broken()
    if (local + LOCAL_BYTES > content.length || content.readUInt32LE(local) !== LOCAL_MARK) throw broken()
    if (content.readUInt16LE(local + 8) !== method) throw broken()
    const start = local + LOCAL_BYTES + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
    if (start + size > content.length) throw broken()
    places.push([local, start + size])
    const name = nameOf(content.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + content.readUInt16LE(at + 28)), flags)
    parts.push({
      name,
      method,
      bytes: content.subarray(start, start + size),
      crc: content.readUInt32LE(at + 16),
      isEncrypted: (flags & ENCRYPTED) !== 0,
      isLink: ((content.readUInt32LE(at + 38) >>> 16) & KIND_OF_FILE) === LINK,
    })
    at += ENTRY_BYTES + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  // One packed content that many entries share is how a small archive unfolds to a very large one.
  places.sort(([one], [other]) => one - other)
  if (places.some(([start], index) => start < (places[index - 1]?.[1] ?? 0))) throw broken()
  return parts
}
