import PDFDocument from 'pdfkit'
import { paperFonts } from './fonts.ts'
import type { Column, Paper, PaperOptions, Step, TextStyle } from './paper.ts'

/** Points of 1/72 inch throughout. */
const MARGIN = 44
const FOOT = 30
const INK = '#1c2422'
const FAINT = '#5f6b67'
const LINE = '#c9d1ce'
const HEAD_FILL = '#f1f5f3'

type Doc = InstanceType<typeof PDFDocument>

/** Draws a paper in Chinese and answers its bytes: half a second of work, so it runs in a thread of its own (paper-worker.ts). */
export async function drawPaper(options: PaperOptions, steps: readonly Step[]): Promise<Buffer> {
  const fonts = await paperFonts()
  const doc = new PDFDocument({
    size: 'A4',
    layout: options.landscape ? 'landscape' : 'portrait',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: options.title, Author: options.author, Creator: options.author, CreationDate: options.madeAt, ModDate: options.madeAt },
  })
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  doc.font('regular').fontSize(10).fillColor(INK)
  const paper = paperOn(doc)
  for (const [name, ...words] of steps) (paper[name] as (...words: unknown[]) => void)(...words)
  finishPages(doc, options)
  doc.end()
  return whole
}

function paperOn(doc: Doc): Paper {
  const left = MARGIN
  const width = doc.page.width - 2 * MARGIN
  const bottom = () => doc.page.height - MARGIN - FOOT
  const set = ({ size = 10, bold = false, faint = false, colour }: TextStyle = {}) =>
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour ?? (faint ? FAINT : INK))
  const keep = (points: number) => {
    if (doc.y + points > bottom()) doc.addPage()
  }
  const paragraph = (text: string, style: TextStyle = {}) => {
    set(style)
    const room = { width, lineGap: 3, align: style.align ?? ('left' as const) }
    keep(Math.min(doc.heightOfString(text, room), 3 * doc.currentLineHeight(true)))
    doc.text(text, left, doc.y, room)
    doc.y += 3
  }
  return {
    keep,
    paragraph,
    space: (points) => {
      doc.y += points
    },
    heading(text, under) {
      set({ size: 18, bold: true }).text(text, left, doc.y, { width, align: 'center' })
      if (under) set({ size: 9, faint: true }).text(under, left, doc.y + 3, { width, align: 'center' })
      doc.y += 12
    },
    section(text) {
      // With the first lines under it.
      keep(84)
      doc.y += 6
      set({ size: 11.5, bold: true }).text(text, left, doc.y, { width })
      doc.y += 4
    },
    facts(facts, columns = 2) {
      const cell = width / columns
      const nameWidth = Math.min(cell * 0.4, 8 + Math.max(...facts.map(([name]) => set({ size: 9.5 }).widthOfString(`${name}：`))))
      for (let at = 0; at < facts.length; at += columns) {
        const row = facts.slice(at, at + columns)
        set({ size: 9.5 })
        const room = { width: cell - nameWidth - 8, lineGap: 2 }
        const height = Math.max(...row.map(([, value]) => doc.heightOfString(value || '—', room)))
        keep(height + 5)
        const top = doc.y
        row.forEach(([name, value], index) => {
          set({ size: 9.5, faint: true }).text(`${name}：`, left + index * cell, top, { width: nameWidth, lineBreak: false })
          set({ size: 9.5 }).text(value || '—', left + index * cell + nameWidth, top, room)
        })
        doc.y = top + height + 5
      }
      doc.x = left
    },
    table: (columns, rows, last = []) => drawTable(doc, { left, width, bottom }, columns, rows, last),
    blanks(names, stampHint) {
      const line = 30
      keep(names.length * line + 20)
      const top = doc.y + 8
      const half = stampHint ? width * 0.58 : width
      names.forEach((name, index) => {
        const y = top + index * line
        set({ size: 10 }).text(`${name}：`, left, y + 8, { lineBreak: false })
        const from = left + doc.widthOfString(`${name}：`) + 4
        doc
          .moveTo(from, y + 22)
          .lineTo(left + half - 12, y + 22)
          .lineWidth(0.6)
          .strokeColor(FAINT)
          .stroke()
      })
      if (stampHint) {
        const side = Math.max(110, names.length * line - 6)
        doc
          .roundedRect(left + half + 8, top + 4, width - half - 8, side, 4)
          .dash(4, { space: 3 })
          .lineWidth(0.8)
          .strokeColor(LINE)
          .stroke()
          .undash()
        set({ size: 10, faint: true }).text(stampHint, left + half + 8, top + side / 2 - 4, { width: width - half - 8, align: 'center' })
      }
      doc.x = left
      doc.y = top + Math.max(names.length * line, stampHint ? 120 : 0) + 6
    },
  }
}

