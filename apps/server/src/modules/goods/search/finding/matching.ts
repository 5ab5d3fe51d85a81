import type { GoodsTable } from '../rows/goods-table.ts'
import { matchCharacters } from '../words/text-match.ts'
import { type LabelColumn, labelCount, rowsWith, TITLE_KIND, type Words } from '../words/words.ts'
import { COLUMNS, createTermReader, noTermHits, type TermHits } from './term-hits.ts'

/** Reagents and raw material give way to medicines of their name. */
const ASIDE = 6
/**
 * Words that were looked up last are kept with what they hit: lists name 胶囊 and 片 in every line. So much for all of them, and never
 * fewer than one question has.
 */
const KEPT_BYTES = 24 * 2 ** 20
const KEPT_MIN = 16
const KEPT_MAX = 512

/** Rows that hold every word, with their scores. rows[0..count) are the hits, score[row] is 0 for all others. */
export interface Matches {
  rows: Uint32Array
  count: number
  score: Uint8Array
}

export interface Matcher {
  /** The answer is valid until the next call. */
  match: (terms: readonly string[], type: 0 | 1) => Matches
  /** The best of them alone: at least `wanted` of those that are there for the buyer, and no worse hit than a better one left out. */
  best: (terms: readonly string[], type: 0 | 1, wanted: number, isThere: (row: number) => boolean) => Matches
  /** Whether goods that are there for the buyer are called so, by characters alone; false: perhaps by other means. Disturbs no answer. */
  names: (term: string, isThere: (row: number) => boolean) => boolean
  /** Gives a row that was found another score, or adds it to what was found. */
  put: (row: number, score: number) => void
  /** What one word hits, until the next call. */
  look: (term: string) => TermHits
  /** Whether a word hits anything. */
  hits: (term: string) => boolean
  /** Texts are others than they were: what words hit is looked up anew. */
  forget: () => void
}

