import type { TSchema } from 'typebox'
import type { DatabaseHandle } from './database.ts'
import type { Viewer } from './viewer.ts'
import type { Cell } from './workbook-writing.ts'

/** A list of the console that can be had as a file: each belongs to the module of its rows. */
export interface Exporter {
  /** Of the sheet and the file: 订单. */
  title: string
  /** What the list's own call is asked with, without the place in it. */
  query: TSchema
  /** Of the contract: whoever lacks one of them gets no such file, nor reads one that he had made. */
  words: readonly string[]
  columns: readonly { title: string; width: number }[]
  /** All rows, page by page, for whom the file is. */
  pages: (database: DatabaseHandle, viewer: Viewer, query: unknown, now: Date) => AsyncIterable<readonly (readonly Cell[])[]>
}

/** As many rows as one statement reads and one turn of the processor writes. */
const PAGE = 500

/** Page after page, each from where the one before ended: nothing is counted or skipped over. */
export async function* keysetPages<Row>(
  read: (after: number | null, limit: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
  cells: (row: Row) => readonly Cell[],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let after: number | null = null
  for (;;) {
    const rows = await read(after, PAGE)
    if (rows.length > 0) yield rows.map(cells)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = idOf(last)
  }
}

export const exportColumns = (columns: readonly (readonly [title: string, width: number])[]) =>
  columns.map(([title, width]) => ({ title, width }))
