import { IMPORT_ROWS_MAX } from '#contract/constants.ts'
import { rowsOfUpload, type TableRow, UnreadableFile } from '../import/public.ts'
import { recognised as ofCompanies } from './companies/fields.ts'
import { recognised as ofGoods } from './goods/fields.ts'
import type { ReadTable } from './kind.ts'

/** What a table is of: its header is known by the columns that such a table must have. */
export type TableOf = 'goods' | 'companies'
const TABLES: Readonly<Record<TableOf, { noun: string; lacks: (header: readonly string[]) => readonly string[] }>> = {
  goods: { noun: '商品', lacks: (header) => ofGoods(header).missing },
  companies: { noun: '企业', lacks: (header) => ofCompanies(header).missing },
}

/** Lists often carry a title and a date above their header. */
const ROWS_ABOVE_HEADER_MAX = 10
const LIMITS = { unpackedMax: 96 * 1024 * 1024, cellsMax: 600_000, signsMax: 16_000_000 }

/** What no database takes is refused where its row is read, as a sign that nobody could read. */
const kept = (text: string, max: number): string => text.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd')

const problemsOf = ({ problems }: TableRow): Record<string, string> =>
  Object.fromEntries([...(problems ?? [])].map(([at, { reason }]) => [String(at), reason]))

/** A table: CSV, XLSX or XLS. Its header is the first row that has all the columns that there must be, else the first row. */
export async function readTableFile(name: string, content: Buffer, of: TableOf): Promise<ReadTable> {
  const rows = await rowsOfUpload(name, content, IMPORT_ROWS_MAX + ROWS_ABOVE_HEADER_MAX + 1, LIMITS)
  const { noun, lacks } = TABLES[of]
  const above = rows.slice(0, ROWS_ABOVE_HEADER_MAX + 1)
  const found = above.findIndex(({ cells }) => lacks(cells).length === 0)
  const headerAt = Math.max(0, found)
  const header = rows[headerAt]?.cells.map((cell) => kept(cell.trim(), 100)) ?? []
  if (header.every((cell) => cell === '')) throw new UnreadableFile('文件没有表头')
  const filled = rows
    .slice(headerAt + 1)
    .filter(({ cells, problems }) => problems !== undefined || cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw new UnreadableFile(`文件里只有表头，没有${noun}`)
  if (filled.length > IMPORT_ROWS_MAX) throw new UnreadableFile(`文件超过 ${IMPORT_ROWS_MAX.toLocaleString('en')} 行，请分成几份导入`)
  return {
    header,
    rows: filled.map((row) => ({ line: row.line, cells: row.cells.map((cell) => kept(cell, 2_000)), problems: problemsOf(row) })),
  }
}
