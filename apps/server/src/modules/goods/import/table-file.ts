import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { csvRows } from './csv.ts'
import { delimiterOf, guessEncoding, isWorkbook, isZip, refuseOtherKinds } from './sniff.ts'
import { type TableRow, UnreadableFile } from './table-row.ts'
import { workbookRows } from './workbook.ts'

export interface TableFile {
  header: string[]
  encoding: string
  /** Bytes in all and read so far, for the progress bar; a workbook is read at once. */
  totalBytes: number
  bytesRead: () => number
  rows: AsyncIterable<TableRow>
  /** Worksheets of a workbook beside the one that is read. */
  otherSheets: readonly string[]
}

export interface TableOptions {
  encoding: string | undefined
  /** The worksheet to read; without it the first. */
  sheet?: string | undefined
  /** Lists often carry a title and a date above their header: the first row that this takes for one is it. */
  isHeader: (cells: readonly string[]) => boolean
}

const SAMPLE_BYTES = 4 * 1024 * 1024
const ROWS_ABOVE_HEADER_MAX = 10
const COLUMNS_MAX = 1_000
const LINE_MAX = 1024 * 1024

/** CSV in UTF-8, UTF-16 or GB18030 (recognised by its bytes), or a sheet of an XLSX or XLS. */
export async function openTable(path: string, { encoding, sheet, isHeader }: TableOptions): Promise<TableFile> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) throw new UnreadableFile(`找不到文件：${path}`)
  if (info.size === 0) throw new UnreadableFile('文件是空的')
  const sample = await readSample(path, Math.min(info.size, SAMPLE_BYTES))
  if (isWorkbook(sample)) {
    const book = await workbookRows(path, info.size, { columnsMax: COLUMNS_MAX, sheet })
    const otherSheets = book.sheets.filter((name) => name !== book.sheet)
    if (book.rows.length === 0)
      throw new UnreadableFile(
        `工作表“${book.sheet}”是空的${otherSheets.length > 0 ? `。工作簿还有工作表：${otherSheets.join('、')}，可用 --sheet 名称 指定` : ''}`,
      )
    const { header, rows } = await fromHeader(book.rows.values(), isHeader)
    return { header, rows, encoding: isZip(sample) ? 'xlsx' : 'xls', totalBytes: info.size, bytesRead: () => info.size, otherSheets }
  }
  refuseOtherKinds(sample)
  if (sheet !== undefined) throw new UnreadableFile('--sheet 只用于 XLSX 和 XLS，CSV 没有工作表')
  const chosen = encoding ?? guessEncoding(sample, sample.length === info.size)
  const { all, bytesRead } = csvRows(() => createReadStream(path, { highWaterMark: 256 * 1024 }), {
    encoding: chosen,
    delimiter: delimiterOf(sample, chosen),
    lineMax: LINE_MAX,
    columnsMax: COLUMNS_MAX,
  })
  const { header, rows } = await fromHeader(all, isHeader)
  return { header, rows, encoding: chosen, totalBytes: info.size, bytesRead, otherSheets: [] }
}

async function readSample(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A small text as it was uploaded: its rows one by one, so that who reads them may stop. */
export function rowsOfText(content: Buffer, limits: { lineMax: number; columnsMax: number }): AsyncGenerator<TableRow> {
  const encoding = guessEncoding(content, true)
  return csvRows(() => Readable.from([content]), { encoding, delimiter: delimiterOf(content, encoding), ...limits }).all
}

type Rows = AsyncIterator<TableRow> | Iterator<TableRow>

/** Without a row that is one, the first row is the header: what it lacks is then said by name. */
async function fromHeader(all: Rows, isHeader: TableOptions['isHeader']): Promise<{ header: string[]; rows: AsyncIterable<TableRow> }> {
  const above: TableRow[] = []
  while (above.length <= ROWS_ABOVE_HEADER_MAX) {
    const next = await all.next()
    if (next.done) break
    above.push(next.value)
    if (isHeader(next.value.cells)) return { header: next.value.cells, rows: rest([], all) }
  }
  const [first, ...others] = above
  if (!first) throw new UnreadableFile('文件没有表头')
  return { header: first.cells, rows: rest(others, all) }
}

async function* rest(read: readonly TableRow[], all: Rows): AsyncGenerator<TableRow> {
  yield* read
  for (let next = await all.next(); !next.done; next = await all.next()) yield next.value
}
