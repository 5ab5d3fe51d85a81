import { compileRules, type LawRules } from '#domain/law/rules.ts'
import { lawFiles } from '../src/modules/goods/law/rules-files.ts'

const FILE = 'narcotics.tsv'
const COLUMNS = 'name class english other_names trade_names short_names forms in_force_from in_force_to source note'.split(' ')

export type ListRow = Partial<Record<(typeof COLUMNS)[number], string>> & { name: string; class: string }

/** The shop's own lists and some rows of a test's, of substances that there are not. */
export function rulesWith(...rows: ListRow[]): LawRules {
  const files = lawFiles()
  const own = files[FILE] ?? `${COLUMNS.join('\t')}\n`
  const header =
    own
      .split('\n')
      .find((line) => line.startsWith('name\t'))
      ?.split('\t')
      .map((column) => column.trim()) ?? COLUMNS
  const lines = rows.map((row) => header.map((column) => row[column] ?? '').join('\t'))
  return compileRules({ ...files, [FILE]: `${own.trimEnd()}\n${lines.join('\n')}\n` })
}

/** What the lists bar by name, and what they only suspect. */
export const BARRED_ROW: ListRow = { name: '测禁啡', class: '麻醉药品', other_names: '测禁啡片', source: '测试' }
export const DOUBTFUL_ROW: ListRow = { name: '测禁啡长名', class: '麻醉药品', short_names: '~测疑', source: '测试' }
