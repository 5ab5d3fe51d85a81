import { type HerbReading, herbReadings } from './herbs.ts'
import { remembering } from './memory.ts'
import { candidates, fold, isChinese, type ReadText, readText } from './normalise.ts'
import type { LawRules } from './rules.ts'
import { formsAtEnd, stemOf, stemsOf } from './stems.ts'
import { type LatinName, latinTokens, type Word } from './words.ts'

/** All that the lists know of one name column. */
export interface Scan {
  column: NameColumn
  /** As received. */
  said: string
  read: ReadText
  /** Without brackets. */
  whole: string
  candidates: readonly string[]
  /** Words found inside. */
  inside: readonly Hit[]
  /** Words that are the whole of some candidate. */
  wholes: readonly WholeHit[]
  /** The name read as a herb's, with signs, places and cuts taken off. */
  herbs: readonly HerbReading[]
  /** The same of each word of a name of several words: 集采-雄黄, 雄黄 赠品. */
  herbWords: readonly (readonly HerbReading[])[]
}

export const NAME_COLUMNS = { genericName: '通用名', name: '商品名称', tradeName: '商品名' } as const
export type NameColumn = keyof typeof NAME_COLUMNS

export interface Hit {
  word: Word
  start: number
  end: number
  /** False where characters had to be folded: a likely misspelling. */
  exact: boolean
}

export interface WholeHit {
  word: Word
  candidate: string
  exact: boolean
  /** A Latin word among others rather than the whole. */
  part: boolean
}

/** Beyond so many, a name repeats itself: only words that were not found yet are noted. */
const MANY_HITS = 40

/** Half of a wholesaler's goods have the name of others, from another maker or in another size. */
const scanners = new WeakMap<LawRules, Record<NameColumn, (said: string) => Scan>>()
const MOST_KEPT = 3_000

export function scanName(rules: LawRules, column: NameColumn, said: string): Scan {
  let scanner = scanners.get(rules)
  if (scanner === undefined) {
    const scanning = (one: NameColumn) => remembering(MOST_KEPT, (text) => scanned(rules, one, text))
    scanner = { genericName: scanning('genericName'), name: scanning('name'), tradeName: scanning('tradeName') }
    scanners.set(rules, scanner)
  }
  return scanner[column](said)
}

function scanned(rules: LawRules, column: NameColumn, said: string): Scan {
  const read = readText(said, rules.characters)
  const names = candidates(read)
  const whole = names[0] ?? ''
  const inside: Hit[] = []
  rules.words.find(fold(whole, rules.characters), (word, start, end) => {
    if (inside.length >= MANY_HITS && inside.some((hit) => hit.word === word)) return
    inside.push({ word, start, end, exact: word.plain === whole.slice(start, end) })
  })
  const herbs = herbReadings(rules.herbs, read.joined)
  return {
    column,
    said,
    read,
    whole,
    candidates: names,
    inside,
    herbs,
    herbWords: herbWordsOf(rules, read),
    wholes: [...wholesOf(rules, names, herbs), ...latinOf(rules, read, names)],
  }
}

const BETWEEN_WORDS = /[() /+、,;:|&_*-]/
const MOST_WORDS = 6

function herbWordsOf(rules: LawRules, { spaced }: ReadText): readonly (readonly HerbReading[])[] {
  if (!BETWEEN_WORDS.test(spaced)) return []
  const words = spaced.split(BETWEEN_WORDS).filter((word) => word !== '')
  // 复方 斑蝥 胶囊 is the name of a medicine, with spaces in it.
  const isForm = (word: string) => rules.stems.forms.has(word) || formsAtEnd(word, rules.stems).length > 0
  if (words.length > MOST_WORDS || words.some((word) => !rules.herbs.bare.has(word) && isForm(word))) return []
  return words.map((word) => herbReadings(rules.herbs, word))
}

function* wholesOf(rules: LawRules, names: readonly string[], herbs: readonly HerbReading[]): Generator<WholeHit> {
  const seen = new Set<string>()
  for (const candidate of names) {
    for (const form of [candidate, ...stemsOf(candidate, rules.stems)]) {
      if (seen.has(form)) continue
      seen.add(form)
      for (const word of rules.wholes.get(fold(form, rules.characters)) ?? []) {
        yield { word, candidate, exact: word.plain === form || stemOf(word.plain, rules.stems) === form, part: false }
      }
    }
  }
  for (const { text } of herbs) {
    if (seen.has(text)) continue
    for (const word of rules.wholes.get(text) ?? []) {
      if (word.kind === 'substance' && word.sort === 'strong') yield { word, candidate: text, exact: word.plain === text, part: false }
    }
  }
}

/** Latin names of so few letters say something only where nothing stands beside them. */
const SHORT_LATIN = 4

function* latinOf(rules: LawRules, { spaced }: ReadText, names: readonly string[]): Generator<WholeHit> {
  if (!/[a-z]/.test(spaced)) return
  const tokens = latinTokens(spaced)
  const pure = ![...(names[0] ?? '')].some((character) => isChinese(character))
  for (let at = 0; at < tokens.length && at < 60; at++) {
    for (const { tokens: wanted, word } of (rules.latin.get(tokens[at] as string) ?? []) as readonly LatinName[]) {
      if (!wanted.every((token, step) => tokens[at + step] === token)) continue
      const length = wanted.join('').length
      const alone = pure && wanted.length === tokens.length
      if (length <= SHORT_LATIN && !alone && !names.slice(1).includes(word.plain)) continue
      yield { word, candidate: word.plain, exact: true, part: !alone && length <= SHORT_LATIN }
    }
  }
}
