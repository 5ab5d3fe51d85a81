import { QUICK_LINES_MAX } from '#contract/constants.ts'
import { type QuickLine, quickColumnsOf, readCells } from '#domain/quick-list.ts'
import { rowsOfUpload, type TableRow, UnreadableFile } from '../../goods/import/public.ts'

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
  const rows = await rowsOfUpload(name, content, ROWS_MAX)
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
