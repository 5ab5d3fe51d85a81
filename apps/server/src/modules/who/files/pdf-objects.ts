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

/** The list of the pages of a thick book; dictionaries of streams have some hundred signs. */
const DICTIONARY_MAX = 512 * 1024
/** Of all of them together, several times the largest file: one that is made of beginnings is meant to keep the shop busy. */
const READ_MAX = 32 * 1024 * 1024

const HEADS = /(?<![0-9])\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj/g
const BLANKS = /[\0\t\n\f\r ]+/y
/** What is none of the signs that begin something else. */
const PLAIN = /[^<>%(]+/y
const COMMENT = /%[^\r\n]*/y
const TEXT_SIGNS = /[\\()]/g

const after = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

/** Behind blanks and comments, however many; one expression for both would go too deep. */
function afterBlanks(text: string, from: number): number {
  let at = from
  for (let was = -1; was !== at; ) {
    was = at
    at = after(BLANKS, text, at)
    if (text[at] === '%') at = after(COMMENT, text, at)
  }
  return at
}

/** Behind the text in brackets that begins here; brackets in it come in pairs. */
function afterText(text: string, from: number, end: number): number {
  TEXT_SIGNS.lastIndex = from
  let depth = 0
  for (let found = TEXT_SIGNS.exec(text); found !== null && found.index < end; found = TEXT_SIGNS.exec(text)) {
    const [sign] = found
    if (sign === '\\') TEXT_SIGNS.lastIndex = found.index + 2
    else depth += sign === '(' ? 1 : -1
    if (depth === 0) return found.index + 1
  }
  return end
}

/** The dictionary that begins here, where it does; null: it does not end. */
function dictionaryAt(text: string, from: number): { dictionary: string; to: number } | null {
  const end = Math.min(text.length, from + DICTIONARY_MAX)
  let at = from
  let depth = 0
  const parts: string[] = []
  while (at < end) {
    const was = at
    if (text.startsWith('<<', at)) {
      depth += 1
      at += 2
      parts.push('<<')
    } else if (text.startsWith('>>', at)) {
      depth -= 1
      at += 2
      parts.push('>>')
      if (depth === 0) return { dictionary: parts.join(''), to: at }
    } else if (text[at] === '%') {
      // What ends a name, as the comment does.
      parts.push(' ')
      at = after(COMMENT, text, at)
    } else if (text[at] === '(') {
      parts.push('()')
      at = afterText(text, at, end)
    } else {
      at = Math.max(at + 1, after(PLAIN, text, at))
      parts.push(text.slice(was, at))
    }
  }
  return null
}

/** Null: one of them does not end, or there are more than can be read. */
export function* streamObjects(text: string): Generator<StreamObject | null> {
  let read = 0
  for (const { index, 0: head } of text.matchAll(HEADS)) {
    const from = index + head.length
    const begins = afterBlanks(text, from)
    read += begins - from
    const isDictionary = text.startsWith('<<', begins)
    const found = isDictionary ? dictionaryAt(text, begins) : null
    const keyword = found === null ? begins : afterBlanks(text, found.to)
    read += keyword - begins
    if (read > READ_MAX || (isDictionary && found === null)) {
      yield null
      return
    }
    if (found === null || !text.startsWith('stream', keyword)) continue
    let at = keyword + 'stream'.length
    // Blanks before the end of the line are not allowed, and readers take them.
    while (text[at] === ' ' || text[at] === '\t') at += 1
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    yield { dictionary: found.dictionary, from: at }
  }
}
