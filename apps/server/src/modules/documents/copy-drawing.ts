import { PDF } from '@libpdf/core'
import { drawPaper } from './drawing.ts'
import type { CopySource, PaperOptions, Step } from './paper.ts'
import { footOf, sheetOf } from './sheet.ts'

/** Points of 1/72 inch. What the caller writes at the head of the first page has this much room. */
const HEAD_FIRST = 128
const GAP = 8

/** A picture becomes a page of its own size, so that all sources are pages. */
async function opened({ mime, content }: CopySource): Promise<PDF> {
  if (mime === 'application/pdf') return PDF.load(content)
  const pdf = PDF.create()
  const image = pdf.embedImage(content)
  pdf.addPage({ width: image.width, height: image.height }).drawImage(image)
  return pdf
}

/**
 * A copy of what somebody else made: each of its pages small enough to stand on one of ours, behind our head, mark, seal and
 * foot. The original stays as it is.
 */
export async function drawCopy(options: PaperOptions, steps: readonly Step[], sources: readonly CopySource[]): Promise<Buffer> {
  const files: PDF[] = []
  for (const source of sources) files.push(await opened(source))
  const leaves = files.flatMap((pdf) => Array.from({ length: pdf.getPageCount() }, (_, index) => ({ pdf, index })))
  const more: Step[] = leaves.slice(1).map(() => ['page'])
  const copy = await PDF.load(new Uint8Array(await drawPaper(options, [...steps, ...more])))
  const { margin } = sheetOf(options)
  const bottom = margin + footOf(options) + GAP
  for (const [at, { pdf, index }] of leaves.entries()) {
    const page = copy.getPage(at)
    if (page === null) throw new RangeError(`a copy of ${leaves.length} pages has no page ${at}`)
    const room = { width: page.width - 2 * margin, height: page.height - bottom - margin - (at === 0 ? HEAD_FIRST : 0) }
    const drawn = await copy.embedPage(pdf, index)
    const scale = Math.min(room.width / drawn.width, room.height / drawn.height)
    const [width, height] = [drawn.width * scale, drawn.height * scale]
    page.drawPage(drawn, {
      x: (page.width - width) / 2,
      y: bottom + (room.height - height) / 2,
      width,
      height,
      background: true,
    })
  }
  return Buffer.from(await copy.save())
}
