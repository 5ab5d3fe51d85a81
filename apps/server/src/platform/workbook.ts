import { setImmediate as others } from 'node:timers/promises'
import { type FileAnswer, fileAnswer } from './http.ts'
import { createThreads } from './threads.ts'
import { type Cell, type PackedSheet, writeWorkbook } from './workbook-writing.ts'

export type { Cell } from './workbook-writing.ts'

export const WORKBOOK_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface Sheet {
  name: string
  columns: readonly { title: string; width: number }[]
  /** Made as they are asked for, some at a time, where there are many. */
  rows: Iterable<readonly Cell[]>
}

/** Rows whose cells are made as they are asked for. */
export function* rowsOf<Row>(rows: readonly Row[], cells: (row: Row) => readonly Cell[]): Generator<readonly Cell[]> {
  for (const row of rows) yield cells(row)
}

const PIECE_ROWS = 250
/** So many are written at once; more would keep everybody waiting. */
const SMALL_ROWS = 200

const inThread = createThreads<readonly PackedSheet[], Uint8Array<ArrayBuffer>>({
  module: new URL('./workbook-worker.ts', import.meta.url),
  threads: 1,
  waiting: 100,
  timeMs: 30_000,
  memoryMb: 1024,
})

async function packed({ name, columns, rows }: Sheet): Promise<PackedSheet & { count: number }> {
  const pieces: string[] = []
  let piece: (readonly Cell[])[] = []
  let count = 0
  const close = () => {
    if (piece.length > 0) pieces.push(JSON.stringify(piece))
    piece = []
  }
  for (const row of rows) {
    count += 1
    if (piece.push(row) < PIECE_ROWS) continue
    close()
    await others()
  }
  close()
  return { name, columns, pieces, count }
}

/** An Excel file's bytes. A large one is written in a thread of its own: five thousand rows hold a processor for a quarter of a second. */
export async function workbookBytes(sheets: readonly Sheet[]): Promise<Buffer> {
  const parts: PackedSheet[] = []
  let rows = 0
  for (const sheet of sheets) {
    const { count, ...part } = await packed(sheet)
    parts.push(part)
    rows += count
  }
  return rows <= SMALL_ROWS ? writeWorkbook(parts) : Buffer.from((await inThread(parts)).buffer)
}

/** An Excel file as a call's answer. */
export const workbookAnswer = async (fileName: string, sheets: readonly Sheet[]): Promise<FileAnswer> =>
  fileAnswer(fileName, WORKBOOK_MIME, await workbookBytes(sheets))
