import type { TradeDate } from '#domain/dates.ts'
import { type LawRules, rulesVersionOn } from '#domain/law/rules.ts'
import { lawFiles, loadLawRules } from './rules-files.ts'

let running: LawRules | null = null

/** The rules by which this process judges and sells, read at its first question. */
export function lawRules(): LawRules {
  running ??= loadLawRules()
  return running
}

/** Traditional, variant and surely wrong characters, and what they stand for: by the law's own table, for whoever else reads names. */
export const sameCharacters = (): ReadonlyMap<string, string> => lawRules().characters.same

/** Other rules for this process: a test's. */
export function useLawRules(rules: LawRules): void {
  running = rules
}

/** What a judgement must have been made by to be good for a sale on this day. */
export const lawVersionOn = (day: TradeDate): string => rulesVersionOn(lawRules(), day)

export interface LawList {
  name: string
  rows: number
}

/** The lists as they lie on disk: files that a pharmacist edits, and their rows. */
export function lawLists(): LawList[] {
  return Object.entries(lawFiles())
    .map(([file, text]) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
      // Without the header line.
      return { name: file.replace(/\.tsv$/, ''), rows: Math.max(0, lines.length - 1) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
