import type { Meaning } from '../meaning/lexicon.ts'
import type { GoodsTable } from '../rows/goods-table.ts'
import { headsOf } from '../words/name-parts.ts'
import { keyOfTerm, normalise, TIMES } from '../words/normalise.ts'
import { sameStrengths } from '../words/strength.ts'
import type { TextIndex } from '../words/text-index.ts'
import { MODE, matchCharacters, matchText, PLACE, PLACES } from '../words/text-match.ts'
import { type LabelColumn, labelCount, TITLE_KIND, type Words } from '../words/words.ts'
import { KEY, matchKey } from './key-index.ts'

/**
 * How good a hit is, 1–127. Rows: text, correct reading, habit; columns: whole, head, wordHead, start, word, inside (PLACE). A mnemonic
 * of one or two letters counts as a reading (text-match.ts) and is found only whole: as the beginning of a longer one it would
 * mean initials.
 */
const TITLE_SCORES: readonly (readonly number[])[] = [
  [120, 116, 114, 112, 96, 84, 108, 106, 105, 104, 94, 78, 100, 95, 92, 90, 70, 60],
  [118, 115, 113, 110, 95, 83, 107, 105, 104, 103, 93, 77, 99, 94, 91, 89, 69, 59],
  [106, 102, 76, 102, 76, 76, 106, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
]
const MANUFACTURER_SCORES = [120, 112, 96, 112, 96, 84, 108, 104, 94, 104, 94, 78, 100, 90, 70, 90, 70, 60]
const MANUFACTURER_BESIDES = [40, 40, 40, 40, 40, 36, 32, 32, 30, 32, 30, 0, 28, 28, 26, 28, 26, 0]
/**
 * What a word means ranks behind the names that begin with it, and before those that merely hold it: 钙片 is 碳酸钙 before
 * 阿托伐他汀钙片. Columns as above, for hits by characters; 0: such a hit says nothing.
 */
const MEANING_SCORES = {
  alias: [119, 115, 113, 111, 95, 83],
  english: [103, 102, 101, 100, 90, 74],
  trade: [103, 102, 101, 100, 90, 74],
} as const
/** Of a class or an indication the most typical goods come first: the score of the first target, and of those up to each of these places. */
const TYPICAL = [0, 1, 2, 4, 7, 12, 20] as const
const MOST_TYPICAL = 92
/** What only begins with the word for a class, or holds it, and is none of its goods: 前列腺素 is no 前列腺药. */
const NAMESAKE_SCORE = 78
/** What merely sounds like letters that mean something: PPI is a class before it is 平平加. */
const SOUNDS_LIKE_SCORE = 77
const CATEGORY_SCORE = 76
/** Up to this score a name only begins with the word, or holds it. */
const CALLED_SO = 112
/** 阿托伐他汀 is a 降脂药 before 氨氯地平阿托伐他汀 is. */
const IN_COMPOUND = 2
const typicalScore = (place: number): number => {
  const level = TYPICAL.findIndex((last) => place <= last)
  return MOST_TYPICAL - (level < 0 ? TYPICAL.length : level)
}
const FORM_SCORE = 24
const SPEC_SCORE = 20
const KEY_WHOLE = 126
const KEY_START = 92
/** Words that stand in nearly every manufacturer's name say nothing about goods. */
const BOILERPLATE = '药业制药有限责任公司股份集团控股医药科技生物医疗器械厂总分'

const LETTERS = /^[a-z0-9]+$/

/** at: the hit's first character in index.codes. */
type ScoreOf = (kind: number, shape: number, at: number, index: TextIndex) => number

interface LabelHits {
  scores: Uint8Array
  touched: number[]
}
/** What one word hits. */
export interface TermHits {
  title: LabelHits
  manufacturer: LabelHits
  spec: LabelHits
  form: LabelHits
  categorySet: LabelHits
  keys: Map<number, number>
  /** How many rows that are. */
  size: number
}
export const COLUMNS = ['title', 'manufacturer', 'spec', 'form', 'categorySet'] as const

const noHits = (): LabelHits => ({ scores: new Uint8Array(0), touched: [] })
export const noTermHits = (): TermHits => ({
  title: noHits(),
  manufacturer: noHits(),
  spec: noHits(),
  form: noHits(),
  categorySet: noHits(),
  keys: new Map(),
  size: 0,
})

/** Fills in what one word hits, in the names of goods and makers, by what it means, and as a key. */
export function createTermReader(table: GoodsTable, words: Words): (hits: TermHits, term: string, type: 0 | 1) => void {
  function note(hits: LabelHits, label: number, score: number): void {
    const known = hits.scores[label] as number
    if (score <= known) return
    if (known === 0) hits.touched.push(label)
    hits.scores[label] = score
  }

  function prepare(hits: LabelHits, column: LabelColumn): void {
    for (const label of hits.touched) hits.scores[label] = 0
    hits.touched.length = 0
    const labels = labelCount(table, column.column)
    if (hits.scores.length < labels) hits.scores = new Uint8Array(labels)
  }

  function look(column: LabelColumn, hits: LabelHits, term: string, scoreOf: ScoreOf): void {
    for (const index of column.late ? [column.main, column.late] : [column.main]) {
      matchText(index, term, (label, kind, shape, at) => note(hits, label, scoreOf(kind, shape, at, index)))
    }
  }

  function lookUpKeys(hits: TermHits, term: string): void {
    const key = keyOfTerm(term)
    if (key.length < 3 || !/[0-9]/.test(key)) return
    const hit = (row: number, kind: number, whole: boolean): void => {
      const isLong = key.length >= 6 || (key.length >= 4 && kind === KEY.approval) || kind === KEY.code
      if (whole || isLong) hits.keys.set(row, Math.max(hits.keys.get(row) ?? 0, whole ? KEY_WHOLE : KEY_START))
    }
    matchKey(words.keys, key, (row, kind, whole) => {
      if (words.staleKeys[row] !== 1) hit(row, kind, whole)
    })
    if (words.lateKeys) matchKey(words.lateKeys, key, hit)
  }

  function fill(hits: TermHits, term: string, type: 0 | 1): void {
    const { lexicon } = words
    const { title, manufacturer, spec, form } = words.labels
    if (type === 1) {
      look(manufacturer, hits.manufacturer, term, (_, shape) => MANUFACTURER_SCORES[shape] as number)
      return
    }
    const meansMore = LETTERS.test(term) && lexicon.has(term)
    look(title, hits.title, term, (kind, shape) => {
      const score = (TITLE_SCORES[kind] as readonly number[])[shape] as number
      return meansMore && shape >= MODE.reading * PLACES ? Math.min(score, SOUNDS_LIKE_SCORE) : score
    })
    const isHan = /\p{Script=Han}/u.test(term)
    const saysMaker = isHan ? term.length >= 2 && [...term].some((one) => !BOILERPLATE.includes(one)) : term.length >= 3
    if (saysMaker) look(manufacturer, hits.manufacturer, term, (_, shape) => MANUFACTURER_BESIDES[shape] as number)
    if (/[0-9]/.test(term)) for (const one of [term, ...sameStrengths(term)]) lookUpSpec(spec, hits.spec, one)
    if (isHan) look(form, hits.form, term, () => FORM_SCORE)
    lookUpKeys(hits, term)
    lookUpMeanings(hits, term)
  }

  /** Goods whose names hold one of these are not meant. */
  const isExcepted = (label: number, except: readonly string[]): boolean => {
    const { name = '', generic = '' } = table.titles.values[label] ?? {}
    return except.some((one) => name.includes(one) || generic.includes(one))
  }

  /** Titles that hold a name of the trade's words, as it stands. */
  function lookByName(name: string, except: readonly string[], hit: (label: number, place: number) => void): void {
    const { main, late } = words.labels.title
    for (const index of late ? [main, late] : [main]) {
      matchCharacters(index, name, (label, kind, place) => {
        if (kind !== TITLE_KIND.mnemonic && (except.length === 0 || !isExcepted(label, except))) hit(label, place)
      })
    }
  }

  /** How many titles were hit. */
  function lookByNames(names: readonly string[], except: readonly string[], hit: (label: number, place: number) => void): number {
    let count = 0
    for (const name of names) {
      lookByName(name, except, (label, place) => {
        count++
        hit(label, place)
      })
    }
    return count
  }

  function lookUpMeanings(hits: TermHits, term: string): void {
    const meanings = words.lexicon.meaningsOf(term)
    lookUpMembers(
      hits.title,
      meanings.filter(({ kind }) => kind === 'class' || kind === 'indication'),
    )
    for (const { text, except } of words.lexicon.variantsOf(term)) {
      lookByName(text, except, (label, place) => note(hits.title, label, MEANING_SCORES.alias[place] ?? 0))
      look(words.labels.manufacturer, hits.manufacturer, text, (_, shape) => MANUFACTURER_BESIDES[shape] as number)
    }
    for (const { kind, names, categories, except } of meanings) {
      if (kind === 'category') lookUpCategories(hits.categorySet, categories)
      if (kind !== 'english' && kind !== 'trade') continue
      const found = (label: number, place: number): void => note(hits.title, label, MEANING_SCORES[kind][place] ?? 0)
      if (lookByNames(names, except, found) > 0) continue
      // A brand in a form that the shop has not: what it is made of, in any.
      lookByNames(
        names.flatMap((name) => headsOf(normalise(name)).filter((head) => head.length > 1)),
        except,
        found,
      )
    }
  }

  /** The goods of classes and indications, and those of the same name behind them. */
  function lookUpMembers(hits: LabelHits, meanings: readonly Meaning[]): void {
    if (meanings.length === 0) return
    const members = new Map<number, number>()
    for (const { names, whole, except } of meanings) {
      for (const [at, name] of names.entries()) {
        lookByName(name, except, (label, place) => {
          if (!whole || place <= PLACE.head)
            members.set(label, Math.max(members.get(label) ?? 0, typicalScore(at) - (place === PLACE.inside ? IN_COMPOUND : 0)))
        })
      }
    }
    for (const label of hits.touched) {
      const score = hits.scores[label] as number
      if (!members.has(label) && score <= CALLED_SO) hits.scores[label] = Math.min(score, NAMESAKE_SCORE)
    }
    for (const [label, score] of members) note(hits, label, score)
  }

  function lookUpCategories(hits: LabelHits, categories: ReadonlySet<number>): void {
    for (const [label, ids] of table.categorySets.values.entries()) {
      if (ids.some((id) => categories.has(id))) note(hits, label, CATEGORY_SCORE)
    }
  }

  /** 0.25g is not found in 10.25g. */
  function lookUpSpec(column: LabelColumn, hits: LabelHits, term: string): void {
    const wanted = term.replace(TIMES, '')
    const isNumber = /^[0-9]/.test(wanted)
    look(column, hits, wanted, (_, shape, at, index) => {
      const before = isNumber && shape === MODE.text * PLACES + PLACE.inside ? String.fromCharCode(index.codes[at - 1] as number) : ''
      return /[0-9.]/.test(before) ? 0 : SPEC_SCORE
    })
  }

  return (hits, term, type) => {
    for (const name of COLUMNS) prepare(hits[name], words.labels[name])
    hits.keys.clear()
    fill(hits, term, type)
  }
}
