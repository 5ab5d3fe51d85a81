import { sql } from 'kysely'
import { beijingDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

export type SuspenseStatus = 'open' | 'matched' | 'returning' | 'returned'
export type SuspenseReason = 'amount_mismatch' | 'unknown_payment' | 'paid_twice' | 'bank_unmatched'

export interface SuspenseRow {
  id: number
  no: string
  channel: string
  paymentNo: string
  gatewayNo: string
  amount: Fen
  reason: SuspenseReason
  companyId: number | null
  status: SuspenseStatus
}

const COLUMNS = sql`s.id, s.no, s.channel, s.payment_no as "paymentNo", s.gateway_no as "gatewayNo", s.amount, s.reason,
  s.company_id as "companyId", s.status`

export interface NewSuspense {
  channel: string
  paymentNo: string
  gatewayNo: string
  amount: Fen
  payer: string
  reason: SuspenseReason
  paymentId: number | null
  companyId: number | null
}

/** Null: this movement of money is known already. */
export async function insertSuspense(connection: Connection, made: NewSuspense, now: Date): Promise<SuspenseRow | null> {
  const { rows } = await sql<SuspenseRow>`
    with fresh as materialized (select nextval(pg_get_serial_sequence('suspense', 'id')) as id)
    insert into suspense as s (id, no, channel, payment_no, gateway_no, amount, payer, reason, payment_id, company_id, created_at)
    overriding system value
    select id, 'DC' || ${beijingDate(now).replaceAll('-', '')}::text || lpad(id::text, greatest(5, length(id::text)), '0'),
           ${made.channel}, ${made.paymentNo}, ${made.gatewayNo}, ${made.amount}, ${made.payer}, ${made.reason}, ${made.paymentId}, ${made.companyId}, ${now}
      from fresh
    on conflict (channel, gateway_no) do nothing
    returning ${COLUMNS}`.execute(connection)
  return rows[0] ?? null
}

export async function isSuspended(connection: Connection, channel: string, gatewayNo: string): Promise<boolean> {
  const { rows } = await sql`select 1 from suspense where channel = ${channel} and gateway_no = ${gatewayNo}`.execute(connection)
  return rows.length > 0
}

export async function findSuspended(connection: Connection, channel: string, gatewayNo: string): Promise<SuspenseRow | null> {
  const { rows } = await sql<SuspenseRow>`
    select ${COLUMNS} from suspense s where s.channel = ${channel} and s.gateway_no = ${gatewayNo}`.execute(connection)
  return rows[0] ?? null
}

export async function findSuspense(connection: Connection, no: string): Promise<SuspenseRow | null> {
  const { rows } = await sql<SuspenseRow>`select ${COLUMNS} from suspense s where s.no = ${no}`.execute(connection)
  return rows[0] ?? null
}

/** Lock an order that it is matched to first. */
export async function lockSuspense(connection: Connection, no: string): Promise<SuspenseRow | null> {
  const { rows } = await sql<SuspenseRow>`select ${COLUMNS} from suspense s where s.no = ${no} for update`.execute(connection)
  return rows[0] ?? null
}

export interface SuspenseChange {
  to: SuspenseStatus
  companyId?: number
  orderId?: number | null
  note?: string
  by: string
}

export async function setSuspense(connection: Connection, id: number, change: SuspenseChange, now: Date): Promise<void> {
  const { to, companyId, orderId, note, by } = change
  await connection
    .updateTable('suspense')
    .set({
      status: to,
      decided_at: now,
      decided_by: by,
      ...(companyId !== undefined && { company_id: companyId }),
      ...(orderId !== undefined && { order_id: orderId }),
      ...(note !== undefined && { note }),
    })
    .where('id', '=', id)
    .execute()
}

export interface SuspenseView extends SuspenseRow {
  company: string
  orderNo: string
  note: string
  /** Who paid; of a transfer by bank what he wrote, too. */
  payer: string
  createdAt: Date
  decidedBy: string
}

/** For staff: what waits, the oldest first; or everything, the newest first. */
export async function suspensePage(
  connection: Connection,
  waiting: boolean,
  offset: number,
  limit: number,
): Promise<{ rows: SuspenseView[]; total: number }> {
  const seen = orderSeen('s.order_id', 's.company_id')
  const which = waiting ? sql`${seen} and s.status in ('open', 'returning')` : seen
  const { rows } = await sql<SuspenseView>`
    select ${COLUMNS}, coalesce(c.name, '') as company, coalesce(m.no, o.no, '') as "orderNo", s.note, s.created_at as "createdAt",
           s.decided_by as "decidedBy", concat_ws(' ', nullif(s.payer, ''), nullif(b.payer_name, ''), nullif(b.memo, '')) as payer
      from suspense s
      left join bank_line b on b.suspense_id = s.id
      left join company c on c.id = s.company_id
      left join payment p on p.id = s.payment_id
      left join orders o on o.id = p.order_id
      left join orders m on m.id = s.order_id
     where ${which} order by s.id ${waiting ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::integer as total from suspense s where ${which}`.execute(
    connection,
  )
  return { rows, total: counts[0]?.total ?? 0 }
}

/** Whether whoever is called so brought the bank's statement that says this: his own file proves nothing of what he decides. */
export async function isBroughtBy(connection: Connection, suspenseId: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from bank_line l join bank_import i on i.id = l.import_id
     where l.suspense_id = ${suspenseId} and ${name} in (i.read_by, i.taken_by)`.execute(connection)
  return rows.length > 0
}

export async function orderIdByNo(connection: Connection, no: string): Promise<number | null> {
  const row = await connection.selectFrom('orders').select('id').where('no', '=', no).executeTakeFirst()
  return row?.id ?? null
}

export async function companyNameOf(connection: Connection, id: number): Promise<string | null> {
  const row = await connection.selectFrom('company').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}
