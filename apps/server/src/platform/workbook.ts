import type { CellObject, WorkSheet } from '@e965/xlsx'
import { type FileAnswer, fileAnswer } from './http.ts'

export const WORKBOOK_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Amounts are numbers, so that people can add them up; everything else is text and never a formula. */
export type Cell = string | number | { yuan: string }

export interface Sheet {
  name: string
  columns: readonly { title: string; width: number }[]
  rows: readonly (readonly Cell[])[]
}

const cellOf = (value: Cell): CellObject =>
  typeof value === 'object'
    ? { t: 'n', v: Number(value.yuan), z: '#,##0.00' }
    : typeof value === 'number'
      ? { t: 'n', v: value }
      : { t: 's', v: value }

/** An Excel file's bytes. */
export async function workbookBytes(sheets: readonly Sheet[]): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  for (const { name, columns, rows } of sheets) {
    const head = columns.map(({ title }) => cellOf(title))
    const sheet: WorkSheet = utils.aoa_to_sheet([head, ...rows.map((row) => row.map(cellOf))])
    sheet['!cols'] = columns.map(({ width }) => ({ wch: width }))
    utils.book_append_sheet(book, sheet, name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

/** An Excel file as a call's answer. */
export async function workbookAnswer(fileName: string, sheets: readonly Sheet[]): Promise<FileAnswer> {
  return fileAnswer(fileName, WORKBOOK_MIME, await workbookBytes(sheets))
}
