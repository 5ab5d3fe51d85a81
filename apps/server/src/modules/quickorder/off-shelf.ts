import type { DatabaseHandle } from '../../platform/database.ts'
import { keyOfTerm, normalise, normaliseKey, normaliseSpec, splitTerms } from '../search/public.ts'
import { type OffShelfRow, offShelfGoods } from './views.ts'

/** Goods off the shelf by the lines that mean them. The search holds only what is on it; asked for are lines that it cannot place. */
export async function offShelfOf(database: DatabaseHandle, texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const rows = texts.length === 0 ? [] : await offShelfGoods(database.db, [...new Set(texts.flatMap(wordsOf))])
  if (rows.length === 0) return found
  for (const text of texts) {
    const terms = splitTerms(parted(text))
    const [fit, other] = rows.filter((row) => isMeant(terms, row))
    if (fit && !other) found.set(text, fit.goodsId)
  }
  return found
}

/** 雷尼替丁胶囊0.15g*30粒 holds a name and a specification. */
const parted = (text: string) => text.replace(/(?<=[\p{Script=Han})）])(?=\d)/gu, ' ')

/** What a name, a code or a number may be written as in the database, in lower case. */
function wordsOf(text: string): string[] {
  const words = [...text.split(/\s+/), ...parted(text).split(/\s+/)].map((word) => word.normalize('NFKC').toLowerCase())
  return [...words, ...words.flatMap((word) => (/^[a-z]c?\d{8}$/.test(word) ? `国药准字${word}` : []))]
}

/** Every word belongs to this goods, and one of them names it. */
function isMeant(terms: readonly string[], row: OffShelfRow): boolean {
  const keys = [row.code, row.barcode, row.approvalNo].map(normaliseKey).filter((key) => key !== '')
  const [name, maker, spec] = [normalise(row.name).text, normalise(row.maker).text, normaliseSpec(row.spec).text]
  const isName = (term: string) => term === name || keys.includes(keyOfTerm(term))
  const isMore = (term: string) => normaliseSpec(term).text === spec || (term.length > 1 && maker.includes(term))
  return terms.some(isName) && terms.every((term) => isName(term) || isMore(term))
}
