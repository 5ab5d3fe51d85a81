import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/**
 * Which of these names hold the generic or the trade name of a medicine or a device of the catalogue: a box of one is no thing of daily
 * use, whatever else it is called. Names of one or two characters are words of other things, too.
 */
export async function namingGoods(connection: Connection, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    select n.name from unnest(${[...new Set(names)]}::text[]) as n(name)
     where exists (
       select from goods g
        where g.kind in ('drug', 'device')
          and (length(g.generic_name) > 2 and strpos(n.name, g.generic_name) > 0 or length(g.trade_name) > 2 and strpos(n.name, g.trade_name) > 0))`.execute(
    connection,
  )
  return new Set(rows.map((row) => row.name))
}
