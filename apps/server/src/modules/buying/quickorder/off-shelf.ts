import { folded } from '#domain/folding.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { keyOfTerm, normalise, normaliseKey, normaliseSpec, splitTerms } from '../../goods/search/public.ts'
import type { Turn } from './turns.ts'
import { type OffShelfRow, offShelfGoods } from './views.ts'

/** Words that are asked for at once: some for each line of the longest list. */
const WORDS_MAX = 5_000

/** Goods off the shelf by the lines that mean them. The search holds only what is on it; asked for are lines that it cannot place. */
export async function offShelfOf(database: DatabaseHandle, texts: readonly string[], turn: Turn): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const words = new Set<string>()
  for (const text of texts) {
    if (words.size >= WORDS_MAX) break
    await turn()
    for (const word of wordsOf(text)) words.add(word)
  }
  const rows = words.size === 0 ? [] : await offShelfGoods(database.db, [...words].slice(0, WORDS_MAX))
  if (rows.length === 0) return found
  const known: ReturnType<typeof knownBy>[] = []
  for (const row of rows) {
    await turn()
    known.push(knownBy(row))
  }
  for (const text of texts) {
    await turn()
    const terms = splitTerms(parted(text)).map(saidBy)
    const [fit, other] = known.filter((row) => isMeant(terms, row))
    if (fit && !other) found.set(text, fit.goodsId)
  }
  return found
}

/** 雷尼替丁胶囊0.15g*30粒 holds a name and a specification. */
const parted = (text: string) => text.replace(/(?<=[\p{Script=Han})）])(?=\d)/gu, ' ')

/** What a name, a code or a number may be written as in the database, in lower case. */
function wordsOf(text: string): string[] {
  const words = [...text.split(/\s+/), ...parted(text).split(/\s+/)].map((word) => folded(word).toLowerCase())
  return [...words, ...words.flatMap((word) => (/^[a-z]c?\d{8}$/.test(word) ? `国药准字${word}` : []))]
}

/** A word in the shapes in which it is compared; made once, for every word meets every goods. */
const saidBy = (term: string) => ({ term, key: keyOfTerm(term), spec: normaliseSpec(term).text })
const knownBy = (row: OffShelfRow) => ({
  goodsId: row.goodsId,
  keys: new Set([row.code, row.barcode, row.approvalNo].map(normaliseKey).filter((key) => key !== '')),
  name: normalise(row.name).text,
  maker: normalise(row.maker).text,
  spec: normaliseSpec(row.spec).text,
})

/** Every word belongs to this goods, and one of them names it. */
function isMeant(terms: readonly ReturnType<typeof saidBy>[], { keys, name, maker, spec }: ReturnType<typeof knownBy>): boolean {
  const isName = ({ term, key }: ReturnType<typeof saidBy>) => term === name || keys.has(key)
  const isMore = (said: ReturnType<typeof saidBy>) => said.spec === spec || (said.term.length > 1 && maker.includes(said.term))
  return terms.some(isName) && terms.every((said) => isName(said) || isMore(said))
}
