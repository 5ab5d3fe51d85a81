import type { Viewer } from '../../../../platform/viewer.ts'
import { matchKey } from '../finding/key-index.ts'
import type { Matcher } from '../finding/matching.ts'
import { knownIn } from '../finding/ways.ts'
import { cutTerms } from '../meaning/cutting.ts'
import type { Audience } from '../rows/audience.ts'
import type { GoodsTable } from '../rows/goods-table.ts'
import { keyOfTerm, normaliseSpec, parted, splitTerms } from './normalise.ts'
import type { Shapes } from './shapes.ts'
import type { Words } from './words.ts'

/** one: no doubt · likely: a single goods, but not all of it was said · several: it fits them all · similar: only parts of the line fit. */
export type Fit = 'one' | 'likely' | 'several' | 'similar' | 'none'
export type NamedBy = 'code' | 'barcode' | 'approval' | 'name' | ''

/** What a line of a list means: goods, best first. */
export interface Identified {
  fit: Fit
  by: NamedBy
  ids: number[]
}

export interface IdentifyQuestion {
  text: string
  /** Among goods that fit alike, these come first: what the buyer bought before. */
  usual: ReadonlySet<number>
  limit: number
}

interface Parts {
  table: GoodsTable
  words: Words
  matcher: Matcher
  shapes: Shapes
  audienceOf: (viewer: Viewer | null) => Audience
  /** Rows that a search found, the best first. */
  rankFound: (matches: ReturnType<Matcher['match']>, viewer: Viewer | null, wanted: number) => Uint32Array
}

const NOTHING: Identified = { fit: 'none', by: '', ids: [] }
const KEY_NAMES: readonly NamedBy[] = ['code', 'barcode', 'approval', 'approval']
/** So many of the best are looked at. */
const LOOKED_AT = 200
const HAN = /\p{Script=Han}/u

/** 0.25g*24粒/盒 is 0.25g*24粒. */
const withoutPack = (text: string) => text.replace(/[/／每](盒|瓶|袋|支|件|包|条|箱|罐|桶|提|套|台|个|只|卷|付|副|把)(?=\s|$)/gu, ' ')

/** A word with its shape as a specification, made once for all goods that it meets. */
interface Said {
  term: string
  spec: string
}
const saidOf = (terms: readonly string[]): Said[] => terms.map((term) => ({ term, spec: normaliseSpec(term).text }))

