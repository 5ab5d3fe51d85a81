import { type TProperties, type TSchema, Type } from 'typebox'
import type { Call } from '#contract/call.ts'
import type { DatabaseHandle } from './database.ts'
import type { Listings } from './listings.ts'
import type { Viewer } from './viewer.ts'
import type { Cell } from './workbook-writing.ts'

type Pages = AsyncIterable<readonly (readonly Cell[])[]>

/** A list of the console that can be had as a file. */
export interface Exporter {
  /** Of the sheet and the file: 订单. */
  title: string
  /** The list's own call. */
  call: Call
  /** Of the contract, beside those of the call: whoever lacks one of them gets no such file, nor reads one that he had made. */
  words?: readonly string[]
  columns: readonly { title: string; width: number }[]
  /** All rows, page by page, for whom the file is. */
  pages: (source: ExportSource, viewer: Viewer, query: unknown, now: Date) => Pages
}
export interface ExportSource {
  database: DatabaseHandle
  listings: Listings
}

/** The place in a list, which is none of its filter. */
const PLACE = ['page', 'per_page', 'before', 'after']
/** What a list is asked with, without the place in it. */
export const filterOf = ({ query }: Call): TSchema => {
  const { properties = {} } = (query ?? {}) as { properties?: TProperties }
  return Type.Object(Object.fromEntries(Object.entries(properties).filter(([name]) => !PLACE.includes(name))))
}

/** As many rows as one statement reads and one turn of the processor writes. */
export const EXPORT_PAGE = 500

/** Page after page, each from where the one before ended: nothing is counted or skipped over. */
export async function* keysetPages<Row>(
  read: (after: number | null, limit: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
  cells: (row: Row) => readonly Cell[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let after: number | null = null
  for (;;) {
    const rows = await read(after, EXPORT_PAGE)
    if (rows.length > 0) yield rows.map(cells)
    const last = rows.at(-1)
    if (last === undefined || rows.length < EXPORT_PAGE) return
    after = idOf(last)
  }
}

export const exportColumns = (columns: readonly (readonly [title: string, width: number])[]) =>
  columns.map(([title, width]) => ({ title, width }))
