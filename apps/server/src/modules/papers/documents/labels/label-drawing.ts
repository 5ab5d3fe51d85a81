import type { LabelSize } from '#contract/constants.ts'
import { code128 } from '#domain/code128.ts'
import { fitsBars } from '#domain/labels.ts'
import { newDocument } from '../drawing/drawing.ts'
import { drawQr } from '../drawing/page-finish.ts'
import type { Label, LabelTask } from './label.ts'

type Doc = PDFKit.PDFDocument

const MM = 72 / 25.4
const INK = '#000'

interface Sheet {
  /** In mm. */
  width: number
  height: number
  margin: number
  /** Of the bars; a QR code is half as high again. */
  code: number
  /** In points. */
  head: number
  mark: number
  tag: number
  title: number
  titleLines: number
  line: number
  list: number
  caption: number
  /** 0: no room for it. */
  foot: number
}

const SHEETS: Readonly<Record<LabelSize, Sheet>> = {
  '100x150': {
    width: 100,
    height: 150,
    margin: 5,
    code: 22,
    head: 12,
    mark: 32,
    tag: 17,
    title: 21,
    titleLines: 2,
    line: 13,
    list: 10.5,
    caption: 12,
    foot: 9,
  },
  '100x70': {
    width: 100,
    height: 70,
    margin: 4,
    code: 13,
    head: 9,
    mark: 22,
    tag: 12,
    title: 14,
    titleLines: 1,
    line: 9.5,
    list: 8,
    caption: 9,
    foot: 7,
  },
  '60x40': {
    width: 60,
    height: 40,
    margin: 2.5,
    code: 9,
    head: 6.5,
    mark: 13,
    tag: 8,
    title: 10,
    titleLines: 1,
    line: 6.8,
    list: 6,
    caption: 6.5,
    foot: 0,
  },
}

/** Quiet zones of the norm, in modules. */
const QUIET = 10
/** Beyond it bars only waste room. */
const MODULE_MOST = 0.5 * MM
const SMALLEST = 0.72
/** From line to line, in sizes; the font's own is for pages of a book. */
const LEADING = 1.24

/** Sets the size; answers what lines of it are set with. */
function sized(doc: Doc, size: number): { height: number; gap: number } {
  doc.fontSize(size)
  return { height: size * LEADING, gap: size * LEADING - doc.currentLineHeight(true) }
}

/** A text in so much room: smaller where it is too long, and cut where even that is not enough. Answers its height. */
function fit(doc: Doc, text: string, at: { x: number; y: number; width: number }, size: number, lines: number): number {
  const needed = (now: number): number => {
    const { height, gap } = sized(doc, now)
    return Math.round(doc.heightOfString(text, { width: at.width, lineGap: gap }) / height)
  }
  let now = size
  while (needed(now) > lines && now > size * SMALLEST) now -= size * 0.04
  const taken = Math.min(needed(now), lines)
  const { height, gap } = sized(doc, now)
  // The library asks before each line whether two of the font's own height would still find room.
  const room = (taken - 1.5) * height + 2 * doc.currentLineHeight(true)
  doc.text(text, at.x, at.y, { width: at.width, lineGap: gap, height: room, ellipsis: '…' })
  return taken * height
}

/** On one line, as large as width and height let it be. */
function huge(doc: Doc, text: string, at: { x: number; y: number; width: number; height: number }): void {
  doc.fontSize(100)
  const size = Math.min((100 * at.width) / Math.max(1, doc.widthOfString(text)), (100 * at.height) / doc.currentLineHeight(true))
  doc.fontSize(size)
  const top = at.y + (at.height - doc.currentLineHeight(true)) / 2
  doc.text(text, at.x, top, { width: at.width, align: 'center', lineBreak: false })
}

function drawBars(doc: Doc, text: string, box: { x: number; y: number; width: number; height: number }): void {
  const widths = code128(text)
  const modules = widths.reduce((sum, width) => sum + width, 0)
  const unit = Math.min(MODULE_MOST, box.width / (modules + 2 * QUIET))
  let x = box.x + (box.width - modules * unit) / 2
  widths.forEach((width, at) => {
    if (at % 2 === 0) doc.rect(x, box.y, width * unit, box.height)
    x += width * unit
  })
  doc.fill(INK)
}

/** At the foot of the label; answers where it begins. */
function drawFoot(doc: Doc, label: Label, sheet: Sheet, box: { x: number; width: number; bottom: number }): number {
  let y = box.bottom
  const line = (text: string, size: number, font: 'regular' | 'bold') => {
    doc.font(font).fontSize(size)
    y -= size * LEADING
    doc.text(text, box.x, y, { width: box.width, height: doc.currentLineHeight(true), align: 'center', ellipsis: '…' })
  }
  if (sheet.foot > 0 && label.foot) line(label.foot, sheet.foot, 'regular')
  if (label.caption) line(label.caption, sheet.caption, 'bold')
  if (label.code) {
    const isBars = fitsBars(label.code)
    const height = sheet.code * MM * (isBars ? 1 : 1.3)
    y -= height + 2
    if (isBars) drawBars(doc, label.code, { x: box.x, y, width: box.width, height })
    else drawQr(doc, label.code, box.x + (box.width - height) / 2, y, height)
  }
  return y - 3
}

