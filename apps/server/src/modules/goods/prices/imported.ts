import type { Connection } from '../../../platform/database.ts'
import { insertChanges, ofGoods } from './store.ts'

/** A figure of a goods that a file changed. */
export interface ImportedFigures {
  subject: string
  before: object
  after: object
}

const COLUMNS = { base: 'base_price', retail: 'retail_price' } as const

/** Files and other systems change prices by statements of their own; that they did stands beside what clerks did. */
export async function noteImported(
  connection: Connection,
  figures: readonly ImportedFigures[],
  by: string,
  reason: string,
  now: Date,
): Promise<void> {
  const changes = figures.flatMap(({ subject, before, after }) => {
    const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>]
    const amount = (value: unknown) => (typeof value === 'number' ? value : null)
    return (['base', 'retail'] as const).flatMap((kind) => {
      const column = COLUMNS[kind]
      const change = { ...ofGoods(Number(subject.replace('goods:', '')), kind), before: amount(was[column]), after: amount(is[column]) }
      return change.before === change.after ? [] : [change]
    })
  })
  if (changes.length > 0) await insertChanges(connection, changes, { accountId: null, name: by, reason, now })
}
