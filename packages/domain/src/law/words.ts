import type { ClueRow, LawfulRow, SpecialRow, SubstanceRow } from './files.ts'
import { type Characters, fold, isChinese, readText } from './normalise.ts'
import { type StemWords, stemOf } from './stems.ts'
import type { ColdRow } from './word-files.ts'

/** The words that the rules look for in names, and where each is looked for: inside, as a whole, or as Latin words. */

interface WordBase {
  /** As the list writes it. */
  text: string
  /** Normalised, not folded: what the goods' name holds where it is not misspelt. */
  plain: string
}
export interface SubstanceWord extends WordBase {
  kind: 'substance'
  row: SubstanceRow
  sort: 'strong' | 'trade' | 'weak'
}
export interface ComponentWord extends WordBase {
  kind: 'component'
  row: SubstanceRow
  /** The other of the compound; null for any. */
  other: string | null
}
export interface LawfulWord extends WordBase {
  kind: 'lawful'
  row: LawfulRow
}
export interface ClueWord extends WordBase {
  kind: 'clue'
  row: ClueRow
}
export interface SpecialWord extends WordBase {
  kind: 'special'
  row: SpecialRow
}
export interface ColdWord extends WordBase {
  kind: 'cold'
  row: ColdRow
}
export interface PartnerWord extends WordBase {
  kind: 'partner'
}
export type Word = SubstanceWord | ComponentWord | LawfulWord | ClueWord | SpecialWord | ColdWord | PartnerWord

export interface LatinName {
  tokens: readonly string[]
  word: SubstanceWord | ClueWord | SpecialWord | LawfulWord
}

/** The words of all lists while they are gathered. */
export interface Book {
  characters: Characters
  stems: StemWords
  inside: Array<[string, Word]>
  wholes: Map<string, Word[]>
  latin: Map<string, LatinName[]>
}

export const newBook = (characters: Characters, stems: StemWords): Book => ({
  characters,
  stems,
  inside: [],
  wholes: new Map(),
  latin: new Map(),
})

const push = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Names of fewer characters count only as a whole: 吗啡 stands inside 阿扑吗啡. */
const SHORTEST_INSIDE = 3

export const HAS_CHINESE = /[\p{Script=Han}\u0370-\u03ff]/u

/** @param inside found anywhere in a name; else only where a name is this */
export function addName(book: Book, inside: boolean, word: Word): void {
  const { joined, spaced } = readText(word.text, book.characters)
  const plain = joined.replaceAll(/[()]/g, '')
  if (plain === '') return
  const named: Word = { ...word, plain }
  if (!HAS_CHINESE.test(plain)) {
    if (named.kind === 'component' || named.kind === 'partner' || named.kind === 'cold') return
    const tokens = latinTokens(spaced)
    const [first] = tokens
    if (first !== undefined) push(book.latin, first, { tokens, word: named })
    return
  }
  if (inside) book.inside.push([fold(plain, book.characters), named])
  else {
    push(book.wholes, fold(plain, book.characters), named)
    const stem = stemOf(plain, book.stems)
    // A stem of two characters is too short to stand for the name: 铬酸 of 铬酸钠, 甘草 of 甘草片.
    if (stem !== plain && chineseLength(stem) >= SHORTEST_INSIDE) push(book.wholes, fold(stem, book.characters), named)
  }
}

const chineseLength = (text: string): number => [...text].filter((character) => isChinese(character)).length

export function addSubstance(book: Book, row: SubstanceRow): void {
  const add = (text: string, sort: SubstanceWord['sort']): void => {
    const word: SubstanceWord = { kind: 'substance', row, sort, text, plain: '' }
    if (sort !== 'weak' && chineseLength(text) >= SHORTEST_INSIDE) addName(book, true, word)
    addName(book, false, word)
  }
  for (const text of row.strong) add(text, 'strong')
  for (const text of row.trade) add(text, 'trade')
  for (const text of row.weak) add(text, 'weak')
  for (const [first, second] of row.condition.compounds) {
    addName(book, true, { kind: 'component', row, other: second === '*' ? null : second, text: first, plain: '' })
  }
}

/** Latin words with their common endings cut, so that Morphinum and Morphini are Morphine. */
export function latinTokens(spaced: string): string[] {
  return (spaced.match(/[a-z0-9]+/g) ?? []).map(latinStem)
}

const latinStem = (token: string): string => (token.length < 7 ? token : token.replace(/(ium|ii|um|us|is|i|e|a)$/, ''))
