import { sql } from 'kysely'
import type { AfterSaleKind, AfterSaleReason, AfterSaleStatus } from '#domain/aftersales.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { PriceSource } from '#domain/price.ts'
import type { Connection } from '../../../platform/database.ts'
import { readSettings } from '../../../platform/settings.ts'

/** What is kept out of a refund, as the buyer reads it. */
export interface BenefitRow {
  key: string
  label: string
  note: string
  amount: string
}

export interface ReturnTo {
  receiver: string
  phone: string
  address: string
}

export interface AfterSaleRow {
  id: number
  no: string
  orderId: number
  companyId: number
  kind: AfterSaleKind
  reason: AfterSaleReason
  status: AfterSaleStatus
  carrier: string
  waybill: string
  approvedAt: Date | null
}
const COLUMNS = sql`
  id, no, order_id as "orderId", company_id as "companyId", kind, reason, status, carrier, waybill, approved_at as "approvedAt"`

/** companyId null: for staff and the system. */
export async function findAfterSale(connection: Connection, id: number, companyId: number | null): Promise<AfterSaleRow | null> {
  const { rows } = await sql<AfterSaleRow>`
    select ${COLUMNS} from after_sale where id = ${id} and (${companyId}::bigint is null or company_id = ${companyId})`.execute(connection)
  return rows[0] ?? null
}

/** Lock the order's row first: all that happens to the after-sales of an order queues on it. */
export async function lockAfterSale(connection: Connection, id: number): Promise<AfterSaleRow | null> {
  const { rows } = await sql<AfterSaleRow>`select ${COLUMNS} from after_sale where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function findByKey(connection: Connection, companyId: number, key: string): Promise<AfterSaleRow | null> {
  const { rows } = await sql<AfterSaleRow>`
    select ${COLUMNS} from after_sale where company_id = ${companyId} and idempotency_key = ${key}`.execute(connection)
  return rows[0] ?? null
}

/** A batch of an order's line, with what of it has come back or is applied for. */
export interface SoldPiece {
  id: number
  orderLineId: number
  goodsId: number
  stockBatchId: number
  goods: { name?: string; manufacturer?: string; spec?: string; unit?: string; image?: string; bundle?: string }
  unitPrice: Fen
  priceSource: PriceSource
  isGift: boolean
  coldChain: boolean
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
  /** Applied for and not closed, or accepted. */
  taken: number
  /** Of the whole line: its units, what they cost after every reduction, and units that were accepted. */
  lineNumber: number
  lineNet: Fen
  lineAccepted: number
}

/** What an application holds of a batch: what was accepted once it is inspected, else what it asks for; nothing once it is closed. */
const HELD = sql`case when s.status in ('rejected', 'cancelled') then 0 else coalesce(l.accepted, l.number) end`

export async function soldPieces(connection: Connection, orderId: number): Promise<SoldPiece[]> {
  const { rows } = await sql<SoldPiece>`
    with held as (
      select l.order_line_id, l.order_line_batch_id, sum(${HELD})::integer as taken, coalesce(sum(l.accepted), 0)::integer as accepted
        from after_sale s join after_sale_line l on l.after_sale_id = s.id where s.order_id = ${orderId} group by 1, 2
    )
    select b.id, ol.id as "orderLineId", ol.goods_id as "goodsId", b.stock_batch_id as "stockBatchId", ol.goods, ol.unit_price as "unitPrice",
           ol.price_source as "priceSource", ol.gift_id is not null as "isGift", g.cold_chain as "coldChain", b.batch_no as "batchNo",
           b.production_date as "productionDate", b.expiry_date as "expiryDate", b.number, coalesce(h.taken, 0) as taken,
           ol.number as "lineNumber", ol.amount - ol.reduction as "lineNet",
           coalesce(sum(h.accepted) over (partition by ol.id), 0)::integer as "lineAccepted"
      from order_line ol
      join order_line_batch b on b.order_line_id = ol.id
      join goods g on g.id = ol.goods_id
      left join held h on h.order_line_batch_id = b.id
     where ol.order_id = ${orderId}
     order by ol.id, b.expiry_date, b.id`.execute(connection)
  return rows
}

/** Units of each batch that were accepted, by the batch of the order's line. */
export async function acceptedByPiece(connection: Connection, orderId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; accepted: number }>`
    select l.order_line_batch_id as id, sum(l.accepted)::integer as accepted
      from after_sale s join after_sale_line l on l.after_sale_id = s.id
     where s.order_id = ${orderId} and l.accepted > 0 group by 1`.execute(connection)
  return new Map(rows.map((row) => [row.id, row.accepted]))
}

/** The reasons of everything that was refunded of an order. */
export async function reasonsRefunded(connection: Connection, orderId: number): Promise<AfterSaleReason[]> {
  const { rows } = await sql<{ reason: AfterSaleReason }>`
    select distinct reason from after_sale where order_id = ${orderId} and status in ('refunding', 'refunded')`.execute(connection)
  return rows.map((row) => row.reason)
}

export interface NewAfterSale {
  orderId: number
  companyId: number
  accountId: number
  kind: AfterSaleKind
  reason: AfterSaleReason
  description: string
  key: string
  expected: Fen
  lines: readonly { orderLineId: number; orderLineBatchId: number; number: number }[]
  /** The Beijing date, for its number. */
  today: TradeDate
}

/** Writes an application with its lines. The number is the Beijing date and its serial. */
/** Of what the company has applied for since then, how many it has taken back. */
export async function takenBackSince(connection: Connection, companyId: number, from: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from after_sale
     where company_id = ${companyId} and status = 'cancelled' and created_at > ${from}`.execute(connection)
  return rows[0]?.count ?? 0
}

