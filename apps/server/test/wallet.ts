import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/platform/database.ts'
import { fenOf } from './fixtures.ts'

/** Credit term, for tests. */

export async function giveCredit(db: Database, companyId: number, limit: string, days: number): Promise<void> {
  await db
    .updateTable('company')
    .set({ credit_limit: fenOf(limit), credit_days: days })
    .where('id', '=', companyId)
    .execute()
}

/** What every company owes by the ledger is what its bills say, and within its limit where that was not lowered since. */
export async function expectBillsTrue(db: Database): Promise<void> {
  const { rows } = await sql<{ company_id: number; owed: number; open: number }>`
    select a.company_id, -a.balance as owed,
           coalesce((select sum(open) from credit_bill where company_id = a.company_id), 0)::bigint as open
      from ledger_account a where a.kind = 'credit'`.execute(db)
  for (const { company_id: id, owed, open } of rows) {
    expect(owed, `company ${id}`).toBe(open)
    expect(owed, `company ${id}`).toBeGreaterThanOrEqual(0)
  }
}
