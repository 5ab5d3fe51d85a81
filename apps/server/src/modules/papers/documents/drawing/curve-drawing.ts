import type { Curve } from './paper.ts'
import { FAINT, INK } from './sheet.ts'
import type { Frame } from './table-drawing.ts'

const HEIGHT = 170
const AXIS = 34
const FOOT = 26
const BAD = '#b02a1f'
const GOOD = '#00875a'
/** Words under the time axis do not touch. */
const TIMES = 6

/** Measured values over time; each allowed range as a band, what lies outside of all in red. */
export function drawCurve(doc: PDFKit.PDFDocument, { left, width }: Frame, { unit, ranges, points }: Curve): void {
  const top = doc.y + 4
  const [x0, y0] = [left + AXIS, top + HEIGHT - FOOT]
  const [across, up] = [width - AXIS - 8, HEIGHT - FOOT - 8]
  const values = points.map((point) => point.value)
  const ends = ranges.flatMap(({ lowest, highest }) => [lowest, highest])
  const low = Math.floor(Math.min(...ends, ...values)) - 1
  const high = Math.ceil(Math.max(...ends, ...values)) + 1
  const xOf = (at: number) => x0 + (points.length > 1 ? (across * at) / (points.length - 1) : across / 2)
  const yOf = (value: number) => y0 - (up * (value - low)) / (high - low)
  for (const { lowest, highest } of ranges)
    doc
      .rect(x0, yOf(highest), across, yOf(lowest) - yOf(highest))
      .fillOpacity(0.1)
      .fill(GOOD)
      .fillOpacity(1)
  doc.font('regular').fontSize(7.5).fillColor(FAINT)
  for (const value of new Set([low, ...ends, high])) {
    doc.moveTo(x0, yOf(value)).lineTo(x0 + across, yOf(value))
    doc.lineWidth(0.4).strokeColor(FAINT).strokeOpacity(0.5).stroke().strokeOpacity(1)
    doc.text(`${value} ${unit}`, left, yOf(value) - 5, { width: AXIS - 5, align: 'right', lineBreak: false })
  }
  const every = Math.max(1, Math.ceil(points.length / TIMES))
  points.forEach(({ at, value }, index) => {
    if (index > 0) {
      const before = points[index - 1] as Curve['points'][number]
      doc
        .moveTo(xOf(index - 1), yOf(before.value))
        .lineTo(xOf(index), yOf(value))
        .lineWidth(1)
        .strokeColor(INK)
        .stroke()
    }
    const isOutside = !ranges.some(({ lowest, highest }) => value >= lowest && value <= highest)
    doc.circle(xOf(index), yOf(value), isOutside ? 2.2 : 1.2).fill(isOutside ? BAD : INK)
    if (index % every === 0)
      doc
        .font('regular')
        .fontSize(7.5)
        .fillColor(FAINT)
        .text(at, Math.min(xOf(index) - 32, x0 + across - 64), y0 + 6, { width: 64, align: 'center', lineBreak: false })
  })
  doc.x = left
  doc.y = top + HEIGHT
}
