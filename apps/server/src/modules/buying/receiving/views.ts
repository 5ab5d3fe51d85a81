import { type RawBuilder, sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { DocumentKind } from '#domain/documents.ts'
import { isLikeNumber } from '#domain/identifiers.ts'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { noteFact, noteLine } from '../../papers/documents/public.ts'
import type { SentBatch } from './store.ts'

/** What the page of deliveries reads, a query a part. Always one company's. */

export type DeliveryFilterState = 'all' | 'to_receive' | 'received' | 'differs'
export interface DeliveryFilter {
  companyId: number
  state: DeliveryFilterState
  /** Of the shipping; until: the moment after the last day. */
  from: Date | null
  until: Date | null
  /** Orders that the words have led to; null: none were given. */
  found: readonly number[] | null
}

/**
 * Orders of a company by their number, a goods' name, a batch or a paper's number. Asked once for all that a page reads. Names are
 * compared in "C": all names that were ever bought are looked through, which the database's own language makes ten times the work.
 */
export async function ordersFound(connection: Connection, companyId: number, keywords: string): Promise<number[]> {
  const start = `${plainLike(keywords)}%`
  const named = sql`union select order_id from order_line where company_id = ${companyId} and name collate "C" ilike ${`%${start}`}`
  const { rows } = await sql<{ id: number }>`
    select id from orders where company_id = ${companyId} and no like ${start}
    ${isLikeNumber(keywords) ? sql`` : named}
    union select l.order_id from order_line l join order_line_batch b on b.order_line_id = l.id
           where l.company_id = ${companyId} and upper(b.batch_no) = upper(${keywords})
    union select p.order_id from document d join shipment p on d.subject = 'shipment:' || p.id
           where d.company_id = ${companyId} and d.no like ${start.toUpperCase()}`.execute(connection)
  return rows.map((row) => row.id)
}

function conditions({ companyId, from, until, found }: DeliveryFilter) {
  const words = found === null ? sql`` : sql`and o.id = any(${found}::bigint[])`
  return sql`o.company_id = ${companyId} and o.shipped_at is not null and (${from}::timestamptz is null or o.shipped_at >= ${from})
             and (${until}::timestamptz is null or o.shipped_at < ${until}) ${words}`
}

/** Each order that left the house has one shipment: what is counted and chosen needs none of its columns. */
const SENT = sql`orders o left join receiving r on r.order_id = o.id and r.company_id = o.company_id and r.differs`
const DELIVERIES = sql`${SENT} join shipment s on s.order_id = o.id`
const STATE = sql`case when o.status = 'shipped' then 'to_receive' when r.differs then 'differs' else 'received' end`
/** Written out, as one of three words: a plan is then kept for each, where a parameter would be planned for anew every time. */
const stateIs = (state: DeliveryFilterState) => (state === 'all' ? sql`` : sql`and ${STATE} = ${sql.lit(state)}`)
const NEWEST = sql`order by o.shipped_at desc, o.id desc`

export interface DeliveryView {
  orderId: number
  orderNo: string
  shipmentId: number
  receivingId: number | null
  status: OrderStatus
  state: 'to_receive' | 'received' | 'differs'
  summary: string | null
  shippedAt: Date
  carrier: string
  waybill: string
  coldChain: boolean
  lineCount: number
  number: number
  amount: Fen
}

export async function deliveryPage(connection: Connection, filter: DeliveryFilter, offset: number, limit: number): Promise<DeliveryView[]> {
  const { rows } = await sql<DeliveryView>`
    select o.id as "orderId", o.no as "orderNo", s.id as "shipmentId", r.id as "receivingId", o.status, ${STATE} as state, r.summary,
           s.shipped_at as "shippedAt", s.carrier, s.waybill, s.cold_chain as "coldChain", l.line_count as "lineCount", l.number,
           o.goods_amount - o.reduction_amount as amount
      from (select o.id from ${SENT} where ${conditions(filter)} ${stateIs(filter.state)} ${NEWEST} limit ${limit} offset ${offset}) page
      join orders o using (id) join shipment s on s.order_id = o.id left join receiving r on r.order_id = o.id
      cross join lateral (select count(*)::integer as line_count, coalesce(sum(number), 0)::integer as number from order_line where order_id = o.id) l
     ${NEWEST}`.execute(connection)
  return rows
}

export async function deliveryCounts(connection: Connection, filter: DeliveryFilter): Promise<Map<DeliveryView['state'], number>> {
  const { rows } = await sql<{ state: DeliveryView['state']; count: number }>`
    select ${STATE} as state, count(*)::integer as count from ${SENT} where ${conditions(filter)} group by 1`.execute(connection)
  return new Map(rows.map((row) => [row.state, row.count]))
}

export interface PaperFile {
  documentId: number
  kind: DocumentKind
  no: string
  day: string
  orderNo: string
  fileId: number
}

/** The made papers of these kinds of all deliveries that the filter finds, the newest first. */
export async function deliveryPapers(
  connection: Connection,
  filter: DeliveryFilter,
  kinds: readonly DocumentKind[],
  limit: number,
): Promise<PaperFile[]> {
  const { rows } = await sql<PaperFile>`
    select d.id as "documentId", d.kind, d.no, d.day::text as day, o.no as "orderNo", d.file_id as "fileId"
      from ${DELIVERIES}
      join document d on d.subject = 'shipment:' || s.id and d.company_id = o.company_id and d.kind = any(${kinds}::text[]) and d.state = 'valid'
     where ${conditions(filter)} ${stateIs(filter.state)}
     ${NEWEST}, d.kind limit ${limit}`.execute(connection)
  return rows
}

/** How many deliveryPapers would answer without a limit. */
export async function countPapers(connection: Connection, filter: DeliveryFilter, kinds: readonly DocumentKind[]): Promise<number> {
  const { companyId, state, from, until, found } = filter
  const made = sql`d.company_id = ${companyId} and d.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and d.state = 'valid'`
  const of = (condition: RawBuilder<unknown>) => sql`
    (with made as materialized (select d.subject from document d where ${made})
     select count(*)::integer from ${DELIVERIES} join made d on d.subject = 'shipment:' || s.id where ${conditions(filter)} ${condition})`
  // Papers of these kinds are made when something leaves the house and never else: all of them are counted in an index alone.
  const everything = sql`(select count(*)::integer from document d where ${made})`
  const whole = from === null && until === null && found === null
  // Nearly all deliveries were received: counted are those that were not.
  const counted =
    whole && state === 'all'
      ? everything
      : whole && state === 'received'
        ? sql`${everything} - ${of(sql`and (o.status = 'shipped' or r.differs)`)}`
        : of(stateIs(state))
  const { rows } = await sql<{ count: number }>`select ${counted} as count`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface DeliveredLine {
  orderId: number
  orderNo: string
  noteNo: string
  shippedAt: Date
  goods: SentBatch['goods'] & { dosage_form?: string }
  genericName: string
  dosageForm: string
  holder: string
  barcode: string
  storage: string
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
  /** Units of the line in the batches before this one. */
  before: number
  lineNumber: number
  lineNet: Fen
  unitPrice: Fen
  accepted: number | null
  short: number | null
  damaged: number | null
  wrong: number | null
  refused: number | null
}

/** A row a batch; one more than is wanted tells that there are more. */
export async function deliveredLines(connection: Connection, filter: DeliveryFilter, limit: number): Promise<DeliveredLine[]> {
  const { rows } = await sql<DeliveredLine>`
    select o.id as "orderId", o.no as "orderNo",
           coalesce((select d.no from document d where d.subject = 'shipment:' || s.id and d.kind = 'delivery_note'
                      order by d.version desc limit 1), '') as "noteNo",
           s.shipped_at as "shippedAt", l.goods, coalesce(${noteFact('genericName')}, g.generic_name) as "genericName",
           coalesce(${noteFact('dosageForm')}, nullif(l.goods ->> 'dosage_form', ''), g.dosage_form) as "dosageForm",
           coalesce(note.line ->> 'holder', g.holder) as holder, g.barcode, coalesce(${noteFact('storage')}, g.storage) as storage,
           b.batch_no as "batchNo", b.production_date as "productionDate", b.expiry_date as "expiryDate", b.number,
           coalesce(sum(b.number) over (partition by l.id order by b.id rows between unbounded preceding and 1 preceding), 0)::integer as before,
           l.number as "lineNumber", l.amount - l.reduction as "lineNet", l.unit_price as "unitPrice",
           c.accepted, c.short, c.damaged, c.wrong, c.refused
      from ${DELIVERIES}
      join order_line l on l.order_id = o.id
      join order_line_batch b on b.order_line_id = l.id
      join goods g on g.id = l.goods_id
      left join receiving_line c on c.receiving_id = (select id from receiving where order_id = o.id) and c.order_line_batch_id = b.id
      ${noteLine({ order: 'o.id', name: 'l.name', batchNo: 'b.batch_no' })}
     where ${conditions(filter)} ${stateIs(filter.state)}
     ${NEWEST}, l.id, b.id limit ${limit}`.execute(connection)
  return rows
}

// ── Papers of one order ──

export interface InvoicePaper {
  id: number
  number: string
  colour: 'blue' | 'red'
  isTest: boolean
  fileId: number | null
}

export async function invoicesOfOrder(connection: Connection, companyId: number, orderId: number): Promise<InvoicePaper[]> {
  const { rows } = await sql<InvoicePaper>`
    select id, number, colour, is_test as "isTest", file_id as "fileId" from invoice
     where order_id = ${orderId} and company_id = ${companyId} order by id`.execute(connection)
  return rows
}

export interface ContractPaper {
  no: string
  title: string
  fileId: number
  /** Of a contract that is a document of its own; null: signed before contracts were. */
  documentId: number | null
}

/** The agreement under which the order was placed: the newest that was signed by then, else the newest there is. */
export async function contractOfOrder(connection: Connection, companyId: number, orderId: number): Promise<ContractPaper | null> {
  const { rows } = await sql<ContractPaper>`
    select c.no, c.title, c.file_id as "fileId", c.document_id as "documentId"
      from orders o, lateral (
        select d.no, d.title, d.file_id, d.id as document_id, d.asked_at as at from document d
         where d.company_id = ${companyId} and d.kind = 'agreement' and d.state in ('valid', 'replaced')
        union all
        select s.no, v.title, s.file_id, null, s.signed_at from contract_signature s join contract_version v using (version)
         where s.company_id = ${companyId} and s.file_id is not null
      ) c
     where o.id = ${orderId} and o.company_id = ${companyId}
     order by c.at <= o.created_at desc, c.at desc limit 1`.execute(connection)
  return rows[0] ?? null
}

export interface FileContent {
  id: number
  name: string
  size: number
}

/** The caller has seen to it that these files may be read. */
export async function fileSizes(connection: Connection, ids: readonly number[]): Promise<FileContent[]> {
  const { rows } = await sql<FileContent>`select id, name, size from stored_file where id = any(${ids}::bigint[])`.execute(connection)
  return rows
}
