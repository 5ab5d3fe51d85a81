import { folded } from '#domain/folding.ts'
import { sameCharacters } from '../../law/public.ts'

/** Texts and queries are compared in one shape: half width, lower case, simplified, without spaces and punctuation. */
export interface Normalised {
  text: string
  /** 1 where a word starts: the first character, and after anything that was dropped. */
  starts: Uint8Array
}

const KEPT = /[\p{Script=Han}a-z0-9\u03b1-\u03c9%]/u
const DIGIT = /[0-9]/
const FIRST_HAN = '\u2e80'

export function normalise(raw: string): Normalised {
  const plain = folded(raw).toLowerCase()
  const same = sameCharacters()
  let text = ''
  const starts: number[] = []
  let fresh = true
  for (let at = 0; at < plain.length; at++) {
    const character = plain.charAt(at)
    const isPoint = character === '.' && DIGIT.test(plain.charAt(at - 1)) && DIGIT.test(plain.charAt(at + 1))
    if (isPoint || KEPT.test(character)) {
      // One for one, so that places stay places.
      text += character < FIRST_HAN ? character : (same.get(character) ?? character)
      starts.push(fresh ? 1 : 0)
      fresh = false
    } else {
      fresh = true
    }
  }
  return { text, starts: Uint8Array.from(starts) }
}

/** 10mg×60片, 10mg*60片 and 10mgx60片 are one specification. */
export const TIMES = /[x×*](?<=[0-9a-z%\u4e00-\u9fff]\s*[x×*])(?=\s*[0-9])/giu

export function normaliseSpec(raw: string): Normalised {
  return normalise(folded(raw).replace(TIMES, ' '))
}

const TERM_LIMIT = 8
const TERM_LENGTH_LIMIT = 64

/** The words of a query; each narrows. What holds no letter, digit or character is no word. */
export function splitTerms(keywords: string): string[] {
  const terms: string[] = []
  for (const word of folded(keywords).split(/[\s,，、;；|]+/u)) {
    const { text } = normalise(word)
    if (text && !terms.includes(text)) terms.push(text.slice(0, TERM_LENGTH_LIMIT))
    if (terms.length === TERM_LIMIT) break
  }
  return terms
}

/** 阿莫西林胶囊0.25g*24粒 holds a name and a specification; 维生素B12 does not. */
export const parted = (text: string) => text.replace(/(?<=[\p{Script=Han})）])(?=\d)/gu, ' ')

const APPROVAL_WORDS =
  /[国药准字械注进许备试健食监管第号生制证卫妆特网省京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵黔云滇藏陕甘青宁新市]/gu

/** Codes, barcodes and approval numbers are compared by their letters and digits: 国药准字Ｈ2006 3349 is h20063349. */
export function normaliseKey(raw: string): string {
  return folded(raw)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** The key that a word may be, or '' where it cannot be one: besides letters and digits it may hold only the words of an approval number. */
export function keyOfTerm(term: string): string {
  const rest = term.replace(APPROVAL_WORDS, '')
  return /^[a-z0-9.%]+$/.test(rest) ? normaliseKey(rest) : ''
}
