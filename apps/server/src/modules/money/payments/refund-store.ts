import { sql } from 'kysely'
import { beijingDate } from '#domain/dates.ts'
import { type Fen, fen, ZERO } from '#domain/money.ts'
import type { Payment } from '#domain/pricing/returns.ts'
import type { Connection } from '../../../platform/database.ts'

/** A part of what was paid for an order, on its way back. */
export interface RefundRow {
  id: number
  no: string
  /** What it goes back for: an after-sale, or a change before picking; the other is null, and both are where it was cancelled. */
  afterSaleId: number | null
  orderEditId: number | null
  orderId: number
  companyId: number
  /** Null: from a purse that paid when the order was placed. */
  paymentNo: string | null
  /** The channel's own number of it. */
  gatewayNo: string | null
  /** Of that payment as a whole. */
  paid: Fen | null
  channel: string
  amount: Fen
  status: 'pending' | 'done'
  createdAt: Date
  doneAt: Date | null
}

const COLUMNS = sql`
  r.id, r.no, r.after_sale_id as "afterSaleId", r.order_edit_id as "orderEditId", r.order_id as "orderId", r.company_id as "companyId", p.no as "paymentNo", p.gateway_no as "gatewayNo", p.amount as paid, r.channel,
  r.amount, r.status, r.created_at as "createdAt", r.done_at as "doneAt"`
const FROM = sql`refund r left join payment p on p.id = r.payment_id`

export interface PaidPart {
  id: number
  channel: string
  amount: Fen
  refunded: Fen
}

/**
 * What arrived for an order through channels, the latest first; locked. Of a payment that it shares with an order that it was split
 * from, or into, its own part.
 */
export async function lockPaidParts(connection: Connection, orderId: number): Promise<PaidPart[]> {
  const { rows } = await sql<PaidPart>`
    select p.id, p.channel, coalesce(s.amount, p.amount) as amount,
           case when s.order_id is null then p.refunded_amount
                else (select coalesce(sum(amount), 0)::bigint from refund r where r.payment_id = p.id and r.order_id = ${orderId}) end as refunded
      from payment p left join payment_part s on s.payment_id = p.id and s.order_id = ${orderId}
     where p.id in (select id from payment where order_id = ${orderId} union select payment_id from payment_part where order_id = ${orderId})
       and p.status = 'paid' order by p.id desc for update of p`.execute(connection)
  return rows
}

/**
 * What has gone back already to the purses and through channels, promised amounts among it. What went back to a purse for a change
 * before picking is not what the order says to have been paid from it any more.
 */
export async function refundedOf(connection: Connection, orderId: number): Promise<Payment> {
  const { rows } = await sql<Payment>`
    select coalesce(sum(amount) filter (where payment_id is not null), 0)::bigint as channel,
           coalesce(sum(amount) filter (where payment_id is null and order_edit_id is null and channel = 'balance'), 0)::bigint as balance,
           coalesce(sum(amount) filter (where payment_id is null and order_edit_id is null and channel = 'voucher'), 0)::bigint as voucher
      from refund where order_id = ${orderId}`.execute(connection)
  return rows[0] ?? { channel: ZERO, balance: ZERO, voucher: ZERO }
}

/** Why money goes back. */
export type RefundCause = { afterSaleId: number } | { orderEditId: number } | { cancelledOrderId: number }

export interface NewRefund {
  paymentId: number | null
  channel: string
  amount: Fen
  status: 'pending' | 'done'
}

/** Writes refunds and what their payments have given back; a payment that would give back more than itself stops everything. */
export async function insertRefunds(
  connection: Connection,
  of: { cause: RefundCause; orderId: number; companyId: number; from: number },
  refunds: readonly NewRefund[],
  now: Date,
): Promise<{ no: string; channel: string; status: string }[]> {
  const { cause } = of
  const numbered = refunds.map((refund, index) => ({ ...refund, no: refundNo(cause, of.from + index, now) }))
  const afterSaleId = 'afterSaleId' in cause ? cause.afterSaleId : null
  const orderEditId = 'orderEditId' in cause ? cause.orderEditId : null
  const { rows } = await sql<{ no: string; channel: string; status: string }>`
    with fresh as (
      select * from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
               as f(no text, "paymentId" bigint, channel text, amount bigint, status text)
    ), given as (
      update payment p set refunded_amount = p.refunded_amount + t.amount
        from (select "paymentId" as id, sum(amount)::bigint as amount from fresh where "paymentId" is not null group by 1) t
       where p.id = t.id
    )
    insert into refund (no, after_sale_id, order_edit_id, of_cancelling, order_id, company_id, payment_id, channel, amount, status,
                        created_at, done_at)
    select no, ${afterSaleId}::bigint, ${orderEditId}::bigint, ${'cancelledOrderId' in cause}, ${of.orderId}, ${of.companyId}, "paymentId",
           channel, amount, status, ${now}::timestamptz, case when status = 'done' then ${now}::timestamptz end
      from fresh
    returning no, channel, status`.execute(connection)
  return rows
}

