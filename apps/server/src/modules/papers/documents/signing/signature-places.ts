/** Where the signatures of a PDF stand, by its text alone: whether they are right is another question (checking.ts). */

export interface Range {
  /** The two runs of bytes that are signed. */
  spans: readonly (readonly [from: number, until: number])[]
  cms: Uint8Array
}

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g

const textOf = (file: Uint8Array): string => Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1')
const endOf = ({ spans }: Range): number => spans[1]?.[1] ?? 0

/** Null: it names bytes that cannot be signed. */
function rangeOf(text: string, figures: readonly string[]): Range | null {
  const [start, length, again, rest] = figures.map(Number) as [number, number, number, number]
  const end = again + rest
  if (start !== 0 || length >= again || end > text.length) return null
  // Only the hexadecimal signature in its brackets may be left out: a wider hole could hold anything.
  const hole = text.slice(length, again)
  if (!/^<[0-9A-Fa-f]*>$/.test(hole)) return null
  const spans = [[0, length] as const, [again, end] as const]
  return { spans, cms: new Uint8Array(Buffer.from(hole.slice(1, -1), 'hex')) }
}

/** The signatures of a file in their order. Throws RangeError where one names bytes that cannot be signed. */
export function rangesOf(file: Uint8Array): Range[] {
  const text = textOf(file)
  const ranges = Array.from(text.matchAll(BYTE_RANGE), ([, ...figures]) => {
    const range = rangeOf(text, figures)
    if (range === null) throw new RangeError('签名的字节范围不合规')
    return range
  })
  return ranges.sort((one, other) => endOf(one) - endOf(other))
}

/** No report is signed so often; a file that says so is meant to keep the shop busy. */
const RANGES_MAX = 100
/** A dictionary of a signature beside what it holds: names, a place, a reason. */
const DICTIONARY_MAX = 8_192
const OBJECT = /(?:^|[\s\0])\d{1,10}[\s\0]+\d{1,5}[\s\0]+obj(?![\w.-])/g
/** Strings may hold a percent sign, which is no comment there. */
const STRINGS_AND_COMMENTS = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|%[^\r\n]*/g

/** The object around a hole, without it, its strings and comments; null: there is none. */
function objectAround(text: string, [, length]: readonly [number, number], [again]: readonly [number, number]): string[] | null {
  const before = text.slice(Math.max(0, length - DICTIONARY_MAX), length)
  const head = [...before.matchAll(OBJECT)].at(-1)
  if (head === undefined) return null
  const begun = before.slice(0, head.index + 1)
  if (begun.lastIndexOf('%') > Math.max(begun.lastIndexOf('\r'), begun.lastIndexOf('\n'))) return null
  const after = text.slice(again, again + DICTIONARY_MAX)
  const end = after.indexOf('endobj')
  if (end === -1) return null
  return [before.slice(head.index + head[0].length), after.slice(0, end)].map((part) => part.replace(STRINGS_AND_COMMENTS, ' '))
}

/** The hole is the /Contents of a signature's dictionary, and what is in it begins as a signature does: a sequence of DER. */
function isSignature(text: string, { spans, cms }: Range): boolean {
  const [first, second] = spans
  const parts = first && second ? objectAround(text, first, second) : null
  if (parts === null || cms[0] !== 0x30) return false
  const [before = ''] = parts
  const dictionary = parts.join(' ')
  return (
    /\/Contents[\s\0]*$/.test(before) &&
    /\/ByteRange[\s\0]*\[/.test(dictionary) &&
    /\/Type[\s\0]*\/(?:Sig|DocTimeStamp)(?![\w.-])/.test(dictionary)
  )
}

/**
 * Whether a file carries a signature, and whether the last one covers all of it. Its mathematics is not asked: signatures with
 * algorithms that are unknown here (SM2) are signatures.
 */
export function carriedSignature(file: Uint8Array): { coversAll: boolean } | null {
  const text = textOf(file)
  const ends: number[] = []
  let seen = 0
  for (const [, ...figures] of text.matchAll(BYTE_RANGE)) {
    if (++seen > RANGES_MAX) break
    const range = rangeOf(text, figures)
    if (range !== null && isSignature(text, range)) ends.push(endOf(range))
  }
  // Some writers end the file with another line break once they have signed.
  return ends.length === 0 ? null : { coversAll: /^[\s\0]*$/.test(text.slice(Math.max(...ends))) }
}
