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
  for (const corrected of correctedTerms(apart, words, (term) => !known(term))) yield { kind: 'corrected', terms: corrected }
}

/** The same words with what is near them in place of those that are doubted, the likeliest first; none: nothing is near. */
export function correctedTerms(terms: readonly string[], words: Words, isDoubted: (term: string) => boolean): string[][] {
  const doubted = terms.filter(isDoubted).slice(0, CORRECTED_MAX)
  const meant = new Map(doubted.map((term) => [term, words.corrections.of(term)]))
  const most = Math.max(0, ...[...meant.values()].map((found) => found.length))
  return Array.from({ length: most }, (_, at) =>
    terms.map((term) => {
      const found = meant.get(term) ?? []
      return found[Math.min(at, found.length - 1)] ?? term
    }),
  )
}
