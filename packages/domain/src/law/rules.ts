import type { TradeDate } from '../dates.ts'
import { type Automaton, buildAutomaton } from './automaton.ts'
import {
  type ClueColumn,
  type ClueRow,
  type LawfulRow,
  type Reading,
  readClues,
  readHerbs,
  readLawful,
  readSpecial,
  readSubstances,
  type SpecialRow,
} from './files.ts'
import { buildHerbBook, HERB_GROUPS, type HerbBook } from './herbs.ts'
import { type Characters, readText } from './normalise.ts'
import type { Form, StemWords } from './stems.ts'
import { Faults, type InForce, LawFilesError } from './table.ts'
import { type ColdRow, type NuclideRow, readCharacters, readCold, readFormGroups, readNuclides, readWords } from './word-files.ts'
import { addName, addSubstance, HAS_CHINESE, type LatinName, newBook, type Word } from './words.ts'

export { LawFilesError }

/** The stop list, ready to judge by. Compiled once from the texts of the files; never changed after. */
export interface LawRules {
  /** A hash of every file's contents and of the engine's own revision. Stored judgements keep `rulesVersionOn`. */
  version: string
  /** Days on which a row comes into force or leaves it, in order: on each the same files answer differently. */
  changes: readonly TradeDate[]
  characters: Characters
  stems: StemWords
  /** Every word that counts inside a name, of all kinds, found in one pass. */
  words: Automaton<Word>
  /** Names that count as a whole, by their folded stem. */
  wholes: ReadonlyMap<string, readonly Word[]>
  /** Latin names by their first token. */
  latin: ReadonlyMap<string, readonly LatinName[]>
  /** Clues of each column but the names. */
  clues: ReadonlyMap<Exclude<ClueColumn, 'name'>, readonly ClueRow[]>
  specialMarks: readonly SpecialRow[]
  /** Words of approval numbers that clear. */
  lawfulNumbers: readonly LawfulRow[]
  herbs: HerbBook
  nuclides: readonly NuclideRow[]
  /** Storage words; those of names are among the words. */
  cold: readonly ColdRow[]
}

/** Changes of the engine's own ways change its answers too: raised with each, so that stored judgements go out of date. */
const ENGINE_REVISION = 2

/** A file of characters without rows, for rules that are tried without one. */
const NO_ROWS = 'kind\tfrom\tto\tnote'

const SUBSTANCE_FILES = ['narcotics', 'psychotropics', 'precursors', 'vaccines', 'blood', 'detox', 'toxic', 'radioactive'] as const
const CLUE_FILES = ['marks', 'hospital', 'granules', 'clues'] as const
const OTHER_FILES = [
  'toxic-herbs',
  'nuclides',
  'special',
  'lawful',
  'partners',
  'herbs',
  'salts',
  'forms',
  'characters',
  'coldchain',
] as const

/** Every file of the folder; a shop does not start without one of them. */
export const LAW_FILES: readonly string[] = [...SUBSTANCE_FILES, ...CLUE_FILES, ...OTHER_FILES].map((name) => `${name}.tsv`)

/**
 * @param files contents by file name (`narcotics.tsv`); a file that is not given has no rows.
 * @throws LawFilesError naming file, line and column of every fault
 */
export function compileRules(files: Readonly<Record<string, string>>): LawRules {
  const faults = new Faults()
  for (const name of Object.keys(files)) {
    if (!LAW_FILES.includes(name)) faults.add(name, 1, '', `不认识这个文件，可用的文件：${LAW_FILES.join('、')}`)
  }
  const characters = readCharacterMaps(readCharacters('characters.tsv', files['characters.tsv'] ?? NO_ROWS, faults), faults)
  const plain = (text: string): string => readText(text, characters).joined.replaceAll(/[()]/g, '')
  const read = <T>(name: string, reader: (file: string, text: string, reading: Reading) => T[]): T[] => {
    const text = files[`${name}.tsv`]
    return text === undefined ? [] : reader(`${name}.tsv`, text, { faults, plain })
  }
  const stems = readStems(
    files,
    read('forms', (file, text) => readFormGroups(file, text, faults)),
    characters,
    faults,
  )
  const substances = SUBSTANCE_FILES.flatMap((name) => read(name, readSubstances))
  const clues = CLUE_FILES.flatMap((name) => read(name, readClues))
  const specials = read('special', readSpecial)
  const lawful = read('lawful', readLawful)
  const herbRows = read('toxic-herbs', readHerbs)
  const partners = read('partners', (file, text) => readWords(file, text, 'group', null, faults))
  const herbGroups = read('herbs', (file, text) => readWords(file, text, 'group', HERB_GROUPS, faults))
  const nuclides = read('nuclides', readNuclides)
  const cold = read('coldchain', readCold)
  findDuplicates(substances, faults)
  findDuplicates(herbRows, faults)
  if (faults.found.length > 0) throw new LawFilesError(faults.found)

  const book = newBook(characters, stems)
  for (const row of substances) addSubstance(book, row)
  for (const row of lawful) {
    if (row.how !== 'number') for (const text of row.words) addName(book, row.how !== 'whole', { kind: 'lawful', row, text, plain: '' })
  }
  for (const row of clues) if (row.column === 'name') addName(book, row.match !== 'whole', { kind: 'clue', row, text: row.word, plain: '' })
  for (const row of specials) {
    if (row.column === 'name') addName(book, row.match !== 'whole', { kind: 'special', row, text: row.word, plain: '' })
  }
  for (const row of cold) if (row.column === 'name') addName(book, true, { kind: 'cold', row, text: row.word, plain: '' })
  for (const { words } of partners) for (const text of words) addName(book, true, { kind: 'partner', text, plain: '' })

  const dated: InForce[] = [...substances, ...clues, ...specials, ...herbRows].map((row) => row.inForce)
  return {
    version: hashOf(files),
    changes: changesOf(dated),
    characters,
    stems,
    words: buildAutomaton(book.inside),
    wholes: book.wholes,
    latin: book.latin,
    clues: Map.groupBy(
      clues.filter((row) => row.column !== 'name').map((row) => ({ ...row, word: plain(row.word) })),
      (row) => row.column as Exclude<ClueColumn, 'name'>,
    ),
    specialMarks: specials.filter((row) => row.column !== 'name').map((row) => ({ ...row, word: plain(row.word) })),
    lawfulNumbers: lawful.filter(({ how }) => how === 'number').map((row) => ({ ...row, words: row.words.map(plain) })),
    herbs: buildHerbBook(herbRows, herbGroups, plain),
    nuclides,
    cold: cold.filter(({ column }) => column === 'storage').map((row) => ({ ...row, word: plain(row.word) })),
  }
}

