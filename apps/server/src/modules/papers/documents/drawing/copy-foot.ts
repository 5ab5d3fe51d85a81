import { newDocument } from './drawing.ts'
import { drawQr, watermark } from './page-finish.ts'
import type { PaperOptions } from './paper.ts'
import { drawSeal, SEAL_ACROSS } from './seal-drawing.ts'
import { FAINT, INK } from './sheet.ts'

/** Points of 1/72 inch. */
export const EDGE = 20
/** Free of the original: our lines, the code and most of the seal. */
export const FOOT = 92
const QR = 50

function drawFoot(doc: PDFKit.PDFDocument, options: PaperOptions, at: number, pages: number): void {
  const { width, height } = doc.page
  if (options.stamp) watermark(doc, options.stamp)
  if (options.code) drawQr(doc, options.code.url, EDGE, height - EDGE - QR, QR)
  const left = EDGE + (options.code ? QR + 10 : 0)
  const room = width - left - SEAL_ACROSS - EDGE - 12
  doc.font('regular').fontSize(7.6).fillColor(INK)
  const lines = options.seal?.strip ?? []
  lines.forEach((line, index) => {
    doc.text(line, left, height - EDGE - QR + index * 11.5, { width: room, lineBreak: false, ellipsis: true })
  })
  doc
    .fillColor(FAINT)
    .text(`${options.footer}　第 ${at + 1} 页 共 ${pages} 页`, left, height - EDGE - 9, { width: room, lineBreak: false, ellipsis: true })
  if (!options.seal) return
  const middle = { x: width - EDGE - SEAL_ACROSS / 2, y: height - 14 - SEAL_ACROSS / 2 }
  doc.fontSize(9).fillColor(INK)
  for (const [text, y] of [
    [options.seal.signedBy, middle.y - 12],
    [options.seal.date, middle.y + 5],
  ] as const)
    doc.text(text, middle.x - 95, y, { width: 190, align: 'center', lineBreak: false })
  drawSeal(doc, options.seal.drawing, middle.x, middle.y)
}

/** Pages of these sizes with nothing but what lies over each page of a copy: our lines, the code and the seal at its foot, the watermark across. */
export async function drawFeet(options: PaperOptions, sizes: readonly (readonly [width: number, height: number])[]): Promise<Buffer> {
  const { doc, whole } = await newDocument(options, options, { autoFirstPage: false, margin: 0 })
  sizes.forEach(([width, height], at) => {
    doc.addPage({ size: [width, height], margin: 0 })
    drawFoot(doc, options, at, sizes.length)
  })
  doc.end()
  return whole
}
