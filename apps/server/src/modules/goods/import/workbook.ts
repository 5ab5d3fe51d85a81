import { readFile } from 'node:fs/promises'
import type { CellObject, WorkBook } from '@e965/xlsx'
import { isZip } from './sniff.ts'
import { type CellProblem, type TableRow, UnreadableFile } from './table-row.ts'
import { inspectZip } from './zip-guard.ts'

/** A workbook is held in memory as a whole; larger tables come as CSV, which is read as a stream. */
const WORKBOOK_BYTES_MAX = 80 * 1024 * 1024
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024
const DAY_MS = 86_400_000
/** What Excel counts days from, and what the older counting of some Macs adds to it. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462

/** 31 December 9999, the last day that Excel knows. */
const DAYS_MAX = 2_958_465
/** What a worksheet can hold at most: a cell beyond it was written by no spreadsheet. */
const SHEET_ROWS_MAX = 1_048_576
const SHEET_COLUMNS_MAX = 16_384

export interface WorkbookLimits {
  /** No more rows than these are read of a sheet; without it all. */
  rowsMax?: number
  columnsMax: number
  /** Cells that hold something, in all. */
  cellsMax?: number
  /** Signs in all of them: a file says a long text once, and thousands of cells may be that text. */
  signsMax?: number
  /** The worksheet to read; without it the first. */
  sheet?: string | undefined
}

export interface SheetRows {
  rows: TableRow[]
  sheet: string
  sheets: readonly string[]
}

/** The rows of a workbook's sheet (XLSX, or the older XLS). */
export async function workbookRows(path: string, totalBytes: number, limits: WorkbookLimits): Promise<SheetRows> {
  if (totalBytes > WORKBOOK_BYTES_MAX) throw new UnreadableFile('工作簿超过 80 MB，请另存为 CSV 后导入')
  const content = await readFile(path)
  if (isZip(content)) await inspectZip(content, UNPACKED_BYTES_MAX, '工作簿展开后过大，请另存为 CSV 后导入')
  return rowsOfWorkbook(content, limits)
}

export async function rowsOfWorkbook(content: Buffer, limits: WorkbookLimits): Promise<SheetRows> {
  const workbook = await readWorkbook(content, limits.rowsMax ?? 0)
  const sheets = workbook.SheetNames
  const sheet = limits.sheet ?? sheets[0] ?? ''
  const found = Object.hasOwn(workbook.Sheets, sheet) ? workbook.Sheets[sheet] : undefined
  if (!found)
    throw new UnreadableFile(limits.sheet === undefined ? '工作簿里没有工作表' : `工作簿里没有工作表“${sheet}”，有：${sheets.join('、')}`)
  const epochDays = workbook.Workbook?.WBProps?.date1904 ? DAYS_TO_1904 : 0
  return { rows: rowsOfSheet(found['!data'] ?? [], epochDays, limits), sheet, sheets }
}

/** The places that are filled, in their order. The file chooses where its cells stand: nothing is walked but what is there. */
function placesOf(filled: object, max: number): number[] {
  const places = Object.keys(filled).map(Number)
  const wrong = places.find((place) => !Number.isInteger(place) || place < 0 || place >= max)
  if (wrong !== undefined) throw new UnreadableFile('工作表里有单元格超出了 Excel 的行列范围，请用 Excel 打开后另存为 XLSX 再试')
  return places
}

type Filled = readonly (readonly (CellObject | undefined)[] | undefined)[]

const ENDLESS = Number.POSITIVE_INFINITY
function rowsOfSheet(data: Filled, epochDays: number, { columnsMax, cellsMax = ENDLESS, signsMax = ENDLESS }: WorkbookLimits): TableRow[] {
  const rows: TableRow[] = []
  let [left, signs] = [cellsMax, signsMax]
  for (const index of placesOf(data, SHEET_ROWS_MAX)) {
    const row = data[index] ?? []
    const cells: string[] = []
    const problems = new Map<number, CellProblem>()
    for (const column of placesOf(row, SHEET_COLUMNS_MAX)) {
      const { text, problem } = readCell(row[column], epochDays)
      if (text === '' && problem === undefined) continue
      if (column >= columnsMax) throw new UnreadableFile(`第 ${index + 1} 行第 ${column + 1} 列有内容，最多读 ${columnsMax} 列`)
      while (cells.length <= column) cells.push('')
      cells[column] = text
      if (problem !== undefined) problems.set(column, problem)
      left -= 1
      signs -= text.length
      if (left < 0 || signs < 0) throw new UnreadableFile('工作表的内容过多，请只保留清单所在的列后再试')
    }
    if (cells.length > 0) rows.push({ line: index + 1, cells, ...(problems.size > 0 && { problems }) })
  }
  return rows
}

async function readWorkbook(content: Buffer, rowsMax: number): Promise<WorkBook> {
  const { read } = await import('@e965/xlsx')
  try {
    // Stubs: a formula without a result is told from an empty cell.
    return read(content, { dense: true, cellDates: false, cellNF: true, sheetStubs: true, sheetRows: rowsMax })
  } catch (cause) {
    const secret = cause instanceof Error && /password|encrypt/i.test(cause.message)
    throw new UnreadableFile(secret ? '工作簿设有密码，请取消密码后再试' : '打不开这个工作簿，请另存为 XLSX 或 CSV 后再试', { cause })
  }
}

interface CellText {
  text: string
  problem?: CellProblem
}

const noResult = (value: string): CellText => ({ text: '', problem: { value, reason: '公式没有结果，请在 Excel 中重新计算后保存' } })

/**
 * What a cell holds, not how it looks: a barcode that a narrow column shows as 6.9E+12 keeps its digits, a date is
 * year-month-day whatever its format. Only leading zeros exist in the look alone.
 */
function readCell(cell: CellObject | undefined, epochDays: number): CellText {
  if (cell === undefined) return { text: '' }
  if (cell.t === 'e') return noResult(String(cell.w ?? '#ERROR').slice(0, 40))
  if (cell.v === undefined || cell.v === null || cell.t === 'z')
    return cell.f === undefined ? { text: '' } : noResult(`=${cell.f}`.slice(0, 40))
  if (cell.t !== 'n' || typeof cell.v !== 'number') return { text: String(cell.w ?? cell.v) }
  const format = String(cell.z ?? '')
  if (/^0{2,}$/.test(format)) return { text: cell.w ?? String(cell.v) }
  const date = dateParts(format)
  const plain = String(Number(cell.v.toPrecision(15)))
  if (date === null) return { text: plain }
  const days = Math.floor(cell.v) + epochDays
  if (!(days >= 0 && days <= DAYS_MAX)) return { text: '', problem: { value: plain, reason: '日期超出范围' } }
  const text = new Date(DAY_ZERO + days * DAY_MS).toISOString()
  return { text: text.slice(0, date === 'day' ? 10 : 7) }
}

/** Whether a number's format shows it as a date; 2028年12月 names a month, and stays one. */
function dateParts(format: string): 'day' | 'month' | null {
  const signs = format.replace(/"[^"]*"?|\[[^\]]*\]?|\\./g, '')
  if (!/y/i.test(signs)) return null
  return /d/i.test(signs) ? 'day' : 'month'
}
