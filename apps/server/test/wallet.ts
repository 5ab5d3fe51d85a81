import { expect } from 'vitest'
import { findViolations } from '../src/modules/money/invariants/public.ts'
import type { Database } from '../src/platform/database.ts'
import { fenOf } from './fixtures.ts'
import { changeRow } from './rows.ts'

/** Credit term, for tests. */

export async function giveCredit(db: Database, companyId: number, limit: string, days: number): Promise<void> {
  await changeRow(db, 'company', companyId, { credit_limit: fenOf(limit), credit_days: days })
}

/** What every company owes by the ledger is what its bills say. */
export async function expectBillsTrue(db: Database): Promise<void> {
  expect(await findViolations(db, new Date(), ['credit_bills', 'credit_repaid'])).toEqual([])
}
