import { cutTerms } from '../meaning/cutting.ts'
import { headsOf, isForm } from '../words/name-parts.ts'
import { normalise, parted, splitTerms } from '../words/normalise.ts'
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

/** How people ask, which says nothing of a goods: 有没有…, 便宜的…, …多少钱. Left out only where nothing is called so. */
const ASKED_BEFORE = [
  '请问',
  '我想要',
  '我要',
  '我想买',
  '我买',
  '给我',
  '帮我找',
  '有没有',
  '有无',
  '求购',
  '买',
  '找',
  '最便宜',
  '便宜',
  '特价',
  '进口',
  '国产',
  '的',
]
const ASKED_AFTER = ['有没有', '有货', '有', '吗', '呢', '多少钱', '什么价', '怎么卖', '价格', '报价', '批发', '推荐', '进口', '国产', '的']
/** How many of it: 10盒. What packs hold (24粒, 10支) is part of a specification. */
const HOW_MANY = /\d{1,5}(?:盒|瓶|件|箱|包|桶|罐|提)$/u

/** Whether a word stands anywhere in the catalogue or among the words of the trade. looksUp: for letters, which are found by readings. */
export function knownIn(words: Words, looksUp: (term: string) => boolean): (part: string) => boolean {
  const isThere = inCatalogue(words, looksUp)
  return (part) => words.lexicon.has(part) || isThere(part)
}

/** Whether a word stands anywhere in the catalogue. */
function inCatalogue(words: Words, looksUp: (term: string) => boolean): (part: string) => boolean {
  const { title, manufacturer, form, spec } = words.labels
  return (part) => {
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
  // What the goods say themselves goes before what the trade says: 江中 健胃消食片, and not 江中健胃消食 片.
  for (const cut of [...cutTerms(terms, inCatalogue(words, looksUp)), ...cutTerms(terms, known)]) yield { kind: 'apart', terms: cut }
  const spared = sparedOf(apart)
  if (spared !== null) {
    yield { kind: 'apart', terms: spared }
    for (const cut of cutTerms(spared, known)) yield { kind: 'apart', terms: cut }
  }
  for (const corrected of correctedTerms(spared ?? apart, words, known)) yield { kind: 'corrected', terms: corrected }
}

/** One word without what only asks before and behind it. */
function withoutAsking(term: string): string {
  let left = term.replace(HOW_MANY, '')
  const before = () => ASKED_BEFORE.find((one) => left.startsWith(one))
  for (let one = before(); one !== undefined; one = before()) left = left.slice(one.length)
  const behind = () => ASKED_AFTER.find((one) => left.endsWith(one))
  for (let one = behind(); one !== undefined; one = behind()) left = left.slice(0, -one.length)
  return left
}

/** Without what only asks; null: nothing is to be left out, or nothing would be left. */
function sparedOf(terms: readonly string[]): string[] | null {
  const left = terms.map(withoutAsking).filter((term) => term !== '')
  return left.length === 0 || left.join(' ') === terms.join(' ') ? null : left
}

/** The words of what was typed, each by itself as far as it can be told. */
export function wordsIn(keywords: string, words: Words, looksUp: (term: string) => boolean): readonly string[] {
  const apart = splitTerms(parted(keywords))
  const terms = sparedOf(apart) ?? apart
  return cutTerms(terms, knownIn(words, looksUp))[0] ?? terms
}

/** Whether goods are called by it, or it is a word of the trade: not a maker, a form or a pack alone. */
export function callsGoods({ labels: { title, form }, lexicon }: Words, term: string): boolean {
  if (lexicon.has(term)) return true
  const { main, late } = title
  return (
    term.length > 1 && !isForm(term) && !holdsText(form.main, term) && (holdsText(main, term) || (late !== null && holdsText(late, term)))
  )
}

/** What may be meant by a word: its ingredient without the form that was asked for, then what is near it. */
function meantBy(term: string, words: Words, known: (part: string) => boolean): string[] {
  const heads = HAN.test(term) ? headsOf(normalise(term)).filter((head) => head.length > 1 && head !== term && known(head)) : []
  return [...heads.toSorted((a, b) => b.length - a.length), ...words.corrections.of(term)]
}

/** The same words with what is near them in place of those that are not known, the likeliest first; none: nothing is near. */
export function correctedTerms(terms: readonly string[], words: Words, known: (part: string) => boolean): string[][] {
  const doubted = terms.filter((term) => !known(term)).slice(0, CORRECTED_MAX)
  const meant = new Map(doubted.map((term) => [term, meantBy(term, words, known)]))
  const most = Math.max(0, ...[...meant.values()].map((found) => found.length))
  return Array.from({ length: most }, (_, at) =>
    terms.map((term) => {
      const found = meant.get(term) ?? []
      return found[Math.min(at, found.length - 1)] ?? term
    }),
  )
}
