import { PDF, type PDFPage, type PdfDict } from '@libpdf/core'
import PDFDocument from 'pdfkit'
import { refuseMissing } from './drawing.ts'
import { paperFonts } from './fonts.ts'
import { drawQr, watermark } from './page-finish.ts'
import type { CopySource, PaperOptions } from './paper.ts'
import { drawSeal, SEAL_ACROSS } from './seal-drawing.ts'
import { FAINT, INK } from './sheet.ts'

type Doc = PDFKit.PDFDocument

/** A4 upright and lying, in points. */
const SHORT = 595.28
const LONG = 841.89
const EDGE = 20
/** Free of the original: our lines, the code and most of the seal. */
const FOOT = 92
const QR = 50
const PAGES_MAX = 200

const unreadable = () => new RangeError('原件无法读取，不能加盖印章')

/** Values that a page may have from its tree, which a copy of the page alone would lose. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

function settle(source: PDF, page: PDFPage): void {
  const resolve = source.getObject.bind(source)
  for (const name of INHERITED) {
    let from: PdfDict | undefined = page.dict
    for (let depth = 0; from !== undefined && depth < 50 && !from.has(name); depth++) from = from.getDict('Parent', resolve)
    const value = from?.get(name)
    if (value !== undefined && from !== page.dict) page.dict.set(name, value)
  }
  const shown = page.dict.get('CropBox')
  if (shown !== undefined) page.dict.set('MediaBox', shown)
}

interface Place {
  width: number
  height: number
}

function drawFoot(doc: Doc, options: PaperOptions, at: number, pages: number): void {
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

/** What lies over each page of the copy. */
async function drawFeet(options: PaperOptions, places: readonly Place[]): Promise<Buffer> {
  const fonts = await paperFonts()
  refuseMissing(fonts, options)
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
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
  doc.registerFont('regular', fonts.regular as unknown as Buffer)
  doc.registerFont('bold', fonts.bold as unknown as Buffer)
  places.forEach(({ width, height }, at) => {
    doc.addPage({ size: [width, height], margin: 0 })
    drawFoot(doc, options, at, places.length)
  })
  doc.end()
  return whole
}

/** Where the original's corner goes, so that it lies upright in the room, as large as it can be. */
function layOriginal({ width, height }: Place, turned: number, place: Place) {
  const across = turned === 90 || turned === 270 ? { width: height, height: width } : { width, height }
  const room = { width: place.width - 2 * EDGE, height: place.height - FOOT - EDGE }
  const scale = Math.min(room.width / across.width, room.height / across.height)
  const left = (place.width - across.width * scale) / 2
  const bottom = FOOT + (room.height - across.height * scale) / 2
  const corner = {
    0: { x: left, y: bottom, rotate: 0 },
    90: { x: left, y: bottom + width * scale, rotate: -90 },
    180: { x: left + width * scale, y: bottom + height * scale, rotate: 180 },
    270: { x: left + height * scale, y: bottom, rotate: 90 },
  }[turned]
  return { x: corner?.x ?? left, y: corner?.y ?? bottom, rotate: corner?.rotate ?? 0, scale }
}

async function openOriginal({ content }: CopySource): Promise<PDF> {
  try {
    const source = await PDF.load(content)
    // Stamps that lie over a page as annotations belong to what it shows.
    source.flattenAnnotations()
    return source
  } catch {
    // Whatever the reader says, to people it means one thing.
    throw unreadable()
  }
}

/**
 * A copy of PDFs that somebody else made: each page a little smaller on A4, so that nothing of it is covered, with our lines, the
 * code and the seal at its foot and the watermark over it. Throws RangeError, with the sentence for people.
 */
export async function stampPages(options: PaperOptions, sources: readonly CopySource[]): Promise<Uint8Array> {
  const originals: { source: PDF; page: PDFPage; index: number }[] = []
  for (const one of sources) {
    const source = await openOriginal(one)
    originals.push(...source.getPages().map((page, index) => ({ source, page, index })))
  }
  if (originals.length === 0) throw unreadable()
  if (originals.length > PAGES_MAX) throw new RangeError(`原件超过 ${PAGES_MAX} 页，不能加盖印章`)
  const places = originals.map(({ source, page }): Place => {
    settle(source, page)
    return page.width > page.height ? { width: LONG, height: SHORT } : { width: SHORT, height: LONG }
  })
  // Ours is what the original is laid under, so that its fonts are in the file once.
  const copy = await PDF.load(new Uint8Array(await drawFeet(options, places)))
  for (const [at, { source, page, index }] of originals.entries()) {
    const place = places[at] as Place
    const embedded = await copy.embedPage(source, index).catch(() => {
      throw unreadable()
    })
    copy.getPage(at)?.drawPage(embedded, { ...layOriginal(embedded.box, page.rotation, place), background: true })
  }
  return copy.save()
}
