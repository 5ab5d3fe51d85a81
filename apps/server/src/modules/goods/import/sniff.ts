import { UnreadableFile } from './table-row.ts'

/** What a file is by its bytes, whatever it is called. */

/** The first bytes of XLSX (a ZIP) and of XLS. */
const ZIP_START = '504b0304'
const XLS_START = 'd0cf11e0'
const startOf = (content: Buffer) => content.subarray(0, 4).toString('hex')

export const isZip = (content: Buffer): boolean => startOf(content) === ZIP_START
export const isWorkbook = (content: Buffer): boolean => isZip(content) || startOf(content) === XLS_START

const OTHER_KINDS: readonly [start: string, name: string][] = [
  ['ffd8ff', 'JPEG 图片'],
  ['89504e47', 'PNG 图片'],
  ['47494638', 'GIF 图片'],
  ['25504446', 'PDF 文件'],
  ['52617221', 'RAR 压缩包'],
  ['377abcaf', '7z 压缩包'],
  ['1f8b', 'GZIP 压缩包'],
  ['504b0506', '空的压缩包'],
  ['7b5c7274', 'RTF 文档'],
]
const ONLY = '只支持 XLSX、XLS 和 CSV 文件'
/** Signs that no text holds: of 200 characters not more than one. */
const STRAY_PART = 200

/** Throws the sentence that names what the file is instead of a table of text. */
export function refuseOtherKinds(sample: Buffer): void {
  const start = startOf(sample)
  const kind = OTHER_KINDS.find(([bytes]) => start.startsWith(bytes))?.[1]
  if (kind !== undefined) throw new UnreadableFile(`这是 ${kind}，不是表格，${ONLY}`)
  if (isWide(sample)) return
  const head = sample.subarray(0, 512).toString('latin1').replace(/^ï»¿/, '').trimStart().toLowerCase()
  if (['<!doctype html', '<html', '<?xml', '<table', '<meta', '<head'].some((tag) => head.startsWith(tag)))
    throw new UnreadableFile(`这是网页或 XML 格式的文件，${ONLY}，请用 Excel 打开后另存为 XLSX`)
  let stray = 0
  for (const byte of sample) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) stray += 1
  if (stray > sample.length / STRAY_PART) throw new UnreadableFile(`文件内容不是文字，${ONLY}`)
}

const WIDE: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }
const isWide = (sample: Buffer) => WIDE[sample.subarray(0, 2).toString('hex')] !== undefined

function decodes(bytes: Buffer, encoding: string, isWhole: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}

/** By its bytes: UTF-8, UTF-16 or GB18030. A file in which two of them are mixed is refused: half of it would be garbled. */
export function guessEncoding(sample: Buffer, isWhole: boolean): string {
  const wide = WIDE[sample.subarray(0, 2).toString('hex')]
  if (wide !== undefined) return wide
  if (decodes(sample, 'utf-8', isWhole)) return 'utf-8'
  const mixed = mixedLine(sample)
  if (mixed !== null)
    throw new UnreadableFile(`文件里混有两种编码，第 ${mixed} 行与其他行不同，请用 Excel 或记事本另存为 XLSX 或 UTF-8 的 CSV`)
  return 'gb18030'
}

const LINES_LOOKED_AT = 5_000

/**
 * The first line in another encoding than most; null: there is none. A line of GB18030 reads as UTF-8 only by accident, so a
 * file with a good part of such lines is UTF-8 that something else was put into.
 */
function mixedLine(sample: Buffer): number | null {
  const wrong: number[] = []
  let right = 0
  let from = 0
  for (let line = 1; line <= LINES_LOOKED_AT && from < sample.length; line++) {
    const end = sample.indexOf(10, from)
    // The last one may be cut off.
    if (end < 0) break
    const bytes = sample.subarray(from, end)
    from = end + 1
    if (bytes.every((byte) => byte < 128)) continue
    if (decodes(bytes, 'utf-8', true)) right += 1
    else wrong.push(line)
  }
  return right >= Math.max(1, wrong.length / 4) ? (wrong[0] ?? null) : null
}

const DELIMITERS = [',', '\t', ';', '|'] as const
const LINES_COUNTED = 50

/** Before another sign, or at the end, a tab parts nothing: Alipay ends each cell of its CSV with one, so that Excel keeps long numbers. */
const PADDING = /\t(?=[,;]|$)/g

/** Excel's "Unicode text" and many ERP systems part cells by tabs, some by semicolons: the sign that most lines hold most of. */
export function delimiterOf(sample: Buffer, encoding: string): string {
  const text = new TextDecoder(encoding).decode(sample.subarray(0, 64 * 1024), { stream: true })
  const lines = text
    .split(/[\r\n]+/, LINES_COUNTED)
    .map((line) => line.slice(0, 10_000).replace(PADDING, ''))
    .filter((line) => line !== '')
  const middle = (sign: string) => lines.map((line) => line.split(sign).length).toSorted((a, b) => a - b)[Math.floor(lines.length / 2)] ?? 1
  const counts = DELIMITERS.map(middle)
  const most = Math.max(...counts)
  return DELIMITERS[counts.indexOf(most)] ?? ','
}