export function createMatcher(table: GoodsTable, words: Words): Matcher {
  /** By type and word, the one asked for longest ago first. */
  const kept = new Map<string, TermHits>()
  const readTerm = createTermReader(table, words)
  const matches: Matches = { rows: new Uint32Array(0), count: 0, score: new Uint8Array(0) }

  /** Room for one more word: that of the word that nobody asked for longest, where as many are kept as may be. */
  function room(): TermHits {
    const labels = COLUMNS.reduce((sum, name) => sum + labelCount(table, name), 0)
    const [oldest] = kept
    if (oldest === undefined || kept.size < Math.min(KEPT_MAX, Math.max(KEPT_MIN, KEPT_BYTES / labels))) return noTermHits()
    kept.delete(oldest[0])
    return oldest[1]
  }

  function lookUp(term: string, type: 0 | 1): TermHits {
    const key = `${type} ${term}`
    const known = kept.get(key)
    const hits = known ?? room()
    if (known) kept.delete(key)
    else {
      readTerm(hits, term, type)
      hits.size = sizeOf(hits)
    }
    kept.set(key, hits)
    return hits
  }

  function rowScore(hits: TermHits, row: number): number {
    const { columns } = table
    let score = hits.title.scores[columns.title[row] as number] as number
    score = Math.max(score, hits.manufacturer.scores[columns.manufacturer[row] as number] as number)
    score = Math.max(score, hits.spec.scores[columns.spec[row] as number] as number)
    score = Math.max(score, hits.form.scores[columns.form[row] as number] as number)
    score = Math.max(score, hits.categorySet.scores[columns.categorySet[row] as number] as number)
    return hits.keys.size === 0 ? score : Math.max(score, hits.keys.get(row) ?? 0)
  }

  function sizeOf(hits: TermHits): number {
    let size = hits.keys.size
    for (const name of COLUMNS) for (const label of hits[name].touched) size += rowsWith(words.labels[name], label)
    return size
  }

  function eachLabelRow(name: LabelColumn['column'], label: number, take: (row: number) => void): void {
    const { postings, mainLabels, lateRows } = words.labels[name]
    const column = table.columns[name]
    if (label < mainLabels) {
      const end = postings.starts[label + 1] as number
      for (let at = postings.starts[label] as number; at < end; at++) {
        const row = postings.rows[at] as number
        if (column[row] === label) take(row)
      }
    }
    if (lateRows.size > 0) for (const row of lateRows.get(label) ?? []) if (column[row] === label) take(row)
  }

  function eachRow(hits: TermHits, take: (row: number) => void): void {
    for (const name of COLUMNS) for (const label of hits[name].touched) eachLabelRow(name, label, take)
    for (const row of hits.keys.keys()) take(row)
  }

  function add(row: number, full: number): void {
    const score = table.columns.aside[row] === 1 && full > ASIDE ? full - ASIDE : full
    const known = matches.score[row] as number
    if (known === 0) matches.rows[matches.count++] = row
    if (score > known) matches.score[row] = score
  }

  /** Adds rows that hold this one word, label by label. */
  function addOne(hits: TermHits): void {
    const { live } = table.columns
    for (const name of COLUMNS) {
      const { postings, mainLabels, lateRows } = words.labels[name]
      const column = table.columns[name]
      for (const label of hits[name].touched) {
        const score = hits[name].scores[label] as number
        const late = lateRows.size > 0 ? lateRows.get(label) : undefined
        if (late) for (const row of late) if (live[row] === 1 && column[row] === label) add(row, score)
        if (label >= mainLabels) continue
        const end = postings.starts[label + 1] as number
        for (let at = postings.starts[label] as number; at < end; at++) {
          const row = postings.rows[at] as number
          if (live[row] === 1 && column[row] === label) add(row, score)
        }
      }
    }
    for (const [row, score] of hits.keys) if (live[row] === 1) add(row, score)
  }

  /** Adds rows that hold this one word from the best score downwards, until enough are there. */
  function addBest(hits: TermHits, wanted: number, isThere: (row: number) => boolean): void {
    const byScore = new Map<number, { name: LabelColumn['column']; label: number }[]>()
    for (const name of COLUMNS) {
      for (const label of hits[name].touched) {
        const score = hits[name].scores[label] as number
        const known = byScore.get(score)
        if (known) known.push({ name, label })
        else byScore.set(score, [{ name, label }])
      }
    }
    for (const score of hits.keys.values()) if (!byScore.has(score)) byScore.set(score, [])
    for (const score of [...byScore.keys()].sort((a, b) => b - a)) {
      const take = (row: number): void => {
        if (isThere(row)) add(row, score)
      }
      for (const { name, label } of byScore.get(score) ?? []) eachLabelRow(name, label, take)
      for (const [row, keyScore] of hits.keys) if (keyScore === score) take(row)
      if (matches.count >= wanted) return
    }
  }

  /** Adds rows that hold all of the words, looking through the rows of the rarest. */
  function addAll(all: readonly TermHits[]): void {
    const [only] = all
    if (all.length === 1 && only) {
      addOne(only)
      return
    }
    const sizes = all.map((hits) => hits.size)
    const rarest = all[sizes.indexOf(Math.min(...sizes))]
    if (!rarest) return
    const { live } = table.columns
    eachRow(rarest, (row) => {
      if (live[row] !== 1) return
      let sum = 0
      for (const hits of all) {
        const score = rowScore(hits, row)
        if (score === 0) return
        sum += score
      }
      add(row, Math.floor(sum / all.length))
    })
  }

  function clear(): void {
    for (let at = 0; at < matches.count; at++) matches.score[matches.rows[at] as number] = 0
    matches.count = 0
    if (matches.rows.length < table.count) {
      matches.rows = new Uint32Array(table.columns.id.length)
      matches.score = new Uint8Array(table.columns.id.length)
    }
  }

  function match(terms: readonly string[], type: 0 | 1): Matches {
    clear()
    addAll(terms.map((term) => lookUp(term, type)))
    // e jiao is ejiao written apart: found as one word too, ahead of what merely holds both.
    if (terms.length > 1 && terms.every((term) => /^[a-z0-9]+$/.test(term))) addAll([lookUp(terms.join(''), type)])
    return matches
  }

  return {
    match,
    names(term, isThere) {
      let isFound = false
      const look = (row: number): void => {
        isFound ||= isThere(row)
      }
      const { main, late } = words.labels.title
      for (const index of late ? [main, late] : [main]) {
        matchCharacters(index, term, (label, kind) => {
          if (!isFound && kind !== TITLE_KIND.mnemonic) eachLabelRow('title', label, look)
        })
      }
      return isFound
    },
    put(row, score) {
      if (matches.score[row] === 0) matches.rows[matches.count++] = row
      matches.score[row] = score
    },
    look: (term) => lookUp(term, 0),
    hits: (term) => lookUp(term, 0).size > 0,
    forget: () => kept.clear(),
    best(terms, type, wanted, isThere) {
      const [only] = terms
      if (terms.length === 1 && only !== undefined) {
        clear()
        addBest(lookUp(only, type), wanted, isThere)
        return matches
      }
      const all = match(terms, type)
      let count = 0
      for (let at = 0; at < all.count; at++) {
        const row = all.rows[at] as number
        if (isThere(row)) all.rows[count++] = row
        else all.score[row] = 0
      }
      all.count = count
      return all
    },
  }
}
