import { sql } from 'kysely'
import type { AfterSaleKind, AfterSaleReason, AfterSaleStatus } from '#domain/aftersales.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Difference, RefusedFor } from '#domain/receiving.ts'
import type { Connection } from '../../../platform/database.ts'

/** A batch of an order as it left the house. */
export interface SentBatch {
  id: number
  orderLineId: number
  goodsId: number
  goods: { code?: string; name?: string; manufacturer?: string; spec?: string; unit?: string; image?: string; approval_no?: string }
  genericName: string
  holder: string
  dosageForm: string
  priceSource: string
  isGift: boolean
  coldChain: boolean
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
  /** Applied for and not closed. */
  claimed: number
}

export async function sentBatches(connection: Connection, orderId: number): Promise<SentBatch[]> {
  const { rows } = await sql<SentBatch>`
    with held as (
      select l.order_line_batch_id as id, sum(coalesce(l.accepted, l.number))::integer as claimed
        from after_sale s join after_sale_line l on l.after_sale_id = s.id
       where s.order_id = ${orderId} and s.status not in ('rejected', 'cancelled') group by 1
    )
    select b.id, l.id as "orderLineId", l.goods_id as "goodsId", l.goods, g.generic_name as "genericName", g.holder,
           coalesce(nullif(l.goods ->> 'dosage_form', ''), g.dosage_form) as "dosageForm", l.price_source as "priceSource",
           l.gift_id is not null as "isGift", g.cold_chain as "coldChain", b.batch_no as "batchNo", b.production_date as "productionDate",
           b.expiry_date as "expiryDate", b.number, coalesce(h.claimed, 0) as claimed
      from order_line l
      join order_line_batch b on b.order_line_id = l.id
      join goods g on g.id = l.goods_id
      left join held h on h.id = b.id
     where l.order_id = ${orderId}
     order by l.id, b.expiry_date, b.id`.execute(connection)
  return rows
}

export interface ReceivingRow {
  id: number
  orderId: number
  key: string
  receivedBy: string
  inspectedBy: string
  arrivedOn: TradeDate
  temperature: string | null
  remark: string
  summary: string
  createdAt: Date
}
const COLUMNS = sql`id, order_id as "orderId", idempotency_key as key, received_by as "receivedBy", inspected_by as "inspectedBy",
  arrived_on as "arrivedOn", temperature::text as temperature, remark, summary, created_at as "createdAt"`

/** The caller has seen to it that the order may be read. */
export async function receivingOf(connection: Connection, orderId: number): Promise<ReceivingRow | null> {
  const { rows } = await sql<ReceivingRow>`select ${COLUMNS} from receiving where order_id = ${orderId}`.execute(connection)
  return rows[0] ?? null
}

export interface ReceivedLine extends Record<Difference, number> {
  id: number
  number: number
  claimed: number
  accepted: number
  refusedFor: RefusedFor | null
  note: string
}

export async function receivedLines(connection: Connection, receivingId: number): Promise<ReceivedLine[]> {
  const { rows } = await sql<ReceivedLine>`
    select order_line_batch_id as id, number, claimed, accepted, short, damaged, wrong, refused, refused_for as "refusedFor", note
      from receiving_line where receiving_id = ${receivingId}`.execute(connection)
  return rows
}

export interface NewReceiving {
  orderId: number
  companyId: number
  accountId: number
  key: string
  receivedBy: string
  inspectedBy: string
  arrivedOn: TradeDate
  temperature: string | null
  remark: string
  summary: string
  differs: boolean
  lines: readonly ReceivedLine[]
}

export async function insertReceiving(connection: Connection, made: NewReceiving, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with written as (
      insert into receiving (order_id, company_id, account_id, idempotency_key, received_by, inspected_by, arrived_on, temperature, remark,
                             summary, differs, created_at)
      values (${made.orderId}, ${made.companyId}, ${made.accountId}, ${made.key}, ${made.receivedBy}, ${made.inspectedBy},
              ${made.arrivedOn}::date, ${made.temperature}::numeric, ${made.remark}, ${made.summary}, ${made.differs}, ${now})
      returning id
    ), lines as (
      insert into receiving_line (receiving_id, order_line_batch_id, number, claimed, accepted, short, damaged, wrong, refused, refused_for, note)
      select written.id, l.id, l.number, l.claimed, l.accepted, l.short, l.damaged, l.wrong, l.refused, l."refusedFor", l.note
        from written, jsonb_to_recordset(${JSON.stringify(made.lines)}::jsonb) as l(
             id bigint, number integer, claimed integer, accepted integer, short integer, damaged integer, wrong integer, refused integer,
             "refusedFor" text, note text)
    )
    select id from written`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a receiving record was not written')
  return row.id
}

export async function linkAfterSale(connection: Connection, receivingId: number, afterSaleId: number): Promise<void> {
  await connection.insertInto('receiving_after_sale').values({ receiving_id: receivingId, after_sale_id: afterSaleId }).execute()
}

export interface ApplicationRow {
  id: number
  no: string
  kind: AfterSaleKind
  reason: AfterSaleReason
  status: AfterSaleStatus
  number: number
}

export async function applicationsOf(connection: Connection, receivingId: number): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select s.id, s.no, s.kind, s.reason, s.status, (select sum(number) from after_sale_line where after_sale_id = s.id)::integer as number
      from receiving_after_sale r join after_sale s on s.id = r.after_sale_id where r.receiving_id = ${receivingId} order by s.id`.execute(
    connection,
  )
  return rows
}

export interface DeliveryRow {
  shipmentId: number
  shippedAt: Date
  carrier: string
  waybill: string
  coldChain: boolean
}

/** How an order was sent; null: it was not, or long ago. */
export async function deliveryOf(connection: Connection, orderId: number): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select id as "shipmentId", shipped_at as "shippedAt", carrier, waybill, cold_chain as "coldChain" from shipment where order_id = ${orderId}`.execute(
    connection,
  )
  return rows[0] ?? null
}