/**
 * What a stored judgement was made by: the files' contents and the last day up to `on` on which they began to answer
 * differently. A judgement of another version than today's is out of date.
 */
export function rulesVersionOn(rules: LawRules, on: TradeDate): string {
  return `${rules.version}@${rules.changes.findLast((day) => day <= on) ?? 'start'}`
}

// ── Words of characters, salts and forms ──

function readCharacterMaps(rows: ReturnType<typeof readCharacters>, faults: Faults): Characters {
  const same = new Map<string, string>()
  const alike = new Map<string, string>()
  for (const row of rows) {
    const map = row.same ? same : alike
    for (const [at, from] of row.from.entries()) {
      const to = row.to[at] ?? from
      if (map.has(from) && map.get(from) !== to) faults.add('characters.tsv', 1, 'from', `“${from}”写了两次，右边不同`)
      if (from !== to) map.set(from, to)
    }
  }
  return { same, alike }
}

function readStems(
  files: Readonly<Record<string, string>>,
  formGroups: ReturnType<typeof readFormGroups>,
  characters: Characters,
  faults: Faults,
): StemWords {
  const heads = new Set<string>()
  const tails = new Set<string>()
  const middles = new Set<string>()
  const forms = new Map<string, readonly Form[]>()
  const plain = (text: string): string => readText(text, characters).joined
  for (const group of formGroups) {
    for (const text of group.words) {
      const word = plain(text)
      tails.add(word)
      if (word.length > 1) middles.add(word)
      if (group.forms.length > 0) forms.set(word, group.forms)
    }
  }
  const salts = files['salts.tsv'] === undefined ? [] : readWords('salts.tsv', files['salts.tsv'], 'where', ['前', '后'], faults)
  for (const { group, words } of salts) {
    for (const text of words) {
      const word = plain(text)
      ;(group === '前' ? heads : tails).add(word)
      if (word.length > 1 && HAS_CHINESE.test(word)) middles.add(word)
    }
  }
  const longest = Math.max(1, ...[...heads, ...tails].map((word) => word.length))
  return { heads, tails, middles, forms, longest }
}

// ── Checks, version ──

function findDuplicates(rows: ReadonlyArray<{ rule: string; line: number; inForce: InForce }>, faults: Faults): void {
  const seen = new Set<string>()
  for (const { rule, line, inForce } of rows) {
    const key = `${rule} ${inForce.from} ${inForce.to}`
    if (seen.has(key)) faults.add(`${rule.split('/')[0]}.tsv`, line, 'name', `“${rule.slice(rule.indexOf('/') + 1)}”写了两行`)
    seen.add(key)
  }
}

function changesOf(rows: readonly InForce[]): TradeDate[] {
  const days = new Set<TradeDate>()
  for (const { from, to } of rows) {
    if (from !== '') days.add(from)
    if (to !== '') days.add(new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10))
  }
  return [...days].sort()
}

/** 64 bits in hexadecimal, to tell one set of files from another; guards against nothing else. */
function hashOf(files: Readonly<Record<string, string>>): string {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  const take = (text: string): void => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 2654435761)
      two = Math.imul(two ^ code, 1597334677)
    }
  }
  take(`engine ${ENGINE_REVISION}`)
  for (const name of Object.keys(files).sort()) take(`\u0000${name}\u0000${(files[name] ?? '').replaceAll('\r\n', '\n')}`)
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [two, one].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
