import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'

export interface OrderTaken {
  id: number
  status: OrderStatus
  sheetNo: string | null
  takenOverAt: Date | null
}

/** The order's row is what everything that moves it queues on. */
export async function lockOrderByNo(connection: Connection, no: string): Promise<OrderTaken | null> {
  const { rows: locked } = await sql<{ id: number }>`select id from orders where no = ${no} for update`.execute(connection)
  if (locked.length === 0) return null
  const { rows } = await sql<OrderTaken>`
    select o.id, o.status, t.sheet_no as "sheetNo", t.taken_over_at as "takenOverAt"
      from orders o left join open_takeover t on t.order_id = o.id where o.no = ${no}`.execute(connection)
  return rows[0] ?? null
}

export async function takeOver(
  connection: Connection,
  { orderId, sheetNo, takenOverAt, keyId }: { orderId: number; sheetNo: string; takenOverAt: Date; keyId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into open_takeover (order_id, sheet_no, taken_over_at, noted_at, open_key_id)
    values (${orderId}, ${sheetNo}, ${takenOverAt}, ${now}, ${keyId})`.execute(connection)
  await sql`delete from open_waiting where order_id = ${orderId}`.execute(connection)
}
