import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** Some of what an order holds becomes another order's; nothing of it is free in between. */

export interface HeldPart {
  id: number
  lineId: number
  batchId: number
  batchNo: string
  number: number
  traceCodes: number
}
export interface PieceMove extends HeldPart {
  /** Units of it that go. */
  goes: number
}

/** What lines hold, the last to expire first. */
export async function lockHeldParts(connection: Connection, lineIds: readonly number[]): Promise<HeldPart[]> {
  const { rows } = await sql<HeldPart>`
    select p.id, p.order_line_id as "lineId", p.stock_batch_id as "batchId", p.batch_no as "batchNo", p.number,
           (select count(*)::integer from trace_code t where t.order_line_batch_id = p.id) as "traceCodes"
      from order_line_batch p where p.order_line_id = any(${[...lineIds]}::bigint[])
     order by p.order_line_id, p.expiry_date desc, p.id desc for update of p`.execute(connection)
  return rows
}

/** Pieces that go to another line: whole ones as they are, of others so many units. */
export async function writePieces(connection: Connection, moves: readonly (PieceMove & { toLineId: number })[]): Promise<void> {
  if (moves.length === 0) return
  const rows = JSON.stringify(moves.map(({ id, toLineId, goes }) => ({ id, line: toLineId, number: goes })))
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g(id bigint, line bigint, number integer)`
  await sql`
    insert into order_line_batch (order_line_id, stock_batch_id, batch_no, production_date, expiry_date, number)
    select g.line, p.stock_batch_id, p.batch_no, p.production_date, p.expiry_date, g.number
      from order_line_batch p join ${given} using (id) where p.number > g.number order by p.id`.execute(connection)
  await sql`
    update order_line_batch p set order_line_id = case when p.number = g.number then g.line else p.order_line_id end,
                                  number = case when p.number = g.number then p.number else p.number - g.number end
      from ${given} where p.id = g.id`.execute(connection)
}

interface Reservation {
  from: number
  to: number
  moves: readonly PieceMove[]
  documentNo: string
  actor: string
  reason: string
}

/** The batches' own figures stay: two movements say who holds it from now on. */
export async function moveReservation(connection: Connection, of: Reservation, now: Date): Promise<void> {
  await sql`
    with gone as (
      select batch_id, sum(number)::integer as number
        from unnest(${of.moves.map((one) => one.batchId)}::bigint[], ${of.moves.map((one) => one.goes)}::integer[]) as t(batch_id, number)
       group by 1
    )
    insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, at, document_no, actor, reason)
    select g.batch_id, s.kind, 0, s.sign * g.number, s.order_id, ${now}::timestamptz, ${of.documentNo}, ${of.actor}, ${of.reason}
      from gone g cross join (values ('release', -1, ${of.from}::bigint), ('reserve', 1, ${of.to}::bigint)) as s(kind, sign, order_id)
     order by g.batch_id, s.sign`.execute(connection)
}
