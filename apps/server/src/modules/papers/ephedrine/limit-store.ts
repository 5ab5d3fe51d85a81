import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export interface LimitRow {
  company_type: string
  substance: string
  per_order: number
  per_month: number
  version: number
}

/** Limits are read by every order and written seldom: whoever writes them does it alone. */
export async function lockLimits(connection: Connection): Promise<void> {
  await sql`lock table special_limit in share row exclusive mode`.execute(connection)
}

export const limitRows = (connection: Connection): Promise<LimitRow[]> =>
  connection.selectFrom('special_limit').select(['company_type', 'substance', 'per_order', 'per_month', 'version']).execute()

export async function writeLimits(connection: Connection, rows: readonly Omit<LimitRow, 'version'>[]): Promise<void> {
  await sql`
    insert into special_limit as kept (company_type, substance, per_order, per_month)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as wished (company_type text, substance text, per_order integer, per_month integer)
    on conflict (company_type, substance) do update
      set per_order = excluded.per_order, per_month = excluded.per_month, version = kept.version + 1`.execute(connection)
}
