import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TradeDate } from '#domain/dates.ts'
import { type LawRules, rulesVersionOn } from '#domain/law/rules.ts'
import { loadLawRules } from './rules-files.ts'

const FOLDER = join(import.meta.dirname, '../../../law')

let running: LawRules | null = null

/** The rules by which this process judges and sells, read at its first question. */
export function lawRules(): LawRules {
  running ??= loadLawRules()
  return running
}

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
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.tsv'))
    .sort()
    .map((file) => {
      const lines = readFileSync(join(FOLDER, file), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      // Without the header line.
      return { name: file.replace(/\.tsv$/, ''), rows: Math.max(0, lines.length - 1) }
    })
}
