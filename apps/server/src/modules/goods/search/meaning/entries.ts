import { readFileSync } from 'node:fs'

/** How a word means goods that are not called so. */
export const WORD_KINDS = ['alias', 'trade', 'english', 'class', 'indication'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** One line of the trade's words: whoever types one of `words` means goods named like one of `targets`. */
export interface WordEntry {
  kind: WordKind
  words: readonly string[]
  /** Names or parts of names as they are approved; of indications also classes. The most typical first. */
  targets: readonly string[]
  note: string
}

interface Sheet {
  file: string
  kind: WordKind
  /** The column of the notes, from 0; behind words and targets. */
  note: number
}

/** The files that a pharmacist reads and corrects; what each column is stands at their heads. */
const SHEETS: readonly Sheet[] = [
  { file: 'aliases.tsv', kind: 'alias', note: 2 },
  { file: 'homophones.tsv', kind: 'alias', note: 2 },
  { file: 'trade-names.tsv', kind: 'trade', note: 2 },
  { file: 'english.tsv', kind: 'english', note: 2 },
  { file: 'classes.tsv', kind: 'class', note: 3 },
  { file: 'indications.tsv', kind: 'indication', note: 2 },
]

const several = (cell: string): string[] =>
  cell
    .split(/[|｜]/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')

export function readSheet(text: string, kind: WordKind, noteAt: number, name: string): WordEntry[] {
  const entries: WordEntry[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const cells = line.split('\t')
    const [words, targets] = [several(cells[0] ?? ''), several(cells[1] ?? '')]
    if (words.length === 0 || targets.length === 0) throw new Error(`${name} line ${at + 1}: a word and what it means, parted by a tab`)
    entries.push({ kind, words, targets, note: (cells[noteAt] ?? '').trim() })
  }
  return entries
}

/** The words that the shop begins with. */
export function firstEntries(): WordEntry[] {
  return SHEETS.flatMap(({ file, kind, note }) => {
    const text = readFileSync(new URL(`../lexicon/${file}`, import.meta.url), 'utf8')
    return readSheet(text, kind, note, file)
  })
}
