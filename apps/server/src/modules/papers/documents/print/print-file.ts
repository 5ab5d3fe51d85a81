import { PDF } from '@libpdf/core'
import { drawPaper } from '../drawing/drawing.ts'
import { type PaperOptions, type Step, stepsOf } from '../drawing/paper.ts'
import { settlePage } from './original-pages.ts'

/** Papers put together in one file to be printed at once: drawn in a thread of its own (print-worker.ts). */

/** Some reams are no morning's work; laying out more takes longer than somebody waits. */
export const PRINT_PAGES_MAX = 300

export interface PrintPart {
  /** Of the paper, and what it is about. */
  name: string
  about: string
  no: string
  content: Uint8Array
}

export interface PrintTask {
  options: PaperOptions
  /** Whose copies they are. */
  buyer: string
  day: string
  /** Where the single files are found: 电子出库单. */
  page: string
  parts: readonly PrintPart[]
}

/** refused: a sentence for people. */
export type PrintAnswer = { bytes: Uint8Array } | { refused: string }

/** What is seen of a file on paper, marks and visible signatures among it, as plain pages. */
async function openPart({ content }: PrintPart): Promise<PDF | null> {
  try {
    const source = await PDF.load(content)
    source.flattenAll()
    for (const page of source.getPages()) settlePage(source, page)
    return source
  } catch {
    // Whatever the reader says: this one is opened and printed by itself.
    return null
  }
}

const COLUMNS = [
  { title: '序号', share: 6, align: 'center' },
  { title: '单据', share: 24 },
  { title: '内容', share: 34 },
  { title: '编号', share: 24 },
  { title: '页数', share: 7, align: 'right' },
  { title: '起始页', share: 8, align: 'right' },
] as const

/** The first page: what lies behind it, and that none of it is a signed original. */
function coverOf({ buyer, day, page, parts }: PrintTask, counts: readonly number[], coverPages: number): Step[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return stepsOf((paper) => {
    paper.heading('合并打印件', `${buyer}　${day}　共 ${parts.length} 份 ${total} 页，另加本目录`)
    paper.paragraph(
      `本文件只供一次打印：合并之后，各份单据里的电子签名不再有效，核验页也认不出本文件。带电子签名的原件是各份单独的文件，请在“${page}”逐份或打包下载留存。`,
      { bold: true },
    )
    paper.space(4)
    let first = coverPages + 1
    paper.table(
      COLUMNS,
      parts.map(({ name, about, no }, at) => {
        const from = first
        first += counts[at] ?? 0
        return [String(at + 1), name, about, no, String(counts[at]), String(from)]
      }),
    )
  })
}

/** The cover's own pages are counted before the others' numbers can stand on it. */
async function drawCover(task: PrintTask, counts: readonly number[]): Promise<PDF> {
  const draw = async (coverPages: number) => PDF.load(new Uint8Array(await drawPaper(task.options, coverOf(task, counts, coverPages))))
  const once = await draw(1)
  const pages = once.getPageCount()
  return pages === 1 ? once : draw(pages)
}

export async function printFile(task: PrintTask): Promise<PrintAnswer> {
  const sources: PDF[] = []
  let pages = 0
  for (const part of task.parts) {
    const source = await openPart(part)
    if (source === null) return { refused: `“${part.name} ${part.no}”不能与别的合并，请取消选择，单独打开打印` }
    sources.push(source)
    pages += source.getPageCount()
    if (pages > PRINT_PAGES_MAX) return { refused: `合并后超过 ${PRINT_PAGES_MAX} 页，请少选几份，分几次打印` }
  }
  const whole = await drawCover(
    task,
    sources.map((source) => source.getPageCount()),
  )
  for (const source of sources)
    await whole.copyPagesFrom(
      source,
      source.getPages().map((_page, at) => at),
      { includeAnnotations: false },
    )
  return { bytes: await whole.save() }
}