interface Frame {
  left: number
  width: number
  bottom: () => number
}

const PAD = 4
const SIZE = 8.6

function drawTable(
  doc: Doc,
  { left, width, bottom }: Frame,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  last: readonly (readonly string[])[],
): void {
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  const widths = columns.map((column) => (column.share / shares) * width)
  const heightOf = (cells: readonly string[]) =>
    Math.max(...cells.map((cell, at) => doc.heightOfString(cell || ' ', { width: (widths[at] ?? 0) - 2 * PAD, lineGap: 1.5 }))) + 2 * PAD
  const drawRow = (cells: readonly string[], { head = false, bold = false } = {}) => {
    doc
      .font(head || bold ? 'bold' : 'regular')
      .fontSize(SIZE)
      .fillColor(INK)
    const height = heightOf(cells)
    if (doc.y + height > bottom()) {
      doc.addPage()
      if (!head) drawRow(titles, { head: true })
      doc
        .font(bold ? 'bold' : 'regular')
        .fontSize(SIZE)
        .fillColor(INK)
    }
    const top = doc.y
    let x = left
    if (head) doc.rect(left, top, width, height).fill(HEAD_FILL).fillColor(INK)
    cells.forEach((cell, at) => {
      const cellWidth = widths[at] ?? 0
      doc.rect(x, top, cellWidth, height).lineWidth(0.5).strokeColor(LINE).stroke()
      const align = head ? 'center' : (columns[at]?.align ?? 'left')
      doc.text(cell, x + PAD, top + PAD + 1.5, { width: cellWidth - 2 * PAD, lineGap: 1.5, align })
      x += cellWidth
    })
    doc.x = left
    doc.y = top + height
  }
  const titles = columns.map((column) => column.title)
  // A head never stands alone at the end of a page.
  doc.font('regular').fontSize(SIZE)
  if (doc.y + heightOf(titles) + (rows[0] ? heightOf(rows[0]) : 0) > bottom()) doc.addPage()
  drawRow(titles, { head: true })
  for (const row of rows) drawRow(row)
  for (const row of last) drawRow(row, { bold: true })
  doc.y += 8
}

/** Written last, when the number of pages is known. */
function finishPages(doc: Doc, { footer, stamp }: PaperOptions): void {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at)
    const { width, height, margins } = doc.page
    const kept = margins.bottom
    // Below the text's own margin no page break must be made.
    margins.bottom = 0
    if (stamp) {
      doc.save()
      doc.rotate(-30, { origin: [width / 2, height / 2] })
      doc.font('bold').fontSize(64).fillColor('#b02a1f').fillOpacity(0.1)
      doc.text(stamp, 0, height / 2 - 46, { width, align: 'center', lineBreak: false })
      doc.restore()
      doc.fillOpacity(1)
    }
    const y = height - MARGIN - FOOT + 16
    doc
      .moveTo(MARGIN, y)
      .lineTo(width - MARGIN, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    doc.font('regular').fontSize(8).fillColor(FAINT)
    doc.text(footer, MARGIN, y + 6, { width: width - 2 * MARGIN - 90, height: 22, ellipsis: true })
    doc.text(`第 ${at - start + 1} 页 共 ${count} 页`, width - MARGIN - 90, y + 6, { width: 90, align: 'right', lineBreak: false })
    margins.bottom = kept
  }
}
