import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type TableRow, UnreadableFile } from './table-row.ts'
import { workbookRows } from './workbook.ts'

export interface TableFile {
  header: string[]
  encoding: string
  /** Bytes in all and read so far, for the progress bar; a workbook is read at once. */
  totalBytes: number
  bytesRead: () => number
  rows: AsyncIterable<TableRow>
}

export interface TableOptions {
  encoding: string | undefined
  /** Lists often carry a title and a date above their header: the first row that this takes for one is it. */
  isHeader: (cells: readonly string[]) => boolean
}

const SAMPLE_BYTES = 4 * 1024 * 1024
const ROWS_ABOVE_HEADER_MAX = 10
/** The first bytes of XLSX (a ZIP) and of XLS. */
const WORKBOOK_STARTS = ['504b0304', 'd0cf11e0']

/** Whether a file is a workbook by its first bytes, whatever it is called. */
export const isWorkbook = (content: Buffer): boolean => WORKBOOK_STARTS.includes(content.subarray(0, 4).toString('hex'))

/** CSV in UTF-8, UTF-16 or GB18030 (recognised by its bytes), or the first sheet of an XLSX or XLS. */
export async function openTable(path: string, { encoding, isHeader }: TableOptions): Promise<TableFile> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) throw new UnreadableFile(`找不到文件：${path}`)
  if (info.size === 0) throw new UnreadableFile('文件是空的')
  const sample = await readSample(path, Math.min(info.size, SAMPLE_BYTES))
  const start = sample.subarray(0, 4).toString('hex')
  if (isWorkbook(sample)) {
    const all = await workbookRows(path, info.size)
    const { header, rows } = await fromHeader(all.values(), isHeader)
    return { header, rows, encoding: start === 'd0cf11e0' ? 'xls' : 'xlsx', totalBytes: info.size, bytesRead: () => info.size }
  }
  const chosen = encoding ?? guessEncoding(sample, sample.length === info.size)
  const { all, bytesRead } = csvRows(() => createReadStream(path, { highWaterMark: 256 * 1024 }), chosen, delimiterOf(sample, chosen))
  const { header, rows } = await fromHeader(all, isHeader)
  return { header, rows, encoding: chosen, totalBytes: info.size, bytesRead }
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

function guessEncoding(sample: Buffer, isWhole: boolean): string {
  if (sample.subarray(0, 2).toString('hex') === 'fffe') return 'utf-16le'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/** Excel's "Unicode text" and many ERP systems part cells by tabs. */
function delimiterOf(sample: Buffer, encoding: string): string {
  const text = new TextDecoder(encoding).decode(sample.subarray(0, 64 * 1024), { stream: true })
  const [tabs, commas] = ['\t', ','].map((sign) => text.split(sign).length)
  return (tabs ?? 0) > (commas ?? 0) ? '\t' : ','
}

/** A small text as it was uploaded, read at once. */
export async function rowsOfText(content: Buffer): Promise<TableRow[]> {
  const encoding = guessEncoding(content, true)
  const { all } = csvRows(() => Readable.from([content]), encoding, delimiterOf(content, encoding))
  return Array.fromAsync(rest([], all))
}

function csvRows(open: () => Readable, encoding: string, delimiter: string): { all: AsyncIterator<TableRow>; bytesRead: () => number } {
  let read = 0
  const decoder = new TextDecoder(encoding)
  async function* decoded() {
    for await (const chunk of open()) {
      read += (chunk as Buffer).length
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
    yield decoder.decode()
  }
  const parser = Readable.from(decoded()).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: 1024 * 1024,
    }),
  )
  async function* rows(): AsyncGenerator<TableRow> {
    // The parser counts to the record's end; people look for its beginning.
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { line: info.lines - lineBreaksIn(record), cells: record }
  }
  return { all: rows(), bytesRead: () => read }
}

function lineBreaksIn(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1
  return breaks
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
