import { QUICK_LINES_MAX } from '#contract/constants.ts'
import { type QuickLine, quickColumnsOf, readCells } from '#domain/quick-list.ts'
import { isWorkbook, rowsOfText, rowsOfWorkbook, type TableRow, UnreadableFile } from '../import/public.ts'
import { refuseZipBomb } from './zip-guard.ts'

/** Titles and dates that may stand above the header. */
const ROWS_ABOVE_HEADER_MAX = 10
/** Read beyond the limit, so that the answer can say how many lines were left out. */
const ROWS_MAX = QUICK_LINES_MAX * 10
const XLSX_START = '504b0304'

/** The lines of a list as a file: CSV, XLSX or XLS, told apart by their bytes and not by their name. */
export async function readListFile(name: string, content: Buffer): Promise<QuickLine[]> {
  const rows = await rowsOf(name, content)
  const above = rows.slice(0, ROWS_ABOVE_HEADER_MAX + 1)
  const headerAt = above.findIndex(({ cells }) => quickColumnsOf(cells) !== null)
  const columns = headerAt < 0 ? null : quickColumnsOf(rows[headerAt]?.cells ?? [])
  return rows.slice(headerAt + 1).flatMap(({ line, cells }) => readCells(line, cells, columns) ?? [])
}

async function rowsOf(name: string, content: Buffer): Promise<TableRow[]> {
  if (content.length === 0) throw new UnreadableFile('文件是空的')
  if (isWorkbook(content)) {
    if (content.subarray(0, 4).toString('hex') === XLSX_START) await refuseZipBomb(content)
    return rowsOfWorkbook(content, ROWS_MAX)
  }
  if (/\.xlsx?$/i.test(name)) throw new UnreadableFile('这个文件不是 Excel 工作簿，请用 Excel 打开后另存为 XLSX 或 CSV 再上传')
  // UTF-16 has NUL bytes; its mark says so.
  const isWide = content.subarray(0, 2).toString('hex') === 'fffe'
  if (!isWide && content.includes(0)) throw new UnreadableFile('只支持 XLSX、XLS 和 CSV 文件')
  try {
    return await rowsOfText(content)
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    throw new UnreadableFile('读不出这个 CSV 文件，请另存为 XLSX 后再上传', { cause })
  }
}
