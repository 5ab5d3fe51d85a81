import { sql } from 'kysely'
import type { Connection, Database } from '../../../platform/database.ts'
import { AUDIT_CHECKS } from './audit-views.ts'
import type { Check } from './check.ts'
import { LEDGER_CHECKS } from './ledger-views.ts'
import { ORDER_CHECKS } from './order-views.ts'
import { booksOf, type Carried, SINCE } from './since-views.ts'
import { STOCK_CHECKS } from './stock-views.ts'

export const CHECKS: readonly Check[] = [...LEDGER_CHECKS, ...ORDER_CHECKS, ...STOCK_CHECKS, ...AUDIT_CHECKS]

/** Those of money alone. */
export const MONEY_CHECKS: readonly string[] = LEDGER_CHECKS.map(({ name }) => name)

const ALL = CHECKS.map((check) => check.name)

export interface Violation {
  check: string
  title: string
  count: number
  /** The first of them, with ids. */
  found: { id: string; what: string }[]
}

const SHOWN = 20

/**
 * Asks everything of one snapshot, so that it may run under a live shop: nothing is locked and nothing is written. An
 * answer of [] says that all is well.
 */
export const findViolations = (
  db: Database,
  now: Date,
  names: readonly string[] = ALL,
  carried: Carried | null = null,
): Promise<Violation[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // Whatever holds for the shop's own statements: a large shop takes its time.
      await sql`set local statement_timeout = 0`.execute(trx)
      return violationsIn(trx, now, names, carried)
    })

/** As the caller's transaction sees it. carried: what was found true before is not asked again, where a check can do without. */
export async function violationsIn(
  connection: Connection,
  now: Date,
  names: readonly string[] = ALL,
  carried: Carried | null = null,
): Promise<Violation[]> {
  const violations: Violation[] = []
  const books = carried && (await booksOf(connection, carried))
  for (const { name, title, find } of CHECKS.filter((check) => names.includes(check.name))) {
    const since = SINCE[name]
    const { rows } = await sql<{ id: string; what: string; count: number }>`
      select id::text as id, what, count(*) over ()::integer as count from (${since && carried && books ? since(carried, books) : find(now)}) found limit ${SHOWN}`.execute(
      connection,
    )
    const [first] = rows
    if (first) violations.push({ check: name, title, count: first.count, found: rows.map(({ id, what }) => ({ id, what })) })
  }
  return violations
}

export function reportOf(violations: readonly Violation[]): string {
  if (violations.length === 0) return `${CHECKS.length} 项核对，全部相符。`
  const lines = violations.flatMap(({ check, title, count, found }) => [
    `✗ ${title}（${check}）：${count} 处`,
    ...found.map(({ id, what }) => `    ${id}  ${what}`),
    ...(count > found.length ? [`    … 另有 ${count - found.length} 处`] : []),
  ])
  return [...lines, `${CHECKS.length} 项核对，${violations.length} 项不符。`].join('\n')
}
