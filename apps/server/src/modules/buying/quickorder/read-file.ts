import { QUICK_LINES_MAX } from '#contract/constants.ts'
import { type QuickLine, quickColumnsOf, readCells } from '#domain/quick-list.ts'
import {
  inspectZip,
  isWorkbook,
  isZip,
  refuseOtherKinds,
  rowsOfText,
  rowsOfWorkbook,
  type TableRow,
  UnreadableFile,
} from '../../goods/import/public.ts'

/** What a list of a buyer's may hold at most; a list that people wrote is far below all of it. */
const UNPACKED_BYTES_MAX = 12 * 1024 * 1024
const COLUMNS_MAX = 256
const CELLS_MAX = 200_000
const LINE_MAX = 32 * 1024
/** Titles and dates that may stand above the header. */
const ROWS_ABOVE_HEADER_MAX = 10
/** Read beyond the limit, so that the answer can say how many lines were left out. */
const ROWS_MAX = QUICK_LINES_MAX * 10 + ROWS_ABOVE_HEADER_MAX + 1

/** left: lines beyond the most that one list may have. */
export interface ListFile {
  lines: QuickLine[]
  left: number
}

/** The lines of a list as a file, in its order: CSV, XLSX or XLS, told apart by their bytes and not by their name. */
export async function readListFile(name: string, content: Buffer): Promise<ListFile> {
  const rows = await rowsOf(name, content)
  if (rows.length > ROWS_MAX)
    throw new UnreadableFile(`文件超过 ${QUICK_LINES_MAX * 10} 行，清单一次最多 ${QUICK_LINES_MAX} 行，请分成几份上传`)
  const above = rows.slice(0, ROWS_ABOVE_HEADER_MAX + 1)
  const headerAt = above.findIndex(({ cells }) => quickColumnsOf(cells) !== null)
  const columns = headerAt < 0 ? null : quickColumnsOf(rows[headerAt]?.cells ?? [])
  const lines: QuickLine[] = []
  let left = 0
  for (const row of rows.slice(headerAt + 1)) {
    const line = readCells(row.line, row.cells, columns)
    if (line === null) continue
    if (lines.length >= QUICK_LINES_MAX) left += 1
    else lines.push(withoutResult(row, columns?.number) ? { ...line, number: null, problem: '数量的公式没有结果' } : line)
  }
  return { lines, left }
}

const withoutResult = ({ problems }: TableRow, column: number | undefined) => column !== undefined && problems?.has(column) === true

async function rowsOf(name: string, content: Buffer): Promise<TableRow[]> {
  if (content.length === 0) throw new UnreadableFile('文件是空的')
  if (isWorkbook(content)) {
    if (isZip(content)) await inspectZip(content, UNPACKED_BYTES_MAX, '工作簿展开后过大，请只保留清单所在的工作表后再上传')
    const { rows } = await rowsOfWorkbook(content, { rowsMax: ROWS_MAX + 1, columnsMax: COLUMNS_MAX, cellsMax: CELLS_MAX })
    const wrong = rows.find(({ problems }) => [...(problems?.values() ?? [])].some(({ reason }) => reason.startsWith('日期')))
    if (wrong) throw new UnreadableFile(`第 ${wrong.line} 行的日期超出范围，请改正后再上传`)
    return rows
  }
  refuseOtherKinds(content)
  if (/\.xlsx?$/i.test(name)) throw new UnreadableFile('这个文件不是 Excel 工作簿，请用 Excel 打开后另存为 XLSX 或 CSV 再上传')
  const rows: TableRow[] = []
  for await (const row of rowsOfText(content, { lineMax: LINE_MAX, columnsMax: COLUMNS_MAX })) {
    rows.push(row)
    if (rows.length > ROWS_MAX) break
  }
  return rows
}
