/** Words on a package: cleaned for XML, broken into lines, as large as their place allows. */

const ENTITIES: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' }
export const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (char) => ENTITIES[char] ?? '')

/** Without what XML forbids (control characters, halves of surrogate pairs, non-characters), spaces run together. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cn}\p{Cs}\u{200B}-\u{200F}\u{2028}-\u{202E}\u{FEFF}\u{FFFD}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' })
const NARROW = /^[\u0020-\u024f]$/
/** Em wide: Latin letters and digits about a half, everything else a full square. */
const widthOf = (sign: string) => (NARROW.test(sign) ? (sign === ' ' || sign === '.' ? 0.3 : 0.58) : 1)
const widthOfText = (signs: readonly string[]) => signs.reduce((sum, sign) => sum + widthOf(sign), 0)

/** Pieces that stay together: a run of Latin letters and digits, or one sign. A very long run may be cut. */
function piecesOf(text: string, longest: number): string[][] {
  const pieces: string[][] = []
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1)
    const joins = last && /^[\w.%+-]$/.test(segment) && /[\w.%+-]$/.test(last.at(-1) ?? '') && widthOfText(last) < longest
    if (joins) last.push(segment)
    else pieces.push([segment])
  }
  return pieces
}

const CLOSING = /^[)）】」》，。、·]$/
/** A grapheme may carry any number of marks; more than this is not a letter anybody reads. */
const SIGN_MAX = 12

function wrap(pieces: readonly string[][], width: number): string[][] {
  const lines: string[][] = [[]]
  for (const piece of pieces) {
    const line = lines.at(-1) ?? []
    const fits = widthOfText(line) + widthOfText(piece) <= width + 0.01 || line.length === 0
    if (fits || CLOSING.test(piece[0] ?? '')) line.push(...piece)
    else lines.push([...piece])
  }
  return lines
}

export interface Place {
  x: number
  /** Top of the place. */
  y: number
  width: number
  height: number
  largest: number
  anchor?: 'start' | 'middle'
}

export interface Label {
  lines: string[]
  size: number
}

const LINES_MAX = 3
const LEADING = 1.16
const EM_MAX = 24
/** More than these fill every label; names of thousands of signs cost nothing. */
const SIGNS_LOOKED_AT = 100

/** The name in at most three lines, in the largest type that fits; one line is kept while it is nearly as large. */
export function fit(name: string, { width, height, largest }: Place): Label {
  const signs = [...segmenter.segment(clean(name))]
    .map(({ segment }) => segment)
    .filter((sign) => sign.length <= SIGN_MAX)
    .slice(0, SIGNS_LOOKED_AT)
  const over = signs.findIndex((_, index) => widthOfText(signs.slice(0, index + 1)) > EM_MAX)
  const kept = over < 0 ? signs : signs.slice(0, over)
  const text = kept.length < signs.length ? `${kept.slice(0, -1).join('')}…` : kept.join('')
  const total = widthOfText([...segmenter.segment(text)].map(({ segment }) => segment))
  let best: Label = { lines: [], size: 0 }
  for (let count = 1; count <= LINES_MAX; count++) {
    const per = Math.max(total / count, 1)
    for (const slack of [0, 0.6, 1.2, 2.2]) {
      const lines = wrap(piecesOf(text, per), per + slack)
      if (lines.length > count) continue
      const widest = Math.max(...lines.map(widthOfText), 1)
      const size = Math.min(largest, width / widest, height / (lines.length * LEADING))
      if (size > best.size * 1.12) best = { lines: lines.map((line) => line.join('').trim()), size }
      break
    }
  }
  return best
}

const short = (value: number): string => String(Math.round(value * 10) / 10)

/** The name in its place, centred from top to bottom, and the specification small under it. */
export function words(name: string, spec: string, place: Place, colour: string, specColour: string): string {
  const { x, y, width, height, anchor = 'start' } = place
  const { lines, size } = fit(name, place)
  const block = lines.length * size * LEADING
  const top = y + (height - block) / 2
  const end = anchor === 'middle' ? ' text-anchor="middle"' : ''
  const drawn = lines.map((line, index) => `<text x="${x}" y="${short(top + size * (0.9 + index * LEADING))}">${escapeXml(line)}</text>`)
  const small = fit(spec, { x, y, width, height: 9, largest: 6.8 })
  const [line] = small.lines.length === 1 ? small.lines : []
  const under = line
    ? `<text x="${x}" y="${short(y + height + 7)}" font-size="${short(small.size)}" font-weight="400" fill="${specColour}">${escapeXml(line)}</text>`
    : ''
  return `<g font-size="${short(size)}" font-weight="700" fill="${colour}"${end}>${drawn.join('')}${under}</g>`
}
