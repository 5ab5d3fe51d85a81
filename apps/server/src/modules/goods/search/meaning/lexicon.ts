import { normalise } from '../words/normalise.ts'
import type { WordEntry, WordKind } from './entries.ts'

/** What a word means besides what it says. */
export interface Meaning {
  kind: WordKind | 'category'
  /** Parts of names, in the shape in which names are compared. */
  names: readonly string[]
  /** Of a category: its own number and those below it. */
  categories: ReadonlySet<number>
}

export interface CategoryName {
  id: number
  parent_id: number | null
  name: string
}

/** The words of the trade, by what is typed. */
export interface Lexicon {
  meaningsOf: (term: string) => readonly Meaning[]
  /** The same term with words that mean the same put for one another; without the term itself. */
  variantsOf: (term: string) => readonly string[]
  has: (term: string) => boolean
}

const NO_MEANINGS: readonly Meaning[] = []
const NO_CATEGORIES: ReadonlySet<number> = new Set()
/** No name holds more of them. */
const VARIANTS_MAX = 8

const textOf = (word: string): string => normalise(word).text

function categoriesByName(categories: readonly CategoryName[]): Map<string, Set<number>> {
  const below = new Map<number, number[]>()
  for (const { id, parent_id } of categories) if (parent_id !== null) below.set(parent_id, [...(below.get(parent_id) ?? []), id])
  const named = new Map<string, Set<number>>()
  for (const { id, name } of categories) {
    const ids = named.get(textOf(name)) ?? new Set<number>()
    const open = [id]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (ids.has(at)) continue
      ids.add(at)
      open.push(...(below.get(at) ?? []))
    }
    named.set(textOf(name), ids)
  }
  return named
}

/** What a class holds, its own names and those of the classes that it names. */
function membersOf(classes: ReadonlyMap<string, WordEntry>, targets: readonly string[], seen = new Set<string>()): string[] {
  return targets.flatMap((target) => {
    const text = textOf(target)
    const named = classes.get(text)
    if (named === undefined) return text === '' ? [] : [text]
    if (seen.has(text)) return []
    seen.add(text)
    return membersOf(classes, named.targets, seen)
  })
}

export function createLexicon(entries: readonly WordEntry[], categories: readonly CategoryName[]): Lexicon {
  const meanings = new Map<string, Meaning[]>()
  const aliases = new Map<string, string[]>()
  let longestAlias = 0
  const add = (word: string, meaning: Meaning): void => {
    if (word !== '') meanings.set(word, [...(meanings.get(word) ?? []), meaning])
  }
  const classes = new Map<string, WordEntry>()
  for (const entry of entries) if (entry.kind === 'class') for (const word of entry.words) classes.set(textOf(word), entry)

  for (const { kind, words, targets } of entries) {
    if (kind === 'alias') {
      for (const word of words.map(textOf)) {
        const others = targets.map(textOf).filter((target) => target !== word && target !== '')
        aliases.set(word, [...new Set([...(aliases.get(word) ?? []), ...others])])
        longestAlias = Math.max(longestAlias, word.length)
      }
      continue
    }
    const names = [...new Set(membersOf(classes, targets))]
    for (const word of words) add(textOf(word), { kind, names, categories: NO_CATEGORIES })
  }
  for (const [name, ids] of categoriesByName(categories)) add(name, { kind: 'category', names: [], categories: ids })

  /** Every place where a word that means the same as another stands in the term, the longest at each place. */
  function variantsOf(term: string): string[] {
    const variants: string[] = []
    for (let at = 0; at < term.length && variants.length < VARIANTS_MAX; at++) {
      for (let length = Math.min(longestAlias, term.length - at); length > 0; length--) {
        const others = aliases.get(term.slice(at, at + length))
        if (others === undefined) continue
        for (const other of others) variants.push(`${term.slice(0, at)}${other}${term.slice(at + length)}`)
        break
      }
    }
    return variants.slice(0, VARIANTS_MAX)
  }

  return {
    meaningsOf: (term) => meanings.get(term) ?? NO_MEANINGS,
    variantsOf,
    has: (term) => meanings.has(term) || aliases.has(term),
  }
}
