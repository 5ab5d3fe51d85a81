import type { Understood } from '../request.ts'
import { splitTerms } from '../words/normalise.ts'
import type { Words } from '../words/words.ts'
import type { Matcher, Matches } from './matching.ts'
import { correctedTerms, knownIn, type Way, waysToRead } from './ways.ts'

/** Fewer goods than these, none of them called so, are nearly nothing: something else may have been meant. */
const NEARLY_NOTHING = 4
/** From this score on a name begins as it was typed, or sounds so. */
const CALLED_SO = 100

/** Finds by what was typed, in the plainest way that finds anything, and says how it was read. */
export function understanding(words: Words, matcher: Matcher) {
  const hits = (term: string): boolean => matcher.hits(term)

  /** Makers are found as they were typed, and not otherwise. */
  function* waysOf(keywords: string, type: 0 | 1): Generator<Way> {
    for (const way of waysToRead(keywords, words, hits)) {
      if (way.terms.length > 0 && (type === 0 || way.kind === 'typed')) yield way
    }
  }

  const isCalledSo = ({ rows, count, score }: Matches): boolean =>
    rows.subarray(0, count).some((row) => (score[row] as number) >= CALLED_SO)

  /** What else may have been meant: by a word that was corrected, or by a single one that found nearly nothing. */
  function nearTo(keywords: string, { kind, terms }: Way, found: Matches): string[] {
    const typed = splitTerms(keywords)
    const known = knownIn(words, hits)
    const isCorrected = kind === 'corrected'
    if (!isCorrected && (terms.length > 1 || found.count >= NEARLY_NOTHING || isCalledSo(found))) return []
    const others = correctedTerms(isCorrected ? typed : terms, words, isCorrected ? known : (term) => words.lexicon.has(term)).map((one) =>
      one.join(' '),
    )
    return [...new Set(others)].filter((one) => one !== terms.join(' ') && one !== typed.join(' '))
  }

  /** What is left of words that find nothing together: those that find something by themselves. */
  function nothing(keywords: string, type: 0 | 1): Understood {
    const terms = splitTerms(keywords)
    const known = type === 0 ? terms.filter(hits) : []
    const near = known.length < terms.length ? [known.join(' ')].filter((one) => one !== '') : known.length > 1 ? known : []
    return { as: 'none', words: known, unknown: terms.filter((term) => !known.includes(term)), near }
  }

  return {
    find(keywords: string, type: 0 | 1): { found: Matches; understood: Understood } {
      let found = matcher.match([], type)
      for (const way of waysOf(keywords, type)) {
        found = matcher.match(way.terms, type)
        if (found.count === 0) continue
        const near = type === 0 ? nearTo(keywords, way, found) : []
        return { found, understood: { as: way.kind, words: [...way.terms], unknown: [], near } }
      }
      return { found, understood: nothing(keywords, type) }
    },
    best(keywords: string, type: 0 | 1, wanted: number, isThere: (row: number) => boolean): Matches {
      let found = matcher.match([], type)
      for (const way of waysOf(keywords, type)) {
        found = matcher.best(way.terms, type, wanted, isThere)
        if (found.count > 0) break
      }
      return found
    },
  }
}