/** Each cause has so many refunds at most as there are sources; their numbers are the same however often they are made. */
function refundNo(cause: RefundCause, index: number, now: Date): string {
  const [mark, id] =
    'afterSaleId' in cause ? ['', cause.afterSaleId] : 'orderEditId' in cause ? ['G', cause.orderEditId] : ['C', cause.cancelledOrderId]
  return `T${beijingDate(now).replaceAll('-', '')}${mark}${String(id).padStart(8, '0')}${index + 1}`
}

export async function findRefund(connection: Connection, no: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`select ${COLUMNS} from ${FROM} where r.no = ${no}`.execute(connection)
  return rows[0] ?? null
}

/** Lock the order's row first. */
export async function lockRefund(connection: Connection, no: string): Promise<RefundRow | null> {
  const { rows } = await sql<RefundRow>`select ${COLUMNS} from ${FROM} where r.no = ${no} for update of r`.execute(connection)
  return rows[0] ?? null
}

/** The gateway will not send it; finance does. */
export async function turnToBank(connection: Connection, id: number): Promise<void> {
  await sql`update refund set channel = 'bank' where id = ${id}`.execute(connection)
}

export async function markRefundDone(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update refund set status = 'done', done_at = ${now} where id = ${id}`.execute(connection)
}

/**
 * What went back, or is on its way, for returns of an order and of what it was split from and into: it was ordered as one. What went back
 * for a change before picking nobody had to send.
 */
export async function refundedByReturns(connection: Connection, orderId: number): Promise<Fen> {
  const placed = (no: string) => sql`regexp_replace(${sql.ref(no)}, '-[0-9]+$', '')`
  const { rows } = await sql<{ sum: Fen }>`
    select coalesce(sum(r.amount), 0)::bigint as sum
      from orders own
      join orders o on o.checkout_id = own.checkout_id and ${placed('o.no')} = ${placed('own.no')}
      join refund r on r.order_id = o.id and r.after_sale_id is not null
     where own.id = ${orderId}`.execute(connection)
  return rows[0]?.sum ?? ZERO
}

/** The same of all orders of a company since then. */
export async function refundedSince(connection: Connection, companyId: number, since: Date): Promise<Fen> {
  const { rows } = await sql<{ sum: Fen }>`
    select coalesce(sum(r.amount), 0)::bigint as sum
      from after_sale s join refund r on r.after_sale_id = s.id
     where s.company_id = ${companyId} and r.created_at > ${since}`.execute(connection)
  return rows[0]?.sum ?? ZERO
}

/** How many of an after-sale's refunds have not arrived. */
export async function countPending(connection: Connection, afterSaleId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from refund where after_sale_id = ${afterSaleId} and status = 'pending'`.execute(connection)
  return rows[0]?.count ?? 0
}

export async function refundsOf(connection: Connection, afterSaleId: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`select ${COLUMNS} from ${FROM} where r.after_sale_id = ${afterSaleId} order by r.id`.execute(
    connection,
  )
  return rows
}

export async function refundsOfCancelling(connection: Connection, orderId: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select ${COLUMNS} from ${FROM} where r.order_id = ${orderId} and r.of_cancelling order by r.id`.execute(connection)
  return rows
}

export async function refundsOfEdit(connection: Connection, orderEditId: number): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`select ${COLUMNS} from ${FROM} where r.order_edit_id = ${orderEditId} order by r.id`.execute(
    connection,
  )
  return rows
}

/** The sum of what was paid through channels, as a figure beside the purses. */
export const paidThrough = (parts: readonly PaidPart[]): Fen => fen(parts.reduce((sum, part) => sum + part.amount, 0))
