import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { UnpaidStock } from '#domain/unpaid.ts'
import type { Connection } from '../../../platform/database.ts'

/** Of what the company has ordered since then and come to nothing: orders, and their lines. */
export async function cancelledSince(connection: Connection, companyId: number, from: Date): Promise<{ orders: number; lines: number }> {
  const { rows } = await sql<{ orders: number; lines: number }>`
    select count(*)::integer as orders, coalesce(sum((select count(*) from order_line l where l.order_id = o.id)), 0)::integer as lines
      from orders o where o.company_id = ${companyId} and o.status = 'cancelled' and o.created_at > ${from}`.execute(connection)
  return rows[0] ?? { orders: 0, lines: 0 }
}

/**
 * The company's orders that wait for their money, and what they hold of the goods of some of them. A claimed transfer is not
 * money yet: any picture may be uploaded as its proof, so such an order counts until finance has seen the money.
 */
export async function unpaidStanding(
  connection: Connection,
  companyId: number,
  orderIds: readonly number[],
  today: TradeDate,
): Promise<{ orders: number; stock: UnpaidStock[] }> {
  const { rows } = await sql<{ orders: number; stock: UnpaidStock[] }>`
    with unpaid as materialized (
      select o.id from orders o
       where o.company_id = ${companyId} and o.status = 'pending_payment'
    ), held as (
      select b.goods_id, b.warehouse_id, sum(ob.number)::integer as held, max(l.goods ->> 'name') as name, max(l.goods ->> 'unit') as unit
        from unpaid u
        join order_line l on l.order_id = u.id
        join order_line_batch ob on ob.order_line_id = l.id
        join stock_batch b on b.id = ob.stock_batch_id
       group by 1, 2 having bool_or(u.id = any(${orderIds}::bigint[]))
    )
    select (select count(*)::integer from unpaid) as orders,
           coalesce((select json_agg(json_build_object(
             'name', h.name, 'unit', h.unit, 'held', h.held,
             'available', (select coalesce(sum(b.available), 0) from stock_batch b
                            where b.goods_id = h.goods_id and b.warehouse_id = h.warehouse_id
                              and b.expiry_date >= ${today}::date and b.locked_at is null)) order by h.goods_id)
             from held h), '[]') as stock`.execute(connection)
  return rows[0] ?? { orders: 0, stock: [] }
}
