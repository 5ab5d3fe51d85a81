import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import { companySeen } from '../../../../platform/narrowing.ts'

export type NamedKind = 'goods' | 'category' | 'manufacturer' | 'company' | 'coupon' | 'warehouse' | 'batch'
export type Ids = Record<NamedKind, number[]>

/** By kind and id; of companies those that the caller sees. */
export async function namesOf(connection: Connection, ids: Ids): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; name: string }>`
    select 'goods ' || id as key, name || ' ' || spec as name from goods where id = any(${ids.goods}::bigint[])
    union all
    select 'category ' || id, name from category where id = any(${ids.category}::bigint[])
    union all
    select 'manufacturer ' || id, name from manufacturer where id = any(${ids.manufacturer}::bigint[])
    union all
    select 'company ' || c.id, c.name from company c where c.id = any(${ids.company}::bigint[]) and ${companySeen('c.id')}
    union all
    select 'coupon ' || id, name from coupon_template where id = any(${ids.coupon}::bigint[])
    union all
    select 'warehouse ' || id, name from warehouse where id = any(${ids.warehouse}::bigint[])
    union all
    select 'batch ' || id, batch_no from stock_batch where id = any(${ids.batch}::bigint[])`.execute(connection)
  return new Map(rows.map(({ key, name }) => [key, name.trim()]))
}
