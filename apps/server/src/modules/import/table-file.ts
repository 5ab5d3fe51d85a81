import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'

/** One row of a table file: the line where it begins (1 = header), its cells as text. */
export interface TableRow {
  line: number
  cells: string[]
}

export interface TableFile {
  header: string[]
  encoding: string
  /** Bytes in all and read so far, for the progress bar; a workbook is read at once. */
  totalBytes: number
  bytesRead: () => number
  rows: AsyncIterable<TableRow>
}

export class UnreadableFile extends Error {}

const SAMPLE_BYTES = 4 * 1024 * 1024
/** A workbook is held in memory as a whole; larger tables come as CSV, which is read as a stream. */
const WORKBOOK_BYTES_MAX = 80 * 1024 * 1024

/** CSV in UTF-8 or GB18030 (recognised by its bytes), or XLSX (first sheet). */
export async function openTable(path: string, encoding?: string): Promise<TableFile> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) throw new UnreadableFile(`找不到文件：${path}`)
  if (info.size === 0) throw new UnreadableFile('文件是空的')
  const sample = await readSample(path, Math.min(info.size, SAMPLE_BYTES))
  if (sample.subarray(0, 2).toString('latin1') === 'PK') return openWorkbook(path, info.size)
  return openCsv(path, info.size, encoding ?? guessEncoding(sample, sample.length === info.size))
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
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: !isWhole })
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

async function openCsv(path: string, totalBytes: number, encoding: string): Promise<TableFile> {
  let read = 0
  const decoder = new TextDecoder(encoding)
  async function* decoded() {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      read += (chunk as Buffer).length
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
    yield decoder.decode()
  }
  const parser = Readable.from(decoded()).pipe(
    parse({ bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, info: true, max_record_size: 1024 * 1024 }),
  )
  const iterator = parser[Symbol.asyncIterator]() as AsyncIterator<{ record: string[]; info: { lines: number } }>
  const first = await iterator.next()
  if (first.done) throw new UnreadableFile('文件没有表头')
  async function* rows(): AsyncGenerator<TableRow> {
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield { line: next.value.info.lines, cells: next.value.record }
  }
  return { header: first.value.record, encoding, totalBytes, bytesRead: () => read, rows: rows() }
}

async function openWorkbook(path: string, totalBytes: number): Promise<TableFile> {
  if (totalBytes > WORKBOOK_BYTES_MAX) throw new UnreadableFile('XLSX 文件超过 80 MB，请另存为 CSV 后导入')
  const { read, utils } = await import('@e965/xlsx')
  const workbook = read(await readFile(path), { dense: true, cellDates: false })
  const sheet = workbook.Sheets[workbook.SheetNames[0] ?? '']
  if (!sheet) throw new UnreadableFile('工作簿里没有工作表')
  const table = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true, rawNumbers: false })
  const [header, ...rest] = table
  if (!header) throw new UnreadableFile('文件没有表头')
  async function* rows(): AsyncGenerator<TableRow> {
    for (const [index, cells] of rest.entries()) if (cells.some((cell) => cell !== '')) yield { line: index + 2, cells: cells.map(String) }
  }
  return { header: header.map(String), encoding: 'xlsx', totalBytes, bytesRead: () => totalBytes, rows: rows() }
}
