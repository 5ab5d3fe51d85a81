import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/**
 * Of each batch, against what the ERP's figures of a moment say: units that orders hold here and that the ERP had in its own books by then
 * (it has taken them off already), less units that have left the house with orders that it did not know of yet (it still has them).
 */
export async function besideFigures(connection: Connection, cutoff: Date): Promise<{ batchId: number; number: number }[]> {
  const { rows } = await sql<{ batchId: number; number: number }>`
    with concerned as (
      select o.id, 1 as sign from open_takeover t join orders o on o.id = t.order_id
       where t.taken_over_at <= ${cutoff} and o.status in ('paid', 'picking')
      union all
      select o.id, -1 from (select order_id from open_waiting union all select order_id from open_takeover where taken_over_at > ${cutoff}) u
        join orders o on o.id = u.order_id where o.status in ('shipped', 'received', 'completed'))
    select p.stock_batch_id as "batchId", sum(c.sign * p.number)::integer as number
      from concerned c join order_line l on l.order_id = c.id join order_line_batch p on p.order_line_id = l.id
     group by p.stock_batch_id having sum(c.sign * p.number) <> 0`.execute(connection)
  return rows
}

export interface LyingBatch {
  goods: string
  warehouse: string
  batch: string
  number: number
}

/** What the shop has of goods, batch by batch; all three names in capitals. */
export async function lyingOf(connection: Connection, codes: readonly string[]): Promise<LyingBatch[]> {
  const { rows } = await sql<LyingBatch>`
    select upper(g.code) as goods, upper(w.code) as warehouse, upper(replace(b.batch_no, ' ', '')) as batch,
           sum(b.available + b.reserved)::bigint as number
      from goods g join stock_batch b on b.goods_id = g.id join warehouse w on w.id = b.warehouse_id
     where upper(g.code) = any(${codes}::text[]) group by 1, 2, 3`.execute(connection)
  return rows
}

/** Warehouses by code, with their names. */
export async function warehouseNames(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`select code, name from warehouse`.execute(connection)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

export async function companyIds(connection: Connection, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; id: number }>`select code, id from company where code = any(${codes}::text[])`.execute(
    connection,
  )
  return new Map(rows.map(({ code, id }) => [code, id]))
}
