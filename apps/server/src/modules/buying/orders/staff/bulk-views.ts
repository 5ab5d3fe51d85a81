import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../../platform/database.ts'
import { orderSeen } from '../../../../platform/narrowing.ts'

export interface ChosenOrder {
  id: number
  no: string
  company: string
  status: OrderStatus
  isHeld: boolean
  /** null: it has not left. */
  shipmentId: number | null
}

/** Of these, what whoever calls sees. */
export async function chosenOrders(connection: Connection, ids: readonly number[]): Promise<Map<number, ChosenOrder>> {
  const { rows } = await sql<ChosenOrder>`
    select o.id, o.no, c.name as company, o.status, o.held_at is not null as "isHeld", (select max(s.id) from shipment s where s.order_id = o.id) as "shipmentId"
      from orders o join company c on c.id = o.company_id
     where o.id = any(${[...ids]}::bigint[]) and ${orderSeen('o.id', 'o.company_id')}`.execute(connection)
  return new Map(rows.map((row) => [row.id, row]))
}