export function createIdentifier({ table, words, matcher, shapes, audienceOf, rankFound }: Parts) {
  const { namesOf, makersOf, specOf, formOf } = shapes
  const isSpec = ({ spec: wanted }: Said, row: number): boolean => {
    const spec = specOf(row)
    if (wanted === '' || !spec.startsWith(wanted)) return false
    // 0.25g*24 may leave out 粒, but 0.25g*2 is not 0.25g*24.
    return spec.length === wanted.length || !/[0-9.]/.test(spec.charAt(wanted.length))
  }
  const isMaker = ({ term }: Said, row: number) => term.length >= 2 && makersOf(row).some((name) => name.includes(term))

  /** Whether the words say this goods and nothing else: its whole name, and of the rest each a specification, a maker or a form. */
  function saysWhole(said: readonly Said[], row: number): boolean {
    const names = namesOf(row)
    const unnamed = said.filter((one) => !isSpec(one, row) && !isMaker(one, row)).map(({ term }) => term)
    const others = unnamed.filter((term) => term !== formOf(row))
    if (others.length > 0 && others.every((term) => names.includes(term))) return true
    // 阿莫西林 胶囊 is 阿莫西林胶囊.
    return names.includes(unnamed.join(''))
  }

  /** Goods that one of the words names by a key, and the word. */
  function byKey(terms: readonly string[], isThere: (row: number) => boolean): { rows: number[]; kind: number; term: string } | null {
    for (const term of terms) {
      const key = keyOfTerm(term)
      if (key.length < (terms.length === 1 ? 1 : 3) || !/[0-9]/.test(key)) continue
      const found = new Map<number, number>()
      const hit = (row: number, kind: number, whole: boolean): void => {
        if (whole && isThere(row)) found.set(row, Math.min(found.get(row) ?? kind, kind))
      }
      matchKey(words.keys, key, (row, kind, whole) => {
        if (words.staleKeys[row] !== 1) hit(row, kind, whole)
      })
      if (words.lateKeys) matchKey(words.lateKeys, key, hit)
      if (found.size === 0) continue
      const kind = Math.min(...found.values())
      const rows = [...found].filter(([, one]) => one === kind).map(([row]) => row)
      return { rows, kind, term }
    }
    return null
  }

  /** A code that stands beside another goods' name is somebody else's code. */
  function agrees(row: number, others: readonly Said[]): boolean {
    const said = others.filter((one) => HAN.test(one.term) && !isSpec(one, row) && !isMaker(one, row))
    return said.length === 0 || said.some(({ term }) => namesOf(row).some((name) => name.includes(term) || term.includes(name)))
  }

  const idsOf = (rows: readonly number[], { usual, limit }: IdentifyQuestion): number[] => {
    const ids = rows.map((row) => table.columns.id[row] as number)
    return [...ids.filter((id) => usual.has(id)), ...ids.filter((id) => !usual.has(id))].slice(0, limit)
  }

  function named(terms: readonly string[], question: IdentifyQuestion, isThere: (row: number) => boolean): Identified | null {
    const found = byKey(terms, isThere)
    if (!found) return null
    const others = saidOf(terms.filter((term) => term !== found.term))
    const rows = found.rows.filter((row) => agrees(row, others))
    if (rows.length === 0) return null
    const narrower = rows.filter((row) => others.every((one) => isSpec(one, row) || isMaker(one, row) || namesOf(row).includes(one.term)))
    const best = narrower.length > 0 ? narrower : rows
    const by = KEY_NAMES[found.kind] ?? 'code'
    return { fit: best.length === 1 ? 'one' : 'several', by, ids: idsOf(best, question) }
  }

  function worded(
    terms: readonly string[],
    question: IdentifyQuestion,
    viewer: Viewer | null,
    isThere: (row: number) => boolean,
  ): Identified | null {
    if (terms.length === 0) return null
    const rows = [...rankFound(matcher.best(terms, 0, LOOKED_AT, isThere), viewer, LOOKED_AT)]
    if (rows.length === 0) return null
    const said = saidOf(terms)
    const whole = rows.filter((row) => saysWhole(said, row))
    if (whole.length === 1) return { fit: 'one', by: 'name', ids: idsOf(whole, question) }
    if (whole.length > 1) return { fit: 'several', by: 'name', ids: idsOf(whole, question) }
    return { fit: rows.length === 1 ? 'likely' : 'several', by: 'name', ids: idsOf(rows, question) }
  }

  return (question: IdentifyQuestion, viewer: Viewer | null): Identified => {
    const { visible } = audienceOf(viewer)
    const { live, rule } = table.columns
    const isThere = (row: number): boolean => live[row] === 1 && visible[rule[row] as number] === 1
    const text = withoutPack(question.text)
    const terms = splitTerms(text)
    const exact = named(terms, question, isThere)
    if (exact) return exact
    const apart = splitTerms(parted(text))
    // Codes of the buyer's own system say nothing here.
    const known = apart.filter((term) => HAN.test(term) || !/[0-9]/.test(term) || term.length < 4 || /[.%]|(g|mg|ml|ug|cm|mm)/.test(term))
    const tried = new Set<string>()
    /** The same words find nothing a second time. */
    const find = (words: readonly string[]): Identified | null => {
      const key = words.join(' ')
      if (tried.has(key)) return null
      tried.add(key)
      return worded(words, question, viewer, isThere)
    }
    const cut = cutTerms(terms, knownIn(words, matcher.hits))
    for (const words of [terms, apart, known, ...cut]) {
      const answer = find(words)
      if (answer) return answer
    }
    // Parts of what was said: without the words that narrow, then the name alone.
    const names = known.filter((term) => HAN.test(term) && !/^[0-9]/.test(term)).toSorted((a, b) => b.length - a.length)
    for (const words of [names, names.slice(0, 1)]) {
      const answer = words.length < apart.length || words.length === 1 ? find(words) : null
      if (answer) return { ...answer, fit: 'similar' }
    }
    return NOTHING
  }
}
