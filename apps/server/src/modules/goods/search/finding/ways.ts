import { cutTerms } from '../meaning/cutting.ts'
import { parted, splitTerms } from '../words/normalise.ts'
import { holdsText } from '../words/text-match.ts'
import type { Words } from '../words/words.ts'

/** typed: as it stands · apart: cut into words that were typed as one · corrected: as something near it. */
export type WayKind = 'typed' | 'apart' | 'corrected'

/** One way to read what was typed. */
export interface Way {
  kind: WayKind
  terms: readonly string[]
}

const HAN = /\p{Script=Han}/u
/** A maker is known by two characters, as the lists hold it. */
const MAKER_MIN = 2
/** Of several words that nobody knows, so many are asked about. */
const CORRECTED_MAX = 2

/** Whether a word stands anywhere in the catalogue or among the words of the trade. looksUp: for letters, which are found by readings. */
export function knownIn(words: Words, looksUp: (term: string) => boolean): (part: string) => boolean {
  const { title, manufacturer, form, spec } = words.labels
  return (part) => {
    if (words.lexicon.has(part)) return true
    if (!HAN.test(part)) return looksUp(part)
    for (const column of part.length < MAKER_MIN ? [form, title] : [title, manufacturer, form, spec]) {
      if (holdsText(column.main, part) || (column.late !== null && holdsText(column.late, part))) return true
    }
    // Characters and letters in one word: 阿mxl.
    return /[a-z]/.test(part) && looksUp(part)
  }
}

/** Ways to read what was typed, the plainest first; each is taken only where those before it found nothing. */
export function* waysToRead(keywords: string, words: Words, looksUp: (term: string) => boolean): Generator<Way> {
  const terms = splitTerms(keywords)
  yield { kind: 'typed', terms }
  const apart = splitTerms(parted(keywords))
  if (apart.length > terms.length) yield { kind: 'apart', terms: apart }
  const known = knownIn(words, looksUp)
  for (const cut of cutTerms(terms, known)) yield { kind: 'apart', terms: cut }
  const unknown = apart.filter((term) => !known(term)).slice(0, CORRECTED_MAX)
  if (unknown.length === 0) return
  const meant = new Map(unknown.map((term) => [term, words.corrections.of(term)]))
  const most = Math.max(...[...meant.values()].map((found) => found.length))
  for (let at = 0; at < most; at++) {
    const corrected = apart.map((term) => {
      const found = meant.get(term) ?? []
      return found[Math.min(at, found.length - 1)] ?? term
    })
    yield { kind: 'corrected', terms: corrected }
  }
}
