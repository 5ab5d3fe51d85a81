/**
 * The objects of a PDF that have a stream, as a reader comes to them: it finds "12 0 obj" by the table of the file, or by looking for such words
 * where the table is broken, and reads the dictionary from there. So each place where these words stand is read the same way, whatever
 * stands before it: comments and texts between the names hide nothing, and cannot make one dictionary look like two.
 */
export interface StreamObject {
  /** Its dictionary without comments and without what its texts say. */
  dictionary: string
  /** Where its bytes begin. */
  from: number
}

/** Dictionaries of real files have some hundred signs. */
const DICTIONARY_MAX = 16 * 1024
/** Of all of them together: a file that is made of beginnings is meant to keep the shop busy. */
const READ_MAX = 64 * 1024 * 1024

const HEADS = /(?<![0-9])\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj/g
const isBlank = (sign: string | undefined): boolean => sign !== undefined && '\0\t\n\f\r '.includes(sign)
const isLineEnd = (sign: string | undefined): boolean => sign === '\n' || sign === '\r'

/** Behind the comment that begins here. */
function afterComment(text: string, from: number, end: number): number {
  let at = from
  while (at < end && !isLineEnd(text[at])) at += 1
  return at
}

/** Behind the text in brackets that begins here; brackets in it come in pairs. */
function afterText(text: string, from: number, end: number): number {
  let depth = 0
  for (let at = from; at < end; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return end
}

function afterBlanks(text: string, from: number, end: number): number {
  let at = from
  for (;;) {
    while (at < end && isBlank(text[at])) at += 1
    if (text[at] !== '%' || at >= end) return at
    at = afterComment(text, at, end)
  }
}

/** The dictionary that begins here; null: there is none, or it does not end. */
function dictionaryAt(text: string, from: number): { dictionary: string; to: number } | null {
  const end = Math.min(text.length, from + DICTIONARY_MAX)
  let at = afterBlanks(text, from, end)
  if (!text.startsWith('<<', at)) return null
  let depth = 0
  const parts: string[] = []
  while (at < end) {
    if (text.startsWith('<<', at)) {
      depth += 1
      parts.push('<<')
      at += 2
    } else if (text.startsWith('>>', at)) {
      depth -= 1
      parts.push('>>')
      at += 2
      if (depth === 0) return { dictionary: parts.join(''), to: at }
    } else if (text[at] === '%') {
      // What ends a name, as the comment does.
      parts.push(' ')
      at = afterComment(text, at, end)
    } else if (text[at] === '(') {
      parts.push('()')
      at = afterText(text, at, end)
    } else {
      parts.push(text[at] ?? '')
      at += 1
    }
  }
  return null
}

/** Null: there are more than can be read. */
export function* streamObjects(text: string): Generator<StreamObject | null> {
  let read = 0
  for (const { index, 0: head } of text.matchAll(HEADS)) {
    const from = index + head.length
    const found = dictionaryAt(text, from)
    read += found === null ? (text.startsWith('<<', afterBlanks(text, from, from + 256)) ? DICTIONARY_MAX : 1) : found.to - from
    if (read > READ_MAX) {
      yield null
      return
    }
    if (found === null) continue
    const keyword = afterBlanks(text, found.to, found.to + DICTIONARY_MAX)
    if (!text.startsWith('stream', keyword)) continue
    let begins = keyword + 'stream'.length
    // Blanks before the end of the line are not allowed, and readers take them.
    while (text[begins] === ' ' || text[begins] === '\t') begins += 1
    if (text[begins] === '\r') begins += 1
    if (text[begins] === '\n') begins += 1
    yield { dictionary: found.dictionary, from: begins }
  }
}
