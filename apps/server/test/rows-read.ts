import { sql } from 'kysely'
import type { Connection, Database } from '../src/platform/database.ts'
import { transact } from '../src/platform/transact.ts'

async function counted(connection: Connection, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count from pg_stat_xact_user_tables
     where relname = any(${tables}::text[])`.execute(connection)
  return rows[0]?.count ?? 0
}

/** What was found, and how many rows of these tables the database had to read for it. */
export const rowsReadBy = <T>(
  db: Database,
  tables: readonly string[],
  ask: (connection: Connection) => Promise<T>,
): Promise<{ found: T; read: number }> =>
  transact(db, async (trx) => {
    // What this connection has read before stands there as well.
    const before = await counted(trx, tables)
    const found = await ask(trx)
    return { found, read: (await counted(trx, tables)) - before }
  })
