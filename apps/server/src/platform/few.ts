import { type RawBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'

/** So many rows are named by their ids; a longer list is walked. */
export const FEW = 2_000
/** Up to here a list says how many it has. */
export const COUNTED = 10_000

/**
 * The ids that words find by indexes of their own (ids: SQL of a column id). null: so many that a list which walks its own order meets
 * them soon. Which of the two it is decides the plan, and what is common to nobody cannot be told from statistics.
 */
export async function fewOf(connection: Connection, ids: RawBuilder<unknown>, most = FEW): Promise<number[] | null> {
  const { rows } = await sql<{ ids: string | null }>`
    select case when count(*) <= ${most} then coalesce(string_agg(id::text, ','), '') end as ids
      from (select id from (${ids}) f limit ${most + 1}) found`.execute(connection)
  const found = rows[0]?.ids ?? null
  return found === null ? null : found === '' ? [] : found.split(',').map(Number)
}
