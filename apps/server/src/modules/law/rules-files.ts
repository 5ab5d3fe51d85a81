import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileRules, type LawRules } from '#domain/law/rules.ts'

const FOLDER = join(import.meta.dirname, '../../../law')

let loaded: LawRules | null = null

/**
 * The stop list's rules, read once a process from apps/server/law. A wrong file stops the start: LawFilesError names file,
 * line and column.
 */
export function loadLawRules(): LawRules {
  loaded ??= compileRules(lawFiles(FOLDER))
  return loaded
}

/** The contents of a folder's lists by file name. */
export function lawFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.tsv'))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
