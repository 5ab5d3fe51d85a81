import type { SealDrawing } from './paper.ts'

/** What of pdfkit's document a seal is drawn with. */
type Doc = PDFKit.PDFDocument

const POINTS_PER_MM = 72 / 25.4
const mm = (length: number): number => length * POINTS_PER_MM
const SEAL_RED = '#d7000f'
/** Text under a seal stays readable. */
const SEAL_OPACITY = 0.85
/** Special-purpose seals are 38 to 42 mm across. */
export const SEAL_ACROSS = mm(40)

/** The name runs clockwise from about seven o'clock to five; degrees from twelve. */
const NAME_SPAN = 232
const NUMBER_SPAN = 76

function star(doc: Doc, radius: number): void {
  for (let at = 0; at < 10; at++) {
    const angle = (Math.PI / 5) * at - Math.PI / 2
    const r = at % 2 === 0 ? radius : radius * 0.382
    const [x, y] = [Math.cos(angle) * r, Math.sin(angle) * r]
    if (at === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  }
  doc.closePath().fill(SEAL_RED)
}

/** One letter upright on its radius, its middle at (0, -radius), squeezed to this width. */
function letterAt(doc: Doc, letter: string, degrees: number, radius: number, size: number, width: number): void {
  doc.save()
  doc.rotate(degrees)
  doc.translate(0, -radius)
  doc.fontSize(size)
  const natural = doc.widthOfString(letter)
  doc.scale(natural > width ? width / natural : 1, 1)
  doc.fillColor(SEAL_RED).text(letter, -natural / 2, -size * 0.62, { lineBreak: false })
  doc.restore()
}

/**
 * A round seal with its middle at x, y: ring, star, the company's name on the upper arc, its purpose below the star, its
 * number on the lower arc; or the picture of it that the operator has given. Points of 1/72 inch.
 */
export function drawSeal(doc: Doc, seal: SealDrawing, x: number, y: number): void {
  doc.save()
  doc.translate(x, y)
  doc.fillOpacity(SEAL_OPACITY).strokeOpacity(SEAL_OPACITY)
  if (seal.picture) {
    doc.image(Buffer.from(seal.picture), -SEAL_ACROSS / 2, -SEAL_ACROSS / 2, {
      fit: [SEAL_ACROSS, SEAL_ACROSS],
      align: 'center',
      valign: 'center',
    })
  } else drawRound(doc, seal)
  doc.restore()
  doc.fillOpacity(1).strokeOpacity(1)
}

function drawRound(doc: Doc, { company, purpose, number }: SealDrawing): void {
  const border = mm(1.2)
  const radius = SEAL_ACROSS / 2 - border / 2
  doc.circle(0, 0, radius).lineWidth(border).strokeColor(SEAL_RED).stroke()
  star(doc, mm(7))
  doc.font('bold')
  const letters = [...company]
  // Long names are written smaller and narrower, never shorter.
  const height = Math.min(mm(4.2), (mm(4.2) * 16) / Math.max(16, letters.length))
  const nameRadius = radius - border / 2 - mm(0.7) - height / 2
  const span = Math.min(NAME_SPAN, letters.length * 22)
  const step = letters.length > 1 ? span / (letters.length - 1) : 0
  const room = letters.length > 1 ? ((Math.PI * step) / 180) * (nameRadius - height / 2) * 0.96 : height
  letters.forEach((letter, at) => {
    letterAt(doc, letter, -span / 2 + at * step, nameRadius, height, Math.min(height, room))
  })
  if (purpose !== '') {
    const size = mm(4.4)
    const whole = doc.fontSize(size).widthOfString(purpose)
    const most = mm(22)
    doc.save()
    doc.translate(0, mm(10.4))
    doc.scale(Math.min(1, most / whole), 1)
    doc.fillColor(SEAL_RED).text(purpose, -whole / 2, -size * 0.62, { lineBreak: false })
    doc.restore()
  }
  const digits = [...number]
  const digitRadius = radius - border / 2 - mm(1.3)
  digits.forEach((digit, at) => {
    // Written to be read from below: the first on the left, feet outwards.
    const degrees = digits.length > 1 ? NUMBER_SPAN / 2 - (NUMBER_SPAN * at) / (digits.length - 1) : 0
    doc.save()
    doc.rotate(degrees)
    doc.translate(0, digitRadius)
    doc.fontSize(mm(1.7)).fillColor(SEAL_RED)
    doc.text(digit, -doc.widthOfString(digit) / 2, -mm(1.1), { lineBreak: false })
    doc.restore()
  })
}

/** Strips of one seal along the right edges of all pages, so that no page can be exchanged. */
export function drawStraddling(doc: Doc, seal: SealDrawing, page: number, pages: number, y: number): void {
  const strip = SEAL_ACROSS / pages
  const { width } = doc.page
  doc.save()
  doc.rect(width - strip, y - SEAL_ACROSS, strip, 2 * SEAL_ACROSS).clip()
  drawSeal(doc, seal, width - strip * (page + 1) + SEAL_ACROSS / 2, y)
  doc.restore()
}
