import type { Column } from './paper.ts'
import { INK, type Sheet } from './sheet.ts'

type Doc = PDFKit.PDFDocument
export interface Frame {
  left: number
  width: number
  bottom: () => number
}

/** Rows of words in lines; the head is repeated on every page. last: rows of sums. */
export function drawTable(
  doc: Doc,
  { left, width, bottom }: Frame,
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  last: readonly (readonly string[])[],
): void {
  const { pad } = sheet
  const gap = { lineGap: pad / 3 }
  const shares = columns.reduce((sum, column) => sum + column.share, 0)
  const widths = columns.map((column) => (column.share / shares) * width)
  const heightOf = (cells: readonly string[]) =>
    Math.max(...cells.map((cell, at) => doc.heightOfString(cell || ' ', { width: (widths[at] ?? 0) - 2 * pad, ...gap }))) + 2 * pad
  const font = (bold: boolean) =>
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(sheet.table)
      .fillColor(INK)
  const drawRow = (cells: readonly string[], { head = false, bold = false } = {}) => {
    font(head || bold)
    const height = heightOf(cells)
    if (doc.y + height > bottom()) {
      doc.addPage()
      if (!head) drawRow(titles, { head: true })
      font(bold)
    }
    const top = doc.y
    let x = left
    if (head && sheet.headFill !== null) doc.rect(left, top, width, height).fill(sheet.headFill).fillColor(INK)
    cells.forEach((cell, at) => {
      const cellWidth = widths[at] ?? 0
      doc.rect(x, top, cellWidth, height).lineWidth(sheet.lineWidth).strokeColor(sheet.line).stroke()
      const align = head ? 'center' : (columns[at]?.align ?? 'left')
      doc.text(cell, x + pad, top + pad + pad / 3, { width: cellWidth - 2 * pad, ...gap, align })
      x += cellWidth
    })
    doc.x = left
    doc.y = top + height
  }
  const titles = columns.map((column) => column.title)
  // A head never stands alone at the end of a page.
  font(false)
  if (doc.y + heightOf(titles) + (rows[0] ? heightOf(rows[0]) : 0) > bottom()) doc.addPage()
  drawRow(titles, { head: true })
  for (const row of rows) drawRow(row)
  for (const row of last) drawRow(row, { bold: true })
  doc.y += sheet.pad * 2
}
