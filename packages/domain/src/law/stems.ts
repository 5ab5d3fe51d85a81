import { isChinese } from './normalise.ts'

/**
 * Names without what surrounds the substance: salts, dosage forms, strengths, and words such as 注射用. The same stripping is
 * done to the lists' names and to goods, so that it need not be right, only alike.
 */

/** What a form word says of the goods; the lists restrict by these. */
export const FORMS = [
  'injection',
  'tablet',
  'oral-solid',
  'oral-liquid',
  'patch',
  'nasal',
  'eye',
  'skin',
  'rectal',
  'inhaled',
  'raw',
  'device',
] as const
export type Form = (typeof FORMS)[number]

export interface StemWords {
  /** Words before the substance: salts, 注射用, 小儿. */
  heads: ReadonlySet<string>
  /** Words after it: forms, salts, 院外. */
  tails: ReadonlySet<string>
  /** Words long enough to part a name in its middle. */
  middles: ReadonlySet<string>
  /** What each form word says. */
  forms: ReadonlyMap<string, readonly Form[]>
  longest: number
}

const STRENGTH = /^[0-9.%‰x×*:]$/
const UNIT = /[a-z%μµ]/

function headLength(text: string, from: number, words: StemWords): number {
  for (let length = Math.min(words.longest, text.length - from - 1); length > 0; length--) {
    if (words.heads.has(text.slice(from, from + length))) return length
  }
  return 0
}

function tailLength(text: string, from: number, to: number, words: StemWords): number {
  for (let length = Math.min(words.longest, to - from - 1); length > 0; length--) {
    if (words.tails.has(text.slice(to - length, to))) return length
  }
  return 0
}

/** Digits with their unit at the front (50mg) or the end (0.5g, 10%): their length, 0 where there are none. */
function strengthLength(text: string, from: number, to: number, step: 1 | -1): number {
  let at = step === 1 ? from : to - 1
  let digits = false
  while (at >= from && at < to) {
    const character = text[at] as string
    if (STRENGTH.test(character)) digits = true
    else if (!UNIT.test(character)) break
    at += step
  }
  const length = step === 1 ? at - from : to - 1 - at
  return digits && length < to - from ? length : 0
}

/** Where the stem of a candidate stands in it. */
export interface Span {
  from: number
  to: number
}

/** The candidate without salts, forms, strengths at both ends; never less than one character. */
export function stemSpan(text: string, words: StemWords, within: Span = { from: 0, to: text.length }): Span {
  let { from, to } = within
  for (;;) {
    const head = headLength(text.slice(0, to), from, words) || strengthLength(text, from, to, 1)
    if (head > 0) {
      from += head
      continue
    }
    const tail = tailLength(text, from, to, words) || strengthLength(text, from, to, -1)
    if (tail === 0) return { from, to }
    to -= tail
  }
}

export const stemOf = (text: string, words: StemWords): string => {
  const { from, to } = stemSpan(text, words)
  return text.slice(from, to)
}

/** The stem of the whole, and of each part between salts and forms that stand in the middle (路泰盐酸吗啡片). */
export function stemsOf(text: string, words: StemWords): string[] {
  const whole = stemSpan(text, words)
  const found = [text.slice(whole.from, whole.to)]
  let start = whole.from
  let at = whole.from
  while (at < whole.to) {
    let length = Math.min(words.longest, whole.to - at)
    while (length > 1 && !words.middles.has(text.slice(at, at + length))) length--
    if (length < 2) {
      at++
      continue
    }
    if (at > start) addPart(found, text, words, { from: start, to: at })
    at += length
    start = at
  }
  if (start > whole.from && start < whole.to) addPart(found, text, words, { from: start, to: whole.to })
  return found
}

function addPart(found: string[], text: string, words: StemWords, within: Span): void {
  const { from, to } = stemSpan(text, words, within)
  if (to - from > 1 && found.length < 12) found.push(text.slice(from, to))
}

/** The forms that the end of a candidate names: 盐酸吗啡缓释片 is a tablet. Empty where it names none. */
export function formsAtEnd(text: string, words: StemWords): readonly Form[] {
  let to = text.length
  for (;;) {
    const length = tailLength(text, 0, to, words)
    if (length > 0) {
      const forms = words.forms.get(text.slice(to - length, to))
      if (forms !== undefined) return forms
      to -= length
      continue
    }
    const strength = strengthLength(text, 0, to, -1)
    if (strength === 0) return []
    to -= strength
  }
}

/** The forms of every form word in a text: for the column of the dosage form. */
export function formsIn(text: string, words: StemWords): readonly Form[] {
  const found = new Set<Form>()
  for (let at = 0; at < text.length; ) {
    let length = Math.min(words.longest, text.length - at)
    while (length > 0 && !words.forms.has(text.slice(at, at + length))) length--
    for (const form of words.forms.get(text.slice(at, at + length)) ?? []) found.add(form)
    at += Math.max(length, 1)
  }
  return [...found]
}

/** How many Chinese characters of a text are no words of salts, forms or strengths: whether it names anything else. */
export function unknownLength(text: string, words: StemWords): number {
  let unknown = 0
  for (let at = 0; at < text.length; ) {
    let length = Math.min(words.longest, text.length - at)
    while (length > 0) {
      const word = text.slice(at, at + length)
      if (words.heads.has(word) || words.tails.has(word)) break
      length--
    }
    if (length === 0 && isChinese(text[at])) unknown++
    at += Math.max(length, 1)
  }
  return unknown
}
