/**
 * The lists' files: UTF-8, tab-separated, one header line, no quoting; `|` separates alternatives inside a cell, a line
 * that starts with `#` is a comment. A file that is wrong anywhere is refused whole at start: a list that is half read
 * would let barred goods through without a word.
 */
export class LawFilesError extends Error {
  override readonly name = 'LawFilesError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`名单文件有错，未载入：\n${faults.join('\n')}`)
    this.faults = faults
  }
}

/** Collects every fault of every file, so that a pharmacist mends them in one go. */
export class Faults {
  readonly found: string[] = []

  add(file: string, line: number, column: string, message: string): void {
    this.found.push(`${file} 第 ${line} 行${column === '' ? '' : `“${column}”列`}：${message}`)
  }
}

export interface TableRow {
  file: string
  line: number
  /** Trimmed; '' where the line ends before the column. */
  cell(column: string): string
  /** The alternatives of a cell, without empty ones. */
  list(column: string): string[]
  fault(column: string, message: string): void
}

export interface TableShape {
  columns: readonly string[]
  /** Columns that must not be empty. */
  required: readonly string[]
}

/** Rows of one file; faults of its shape are added to `faults`. */
export function readTable(file: string, text: string, shape: TableShape, faults: Faults): TableRow[] {
  const rows: TableRow[] = []
  let columns: string[] | null = null
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  for (const [index, raw] of lines.entries()) {
    const number = index + 1
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line.startsWith('#') || line.trim() === '') continue
    const cells = line.split('\t').map((cell) => cell.trim())
    if (columns === null) {
      columns = cells
      readHeader(file, number, columns, shape, faults)
      continue
    }
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
      faults.add(file, number, '', `有 ${cells.length} 格，表头只有 ${columns.length} 列，请检查制表符`)
    }
    const row = rowOf(file, number, columns, cells, faults)
    for (const name of shape.required) if (row.cell(name) === '') row.fault(name, '不能为空')
    rows.push(row)
  }
  if (columns === null) faults.add(file, 1, '', '没有表头')
  return rows
}

function readHeader(file: string, line: number, columns: readonly string[], shape: TableShape, faults: Faults): void {
  const seen = new Set<string>()
  for (const column of columns) {
    if (!shape.columns.includes(column)) faults.add(file, line, column, `没有这一列，可用的列：${shape.columns.join('、')}`)
    if (seen.has(column)) faults.add(file, line, column, '这一列写了两次')
    seen.add(column)
  }
  for (const column of shape.columns) if (!seen.has(column)) faults.add(file, line, column, '表头缺少这一列')
}

function rowOf(file: string, line: number, columns: readonly string[], cells: readonly string[], faults: Faults): TableRow {
  const cell = (column: string): string => cells[columns.indexOf(column)] ?? ''
  return {
    file,
    line,
    cell,
    list: (column) =>
      cell(column)
        .split('|')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    fault: (column, message) => faults.add(file, line, column, message),
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Days from which, and up to and including which, a row counts; '' for no bound. */
export interface InForce {
  from: string
  to: string
}

export function readInForce(row: TableRow): InForce {
  const day = (column: string): string => {
    const text = row.cell(column)
    if (text === '') return ''
    const real = DATE.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
    if (real && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)) return text
    row.fault(column, `“${text}”不是日期，应写作 2026-01-31`)
    return ''
  }
  const from = day('in_force_from')
  const to = day('in_force_to')
  if (from !== '' && to !== '' && to < from) row.fault('in_force_to', '早于生效日')
  return { from, to }
}

export const inForceOn = ({ from, to }: InForce, on: string): boolean => (from === '' || from <= on) && (to === '' || on <= to)

/** The value that a Chinese word of the file stands for; a word that is not of the set is a fault. */
export function readChoice<T>(row: TableRow, column: string, choices: Readonly<Record<string, T>>, fallback: T): T {
  const text = row.cell(column)
  const found = choices[text]
  if (found !== undefined) return found
  row.fault(column, `“${text}”不认识，可写：${Object.keys(choices).filter(Boolean).join('、')}`)
  return fallback
}
