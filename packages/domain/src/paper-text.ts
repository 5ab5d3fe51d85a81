import { inHouseFont } from './house-font.ts'

/** Texts that stand on papers: what of them can be printed. */

/** Of no width and of no meaning: they come along when somebody copies from a page or a chat. */
const STRAY = /\p{Variation_Selector}|[\u200b\u2060\ufeff]/gu
/** Control characters, those that turn the direction of writing, halves of characters: nobody sees them, a reader is misled by them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const BREAKS = '\n\r\t'
/** Stands for a character that the font lacks, as in type setting. */
const GETA = '〓'

const codeOf = (letter: string) => letter.codePointAt(0) ?? 0
const named = (letter: string) => `U+${codeOf(letter).toString(16).toUpperCase().padStart(4, '0')}`

/** As it is kept: without what strays in. */
export const cleaned = (text: string): string => text.replace(STRAY, '')

/** Why a name would mislead whoever reads it, as a sentence that names the character; null: what is there is seen. */
export function hiddenIn(text: string): string | null {
  for (const letter of cleaned(text))
    if (!BREAKS.includes(letter) && INVISIBLE.test(letter)) return `含有看不见的字符（${named(letter)}），请删去后重新填写`
  return null
}

/** Why a text cannot stand on a paper, as a sentence that names the character; null: it can. */
export function unprintable(text: string): string | null {
  const hidden = hiddenIn(text)
  if (hidden !== null) return hidden
  for (const letter of cleaned(text)) {
    if (BREAKS.includes(letter)) continue
    if (!inHouseFont(codeOf(letter))) return `“${letter}”（${named(letter)}）在单据上印不出来，请换用其他字`
  }
  return null
}

/** For what is there already and must not stop a paper: a character that the font lacks becomes 〓, what nobody sees goes. */
export const printed = (text: string): string =>
  Array.from(cleaned(text), (letter) => {
    if (BREAKS.includes(letter)) return letter
    if (INVISIBLE.test(letter)) return ''
    return inHouseFont(codeOf(letter)) ? letter : GETA
  }).join('')
