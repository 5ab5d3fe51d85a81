import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'
import { companySeen, warehouseSeen } from '../../../../platform/narrowing.ts'
import { TOTAL } from './list-views.ts'

export interface Span {
  from: Date
  /** The moment after it. */
  until: Date
}

const placedIn = ({ from, until }: Span) =>
  sql`o.created_at >= ${from} and o.created_at < ${until} and o.status <> 'cancelled'
      and ${companySeen('o.company_id')} and ${warehouseSeen('o.warehouse_id')}`

export interface OrderFigures {
  orders: number
  companies: number
  amount: Fen
}

export async function figuresOf(connection: Connection, span: Span): Promise<OrderFigures> {
  const { rows } = await sql<OrderFigures>`
    select count(*)::integer as orders, count(distinct o.company_id)::integer as companies, coalesce(sum(${TOTAL}), 0)::bigint as amount
      from orders o where ${placedIn(span)}`.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate answers one row')
  return row
}

/** Hours without an order are left out. */
export async function ordersByHour(connection: Connection, span: Span): Promise<{ hour: number; orders: number }[]> {
  const { rows } = await sql<{ hour: number; orders: number }>`
    select extract(hour from o.created_at at time zone 'Asia/Shanghai')::integer as hour, count(*)::integer as orders
      from orders o where ${placedIn(span)} group by 1`.execute(connection)
  return rows
}
