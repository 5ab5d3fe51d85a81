import { normalise } from '../words/normalise.ts'
import { rulesOf, type WordEntry, type WordKind, type WordRules } from './entries.ts'

/** What a word means besides what it says. */
export interface Meaning {
  kind: WordKind | 'category'
  /** Parts of names, in the shape in which names are compared. */
  names: readonly string[]
  /** Of a category: its own number and those below it. */
  categories: ReadonlySet<number>
  /** A goods must be called so, and not only have it in its name. */
  whole: boolean
  /** Goods that have one of these in their names are not meant. */
  except: readonly string[]
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
  variantsOf: (term: string) => readonly { text: string; except: readonly string[] }[]
  has: (term: string) => boolean
  /** Everything that can be typed. */
  words: () => Iterable<string>
}

interface Alias {
  others: readonly string[]
  rules: WordRules
  except: readonly string[]
}
type Classes = ReadonlyMap<string, WordEntry>

const NO_MEANINGS: readonly Meaning[] = []
const NO_CATEGORIES: ReadonlySet<number> = new Set()
/** No name holds more of them. */
const VARIANTS_MAX = 8

const textOf = (word: string): string => normalise(word).text
const textsOf = (words: readonly string[]): string[] => [...new Set(words.map(textOf))].filter((text) => text !== '')

/** Each name's categories with all that lie below them. */
function categoriesByName(categories: readonly CategoryName[]): Map<string, Set<number>> {
  const below = Map.groupBy(categories, ({ parent_id }) => parent_id)
  const named = new Map<string, Set<number>>()
  for (const category of categories) {
    const ids = named.get(textOf(category.name)) ?? new Set<number>()
    const open = [category]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (ids.has(one.id)) continue
      ids.add(one.id)
      open.push(...(below.get(one.id) ?? []))
    }
    named.set(textOf(category.name), ids)
  }
  return named
}

/** What is meant by these targets: names, and where one is a class its members and those of the classes below it. */
function membersOf(classes: Classes, targets: readonly string[], seen = new Set<string>()): string[] {
  return targets.flatMap((target) => {
    const named = classes.get(target)
    if (named === undefined || seen.has(target)) return [textOf(target)]
    seen.add(target)
    const below = [...classes.values()].filter(({ parent }) => parent === target).map(({ words }) => words[0] ?? '')
    return [textOf(target), ...membersOf(classes, [...named.targets, ...below], seen)]
  })
}

function aliasesOf(entries: readonly WordEntry[]): Map<string, Alias> {
  const aliases = new Map<string, Alias>()
  for (const { words, targets, note } of entries) {
    for (const word of textsOf(words)) {
      const others = textsOf([...(aliases.get(word)?.others ?? []), ...targets]).filter((other) => other !== word)
      aliases.set(word, { others, rules: rulesOf(note), except: textsOf(rulesOf(note).except) })
    }
  }
  return aliases
}

export function createLexicon(entries: readonly WordEntry[], categories: readonly CategoryName[]): Lexicon {
  const meanings = new Map<string, Meaning[]>()
  const add = (word: string, meaning: Meaning): void => void meanings.set(word, [...(meanings.get(word) ?? []), meaning])
  const classes: Classes = new Map(entries.filter(({ kind }) => kind === 'class').map((entry) => [entry.words[0] ?? '', entry]))
  for (const { kind, words, targets, note } of entries) {
    if (kind === 'alias') continue
    const { whole, except } = rulesOf(note)
    const own = kind === 'class' ? [words[0] ?? ''] : targets
    const names = [...new Set(membersOf(classes, own))].filter((name) => name !== '')
    const meaning = { kind, names, categories: NO_CATEGORIES, whole: kind === 'class' && whole, except: textsOf(except) }
    for (const word of textsOf(words)) add(word, meaning)
  }
  for (const [name, ids] of categoriesByName(categories))
    add(name, { kind: 'category', names: [], categories: ids, whole: false, except: [] })

  const aliases = aliasesOf(entries.filter(({ kind }) => kind === 'alias'))
  /** How long words are that begin with a character, the longest first: few of them are asked for. */
  const lengths = new Map<string, number[]>()
  for (const word of aliases.keys()) {
    const known = lengths.get(word.charAt(0)) ?? []
    if (!known.includes(word.length))
      lengths.set(
        word.charAt(0),
        [...known, word.length].sort((a, b) => b - a),
      )
  }

  const holds = ({ rules }: Alias, term: string, at: number, length: number): boolean => {
    if (rules.whole) return length === term.length
    return !rules.atEnd || (at > 0 && at + length === term.length)
  }
  /** Of the places where a word that means the same as another stands in the term, the longest at each. */
  function variantsOf(term: string): { text: string; except: readonly string[] }[] {
    const variants: { text: string; except: readonly string[] }[] = []
    for (let at = 0; at < term.length; at++) {
      for (const length of lengths.get(term.charAt(at)) ?? []) {
        if (at + length > term.length) continue
        const alias = aliases.get(term.slice(at, at + length))
        if (alias === undefined || !holds(alias, term, at, length)) continue
        for (const other of alias.others) {
          variants.push({ text: `${term.slice(0, at)}${other}${term.slice(at + length)}`, except: alias.except })
        }
        break
      }
    }
    return variants.slice(0, VARIANTS_MAX)
  }

  return {
    meaningsOf: (term) => meanings.get(term) ?? NO_MEANINGS,
    variantsOf,
    has: (term) => meanings.has(term) || aliases.has(term),
    words: () => [...meanings.keys(), ...aliases.keys()],
  }
}