export async function insertAfterSale(connection: Connection, made: NewAfterSale, now: Date): Promise<AfterSaleRow> {
  const { rows } = await sql<AfterSaleRow>`
    with fresh as materialized (
      select nextval(pg_get_serial_sequence('after_sale', 'id')) as id
    ), written as (
      insert into after_sale (id, no, order_id, company_id, account_id, kind, reason, description, status, idempotency_key,
                              expected_amount, created_at)
      overriding system value
      select id, 'SH' || ${made.today.replaceAll('-', '')}::text || lpad(id::text, greatest(5, length(id::text)), '0'), ${made.orderId},
             ${made.companyId}, ${made.accountId}, ${made.kind}, ${made.reason}, ${made.description}, 'reviewing', ${made.key},
             ${made.expected}, ${now}
        from fresh
      returning *
    ), lines as (
      insert into after_sale_line (after_sale_id, order_line_id, order_line_batch_id, number, name)
      select fresh.id, l.*, (select o.name from order_line o where o.id = l.line_id) from fresh, unnest(${made.lines.map((line) => line.orderLineId)}::bigint[],
             ${made.lines.map((line) => line.orderLineBatchId)}::bigint[], ${made.lines.map((line) => line.number)}::integer[]) as l (line_id, piece_id, number)
    )
    select ${COLUMNS} from written`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('an after-sale was not written')
  return row
}

export async function insertAfterSaleLog(
  connection: Connection,
  entry: { afterSaleId: number; actor: string; event: string; text: string },
  now: Date,
): Promise<void> {
  const { afterSaleId, actor, event, text } = entry
  await connection.insertInto('after_sale_log').values({ after_sale_id: afterSaleId, at: now, actor, event, text }).execute()
}

export interface Change {
  to: AfterSaleStatus
  rejectReason?: string
  returnTo?: ReturnTo
  sent?: { carrier: string; waybill: string }
}

/** The status and the time that goes with it; a waybill that is put right keeps its first time. */
export async function setAfterSale(connection: Connection, id: number, change: Change, now: Date): Promise<void> {
  const { to, rejectReason, returnTo, sent } = change
  await connection
    .updateTable('after_sale')
    .set({
      status: to,
      ...(to === 'sending' && { approved_at: now, return_to: JSON.stringify(returnTo ?? null) }),
      ...(sent && { ...sent, sent_at: sql<Date>`coalesce(sent_at, ${now})` }),
      ...((to === 'rejected' || to === 'cancelled') && { closed_at: now, ...(rejectReason && { reject_reason: rejectReason }) }),
      ...((to === 'refunding' || to === 'refunded') && { inspected_at: sql<Date>`coalesce(inspected_at, ${now})` }),
      ...(to === 'refunded' && { refunded_at: now }),
    })
    .where('id', '=', id)
    .execute()
}

export interface InspectedLine {
  id: number
  accepted: number
  sellable: boolean
  worth: Fen
}

export interface RefundFigures {
  goods: Fen
  shipping: Fen
  cashbackTaken: Fen
  cashbackWithheld: Fen
  benefitsKept: Fen
  benefitRows: readonly BenefitRow[]
  pointsTaken: number
  pointsOwed: number
  note: string
}

export async function writeInspection(connection: Connection, id: number, lines: readonly InspectedLine[], figures: RefundFigures) {
  await sql`
    update after_sale_line l set accepted = i.accepted, sellable = i.sellable, worth = i.worth
      from unnest(${lines.map((line) => line.id)}::bigint[], ${lines.map((line) => line.accepted)}::integer[],
                  ${lines.map((line) => line.sellable)}::boolean[], ${lines.map((line) => line.worth)}::bigint[])
           as i(id, accepted, sellable, worth)
     where l.id = i.id and l.after_sale_id = ${id}`.execute(connection)
  await connection
    .updateTable('after_sale')
    .set({
      goods_amount: figures.goods,
      shipping_amount: figures.shipping,
      cashback_taken: figures.cashbackTaken,
      cashback_withheld: figures.cashbackWithheld,
      benefits_kept: figures.benefitsKept,
      benefit_rows: JSON.stringify(figures.benefitRows),
      points_taken: figures.pointsTaken,
      points_owed: figures.pointsOwed,
      inspect_note: figures.note,
    })
    .where('id', '=', id)
    .execute()
}

export interface AppliedPiece {
  id: number
  orderLineBatchId: number
  number: number
}

export async function appliedPieces(connection: Connection, afterSaleId: number): Promise<AppliedPiece[]> {
  const { rows } = await sql<AppliedPiece>`
    select id, order_line_batch_id as "orderLineBatchId", number from after_sale_line where after_sale_id = ${afterSaleId} order by id`.execute(
    connection,
  )
  return rows
}

/** Those whose time to send back is over, a page at a time; the index after_sale_open serves it. */
export async function unsentSince(connection: Connection, before: Date, after: number, limit: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('after_sale')
    .select('id')
    .where('status', '=', 'sending')
    .where('approved_at', '<=', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** While the shop takes no applications. */
export const isPaused = async (connection: Connection): Promise<boolean> =>
  (await readSettings(connection, ['after_sale_open'])).after_sale_open === false
