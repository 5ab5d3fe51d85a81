import { folded } from '../folding.ts'
/**
 * Names as they are compared: one spelling for full width and half width, traditional and simplified, all kinds of
 * brackets, hidden characters, separators inside words. Linear in the length of the text, which is cut at MOST_READ first.
 */

/** A name of goods is never this long; what is beyond is not read, and the judge says so. */
export const MOST_READ = 1000

/** The characters of characters.tsv. Each stands for exactly one other, so that texts keep their length when mapped. */
export interface Characters {
  /** Traditional, variant and surely wrong characters: the same word. */
  same: ReadonlyMap<string, string>
  /** Characters that clerks mistake for one another: a match that needs them is a likely misspelling. */
  alike: ReadonlyMap<string, string>
}

export const NO_CHARACTERS: Characters = { same: new Map(), alike: new Map() }

/** A text made comparable. */
export interface ReadText {
  /** Lower case, one kind of bracket, with single spaces and separators where they stood. */
  spaced: string
  /** Without spaces and without separators beside Chinese; brackets are kept as ( and ). */
  joined: string
}

const OPENING = new Set('([{<〈《「『【〔〖〘〚⟨﹙‹«')
const CLOSING = new Set(')]}>〉》」』】〕〗〙〛⟩﹚›»')
/** Between Chinese characters these say nothing: 盐酸·哌替啶, 杜-冷-丁. Between Latin letters or digits they do: 1,4-. */
const SEPARATORS = new Set('·•・.。,，、;；:：-‐‑‒–—―_*/\\\'"`´’‘“”®™©★☆●○◆※+|~～!?#^=&@$×')
const HIDDEN = /[\p{Cf}\p{Cc}\p{Mn}\p{Me}\p{Co}\p{Cs}\u115F\u1160\u3164\uFFA0\u2800艹]/u
const SPACE = /\s/u
/** Signs, pictures, bare strokes, marks of length or stress: no name of goods has them. ▲雄黄, 疫ー苗, 杜丨冷丨丁 */
const ORNAMENT = /[\p{S}\p{P}\p{Lm}丨丶丿亅乀乁]/u
const MEASURES = new Set('‰°')
const DASHES = new Set('\u2212\u2796\uFE63')
const CHINESE = /[\p{Script=Han}\u3007]/u
/** Cyrillic and Greek letters that look Latin; Greek β γ δ are chemistry and stay. */
const LOOK_LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    х: 'x',
    у: 'y',
    к: 'k',
    м: 'm',
    т: 't',
    н: 'h',
    в: 'b',
    і: 'i',
    ѕ: 's',
    ο: 'o',
    ν: 'v',
    ι: 'i',
    ϲ: 'c',
    ı: 'i',
  }),
)

/** Stands for a rare character that characters.tsv does not know. */
const UNKNOWN = '\uFFFD'

export const isChinese = (character: string | undefined): boolean => character !== undefined && CHINESE.test(character)

/** One character after NFKC: '' where it is not seen, ' ' for any space, ( and ) for any bracket. */
function plainCharacter(character: string): string {
  // Before what is hidden: the end of a line is a control character too.
  if (SPACE.test(character)) return ' '
  if (HIDDEN.test(character)) return ''
  if (OPENING.has(character)) return '('
  if (CLOSING.has(character)) return ')'
  if (DASHES.has(character)) return '-'
  if (character > '\u007f' && !SEPARATORS.has(character) && !MEASURES.has(character) && ORNAMENT.test(character)) return ' '
  const lower = character.toLowerCase()
  const latin = LOOK_LATIN.get(lower)
  if (latin !== undefined) return latin
  const code = lower.codePointAt(0) ?? 0
  if (code >= 0xc0 && code < 0x250) return folded(lower, 'NFD')[0] ?? ''
  return lower
}

/** What each character is read as, by its code unit, found once for each set of characters. */
const tables = new WeakMap<Characters, Array<string | undefined>>()

function tableOf(characters: Characters): Array<string | undefined> {
  let table = tables.get(characters)
  if (table === undefined) {
    table = []
    tables.set(characters, table)
  }
  return table
}

function readCharacter(characters: Characters, character: string): string {
  const seen = plainCharacter(character)
  const same = characters.same.get(seen) ?? seen
  // Every character is one unit long, so that places in the folded text are places in this one.
  return same.length <= 1 ? same : UNKNOWN
}

/** What a text says, made comparable. Text beyond MOST_READ characters is not read. */
export function readText(text: string, characters: Characters): ReadText {
  if (text === '') return { spaced: '', joined: '' }
  const table = tableOf(characters)
  const whole = folded(text.slice(0, MOST_READ))
  let spaced = ''
  let open = false
  for (let at = 0; at < whole.length && spaced.length < MOST_READ; at++) {
    const code = whole.charCodeAt(at)
    let seen = table[code]
    if (seen === undefined) {
      const character = String.fromCodePoint(whole.codePointAt(at) ?? 0)
      seen = readCharacter(characters, character)
      if (character.length > 1) at++
      else table[code] = seen
    }
    if (seen === ' ') open = spaced !== ''
    else if (seen !== '') {
      if (open) spaced += ' '
      open = false
      spaced += seen
    }
  }
  return { spaced, joined: PLAIN.test(spaced) ? spaced : join(spaced) }
}

/** Nothing to join: letters, digits, brackets and Chinese alone. */
const PLAIN = /^[a-z0-9()%\u4e00-\u9fff]*$/

function join(spaced: string): string {
  let joined = ''
  for (let at = 0; at < spaced.length; at++) {
    const character = spaced[at] as string
    if (character === ' ') continue
    if (SEPARATORS.has(character)) {
      const before = joined.at(-1)
      const after = spaced[at + 1]
      const between = before !== undefined && after !== undefined && /[a-z0-9]/.test(before) && /[a-z0-9]/.test(after)
      if (!between) continue
    }
    joined += character
  }
  return joined
}

/** The text with characters that clerks mistake folded together; of the same length. */
export function fold(text: string, characters: Characters): string {
  let folded = ''
  for (const character of text) folded += characters.alike.get(character) ?? character
  return folded
}

/** A name as it is compared with the lists: for what has to find equal names outside the judge. */
export function normaliseName(text: string, characters: Characters = NO_CHARACTERS): string {
  return readText(text, characters).joined
}

const PIECES = /[() /+、,;:|&]/

/**
 * What may be the name of a goods inside its name, without brackets and separators: the whole, what stands outside the
 * brackets, what stands in each, and each word between spaces or separators. An unclosed bracket ends with the text.
 */
export function candidates({ spaced, joined }: ReadText): string[] {
  if (joined === '') return []
  const found = new Set<string>()
  const whole = joined.replaceAll(/[()]/g, '')
  if (whole !== '') found.add(whole)
  if (spaced.length === whole.length) return [...found]
  let outside = ''
  let inside = ''
  let depth = 0
  for (const character of joined) {
    if (character === '(') depth++
    else if (character === ')') {
      if (depth > 0) depth--
      if (depth === 0 && inside !== '') {
        found.add(inside)
        inside = ''
      }
    } else if (depth > 0) inside += character
    else outside += character
    if (found.size > 20) break
  }
  if (inside !== '') found.add(inside)
  if (outside !== '') found.add(outside)
  for (const piece of spaced.split(PIECES)) {
    if (found.size > 40) break
    const name = join(piece)
    if (name.length > 1) found.add(name)
  }
  return [...found]
}
