import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type TableRow, UnreadableFile } from './table-row.ts'

export interface CsvShape {
  encoding: string
  delimiter: string
  /** Characters of one line, and cells of one row. */
  lineMax: number
  columnsMax: number
}

const RECORD_MAX = 1024 * 1024

/** The rows of a CSV as a stream; memory holds one row, whatever the file holds. */
export function csvRows(open: () => Readable, shape: CsvShape): { all: AsyncGenerator<TableRow>; bytesRead: () => number } {
  let read = 0
  const decoder = new TextDecoder(shape.encoding)
  async function* decoded() {
    const checkLines = lineGuard(shape.lineMax)
    for await (const chunk of open()) {
      read += (chunk as Buffer).length
      const text = decoder.decode(chunk as Buffer, { stream: true })
      checkLines(text)
      yield text
    }
    yield decoder.decode()
  }
  // Where the rows end that were understood; the parser is ahead of who reads them.
  let former = 0
  const parser = parse({
    delimiter: shape.delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: RECORD_MAX,
    on_record: (record, { lines }) => {
      former = lines
      return record
    },
  })
  // The parser is told of what goes wrong before it; who reads its rows hears of it there.
  pipeline(Readable.from(decoded()), parser, () => undefined)
  async function* rows(): AsyncGenerator<TableRow> {
    try {
      // The parser counts to the record's end; people look for its beginning.
      for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
        const line = info.lines - lineBreaksIn(record)
        if (record.length > shape.columnsMax) throw new UnreadableFile(`第 ${line} 行有 ${record.length} 列，最多 ${shape.columnsMax} 列`)
        yield { line, cells: record }
      }
    } catch (error) {
      throw error instanceof CsvError ? csvFault(error, former + 1) : error
    }
  }
  return { all: rows(), bytesRead: () => read }
}

/** Told piece by piece; throws at a line that is longer than any row of a table. */
function lineGuard(lineMax: number): (text: string) => void {
  let line = 1
  let length = 0
  return (text) => {
    // Old Macs ended their lines by a sign of their own.
    const sign = text.includes('\n') ? '\n' : '\r'
    let from = 0
    for (let end = text.indexOf(sign); end >= 0; end = text.indexOf(sign, from)) {
      if (length + end - from > lineMax) break
      from = end + 1
      line += 1
      length = 0
    }
    length += text.length - from
    if (length > lineMax) throw new UnreadableFile(`第 ${line} 行太长，不像表格的一行，请检查文件`)
  }
}

function csvFault(error: CsvError, line: number): UnreadableFile {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return new UnreadableFile(`第 ${line} 行附近的双引号没有成对，后面的内容被连成了一行；请补上或删去引号后再试`, { cause: error })
  return new UnreadableFile(`第 ${line} 行的格式有误，读不下去，请用 Excel 打开后另存为 XLSX 或 CSV 再试`, { cause: error })
}

function lineBreaksIn(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1
  return breaks
}
