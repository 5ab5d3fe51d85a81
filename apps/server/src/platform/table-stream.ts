import { beijingMinute } from '#domain/dates.ts'
import { csvField } from './formulas.ts'
import { CELL_FORMATS, type Cell, numberOf } from './workbook-writing.ts'
import { type StreamedEntry, zipStream } from './zip-stream.ts'

/** Tables of any length as files, at a memory that does not grow with them: rows come page by page, and leave as bytes. */

export interface StreamedTable {
  name: string
  columns: readonly { title: string; width: number }[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Signs that XML does not carry at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNFIT, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** A cell of Excel holds no more signs. */
const TEXT_MAX = 32_767
/** Places in the file's list of styles. */
const STYLES = { yuan: 1, head: 2, day: 3, at: 4 } as const
/** Formats of one's own are numbered from here. */
const OWN_FORMATS = { day: 164, at: 165 } as const

function cellXml(cell: Cell, style = 0): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object') {
    const { format, value } = numberOf(cell)
    return `<c s="${STYLES[format]}"><v>${value}</v></c>`
  }
  if (cell === '') return '<c/>'
  return `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${xml(cell.slice(0, TEXT_MAX))}</t></is></c>`
}
const rowXml = (cells: readonly Cell[], style = 0): string => `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

async function* sheetXml({ columns, pages }: StreamedTable): AsyncGenerator<string> {
  const widths = columns.map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')
  const pane = '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews>${pane}</sheetViews><cols>${widths}</cols><sheetData>`
  yield rowXml(
    columns.map(({ title }) => title),
    STYLES.head,
  )
  for await (const rows of pages) yield rows.map((row) => rowXml(row)).join('')
  yield '</sheetData></worksheet>'
}

function partsOf(table: StreamedTable): StreamedEntry[] {
  const part = (name: string, text: string): StreamedEntry => ({ name, content: [HEAD + text] })
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`
  const style = (format: number, fontId: number) =>
    `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  const ownFormat = (name: keyof typeof OWN_FORMATS) => `<numFmt numFmtId="${OWN_FORMATS[name]}" formatCode="${CELL_FORMATS[name]}"/>`
  const styles = [style(0, 0), style(4, 0), style(0, 1), style(OWN_FORMATS.day, 0), style(OWN_FORMATS.at, 0)]
  return [
    part(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xml(table.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><numFmts count="2">${ownFormat('day')}${ownFormat('at')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`,
    ),
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(table) },
  ]
}

export const xlsxStream = (table: StreamedTable): AsyncGenerator<Buffer> => zipStream(partsOf(table))

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'yuan' in cell ? cell.yuan : 'day' in cell ? cell.day : beijingMinute(new Date(cell.at))
  return csvField(cell)
}
const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** UTF-8 with its mark, so that Excel reads Chinese. */
export async function* csvStream({ columns, pages }: StreamedTable): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${csvLine(columns.map(({ title }) => title))}`, 'utf8')
  for await (const rows of pages) yield Buffer.from(rows.map(csvLine).join(''), 'utf8')
}
