import { IMPORT_ROWS_MAX } from '#contract/constants.ts'
import { rowsOfUpload, type TableRow, UnreadableFile } from '../../import/public.ts'
import type { ReadTable } from '../kind.ts'
import { recognised } from './fields.ts'

/** Lists often carry a title and a date above their header. */
const ROWS_ABOVE_HEADER_MAX = 10
const LIMITS = { unpackedMax: 96 * 1024 * 1024, cellsMax: 600_000, signsMax: 16_000_000 }

/** What no database takes is refused where its row is read, as a sign that nobody could read. */
const kept = (text: string, max: number): string => text.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd')

const problemsOf = ({ problems }: TableRow): Record<string, string> =>
  Object.fromEntries([...(problems ?? [])].map(([at, { reason }]) => [String(at), reason]))

/** A file of goods: CSV, XLSX or XLS. Its header is the first row that names a code and a name, else the first row. */
export async function readGoodsFile(name: string, content: Buffer): Promise<ReadTable> {
  const rows = await rowsOfUpload(name, content, IMPORT_ROWS_MAX + ROWS_ABOVE_HEADER_MAX + 1, LIMITS)
  const above = rows.slice(0, ROWS_ABOVE_HEADER_MAX + 1)
  const found = above.findIndex(({ cells }) => recognised(cells).missing.length === 0)
  const headerAt = Math.max(0, found)
  const header = rows[headerAt]?.cells.map((cell) => kept(cell.trim(), 100)) ?? []
  if (header.every((cell) => cell === '')) throw new UnreadableFile('文件没有表头')
  const filled = rows
    .slice(headerAt + 1)
    .filter(({ cells, problems }) => problems !== undefined || cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw new UnreadableFile('文件里只有表头，没有商品')
  if (filled.length > IMPORT_ROWS_MAX) throw new UnreadableFile(`文件超过 ${IMPORT_ROWS_MAX.toLocaleString('en')} 行，请分成几份导入`)
  return {
    header,
    rows: filled.map((row) => ({ line: row.line, cells: row.cells.map((cell) => kept(cell, 2_000)), problems: problemsOf(row) })),
  }
}
