import { inflateSync } from 'node:zlib'
import { PDF, type PDFPage, PdfArray, PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core'

/** Values that a page may have from its tree, which a copy of the page alone would lose. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
const DEPTH_MAX = 50
/** More than any report or licence has; a copy of them takes seconds already. */
export const PAGES_MAX = 200
/** Points: less is no page, and more no reader shows. */
const [SIDE_MIN, SIDE_MAX] = [1, 14_400]

/** What the pages of one file draw, unpacked: many times what the longest report has. A kilobyte can be made to unpack to gigabytes. */
const UNPACKED_MAX = 64 * 1024 * 1024

/** Gives a page what it has from its tree. */
export function settlePage(source: PDF, { dict }: PDFPage): void {
  const resolve = source.getObject.bind(source)
  for (const name of INHERITED) {
    let from: PdfDict | undefined = dict
    for (let depth = 0; from !== undefined && depth < DEPTH_MAX && !from.has(name); depth++) from = from.getDict('Parent', resolve)
    const value = from?.get(name)
    if (value !== undefined && from !== dict) dict.set(name, value)
  }
}

function hasSize(source: PDF, { dict }: PDFPage, name: string): boolean {
  const resolve = source.getObject.bind(source)
  const box = dict.getArray(name, resolve)
  const [left = Number.NaN, bottom = Number.NaN, right = Number.NaN, top = Number.NaN] = Array.from({ length: box?.length ?? 0 }, (_, at) =>
    Number((box?.at(at, resolve) as { value?: unknown } | undefined)?.value ?? Number.NaN),
  )
  return [right - left, top - bottom].every((side) => side >= SIDE_MIN && side <= SIDE_MAX)
}

/** Readers that follow the tree show a page as often as it is named there; ours takes it once. */
function namesAgain(source: PDF, { dict }: PDFPage): boolean {
  const resolve = source.getObject.bind(source)
  let root = dict
  for (let depth = 0; depth < DEPTH_MAX; depth++) root = root.getDict('Parent', resolve) ?? root
  const seen = new Set<string>()
  const nodes = [root]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const kids = node.getArray('Kids', resolve)
    for (let at = 0; at < (kids?.length ?? 0); at++) {
      const kid = kids?.at(at)
      if (kid instanceof PdfRef) {
        const key = `${kid.objectNumber} ${kid.generation}`
        if (seen.has(key)) return true
        seen.add(key)
      }
      const child = kids?.at(at, resolve)
      if (child instanceof PdfDict) nodes.push(child)
    }
  }
  return false
}

function filtersOf(stream: PdfStream, source: PDF): string[] {
  const filter = stream.get('Filter', source.getObject.bind(source))
  if (filter instanceof PdfName) return [filter.value]
  if (!(filter instanceof PdfArray)) return []
  return Array.from({ length: filter.length }, (_, at) => filter.at(at)).flatMap((one) => (one instanceof PdfName ? [one.value] : []))
}

/** How long what a page draws is once it is unpacked, layer by layer; more than there is room for: Infinity. */
function unpackedLength(source: PDF, { dict }: PDFPage, room: number): number {
  const resolve = source.getObject.bind(source)
  const contents = dict.get('Contents', resolve)
  const streams = contents instanceof PdfArray ? Array.from({ length: contents.length }, (_, at) => contents.at(at, resolve)) : [contents]
  let length = 0
  for (const stream of streams) {
    if (!(stream instanceof PdfStream)) continue
    let bytes: Uint8Array = stream.data
    for (const filter of filtersOf(stream, source)) {
      if (filter !== 'FlateDecode' && filter !== 'Fl') break
      try {
        bytes = inflateSync(bytes, { maxOutputLength: room - length + 1, finishFlush: 2 })
      } catch (error) {
        if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return Number.POSITIVE_INFINITY
        throw error
      }
    }
    length += bytes.length
    if (length > room) return Number.POSITIVE_INFINITY
  }
  return length
}

/** Why no copy can be laid out of these pages. unreadable: by our own reader alone; what a maker signed may be right all the same. */
export type PagesFault = 'unreadable' | 'many' | 'repeated' | 'size' | 'heavy'

/** Looked at before a file is taken in: none of this can be mended once it is released. */
export async function pagesFault(content: Uint8Array): Promise<PagesFault | null> {
  try {
    const source = await PDF.load(content)
    const pages = source.getPages()
    const [first] = pages
    if (first === undefined) return 'unreadable'
    if (namesAgain(source, first)) return 'repeated'
    if (pages.length > PAGES_MAX) return 'many'
    let room = UNPACKED_MAX
    for (const page of pages) {
      settlePage(source, page)
      if (!hasSize(source, page, 'MediaBox') || (page.dict.has('CropBox') && !hasSize(source, page, 'CropBox'))) return 'size'
      room -= unpackedLength(source, page, room)
      if (room < 0) return 'heavy'
    }
    return null
  } catch {
    // Whatever the reader says, to people it means one thing.
    return 'unreadable'
  }
}
