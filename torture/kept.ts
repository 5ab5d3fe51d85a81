import { findViolations, reportOf } from '../apps/server/src/modules/money/invariants/public.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'
import type { Acknowledged } from './buying.ts'

/** What was acknowledged is there, and the shop's own check of its invariants finds nothing; answers what is wrong. */
export async function expectAllKept(database: DatabaseHandle, done: Acknowledged): Promise<string[]> {
  const problems: string[] = []
  const { rows } = await database.pool.query<{ id: number; no: string; status: string }>(
    'select id, no, status from orders where id = any($1)',
    [[...done.orders.keys()]],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, no] of done.orders) if (byId.get(id)?.no !== no) problems.push(`order ${no} was acknowledged and is gone`)
  for (const id of done.paid) {
    const status = byId.get(id)?.status ?? 'gone'
    if (['pending_payment', 'cancelled', 'gone'].includes(status)) problems.push(`order ${id} was acknowledged as paid and is ${status}`)
  }
  const violations = await findViolations(database.db, new Date())
  if (violations.length > 0) problems.push(reportOf(violations))
  return problems
}
