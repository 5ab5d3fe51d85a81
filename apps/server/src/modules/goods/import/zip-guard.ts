import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { UnreadableFile } from './table-row.ts'

const inflate = promisify(inflateRaw)

const ENTRIES_MAX = 500
const END_BYTES = 22
const END_BEGIN = Buffer.from('504b0506', 'hex')
const ENTRY_MARK = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL_MARK = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

const broken = () => new UnreadableFile('打不开这个工作簿，请另存为 XLSX 或 CSV 后再试')

/**
 * Unpacks every part of an XLSX and throws what comes out away, and stops where it becomes too much: what the file says of
 * its own sizes is no more to be believed than the rest of it, and the reader of workbooks unpacks without asking.
 */
export async function inspectZip(content: Buffer, unpackedMax: number, tooLarge: string): Promise<void> {
  const parts = partsOf(content, tooLarge)
  refuseOtherZips(parts.map(({ name }) => name))
  let left = unpackedMax
  for (const part of parts) {
    if (part.method === STORED) left -= part.bytes.length
    else {
      try {
        left -= (await inflate(part.bytes, { maxOutputLength: Math.max(1, left) })).length
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') throw new UnreadableFile(tooLarge)
        throw broken()
      }
    }
    if (left <= 0) throw new UnreadableFile(tooLarge)
  }
}

/** Documents and archives are ZIPs as well; some programs part folders the other way. */
function refuseOtherZips(names: readonly string[]): void {
  // They hold a packing of their own, which nobody has looked into.
  if (names.some((name) => /\.iwa$|(?:^|[\\/])index\.zip$/i.test(name)))
    throw new UnreadableFile('这是 Numbers 表格，请导出为 XLSX 或 CSV 后再试')
  const has = (start: string) => names.some((name) => name.replaceAll('\\', '/').toLowerCase().startsWith(start))
  if (has('xl/') || has('content.xml')) return
  if (has('word/')) throw new UnreadableFile('这是 Word 文档，不是表格，只支持 XLSX、XLS 和 CSV 文件')
  if (has('ppt/')) throw new UnreadableFile('这是演示文稿，不是表格，只支持 XLSX、XLS 和 CSV 文件')
  throw new UnreadableFile('这是压缩包，不是 Excel 工作簿，请解压后选择里面的 XLSX、XLS 或 CSV 文件')
}

interface Part {
  name: string
  method: number
  bytes: Buffer
}

/**
 * An archive says most things twice, and the reader of workbooks believes one place, often the other one: where they differ,
 * what is inspected here is not what it would unpack.
 */
function partsOf(content: Buffer, tooMany: string): Part[] {
  // The last mark, as the reader looks for it: also one with too little behind it.
  const end = content.lastIndexOf(END_BEGIN)
  if (end < 0 || end + END_BYTES > content.length) throw broken()
  const count = content.readUInt16LE(end + 10)
  if (count !== content.readUInt16LE(end + 8)) throw broken()
  if (count > ENTRIES_MAX) throw new UnreadableFile(tooMany)
  const parts: Part[] = []
  let at = content.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > content.length || content.readUInt32LE(at) !== ENTRY_MARK) throw broken()
    const method = content.readUInt16LE(at + 10)
    const size = content.readUInt32LE(at + 20)
    const local = content.readUInt32LE(at + 42)
    if (method !== STORED && method !== DEFLATED) throw broken()
    if (local + LOCAL_BYTES > content.length || content.readUInt32LE(local) !== LOCAL_MARK) throw broken()
    if (content.readUInt16LE(local + 8) !== method) throw broken()
    const start = local + LOCAL_BYTES + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
    if (start + size > content.length) throw broken()
    const name = content.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + content.readUInt16LE(at + 28))
    parts.push({ name, method, bytes: content.subarray(start, start + size) })
    at += ENTRY_BYTES + content.readUInt16LE(at + 28) + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  return parts
}