/** Beside one another, as far as there is room; answers how wide they are. */
function drawTags(doc: Doc, tags: readonly string[], sheet: Sheet, at: { x: number; y: number; width: number }): number {
  doc.font('bold').fontSize(sheet.tag)
  let x = at.x
  for (const tag of tags) {
    const width = doc.widthOfString(tag) + sheet.tag * 0.8
    if (x + width > at.x + at.width && x > at.x) break
    doc.rect(x, at.y, width, sheet.tag * 1.4).fill(INK)
    doc.fillColor('#fff').text(tag, x + sheet.tag * 0.4, at.y + sheet.tag * 0.1, { lineBreak: false })
    x += width + 4
  }
  doc.fillColor(INK)
  return x - at.x
}

/** Those for which there is room, and how many there are besides. */
function drawList(doc: Doc, list: readonly string[], sheet: Sheet, box: { x: number; y: number; width: number; bottom: number }): void {
  doc.font('regular')
  const { height } = sized(doc, sheet.list)
  const room = Math.floor((box.bottom - box.y) / height)
  if (list.length === 0 || room < 1) return
  const shown = list.length <= room ? list : [...list.slice(0, room - 1), `等 ${list.length} 项，余见随货同行单`]
  shown.forEach((text, at) => {
    doc.text(text, box.x, box.y + at * height, { width: box.width, height: doc.currentLineHeight(true), ellipsis: '…' })
  })
}

/** What it is, its marks and its large number, over a line; answers where the line ends. */
function drawHead(doc: Doc, label: Label, sheet: Sheet, at: { x: number; y: number; width: number }): number {
  doc.font('bold').fontSize(sheet.mark)
  const markWidth = label.mark ? Math.min(doc.widthOfString(label.mark) + 2, at.width * 0.6) : 0
  if (label.mark) fit(doc, label.mark, { x: at.x + at.width - markWidth, y: at.y - sheet.mark * 0.25, width: markWidth + 1 }, sheet.mark, 1)
  const tags = drawTags(doc, label.tags, sheet, { x: at.x, y: at.y, width: at.width - markWidth })
  const left = at.width - markWidth - tags - 4
  doc.font('regular')
  if (left > sheet.head * 4) fit(doc, label.head, { x: at.x + tags, y: at.y, width: left }, sheet.head, tags > 0 ? 2 : 1)
  const y = at.y + Math.max(sheet.head * LEADING, tags > 0 ? sheet.tag * 1.4 : 0, label.mark ? sheet.mark * 0.98 : 0) + 3
  doc
    .moveTo(at.x, y)
    .lineTo(at.x + at.width, y)
    .lineWidth(0.8)
    .strokeColor(INK)
    .stroke()
  return y + 2
}

function drawLabel(doc: Doc, label: Label, sheet: Sheet): void {
  const x = sheet.margin * MM
  const width = (sheet.width - 2 * sheet.margin) * MM
  const bottom = drawFoot(doc, label, sheet, { x, width, bottom: (sheet.height - sheet.margin) * MM })
  let y = drawHead(doc, label, sheet, { x, y: sheet.margin * MM, width })
  doc.font('bold')
  if (label.isHuge) huge(doc, label.title, { x, y, width, height: bottom - y })
  else y += fit(doc, label.title, { x, y, width }, sheet.title, sheet.titleLines) + 2
  doc.font('regular')
  for (const text of label.lines) {
    const room = Math.floor((bottom - y) / (sheet.line * LEADING))
    if (room < 1) return
    y += fit(doc, text, { x, y, width }, sheet.line, Math.min(2, room)) + 0.5
  }
  drawList(doc, label.list, sheet, { x, y: y + 2, width, bottom })
}

/** All of them in one file, a page each. */
export async function labelFile({ labels, size, ...options }: LabelTask): Promise<Buffer> {
  const sheet = SHEETS[size]
  const page = { size: [sheet.width * MM, sheet.height * MM] as [number, number], margin: 0 }
  // A code is drawn, not written.
  const written = labels.map((label) => ({ ...label, code: '' }))
  const { doc, whole } = await newDocument({ ...options, footer: '' }, written, { ...page, autoFirstPage: false })
  for (const label of labels) {
    doc.addPage(page).fillColor(INK)
    drawLabel(doc, label, sheet)
  }
  doc.end()
  return whole
}
