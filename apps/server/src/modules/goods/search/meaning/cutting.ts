/**
 * What was typed as one word, cut into words that the catalogue knows: 望槐堂板蓝根, 布洛芬缓释胶囊0.3g. The search box and the lists that
 * are pasted are read by the same rule.
 */

/** Where characters and digits meet, or letters and then characters: 阿莫西林0.25g, 300mg布洛芬; 维生素C and 辅酶Q10 are one word. */
const SEAM = /(?<=[\p{Script=Han}）)])(?=[0-9])|(?<=[0-9][a-z]{0,3}|%)(?=\p{Script=Han})/u
/** Characters, with letters among them at most. */
const WORDS = /\p{Script=Han}/u
const DIGIT_FIRST = /^[0-9]/
/** Nobody writes more in one breath; beyond it a cut would cost more than it tells. */
const LENGTH_MAX = 24
const PARTS_MAX = 4
const WAYS_MAX = 6
/** So many words are looked up together, however they were typed. */
const WORDS_MAX = 8
/** A single character says something only as a dosage form at the end. */
const FORMS_OF_ONE = '片丸散膏栓酊针贴粉'

/** Whether a part stands anywhere in the catalogue: in a name, a maker, a specification or among the words of the trade. */
export type Known = (part: string) => boolean

const mayBePart = (part: string, isLast: boolean): boolean => part.length > 1 || (isLast && FORMS_OF_ONE.includes(part))

/** Ways to cut a run of characters into known parts, the fewest parts first, and of those the longest first part. */
function cutHan(text: string, known: Known): string[][] {
  if (text.length > LENGTH_MAX) return []
  const ways: string[][] = []
  const cut = (from: number, parts: readonly string[], most: number): void => {
    if (ways.length >= WAYS_MAX) return
    if (from === text.length) {
      if (parts.length === most) ways.push([...parts])
      return
    }
    if (parts.length === most) return
    for (const end of reach(from)) cut(end, [...parts, text.slice(from, end)], most)
  }
  const reached = new Map<number, number[]>()
  /** Ends of known parts that begin here, the furthest first. */
  function reach(from: number): number[] {
    const before = reached.get(from)
    if (before) return before
    const ends: number[] = []
    for (let end = from + 1; end <= text.length; end++) {
      const part = text.slice(from, end)
      if (mayBePart(part, end === text.length) && known(part)) ends.unshift(end)
    }
    reached.set(from, ends)
    return ends
  }
  for (let parts = 1; parts <= PARTS_MAX && ways.length < WAYS_MAX; parts++) cut(0, [], parts)
  return ways
}

/** Ways to read one word as several, the likeliest first; none: it is one word, or nothing of it is known. */
export function cutWord(word: string, known: Known): string[][] {
  const pieces = word.split(SEAM)
  const perPiece = pieces.map((piece) =>
    WORDS.test(piece) && !DIGIT_FIRST.test(piece) && !known(piece) ? cutHan(piece, known) : [[piece]],
  )
  if (perPiece.some((ways) => ways.length === 0)) return pieces.length > 1 ? [pieces] : []
  const most = Math.max(...perPiece.map((ways) => ways.length))
  const read = Array.from({ length: most }, (_, at) => perPiece.flatMap((ways) => ways[Math.min(at, ways.length - 1)] as string[]))
  return read.filter((way) => way.length > 1)
}

/** Ways to read all that was typed: each word that is not known by itself is cut. */
export function cutTerms(terms: readonly string[], known: Known): string[][] {
  const perTerm = terms.map((term) => (known(term) ? [[term]] : [...cutWord(term, known), [term]]))
  const most = Math.max(0, ...perTerm.map((ways) => ways.length))
  return Array.from({ length: Math.min(most, WAYS_MAX) }, (_, at) =>
    perTerm.flatMap((ways) => ways[Math.min(at, ways.length - 1)] as string[]),
  ).filter((way) => way.length > terms.length && way.length <= WORDS_MAX)
}
