import { readFile } from 'node:fs/promises'
import type { CellObject, WorkBook } from '@e965/xlsx'
import { type TableRow, UnreadableFile } from './table-row.ts'

/** A workbook is held in memory as a whole; larger tables come as CSV, which is read as a stream. */
const WORKBOOK_BYTES_MAX = 80 * 1024 * 1024
const DAY_MS = 86_400_000
/** What Excel counts days from, and what the older counting of some Macs adds to it. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462

/** The rows of a workbook's first sheet (XLSX, or the older XLS). */
export async function workbookRows(path: string, totalBytes: number): Promise<TableRow[]> {
  if (totalBytes > WORKBOOK_BYTES_MAX) throw new UnreadableFile('工作簿超过 80 MB，请另存为 CSV 后导入')
  return rowsOfWorkbook(await readFile(path))
}

/** rowsMax: no more rows than these are read of a sheet; 0 = all. */
export async function rowsOfWorkbook(content: Buffer, rowsMax = 0): Promise<TableRow[]> {
  const workbook = await readWorkbook(content, rowsMax)
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  if (!sheet) throw new UnreadableFile('工作簿里没有工作表')
  const data: readonly (readonly CellObject[] | undefined)[] = sheet['!data'] ?? []
  const epochDays = workbook.Workbook?.WBProps?.date1904 ? DAYS_TO_1904 : 0
  const rows: TableRow[] = []
  for (const [index, row] of data.entries()) {
    // Cells that were never written are holes: Array.from reads them as undefined.
    const cells = Array.from(row ?? [], (cell: CellObject | undefined) => cellText(cell, epochDays))
    if (cells.some((cell) => cell !== '')) rows.push({ line: index + 1, cells })
  }
  return rows
}

async function readWorkbook(content: Buffer, rowsMax: number): Promise<WorkBook> {
  const { read } = await import('@e965/xlsx')
  try {
    return read(content, { dense: true, cellDates: false, cellNF: true, sheetRows: rowsMax })
  } catch (cause) {
    const secret = cause instanceof Error && /password|encrypt/i.test(cause.message)
    throw new UnreadableFile(secret ? '工作簿设有密码，请取消密码后再导入' : '打不开这个工作簿，请另存为 XLSX 或 CSV 后再导入', { cause })
  }
}

/**
 * What a cell holds, not how it looks: a barcode that a narrow column shows as 6.9E+12 keeps its digits, a date is
 * year-month-day whatever its format. Only leading zeros exist in the look alone.
 */
function cellText(cell: CellObject | undefined, epochDays: number): string {
  if (cell === undefined || cell.v === undefined || cell.v === null || cell.t === 'e') return ''
  if (cell.t !== 'n' || typeof cell.v !== 'number') return String(cell.w ?? cell.v)
  const format = String(cell.z ?? '')
  if (/^0{2,}$/.test(format)) return cell.w ?? String(cell.v)
  const date = dateParts(format)
  if (date === null) return String(Number(cell.v.toPrecision(15)))
  const text = new Date(DAY_ZERO + (Math.floor(cell.v) + epochDays) * DAY_MS).toISOString()
  return text.slice(0, date === 'day' ? 10 : 7)
}

/** Whether a number's format shows it as a date; 2028年12月 names a month, and stays one. */
function dateParts(format: string): 'day' | 'month' | null {
  const signs = format.replace(/"[^"]*"?|\[[^\]]*\]?|\\./g, '')
  if (!/y/i.test(signs)) return null
  return /d/i.test(signs) ? 'day' : 'month'
}
