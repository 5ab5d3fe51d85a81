import { PDF, type PDFPage, PdfDict, PdfRef } from '@libpdf/core'

/** Values that a page may have from its tree, which a copy of the page alone would lose. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
const DEPTH_MAX = 50
/** More than any report or licence has; a copy of them takes seconds already. */
export const PAGES_MAX = 200
/** Points: less is no page, and more no reader shows. */
const [SIDE_MIN, SIDE_MAX] = [1, 14_400]

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

/** Why no copy can be laid out of these pages. unreadable: by our own reader alone; what a maker signed may be right all the same. */
export type PagesFault = 'unreadable' | 'many' | 'repeated' | 'size'

/** Looked at before a file is taken in: none of this can be mended once it is released. */
export async function pagesFault(content: Uint8Array): Promise<PagesFault | null> {
  try {
    const source = await PDF.load(content)
    const pages = source.getPages()
    const [first] = pages
    if (first === undefined) return 'unreadable'
    if (namesAgain(source, first)) return 'repeated'
    for (const page of pages) {
      settlePage(source, page)
      if (!hasSize(source, page, 'MediaBox') || (page.dict.has('CropBox') && !hasSize(source, page, 'CropBox'))) return 'size'
    }
    return pages.length > PAGES_MAX ? 'many' : null
  } catch {
    // Whatever the reader says, to people it means one thing.
    return 'unreadable'
  }
}
