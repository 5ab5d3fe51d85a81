import type { Understood } from '../request.ts'
import { splitTerms } from '../words/normalise.ts'
import type { Words } from '../words/words.ts'
import type { Matcher, Matches } from './matching.ts'
import { callsGoods, correctedTerms, knownIn, type Way, waysToRead, wordsIn } from './ways.ts'

/** Fewer goods than these, none of them called so, are nearly nothing: something else may have been meant. */
const NEARLY_NOTHING = 4
/** From this score on a name begins as it was typed, or sounds so. */
const CALLED_SO = 100

type IsThere = (row: number) => boolean

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
  function nearTo(keywords: string, { kind, terms }: Way, found: Matches): string[][] {
    const isCorrected = kind === 'corrected'
    if (!isCorrected && (terms.length > 1 || found.count >= NEARLY_NOTHING || isCalledSo(found))) return []
    const typed = splitTerms(keywords)
    const known = knownIn(words, hits)
    const others = correctedTerms(isCorrected ? typed : terms, words, isCorrected ? known : (term) => words.lexicon.has(term))
    return others.filter((one) => one.join(' ') !== terms.join(' ') && one.join(' ') !== typed.join(' '))
  }

  /** What is left of words that find nothing together: those that find something by themselves. */
  function nothing(keywords: string, type: 0 | 1, finds: (terms: readonly string[]) => boolean): Understood {
    const terms = splitTerms(keywords)
    const known = type === 0 ? terms.filter((term) => finds([term])) : []
    const left = known.length < terms.length ? [known.join(' ')] : known
    const near = known.length === 0 || terms.length === 1 ? [] : left
    return { as: 'none', words: known, unknown: terms.filter((term) => !known.includes(term)), near }
  }

  /**
   * Words of which each is known and that no goods has together (哈药葡萄糖酸钙, where another maker makes it): as many of them as one has, what
   * goods are called by before makers, forms and packs. null: a word is known by nobody, and what was looked for is not there.
   */
  function partly(keywords: string, finds: (terms: readonly string[]) => boolean): string[] | null {
    const terms = wordsIn(keywords, words, hits)
    // By what this buyer may see: a word that only hidden goods have is known by nobody.
    if (terms.length < 2 || !terms.every((term) => finds([term]))) return null
    const names = terms.filter((term) => callsGoods(words, term)).toSorted((one, other) => other.length - one.length)
    const kept: string[] = []
    for (const term of [...names, ...terms.filter((one) => !names.includes(one))]) if (finds([...kept, term])) kept.push(term)
    return kept.some((term) => names.includes(term)) ? terms.filter((term) => kept.includes(term)) : null
  }

  return {
    /** isThere: for this buyer. Who may not see a goods is not told by a word, or by what it is near, that there is one. */
    find(keywords: string, type: 0 | 1, isThere: IsThere): { found: Matches; understood: Understood } {
      let isDisturbed = false
      const finds = (terms: readonly string[]): boolean => {
        const [only = ''] = terms
        if (type === 0 && terms.length === 1 && matcher.names(only, isThere)) return true
        isDisturbed = true
        return matcher.best(terms, type, 1, isThere).count > 0
      }
      for (const way of waysOf(keywords, type)) {
        const found = matcher.match(way.terms, type)
        if (!isAnyThere(found, isThere)) continue
        const others = type === 0 ? nearTo(keywords, way, found) : []
        const near = [...new Set(others.filter(finds).map((one) => one.join(' ')))]
        const understood = { as: way.kind, words: [...way.terms], unknown: [], near }
        return { found: isDisturbed ? matcher.match(way.terms, type) : found, understood }
      }
      const kept = type === 0 ? partly(keywords, finds) : null
      if (kept !== null) return { found: matcher.match(kept, type), understood: { as: 'corrected', words: kept, unknown: [], near: [] } }
      const understood = nothing(keywords, type, finds)
      return { found: matcher.match([], type), understood }
    },
    best(keywords: string, type: 0 | 1, wanted: number, isThere: IsThere): Matches {
      for (const way of waysOf(keywords, type)) {
        const found = matcher.best(way.terms, type, wanted, isThere)
        if (found.count > 0) return found
      }
      return matcher.match([], type)
    },
  }
}

function isAnyThere({ rows, count }: Matches, isThere: IsThere): boolean {
  for (let at = 0; at < count; at++) if (isThere(rows[at] as number)) return true
  return false
}
