import type { RowSet } from './rows/row-set.ts'

/** Which rows changed, so that what was answered before a change that does not concern it goes on holding. */
export interface ChangeLog {
  /** Goes up with every change. */
  version: () => number
  add: (rows: readonly number[]) => void
  /** Something that concerns every answer: texts, rules, names. */
  addAll: () => void
  /** Whether a change since that version concerns these rows; null: every row. */
  concerns: (since: number, rows: RowSet | null) => boolean
}

/** Looking through more than these costs more than answering anew. */
const LOG_LIMIT = 1_000

export function createChangeLog(): ChangeLog {
  /** The last changes; the first of them made version `first` + 1. */
  let log: number[] = []
  let first = 0
  const version = () => first + log.length
  return {
    version,
    add(rows) {
      log.push(...rows)
      if (log.length <= LOG_LIMIT) return
      const surplus = log.length - LOG_LIMIT
      log = log.slice(surplus)
      first += surplus
    },
    addAll() {
      first = version() + 1
      log = []
    },
    concerns(since, rows) {
      const now = version()
      if (since === now) return false
      if (since < first || rows === null) return true
      for (let at = since - first; at < log.length; at++) if (rows.has(log[at] as number)) return true
      return false
    },
  }
}
