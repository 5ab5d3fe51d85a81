import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { StaffActor } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'

/** Changes of orders before they were picked: what they were and what they became. */

export interface EditRow {
  orderId: number
  cause: 'buyer' | 'shop'
  reason: string
  /** By how much the order costs less. */
  back: Fen
  before: object
  after: object
}

export async function insertEdit(connection: Connection, staff: StaffActor, edit: EditRow, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into order_edit (order_id, at, account_id, actor, cause, reason, back, before, after)
    values (${edit.orderId}, ${now}, ${staff.accountId}, ${staff.name}, ${edit.cause}, ${edit.reason}, ${edit.back},
            ${JSON.stringify(edit.before)}::jsonb, ${JSON.stringify(edit.after)}::jsonb)
    returning id`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a change of an order was not written')
  return row.id
}

/** Who changed or split it last, to say so to whoever was late. */
export async function lastChange(connection: Connection, orderId: number): Promise<{ actor: string; reason: string } | null> {
  const { rows } = await sql<{ actor: string; reason: string }>`
    select actor, reason from (
      select at, actor, reason from order_edit where order_id = ${orderId}
       union all
      select at, actor, '拆单：' || reason from order_split where order_id = ${orderId}
    ) change order by at desc limit 1`.execute(connection)
  return rows[0] ?? null
}

/** The buyer says to have sent the money already: it is on its way with the amount of before. */
export async function hasClaimedTransfer(connection: Connection, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from payment y join transfer_proof p on p.payment_id = y.id
     where y.order_id = ${orderId} and y.status = 'created' and p.state = 'submitted' limit 1`.execute(connection)
  return rows.length > 0
}
