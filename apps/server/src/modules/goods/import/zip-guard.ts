import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { UnreadableFile } from './table-row.ts'
import { partsOf, STORED } from './zip-parts.ts'

const inflate = promisify(inflateRaw)

const ENTRIES_MAX = 500

const broken = () => new UnreadableFile('打不开这个工作簿，请另存为 XLSX 或 CSV 后再试')

/**
 * Unpacks every part of an XLSX and throws what comes out away, and stops where it becomes too much: what the file says of
 * its own sizes is no more to be believed than the rest of it, and the reader of workbooks unpacks without asking.
 */
export async function inspectZip(content: Buffer, unpackedMax: number, tooLarge: string): Promise<void> {
  const parts = partsOf(content, { entriesMax: ENTRIES_MAX, tooMany: tooLarge, broken })
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
