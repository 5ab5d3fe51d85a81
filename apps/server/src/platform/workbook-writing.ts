import type { CellObject, WorkSheet } from '@e965/xlsx'

/** Amounts are numbers, so that people can add them up; everything else is text and never a formula. */
export type Cell = string | number | { yuan: string }

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

const cellOf = (value: Cell): CellObject =>
  typeof value === 'object'
    ? { t: 'n', v: Number(value.yuan), z: '#,##0.00' }
    : typeof value === 'number'
      ? { t: 'n', v: value }
      : { t: 's', v: textOf(value) }

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
