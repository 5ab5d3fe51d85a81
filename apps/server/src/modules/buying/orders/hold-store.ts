import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders.ts'
import type { HoldReason } from '#domain/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import type { KeptPlace } from '../../who/accounts/public.ts'

export interface OrderGrounds {
  /** Gifts and parts of bundles are among them. */
  goods: { goodsId: number; name: string }[]
  /** null: an order from before places were kept. */
  place: KeptPlace | null
}

/** What the gates ask about an order. */
export async function orderGrounds(connection: Connection, orderId: number): Promise<OrderGrounds> {
  const { rows } = await sql<OrderGrounds>`
    select (select coalesce(json_agg(json_build_object('goodsId', l.goods_id, 'name', l.name) order by l.id), '[]')
              from (select min(id) as id, goods_id, min(coalesce(goods ->> 'name', '')) as name
                      from order_line where order_id = o.id group by goods_id) l) as goods,
           case when coalesce(o.receiver ->> 'province', '') <> '' then o.receiver end as place
      from orders o where o.id = ${orderId}`.execute(connection)
  return rows[0] ?? { goods: [], place: null }
}

export async function setHold(
  connection: Connection,
  orderId: number,
  hold: { heldAt: Date | null; reasons: readonly HoldReason[]; waived: readonly string[] },
): Promise<void> {
  await sql`
    update orders set held_at = ${hold.heldAt}, hold_reasons = ${JSON.stringify(hold.reasons)}::jsonb, hold_waived = ${[...hold.waived]}::text[]
     where id = ${orderId}`.execute(connection)
}

export interface HeldRow {
  id: number
  no: string
  companyId: number
  company: string
  status: OrderStatus
  heldAt: Date
  reasons: HoldReason[]
  locked: { batch_no: string; goods: string; reason: string }[]
}

/** The longest waiting first. */
export async function heldOrders(connection: Connection, offset: number, limit: number): Promise<{ rows: HeldRow[]; total: number }> {
  const { rows } = await sql<HeldRow & { total: number }>`
    select o.id, o.no, o.company_id as "companyId", c.name as company, o.status, o.held_at as "heldAt", o.hold_reasons as reasons,
           coalesce((select json_agg(distinct jsonb_build_object('batch_no', b.batch_no, 'goods', coalesce(l.goods ->> 'name', ''),
                                                                 'reason', b.locked_reason))
                       from order_line l join order_line_batch p on p.order_line_id = l.id join stock_batch b on b.id = p.stock_batch_id
                      where l.order_id = o.id and b.locked_at is not null), '[]') as locked,
           count(*) over ()::integer as total
      from orders o join company c on c.id = o.company_id
     where o.held_at is not null and ${orderSeen('o.id', 'o.company_id')} order by o.held_at, o.id offset ${offset} limit ${limit}`.execute(
    connection,
  )
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
