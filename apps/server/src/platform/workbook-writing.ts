import type { CellObject, WorkSheet } from '@e965/xlsx'

/** Amounts and dates are what Excel counts with, so that people can add them up and sort by them; everything else is text and never a formula. */
export type Cell = string | number | { yuan: string } | { day: string } | { at: string }

/** How amounts, days and moments are shown. */
export const CELL_FORMATS = { yuan: '#,##0.00', day: 'yyyy-mm-dd', at: 'yyyy-mm-dd hh:mm' } as const

const DAY_MS = 86_400_000
const BEIJING_MS = 8 * 3_600_000
/** Excel counts days from here. */
const DAY_0 = Date.UTC(1899, 11, 30)

export function numberOf(cell: Exclude<Cell, string | number>): { format: keyof typeof CELL_FORMATS; value: number } {
  if ('yuan' in cell) return { format: 'yuan', value: Number(cell.yuan) }
  if ('day' in cell) return { format: 'day', value: (Date.parse(`${cell.day}T00:00:00Z`) - DAY_0) / DAY_MS }
  const minute = Math.floor((Date.parse(cell.at) + BEIJING_MS - DAY_0) / 60_000)
  return { format: 'at', value: minute / (24 * 60) }
}

/** A sheet as it is sent to whoever writes it: its rows are JSON, some hundreds to a piece. */
export interface PackedSheet {
  name: string
  columns: readonly { title: string; width: number }[]
  pieces: readonly string[]
}

/** More a cell of Excel does not hold, and the library writes no sheet with it. */
const TEXT_MAX = 32_767
const CUT = '…（过长，未全部列出）'

const textOf = (text: string): string => (text.length <= TEXT_MAX ? text : text.slice(0, TEXT_MAX - CUT.length) + CUT)

function cellOf(cell: Cell): CellObject {
  if (typeof cell === 'string') return { t: 's', v: textOf(cell) }
  if (typeof cell === 'number') return { t: 'n', v: cell }
  const { format, value } = numberOf(cell)
  return { t: 'n', v: value, z: CELL_FORMATS[format] }
}

const rowsOf = (piece: string): CellObject[][] => (JSON.parse(piece) as Cell[][]).map((row) => row.map(cellOf))

/** An Excel file's bytes. */
export async function writeWorkbook(sheets: readonly PackedSheet[]): Promise<Buffer<ArrayBuffer>> {
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  for (const { name, columns, pieces } of sheets) {
    const head = columns.map(({ title }) => cellOf(title))
    const sheet: WorkSheet = utils.aoa_to_sheet([head, ...pieces.flatMap(rowsOf)])
    sheet['!cols'] = columns.map(({ width }) => ({ wch: width }))
    utils.book_append_sheet(book, sheet, name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}
