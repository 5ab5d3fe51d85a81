import { inflateSync } from 'node:zlib'

/** Why a PDF is not taken; null: it is. */
export type PdfFault = '损坏' | '加密' | '活动内容' | '夹带其他内容'

const ACTIVE = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE|Rendition|Movie|Sound|3D)(?![\w.-])/
/** Opening at a page is harmless and what office programs write; anything else at opening is an action. */
const OPENING = /\/OpenAction(?!\s*\[)/
const FOREIGN = /<(?:html|script|iframe|svg|!doctype|\?php|body|object)/i
const INFLATED_MAX = 32 * 1024 * 1024

/** Names may be written with #xx; readers take them alike. */
const plainNames = (text: string) => text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Objects may stand inside compressed streams. Null: a stream of objects that cannot be looked into. */
function* objectStreams(text: string, bytes: Buffer): Generator<string | null> {
  let room = INFLATED_MAX
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const { index } = match
    if (text.startsWith('end', index - 3)) continue
    const head = plainNames(text.slice(Math.max(0, index - 2048), index))
    const dictionary = head.slice(head.lastIndexOf(' obj') + 1)
    if (!/\/ObjStm|\/First\s/.test(dictionary)) continue
    if (/\/Predictor\s+([2-9]|1\d)|LZWDecode|ASCII|RunLength|Crypt/.test(dictionary) || room <= 0) {
      yield null
      return
    }
    const from = index + match[0].length
    const end = text.indexOf('endstream', from)
    const body = bytes.subarray(from, end === -1 ? bytes.length : end)
    if (!dictionary.includes('FlateDecode')) continue
    try {
      const inflated = inflateSync(body, { maxOutputLength: room, finishFlush: 2 })
      room -= inflated.length
      yield inflated.toString('latin1')
    } catch {
      yield null
      return
    }
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
  if (/\/Encrypt[\s<]/.test(named)) return '加密'
  if (ACTIVE.test(named) || OPENING.test(named)) return '活动内容'
  for (const objects of objectStreams(text, bytes)) {
    if (objects === null) return '损坏'
    const inner = plainNames(objects)
    if (ACTIVE.test(inner) || OPENING.test(inner)) return '活动内容'
  }
  return null
}
