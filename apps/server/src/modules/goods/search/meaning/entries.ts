import { readFileSync } from 'node:fs'

/** How a word means goods that are not called so. */
export const WORD_KINDS = ['alias', 'trade', 'english', 'class', 'indication'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** One line of the trade's words: whoever types one of `words` means goods named like one of `targets`. */
export interface WordEntry {
  kind: WordKind
  /** The first is what the line is called by. */
  words: readonly string[]
  /** Names or parts of names as they are approved; of indications also classes. The most typical first. */
  targets: readonly string[]
  /** Of a class: the class that it belongs to; '' = none. */
  parent: string
  /** For people, and for rulesOf. */
  note: string
}

/** What a note says in words of its own. */
export interface WordRules {
  /** 须整词: what is typed must be the whole word; of a class, what a goods is called must be. */
  whole: boolean
  /** 只在词尾: an alias only where a name ends with it. */
  atEnd: boolean
  /** 除外：A、B: goods that are named like these are not meant. */
  except: readonly string[]
}

export function rulesOf(note: string): WordRules {
  const [, except = ''] = /除外：([^；]*)/u.exec(note) ?? []
  return {
    whole: note.includes('须整词'),
    atEnd: note.includes('只在词尾'),
    except: except.split(/[、（）]/u).filter((one) => one.length > 1),
  }
}

interface Sheet {
  file: string
  kind: WordKind
  /** Columns from 0, behind words and targets. */
  parent?: number
  note: number
}

/** The files that a pharmacist reads and corrects; what each column is stands at their heads. */
const SHEETS: readonly Sheet[] = [
  { file: 'aliases.tsv', kind: 'alias', note: 2 },
  { file: 'homophones.tsv', kind: 'alias', note: 2 },
  { file: 'trade-names.tsv', kind: 'trade', note: 2 },
  { file: 'english.tsv', kind: 'english', note: 2 },
  { file: 'classes.tsv', kind: 'class', parent: 2, note: 3 },
  { file: 'indications.tsv', kind: 'indication', note: 2 },
]

const several = (cell: string): string[] =>
  cell
    .split('|')
    .map((one) => one.trim())
    .filter((one) => one !== '')

export function readSheet(text: string, { file, kind, parent, note }: Sheet): WordEntry[] {
  const entries: WordEntry[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const cells = line.split('\t').map((cell) => cell.trim())
    const [words, targets] = [several(cells[0] ?? ''), several(cells[1] ?? '')]
    if (words.length === 0 || targets.length === 0) throw new Error(`${file} line ${at + 1}: a word and what it means, parted by a tab`)
    entries.push({ kind, words, targets, parent: cells[parent ?? -1] ?? '', note: cells[note] ?? '' })
  }
  return entries
}

/** The words that the shop begins with. */
export const firstEntries = (): WordEntry[] =>
  SHEETS.flatMap((sheet) => readSheet(readFileSync(new URL(`../lexicon/${sheet.file}`, import.meta.url), 'utf8'), sheet))
