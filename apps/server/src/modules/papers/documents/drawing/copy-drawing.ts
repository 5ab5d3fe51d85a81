import { PDF, type PDFPage } from '@libpdf/core'
import { PAGES_MAX, settlePage } from '../print/original-pages.ts'
import { drawFeet, EDGE, FOOT } from './copy-foot.ts'
import { drawPaper } from './drawing.ts'
import type { CopySource, PaperOptions, Step } from './paper.ts'
import { footOf, sheetOf } from './sheet.ts'

/** A4 upright and lying; points of 1/72 inch throughout. */
const SHORT = 595.28
const LONG = 841.89
/** What the caller writes at the head of the first page has this much room. */
const HEAD_FIRST = 128
const GAP = 8

const unreadable = () => new RangeError('原件无法读取，不能加盖印章')

/** A page of an original. */
interface Leaf {
  source: PDF
  index: number
  page: PDFPage
}

interface Room {
  left: number
  bottom: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

/** Our own pages, one for each leaf, and the room that one leaves it. */
interface Frame {
  bytes: Buffer
  roomOn: (page: Size, at: number) => Room
}

function settle({ source, page }: Leaf): void {
  settlePage(source, page)
  const shown = page.dict.get('CropBox')
  if (shown !== undefined) page.dict.set('MediaBox', shown)
}

/** A picture becomes a page of its own size, so that all originals are pages. */
async function openOriginal({ mime, content }: CopySource): Promise<PDF> {
  try {
    if (mime === 'application/pdf') {
      const source = await PDF.load(content)
      // Stamps that lie over a page as annotations belong to what it shows.
      source.flattenAnnotations()
      return source
    }
    const source = PDF.create()
    const image = source.embedImage(content)
    source.addPage({ width: image.width, height: image.height }).drawImage(image)
    return source
  } catch {
    // Whatever the reader says, to people it means one thing.
    throw unreadable()
  }
}

async function leavesOf(originals: readonly CopySource[]): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  for (const original of originals) {
    const source = await openOriginal(original)
    leaves.push(...source.getPages().map((page, index) => ({ source, index, page })))
  }
  if (leaves.length === 0) throw unreadable()
  if (leaves.length > PAGES_MAX) throw new RangeError(`原件超过 ${PAGES_MAX} 页，不能加盖印章`)
  leaves.forEach(settle)
  return leaves
}

/** The caller's words at the head of the first page; mark, seal and foot as on any paper of ours. */
async function headedFrame(options: PaperOptions, steps: readonly Step[], leaves: readonly Leaf[]): Promise<Frame> {
  const more: Step[] = leaves.slice(1).map(() => ['page'])
  const bytes = await drawPaper(options, [...steps, ...more])
  const { margin } = sheetOf(options)
  const bottom = margin + footOf(options) + GAP
  return {
    bytes,
    roomOn: ({ width, height }, at) => ({
      left: margin,
      bottom,
      width: width - 2 * margin,
      height: height - bottom - margin - (at === 0 ? HEAD_FIRST : 0),
    }),
  }
}

/** Each page upright or lying as the original's is, and all of ours at its foot. */
async function footedFrame(options: PaperOptions, leaves: readonly Leaf[]): Promise<Frame> {
  const sizes = leaves.map(({ page }) => (page.width > page.height ? ([LONG, SHORT] as const) : ([SHORT, LONG] as const)))
  const bytes = await drawFeet(options, sizes)
  return { bytes, roomOn: ({ width, height }) => ({ left: EDGE, bottom: FOOT, width: width - 2 * EDGE, height: height - FOOT - EDGE }) }
}

/** Where the original's corner goes, so that it lies upright in the middle of the room, as large as it can be. */
function layOriginal({ width, height }: Size, turned: number, room: Room) {
  const across = turned === 90 || turned === 270 ? { width: height, height: width } : { width, height }
  const scale = Math.min(room.width / across.width, room.height / across.height)
  const left = room.left + (room.width - across.width * scale) / 2
  const bottom = room.bottom + (room.height - across.height * scale) / 2
  const corner = {
    90: { x: left, y: bottom + width * scale, rotate: -90 },
    180: { x: left + width * scale, y: bottom + height * scale, rotate: 180 },
    270: { x: left + height * scale, y: bottom, rotate: 90 },
  }[turned]
  return { ...(corner ?? { x: left, y: bottom, rotate: 0 }), scale }
}

/**
 * A copy of what somebody else made: each of its pages small enough to stand on one of ours, so that nothing of it is covered. With
 * words of ours they have the head of its first page; without, our lines stand at the foot of each. Throws RangeError, with the
 * sentence for people.
 */
export async function drawCopy(options: PaperOptions, steps: readonly Step[], originals: readonly CopySource[]): Promise<Uint8Array> {
  const leaves = await leavesOf(originals)
  const { bytes, roomOn } = await (steps.length > 0 ? headedFrame(options, steps, leaves) : footedFrame(options, leaves))
  // Ours is what the original is laid under, so that its fonts are in the file once.
  const copy = await PDF.load(new Uint8Array(bytes))
  for (const [at, { source, index, page }] of leaves.entries()) {
    const own = copy.getPage(at)
    if (own === null) throw new RangeError(`a copy of ${leaves.length} pages has no page ${at}`)
    const embedded = await copy.embedPage(source, index).catch(() => {
      throw unreadable()
    })
    own.drawPage(embedded, { ...layOriginal(embedded.box, page.rotation, roomOn(own, at)), background: true })
  }
  return copy.save()
}
