import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileRules, LAW_FILES, LawFilesError, type LawRules } from '#domain/law/rules.ts'

const FOLDER = join(import.meta.dirname, '../../../../law')

let loaded: LawRules | null = null

/**
 * The stop list's rules, read once a process from apps/server/law. A wrong or missing file stops the start: LawFilesError names
 * file, line and column.
 */
export function loadLawRules(): LawRules {
  loaded ??= compileRules(lawFiles())
  return loaded
}

/** The lists as they lie on disk, by file name; all of LAW_FILES must be there, or a class would go unjudged. */
export function lawFiles(): Record<string, string> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.tsv'))
  const missing = LAW_FILES.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new LawFilesError(missing.map((name) => `${name}：缺少这个文件`))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]))
}
