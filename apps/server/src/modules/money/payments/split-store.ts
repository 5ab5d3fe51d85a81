import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** Payments that several orders share, since the one that they paid was split. */

export async function lockSharedIds(connection: Connection, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from payment p where p.id in (select payment_id from payment_part where order_id = ${orderId})
     order by p.id desc for update of p`.execute(connection)
  return rows.map(({ id }) => id)
}

export interface PartOf {
  paymentId: number
  orderId: number
  amount: Fen
}

export async function writeParts(connection: Connection, parts: readonly PartOf[]): Promise<void> {
  await sql`
    insert into payment_part (payment_id, order_id, amount)
    select "paymentId", "orderId", amount
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p("paymentId" bigint, "orderId" bigint, amount bigint)
    on conflict (payment_id, order_id) do update set amount = excluded.amount`.execute(connection)
}
