import { sealBeside } from './page-finish.ts'
import type { PaperOptions } from './paper.ts'
import { FAINT, INK, sheetOf } from './sheet.ts'

type Doc = PDFKit.PDFDocument

const LINE = 30
/** Of our own seal beside the lines: the company's name may be wider than the seal. */
const SEAL_ROOM = 190
const STAMP_HIGH = 120

interface Blanks {
  names: readonly string[]
  stampHint?: string | undefined
}

/** Where a place for the buyer's stamp stands beside them they are under each other, otherwise side by side. */
const linesOf = ({ names, stampHint }: Blanks): number => (stampHint ? names.length : 1)
const highOf = (blanks: Blanks, options: PaperOptions): number =>
  Math.max(linesOf(blanks) * LINE, blanks.stampHint || options.seal?.beside ? STAMP_HIGH : 0)

/** What they take of the page. */
export const blanksRoom = (blanks: Blanks, options: PaperOptions): number => highOf(blanks, options) + 14

function stampPlace(doc: Doc, options: PaperOptions, hint: string, left: number, top: number, width: number, high: number): void {
  doc.roundedRect(left, top, width, high, 4).dash(4, { space: 3 }).lineWidth(0.8).strokeColor(sheetOf(options).line).stroke().undash()
  doc.font('regular').fontSize(10).fillColor(sheetOf(options).faint)
  doc.text(hint, left, top + high / 2 - 8, { width, align: 'center' })
}

/** Lines to write on; right of them the place for the buyer's stamp, and right of that our own seal where it stands there. */
export function drawBlanks(doc: Doc, options: PaperOptions, blanks: Blanks, left: number, width: number): void {
  const { names, stampHint } = blanks
  const { seal } = options
  const own = seal?.beside ? SEAL_ROOM : 0
  const top = doc.y + 8
  const across = (width - own) * (stampHint ? 0.58 : 1)
  const cell = stampHint ? across : across / names.length
  names.forEach((name, at) => {
    const x = stampHint ? left : left + at * cell
    const y = stampHint ? top + at * LINE : top
    doc.font('regular').fontSize(10).fillColor(INK)
    doc.text(`${name}：`, x, y + 8, { lineBreak: false })
    doc
      .moveTo(x + doc.widthOfString(`${name}：`) + 4, y + 22)
      .lineTo(x + cell - 12, y + 22)
      .lineWidth(0.6)
      .strokeColor(FAINT)
      .stroke()
  })
  const high = highOf(blanks, options)
  if (stampHint) stampPlace(doc, options, stampHint, left + across + 8, top + 4, width - own - across - 8, high - 10)
  if (seal?.beside) sealBeside(doc, options, seal, top + 3, own)
  doc.x = left
  doc.y = top + high + 6
}
