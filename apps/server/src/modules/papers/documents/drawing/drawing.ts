import PDFDocument from 'pdfkit'
import { blanksRoom, drawBlanks } from './blanks-drawing.ts'
import { drawCurve } from './curve-drawing.ts'
import { missingGlyph, type PaperFonts, paperFonts } from './fonts.ts'
import { drawSignature, finishPages, QR_SIDE } from './page-finish.ts'
import type { Paper, PaperOptions, Step, TextStyle } from './paper.ts'
import { drawSeal, SEAL_ACROSS } from './seal-drawing.ts'
import { footOf, INK, sheetOf } from './sheet.ts'
import { drawTable } from './table-drawing.ts'

type Doc = PDFKit.PDFDocument

/** The code and air beside it. */
const QR_ROOM = QR_SIDE + 12
/** Of a heading's ordinary size. */
const SMALLEST_HEADING = 0.75

/** Every text of a paper, wherever it stands in what describes it. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (ArrayBuffer.isView(value)) return
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* textsIn(one)
}

/** A name must not become a box: what the font lacks stops the paper. */
function refuseMissing(fonts: PaperFonts, described: unknown): void {
  for (const text of textsIn(described)) {
    const letter = missingGlyph(fonts, text)
    if (letter === null) continue
    const code = letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    throw new RangeError(`字库中没有“${letter}”（U+${code}），不能制作单据`)
  }
}

/** An empty document with our fonts in it; whole: its bytes, once it is ended. described: all that will be written into it. */
export async function newDocument(options: PaperOptions, described: unknown, layout: PDFKit.PDFDocumentOptions) {
  const fonts = await paperFonts()
  refuseMissing(fonts, described)
  const doc = new PDFDocument({
    ...layout,
    // None before ours: the library would read its own for nothing.
    font: '',
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
  // The types know only bytes; a font that is taken apart already is taken as it is.
  doc.registerFont('regular', fonts.regular as unknown as Buffer)
  doc.registerFont('bold', fonts.bold as unknown as Buffer)
  return { doc, whole }
}

/**
 * Draws a paper in Chinese and answers its bytes: a tenth of a second of work and more, so it runs in a thread of its own
 * (paper-worker.ts). Throws RangeError where the font lacks a character.
 */
export async function drawPaper(options: PaperOptions, steps: readonly Step[]): Promise<Buffer> {
  const { size, margin } = sheetOf(options)
  const { doc, whole } = await newDocument(options, [options, steps], {
    size,
    layout: options.landscape ? 'landscape' : 'portrait',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footOf(options) },
    bufferPages: true,
  })
  doc.font('regular').fontSize(10).fillColor(INK)
  const paper = paperOn(doc, options)
  for (const [name, ...words] of steps) (paper[name] as (...words: unknown[]) => void)(...words)
  if (options.seal && !options.seal.strip && !options.seal.beside)
    drawSignature(doc, options, options.seal, doc.page.height - margin - footOf(options))
  finishPages(doc, options)
  doc.end()
  return whole
}

function paperOn(doc: Doc, options: PaperOptions): Paper {
  const sheet = sheetOf(options)
  const left = sheet.margin
  const width = doc.page.width - 2 * sheet.margin
  const bottom = () => doc.page.height - sheet.margin - footOf(options)
  const set = ({ size = 10, bold = false, faint = false, colour }: TextStyle = {}) =>
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour ?? (faint ? sheet.faint : INK))
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
    page: () => {
      doc.addPage()
    },
    heading(text, under) {
      // The code stands at the top right of the first page.
      const room = options.code ? { width: width - 2 * QR_ROOM, at: left + QR_ROOM } : { width, at: left }
      set({ size: sheet.heading, bold: true })
      // A long name of a company is written smaller rather than in two lines.
      doc.fontSize(sheet.heading * Math.max(SMALLEST_HEADING, Math.min(1, room.width / doc.widthOfString(text))))
      doc.text(text, room.at, doc.y, { width: room.width, align: 'center' })
      if (under) set({ size: sheet.facts - 0.5, faint: true }).text(under, room.at, doc.y + 3, { width: room.width, align: 'center' })
      doc.x = left
      doc.y += sheet.heading * 0.66
    },
    section(text) {
      // With the first lines under it.
      keep(84)
      doc.y += 6
      set({ size: sheet.section, bold: true }).text(text, left, doc.y, { width })
      doc.y += 4
    },
    facts(facts, columns = 2) {
      const size = sheet.facts
      const under = sheet.pad + 1
      const cell = width / columns
      const nameWidth = Math.min(cell * 0.4, 8 + Math.max(...facts.map(([name]) => set({ size }).widthOfString(`${name}：`))))
      for (let at = 0; at < facts.length; at += columns) {
        const row = facts.slice(at, at + columns)
        set({ size })
        const room = { width: cell - nameWidth - 8, lineGap: 2 }
        const height = Math.max(...row.map(([, value]) => doc.heightOfString(value || '—', room)))
        keep(height + under)
        const top = doc.y
        row.forEach(([name, value], index) => {
          set({ size, faint: true }).text(`${name}：`, left + index * cell, top, { width: nameWidth, lineBreak: false })
          set({ size }).text(value || '—', left + index * cell + nameWidth, top, room)
        })
        doc.y = top + height + under
      }
      doc.x = left
    },
    table: (columns, rows, last = []) => drawTable(doc, { left, width, bottom }, sheet, columns, rows, last),
    curve(curve) {
      keep(190)
      drawCurve(doc, { left, width, bottom }, curve)
    },
    picture(bytes, most) {
      // Not among the types: what a picture measures before it is placed.
      const image = (doc as unknown as { openImage: (bytes: Buffer) => { width: number; height: number } }).openImage(Buffer.from(bytes))
      const scale = Math.min(1, width / image.width, most / image.height)
      keep(image.height * scale)
      doc.image(image as unknown as Buffer, left + (width - image.width * scale) / 2, doc.y, { width: image.width * scale })
      doc.x = left
    },
    seals(seals) {
      const columns = 3
      const cell = width / columns
      for (let at = 0; at < seals.length; at += columns) {
        keep(SEAL_ACROSS + 40)
        const top = doc.y + 8
        seals.slice(at, at + columns).forEach(({ name, drawing }, index) => {
          const middle = left + (index + 0.5) * cell
          drawSeal(doc, drawing, middle, top + SEAL_ACROSS / 2)
          set({ size: sheet.facts }).text(name, left + index * cell, top + SEAL_ACROSS + 8, { width: cell, align: 'center' })
        })
        doc.x = left
        doc.y = top + SEAL_ACROSS + 26
      }
    },
    blanks(names, stampHint) {
      keep(blanksRoom({ names, stampHint }, options))
      drawBlanks(doc, options, { names, stampHint }, left, width)
    },
  }
}
