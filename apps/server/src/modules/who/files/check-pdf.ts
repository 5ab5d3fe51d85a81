import { inflateSync } from 'node:zlib'
import { streamObjects } from './pdf-objects.ts'

/** Why a PDF is not taken; null: it is. */
export type PdfFault = '损坏' | '加密' | '活动内容' | '夹带其他内容'

/**
 * A name ends where readers end it: at white space (to the reader in Chrome \x80 and \xff are such) or at what begins something else.
 * Anything looser is found by chance in pictures and fonts: '/3D' and a byte in every fifth scan of 10 MB. For the same reason 3D views
 * go by what each of them must have.
 */
const ACTIVE =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE|Rendition|Movie|Sound|3DD|(?:Subtype|Type)[\0\t\n\f\r \x80\xff]*\/3D)(?=[\0\t\n\f\r \x80\xff()<>[\]{}/%]|$)/
/** Opening at a page is harmless and what office programs write; anything else at opening is an action. */
const OPENING = /\/OpenAction(?!\s*\[)/
/** Browsers end the name of an element at these. */
const FOREIGN = /<(?:(?:html|script|iframe|svg|body|object)(?=[\s/>:])|!doctype|\?php)/i
const INFLATED_MAX = 32 * 1024 * 1024

/** Names may be written with #xx; readers take them alike. */
const plainNames = (text: string) => text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** More than the pages of any paper are made of; a file with more is meant to keep the shop busy. */
const STREAMS_MAX = 5_000
/** Enough of a stream to see what it begins with. */
const PEEK = 256
/** Streams of objects say how many objects they hold and where the first begins; what goes before may be a picture, which says it by chance. */
const HOLDS_OBJECTS = [/\/First(?![\w.-])/, /\/N(?=[\s\0]+[\d+]|[\s\0]*%)/]
/** In a dictionary by itself nothing stands by chance. */
const NAMES_OBJECTS = [/\/First(?![\w.-])/, /\/N(?![\w.-])/]
const holdsObjects = (dictionary: string) => dictionary.includes('/ObjStm') || HOLDS_OBJECTS.every((key) => key.test(dictionary))
const FILTER = /\/Filter(?![\w.-])/g
/** Flate alone, by its whole name or the short one that readers take as well. */
const FLATE = /\/Filter\s*(?:\/(?:FlateDecode|Fl)(?![\w.-])|\[\s*\/(?:FlateDecode|Fl)\s*\])/
const PREDICTED = /\/Predictor(?!\s+1(?!\d))/

/** How the objects of a stream are packed: not at all, so that they stand open in the file; by Flate; or as nobody looks into. */
function packing(dictionary: string): 'open' | 'flate' | 'closed' {
  const filters = dictionary.match(FILTER)?.length ?? 0
  if (filters === 0) return 'open'
  return filters === 1 && FLATE.test(dictionary) && !PREDICTED.test(dictionary) ? 'flate' : 'closed'
}

/** The stream that begins here, unpacked; null: it is not packed by Flate, or holds more than there is room for. */
function unpacked(bytes: Buffer, maxOutputLength: number): Buffer | null {
  // The two bytes with which such streams begin.
  const [kind = 0, flags = 0] = bytes
  if ((kind & 0x0f) !== 8 || (kind * 256 + flags) % 31 !== 0) return null
  try {
    return inflateSync(bytes, { maxOutputLength, finishFlush: 2 })
  } catch {
    return null
  }
}

/**
 * Objects may stand inside compressed streams. Null: a stream of objects that cannot be looked into. What a stream is, is taken
 * from everything that stands before it, and from how it begins: a dictionary can be made to look like another one. Where it
 * ends, only its packing says.
 */
function* objectStreams(text: string, bytes: Buffer): Generator<string | null> {
  const starts = [...text.matchAll(/(?<!end)stream[ \t]*(?:\r\n|\r|\n)/g)]
  if (starts.length > STREAMS_MAX) yield null
  let room = INFLATED_MAX
  let former = 0
  for (const { index, 0: keyword } of starts.slice(0, STREAMS_MAX)) {
    const before = plainNames(text.slice(former, index))
    former = index
    const from = index + keyword.length
    const called = holdsObjects(before)
    const packed = packing(before)
    if (called && packed === 'closed') yield null
    if (called && packed === 'open') continue
    const begins = called || /^[\s\0]*\d+\s+\d+\s/.test(unpacked(bytes.subarray(from, from + PEEK), INFLATED_MAX)?.toString('latin1') ?? '')
    if (!begins) continue
    const inner = unpacked(bytes.subarray(from), room)
    room -= inner?.length ?? 0
    yield inner !== null && room > 0 ? inner.toString('latin1') : null
  }
}

/** The same by what a reader comes to: each object as it stands, however its dictionary is written. */
function* namedStreams(text: string, bytes: Buffer): Generator<string | null> {
  let room = INFLATED_MAX
  for (const found of streamObjects(text)) {
    if (found === null) {
      yield null
      return
    }
    const dictionary = plainNames(found.dictionary)
    if (!dictionary.includes('/ObjStm') && !NAMES_OBJECTS.every((key) => key.test(dictionary))) continue
    const packed = packing(dictionary)
    if (packed === 'open') continue
    const inner = packed === 'flate' ? unpacked(bytes.subarray(found.from), room) : null
    room -= inner?.length ?? 0
    yield inner !== null && room > 0 ? inner.toString('latin1') : null
  }
}

function structureFault(text: string): PdfFault | null {
  if (!/^%PDF-[12]\.\d[\r\n]/.test(text)) return '损坏'
  const end = text.lastIndexOf('%%EOF')
  if (end === -1) return '损坏'
  if (!/^[\s\0]*$/.test(text.slice(end + 5))) return '夹带其他内容'
  const [, offset] = /startxref\s+(\d+)\s*$/.exec(text.slice(Math.max(0, end - 64), end)) ?? []
  if (offset === undefined || !/^\s*(?:xref|\d+\s+\d+\s+obj)/.test(text.slice(Number(offset), Number(offset) + 40))) return '损坏'
  if (!/\/Root\s/.test(text)) return '损坏'
  return null
}

/**
 * A PDF is kept as it came, so it must be nothing but pages: whole, not encrypted, without scripts, actions, attachments, and
 * without another format before, behind or within it.
 */
export function pdfFault(bytes: Buffer): PdfFault | null {
  const text = bytes.toString('latin1')
  const broken = structureFault(text)
  if (broken) return broken
  if (FOREIGN.test(text) || text.slice(-65_600).includes('PK\u0005\u0006')) return '夹带其他内容'
  const named = plainNames(text)
  if (/\/Encrypt(?![\w.-])/.test(named)) return '加密'
  if (ACTIVE.test(named) || OPENING.test(named)) return '活动内容'
  for (const streams of [objectStreams, namedStreams])
    for (const objects of streams(text, bytes)) {
      if (objects === null) return '损坏'
      const inner = plainNames(objects)
      if (ACTIVE.test(inner) || OPENING.test(inner)) return '活动内容'
    }
  return null
}
