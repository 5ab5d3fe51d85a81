import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/**
 * Points that had been spent when the goods that earned them came back. A purse never falls below zero: what is missing is
 * owed, and paid off by the points of later orders. The row is locked before the ledger.
 */
export async function owePoints(connection: Connection, companyId: number, points: number): Promise<void> {
  await sql`
    insert into points_debt (company_id, points) values (${companyId}, ${points})
    on conflict (company_id) do update set points = points_debt.points + excluded.points`.execute(connection)
}

/** Pays off what is owed by points that are just being earned; answers how many of them. */
export async function payPointsDebt(connection: Connection, companyId: number, earned: number): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    with owed as materialized (select points from points_debt where company_id = ${companyId} and points > 0 for update)
    update points_debt d set points = d.points - least(owed.points, ${earned}::integer) from owed where d.company_id = ${companyId}
    returning least(owed.points, ${earned}::integer) as paid`.execute(connection)
  return rows[0]?.paid ?? 0
}
