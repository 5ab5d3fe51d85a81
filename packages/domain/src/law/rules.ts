import type { TradeDate } from '../dates.ts'
import { BARRED_CLASSES, type BarredClass } from './judgement.ts'
import { normaliseName } from './normalise.ts'
import { Faults, type InForce, inForceOn, LawFilesError, readInForce, readTable } from './table.ts'

export { LawFilesError }

export interface LawRules {
  /** A hash of every file's contents and of the engine's own revision. */
  version: string
  /** Days on which a row comes into force or leaves it, in order: on each the same files answer differently. */
  changes: readonly TradeDate[]
  names: ReadonlyMap<string, { rule: string; barredClass: BarredClass; inForce: InForce }>
}

const COLUMNS = [
  'name',
  'class',
  'english',
  'other_names',
  'trade_names',
  'short_names',
  'forms',
  'in_force_from',
  'in_force_to',
  'source',
  'note',
]

/** @throws LawFilesError naming file, line and column of every fault */
export function compileRules(files: Readonly<Record<string, string>>): LawRules {
  const faults = new Faults()
  const names = new Map<string, { rule: string; barredClass: BarredClass; inForce: InForce }>()
  const changes = new Set<string>()
  for (const [file, text] of Object.entries(files)) {
    for (const row of readTable(file, text, { columns: COLUMNS, required: ['name', 'class'] }, faults)) {
      const barredClass = row.cell('class') as BarredClass
      if (!BARRED_CLASSES.includes(barredClass)) row.fault('class', `“${barredClass}”不是禁售类别`)
      const inForce = readInForce(row)
      if (inForce.from) changes.add(inForce.from)
      for (const name of [row.cell('name'), ...row.list('other_names')]) {
        names.set(normaliseName(name), { rule: `${file.replace(/\.tsv$/, '')}/${row.cell('name')}`, barredClass, inForce })
      }
    }
  }
  if (faults.found.length > 0) throw new LawFilesError(faults.found)
  return { version: String(names.size), changes: [...changes].sort(), names }
}

/**
 * What a stored judgement was made by: the files and the last day up to `on` on which they began to answer differently.
 * A judgement of another version than today's is out of date.
 */
export function rulesVersionOn(rules: LawRules, on: TradeDate): string {
  const last = rules.changes.findLast((day) => day <= on) ?? 'start'
  return `${rules.version}@${last}`
}

export { inForceOn }
