import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** Some of what an order holds goes back to the batches while the rest stays. */

export interface HeldPiece {
  id: number
  lineId: number
  batchId: number
  number: number
}

/** What lines hold, the last to expire first: what stays is what expires first. */
export async function lockPieces(connection: Connection, orderId: number, lineIds: readonly number[]): Promise<HeldPiece[]> {
  const { rows } = await sql<HeldPiece>`
    select p.id, p.order_line_id as "lineId", p.stock_batch_id as "batchId", p.number
      from order_line_batch p join order_line l on l.id = p.order_line_id
     where l.order_id = ${orderId} and l.id = any(${lineIds}::bigint[])
     order by p.order_line_id, p.expiry_date desc, p.id desc for update of p`.execute(connection)
  return rows
}

/** Figures, movements and the lines' batches. Call with the places of the batches locked. */
export async function releasePieces(
  connection: Connection,
  orderId: number,
  taken: readonly { id: number; batchId: number; number: number }[],
  now: Date,
): Promise<void> {
  const ids = taken.map((one) => one.id)
  const numbers = taken.map((one) => one.number)
  await sql`
    with back as (
      select batch_id, sum(number)::integer as number
        from unnest(${taken.map((one) => one.batchId)}::bigint[], ${numbers}::integer[]) as t(batch_id, number) group by 1
    ), locked as materialized (
      select b.id, back.number from stock_batch b join back on back.batch_id = b.id order by b.id for update of b
    ), moved as (
      update stock_batch b set available = b.available + l.number, reserved = b.reserved - l.number, updated_at = ${now}
        from locked l where b.id = l.id returning b.id, l.number
    )
    insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, at)
    select id, 'release', number, -number, ${orderId}, ${now} from moved order by id`.execute(connection)
  await sql`
    with given as (select * from unnest(${ids}::bigint[], ${numbers}::integer[]) as t(id, number)),
    gone as (delete from order_line_batch p using given where p.id = given.id and p.number = given.number)
    update order_line_batch p set number = p.number - given.number from given where p.id = given.id and p.number > given.number`.execute(
    connection,
  )
}
