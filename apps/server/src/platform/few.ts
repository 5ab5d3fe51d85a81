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
  const { rows } = await sql<{ id: number }>`select id from (${ids}) f limit ${most + 1}`.execute(connection)
  return rows.length > most ? null : rows.map(({ id }) => id)
}
