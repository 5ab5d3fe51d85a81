import { withoutBrackets } from './brackets.ts'
import { tidy } from './identifiers.ts'

/** Tables that banks and payment channels give out: titles above the header, sums below the lines, many words for one thing. */

export interface FileRow {
  line: number
  cells: readonly string[]
}

const HEADER_LENGTH_MAX = 60
const ROWS_ABOVE_HEADER_MAX = 30

const plainHead = (header: string) =>
  withoutBrackets(tidy(clean(header, HEADER_LENGTH_MAX)))
    .replace(/[\s_*#:：/-]/g, '')
    .toLowerCase()

/** A cell as text: no signs of control, no marks by which a channel keeps Excel from reading numbers. */
export const clean = (cell: string | undefined, most: number): string =>
  (cell ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/^[`'=]+"?/, '')
    .trim()
    .slice(0, most)

/** Where the header names a column by one of these words, the first word before the others; -1: nowhere. */
export type Columns = (words: readonly string[]) => number

const columnsOf = (cells: readonly string[]): Columns => {
  const heads = cells.map(plainHead)
  return (words) => words.map((word) => heads.indexOf(word)).find((at) => at >= 0) ?? -1
}

/** The rows below the first one that is a header; null: none is. Sums and remarks below the lines are no rows. */
export function belowHeader(
  rows: readonly FileRow[],
  isHeader: (columns: Columns) => boolean,
): { columns: Columns; rows: readonly FileRow[] } | null {
  for (const [at, row] of rows.slice(0, ROWS_ABOVE_HEADER_MAX).entries()) {
    const columns = columnsOf(row.cells)
    if (!isHeader(columns)) continue
    const below = rows.slice(at + 1)
    const end = below.findIndex(({ cells }) => TOTALS.test(clean(cells[0], 20)))
    return { columns, rows: (end < 0 ? below : below.slice(0, end)).filter((one) => !isRemark(one)) }
  }
  return null
}

/** A second table with the sums of the first. */
const TOTALS = /^总(?:交易单数|笔数)/
const REMARK = /^(?:#|合计|总计|小计|本页|本月|汇总|备注|说明|注[:：]|以下|-{3,})/

function isRemark({ cells }: FileRow): boolean {
  const first = cells.map((cell) => clean(cell, 20)).find((cell) => cell !== '')
  return first === undefined || REMARK.test(first)
}

/** 2026-11-21 and 09:02:11 of what a cell, or a day and a time in two cells, say; null: no day. '' for a time that is not said. */
export function dayAndTime(dayCell: string, timeCell = ''): { day: string; time: string } | null {
  const day = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[\sT](.*))?$/.exec(dayCell)
  if (!day) return null
  const [, year = '', month = '', date = '', rest = ''] = day
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return null
  return { day: text, time: timeOf(rest.trim()) || timeOf(timeCell) }
}

function timeOf(text: string): string {
  const clock =
    /(?:^|[\sT])([01]?\d|2[0-3])[:：时]([0-5]\d)(?:[:：分]([0-5]\d))?/.exec(text) ?? /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text)
  if (!clock) return ''
  const [, hour = '', minute = '', second = '00'] = clock
  return `${hour.padStart(2, '0')}:${minute}:${second}`
}
