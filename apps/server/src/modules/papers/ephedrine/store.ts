import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { KeptReceiptState } from '#domain/ephedrine.ts'
import type { Connection } from '../../../platform/database.ts'

export interface ReceiptRow {
  orderId: number
  companyId: number
  state: KeptReceiptState
  dueOn: TradeDate
  reason: string
  submittedAt: Date | null
  reviewedAt: Date | null
}

const COLUMNS = sql`
  order_id as "orderId", company_id as "companyId", state, due_on as "dueOn", reason, submitted_at as "submittedAt", reviewed_at as "reviewedAt"`

/** Once for an order, however often it is said to have been received. */
export async function insertReceipt(
  connection: Connection,
  receipt: { orderId: number; companyId: number; dueOn: TradeDate },
  now: Date,
): Promise<void> {
  await sql`
    insert into ephedrine_receipt (order_id, company_id, due_on, created_at)
    values (${receipt.orderId}, ${receipt.companyId}, ${receipt.dueOn}, ${now}) on conflict do nothing`.execute(connection)
}

/** Units that never came, or came back to the house, were not received for good; what was refunded and stayed was. */
const NOT_KEPT = sql`
  coalesce((select sum(l.accepted) from after_sale_line l join after_sale s on s.id = l.after_sale_id
             where l.order_line_id = ol.id and (s.kind = 'return' or s.reason = 'short')), 0)`

/** Whether the buyer has anything of an order for which a receipt could be stamped. */
export async function hasKept(connection: Connection, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from order_line ol where ol.order_id = ${orderId} and ol.number > ${NOT_KEPT} limit 1`.execute(connection)
  return rows.length > 0
}

/** False: none was owed; what lies with the shop, or was passed, stays. */
export async function dropOwedReceipt(connection: Connection, orderId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from ephedrine_receipt where order_id = ${orderId} and state in ('awaiting', 'rejected')`.execute(connection)
  return numAffectedRows > 0n
}

/** companyId null: for staff. */
export async function lockReceipt(connection: Connection, orderId: number, companyId: number | null): Promise<ReceiptRow | null> {
  const { rows } = await sql<ReceiptRow>`
    select ${COLUMNS} from ephedrine_receipt
     where order_id = ${orderId} and (${companyId}::bigint is null or company_id = ${companyId}) for update`.execute(connection)
  return rows[0] ?? null
}

export async function saveReceipt(
  connection: Connection,
  orderId: number,
  receipt: { state: KeptReceiptState; dueOn: TradeDate; reason: string; by: string | null },
  now: Date,
): Promise<void> {
  const { state, dueOn, reason, by } = receipt
  const times = by === null ? sql`submitted_at = ${now}` : sql`reviewed_at = ${now}, reviewed_by = ${by}`
  await sql`update ephedrine_receipt set state = ${state}, due_on = ${dueOn}, reason = ${reason}, ${times} where order_id = ${orderId}`.execute(
    connection,
  )
}

/** Owed receipts that are due by a day, a page by id. */
export async function owedUntil(
  connection: Connection,
  until: TradeDate,
  after: number,
  limit: number,
): Promise<{ orderId: number; companyId: number; dueOn: TradeDate; no: string }[]> {
  const { rows } = await sql<{ orderId: number; companyId: number; dueOn: TradeDate; no: string }>`
    select r.order_id as "orderId", r.company_id as "companyId", r.due_on as "dueOn", o.no
      from ephedrine_receipt r join orders o on o.id = r.order_id
     where r.state in ('awaiting', 'rejected') and r.due_on <= ${until}::date and r.order_id > ${after}
     order by r.order_id limit ${limit}`.execute(connection)
  return rows
}
