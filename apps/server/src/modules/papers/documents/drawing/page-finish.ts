import { create as qrOf } from 'qrcode'
import type { PaperOptions, SealDrawing, Sealing } from './paper.ts'
import { drawSeal, drawStraddling, SEAL_ACROSS } from './seal-drawing.ts'
import { FAINT, INK, STRIP, sheetOf } from './sheet.ts'

type Doc = PDFKit.PDFDocument

/** A QR code of black squares with its corner at x, y. */
export function drawQr(doc: Doc, text: string, x: number, y: number, side: number): void {
  const { modules } = qrOf(text, { errorCorrectionLevel: 'M' })
  const cell = side / modules.size
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) doc.rect(x + column * cell, y + row * cell, cell, cell)
  doc.fill('#000')
}

export const QR_SIDE = 54

/** At the top right of the first page; what is written beside it keeps clear of it. */
export function drawCode(doc: Doc, options: PaperOptions): void {
  if (!options.code) return
  const { margin } = sheetOf(options)
  const x = doc.page.width - margin - QR_SIDE
  const top = options.size === 'form' ? 12 : 20
  drawQr(doc, options.code.url, x, top, QR_SIDE)
  doc.font('regular').fontSize(5.6).fillColor(FAINT)
  doc.text('扫码核验', x, top + QR_SIDE + 2, { width: QR_SIDE, align: 'center', lineBreak: false })
}

function sealStrip(doc: Doc, options: PaperOptions, seal: Sealing): void {
  const { margin, foot, facts } = sheetOf(options)
  const { width, height } = doc.page
  const top = height - margin - foot - STRIP[options.size ?? 'A4']
  const middle = top + STRIP[options.size ?? 'A4'] / 2
  const right = width - margin - SEAL_ACROSS - 26
  doc.font('regular').fontSize(facts).fillColor(INK)
  const lines = seal.strip ?? []
  lines.forEach((line, at) => {
    doc.text(line, margin, top + 8 + at * (facts + 7), { width: right - margin - 8, lineBreak: false, ellipsis: true })
  })
  const x = width - margin - SEAL_ACROSS / 2 - 8
  doc.text(seal.signedBy, right, middle - facts, { width: width - margin - right, align: 'center' })
  doc.text(seal.date, right, middle + 6, { width: width - margin - right, align: 'center' })
  drawSeal(doc, seal.drawing, x - 6, middle)
}

/** At the end of the text: the company, the date, and the seal over both; the other party left of it. */
export function drawSignature(doc: Doc, options: PaperOptions, seal: Sealing, bottom: number): void {
  const { margin } = sheetOf(options)
  if (doc.y + SEAL_ACROSS + 6 > bottom) doc.addPage()
  const middle = doc.y + SEAL_ACROSS / 2 + 4
  const across = 220
  const side = (left: number, lines: readonly string[], drawing: SealDrawing | null) => {
    doc.font('regular').fontSize(10.5).fillColor(INK)
    lines.forEach((line, at) => {
      doc.text(line, left, middle - 15 + (at - (lines.length - 2) / 2) * 21, { width: across, align: 'center' })
    })
    if (drawing !== null) drawSeal(doc, drawing, left + across / 2, middle)
  }
  const { counter } = seal
  if (counter) side(margin, [counter.signedBy, counter.signer, counter.date], counter.drawing)
  side(doc.page.width - margin - across, [seal.signedBy, seal.date], seal.drawing)
  doc.x = margin
  doc.y = middle + SEAL_ACROSS / 2 + 6
}

/** At the right edge, its top at y: the company, the date, and the seal over both. */
export function sealBeside(doc: Doc, options: PaperOptions, seal: Sealing, y: number, across: number): void {
  const { margin, facts } = sheetOf(options)
  const left = doc.page.width - margin - across
  const middle = y + SEAL_ACROSS / 2
  doc.font('regular').fontSize(facts).fillColor(INK)
  doc.text(seal.signedBy, left, middle - facts - 4, { width: across, align: 'center' })
  doc.text(seal.date, left, middle + 6, { width: across, align: 'center' })
  drawSeal(doc, seal.drawing, left + across / 2, middle)
}

/** A sentence is no word to be read from afar: it runs across the page in lines, over everything. */
const SENTENCE = 12

export function watermark(doc: Doc, stamp: string): void {
  const { width, height } = doc.page
  const letters = Math.max(1, [...stamp].length)
  const sentence = letters > SENTENCE
  doc.save()
  doc.rotate(-30, { origin: [width / 2, height / 2] })
  const size = sentence ? Math.min(22, width / letters) : Math.min(64, (width * 1.05) / letters)
  doc
    .font('bold')
    .fontSize(size)
    .fillColor('#b02a1f')
    .fillOpacity(sentence ? 0.22 : 0.1)
  const rows = sentence ? [-2, -1, 0, 1, 2] : [0]
  for (const row of rows) {
    // Turned, its lines leave the sheet: without a width of its own a text beyond the edge would begin a new page.
    const y = height / 2 - size * 0.72 + row * (height / 5.5)
    const x = sentence ? (width - doc.widthOfString(stamp)) / 2 : 0
    doc.text(stamp, x, y, sentence ? { lineBreak: false } : { width, align: 'center', lineBreak: false })
  }
  doc.restore()
  doc.fillOpacity(1)
}

/** Written last, when the number of pages is known. */
export function finishPages(doc: Doc, options: PaperOptions): void {
  const { footer, stamp, seal, size } = options
  const { margin, foot, line, lineWidth, faint } = sheetOf(options)
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at)
    const { width, height, margins } = doc.page
    const kept = margins.bottom
    // Below the text's own margin no page break must be made.
    margins.bottom = 0
    if (stamp) watermark(doc, stamp)
    if (at === start) drawCode(doc, options)
    if (seal?.strip) sealStrip(doc, options, seal)
    if (seal?.straddling && count > 1) drawStraddling(doc, seal.drawing, at - start, count, height * 0.42)
    if (seal?.straddling && seal.counter?.drawing && count > 1) drawStraddling(doc, seal.counter.drawing, at - start, count, height * 0.66)
    const y = size === 'form' ? height - margin - foot + 8 : height - margin - foot + 16
    doc
      .moveTo(margin, y)
      .lineTo(width - margin, y)
      .lineWidth(lineWidth)
      .strokeColor(line)
      .stroke()
    const small = size === 'form' ? 6.8 : 8
    doc.font('regular').fontSize(small).fillColor(faint)
    doc.text(footer, margin, y + (size === 'form' ? 3 : 6), { width: width - 2 * margin - 90, height: 22, ellipsis: true })
    doc.text(`第 ${at - start + 1} 页 共 ${count} 页`, width - margin - 90, y + (size === 'form' ? 3 : 6), {
      width: 90,
      align: 'right',
      lineBreak: false,
    })
    margins.bottom = kept
  }
}
