import type { HerbRow } from './files.ts'
import type { WordGroup } from './word-files.ts'

/** Materia medica: the raw drugs of the toxic list are barred, what is prepared from most of them is lawful. */

/** Groups of herbs.tsv. */
export const HERB_GROUPS = ['品名', '生品', '炮制', '前缀', '后缀', '颗粒厂家'] as const

export interface HerbBook {
  /** Toxic herbs by bare name. */
  bare: ReadonlyMap<string, HerbRow>
  raw: ReadonlyMap<string, HerbRow>
  processed: ReadonlyMap<string, HerbRow>
  /** Names of common herbs, toxic or not: what 颗粒 after one of them means. */
  common: ReadonlySet<string>
  rawSigns: ReadonlySet<string>
  processedSigns: ReadonlySet<string>
  prefixes: ReadonlySet<string>
  suffixes: ReadonlySet<string>
  /** Words in the names of makers of single-herb granules. */
  granuleMakers: readonly string[]
}

export type Sign = 'raw' | 'processed' | 'bare'

export interface ReadHerb {
  row: HerbRow
  sign: Sign
}

export function buildHerbBook(rows: readonly HerbRow[], groups: readonly WordGroup[], plain: (text: string) => string): HerbBook {
  const of = (name: (typeof HERB_GROUPS)[number]): Set<string> =>
    new Set(groups.filter(({ group }) => group === name).flatMap(({ words }) => words.map(plain)))
  const byName = (names: (row: HerbRow) => readonly string[]): Map<string, HerbRow> =>
    new Map(rows.flatMap((row) => names(row).map((name) => [plain(name), row] as const)))
  return {
    bare: byName((row) => row.names),
    raw: byName((row) => row.raw),
    processed: byName((row) => row.processedNames),
    common: of('品名'),
    rawSigns: of('生品'),
    processedSigns: of('炮制'),
    prefixes: of('前缀'),
    suffixes: of('后缀'),
    granuleMakers: [...of('颗粒厂家')],
  }
}

/** One reading of a name: what is left after signs, places and cuts, and what the signs said. */
export interface HerbReading {
  text: string
  raw: boolean
  processed: boolean
}

/** Herb names are short; what is longer is the name of something made of herbs. */
const LONGEST = 14
const LONGEST_SIGN = 4

/**
 * Every reading of a name with signs, places and cuts taken off, the name as it stands first: 生半夏片, 半夏片 (raw), 半夏 (raw).
 * @param joined normalised, with brackets: 半夏(制)
 */
export function herbReadings(book: HerbBook, joined: string): readonly HerbReading[] {
  if (joined.length > 3 * LONGEST) return []
  const outside = joined.replace(/\([^()]*(\)|$)/g, '').replace(/\d[\d.]{0,5}(kg|g|公斤|千克|克)?[袋包瓶盒]?$/, '')
  if (outside === '' || outside.length > LONGEST) return []
  const said = [...joined.matchAll(/\(([^()]*)/g)].map(([, inner = '']) => inner.replace(/[品用的]$/, ''))
  const first: HerbReading = {
    text: outside,
    raw: said.some((word) => book.rawSigns.has(word)),
    processed: said.some((word) => book.processedSigns.has(word)),
  }
  const queue = [first]
  const seen = new Set([outside])
  // 氧化汞(红) is a name of its own.
  const whole = joined.replaceAll(/[()]/g, '')
  if (whole !== outside && whole.length <= LONGEST) {
    queue.push({ text: whole, raw: false, processed: false })
    seen.add(whole)
  }
  for (let at = 0; at < queue.length && at < 60; at++) {
    for (const next of shorter(book, queue[at] as HerbReading)) {
      if (seen.has(next.text)) continue
      seen.add(next.text)
      queue.push(next)
    }
  }
  return queue
}

function* shorter(book: HerbBook, { text, raw, processed }: HerbReading): Generator<HerbReading> {
  for (let length = 1; length <= LONGEST_SIGN && length < text.length - 1; length++) {
    const head = text.slice(0, length)
    const afterHead = text.slice(length)
    if (book.rawSigns.has(head)) yield { text: afterHead, raw: true, processed }
    if (book.processedSigns.has(head)) yield { text: afterHead, raw, processed: true }
    if (book.prefixes.has(head)) yield { text: afterHead, raw, processed }
    const tail = text.slice(-length)
    const beforeTail = text.slice(0, -length)
    if (book.rawSigns.has(tail)) yield { text: beforeTail, raw: true, processed }
    if (book.processedSigns.has(tail)) yield { text: beforeTail, raw, processed: true }
    if (book.suffixes.has(tail)) yield { text: beforeTail, raw, processed }
  }
}

/** The toxic herb that a name means, and in what state; null where it means none. */
export function readHerb(book: HerbBook, readings: readonly HerbReading[]): ReadHerb | null {
  for (const { text, raw, processed } of readings) {
    const asRaw = book.raw.get(text)
    if (asRaw !== undefined) return { row: asRaw, sign: 'raw' }
    const asProcessed = book.processed.get(text)
    if (asProcessed !== undefined) return { row: asProcessed, sign: raw ? 'raw' : 'processed' }
    const row = book.bare.get(text)
    if (row !== undefined) return { row, sign: raw ? 'raw' : processed ? 'processed' : 'bare' }
  }
  return null
}

/** The single herb that a name is, and whether it is written as a prepared one (炒白术); null where it is none. */
export function commonHerb(book: HerbBook, readings: readonly HerbReading[]): { herb: string; prepared: boolean } | null {
  for (const { text, raw, processed } of readings) {
    if (book.common.has(text) || book.bare.has(text)) return { herb: text, prepared: raw || processed }
  }
  return null
}
