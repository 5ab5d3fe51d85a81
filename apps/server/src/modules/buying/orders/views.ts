import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { PriceSource } from '#domain/price.ts'
import type { HoldReason } from '#domain/standing.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import type { OrderMoneyRow } from './store.ts'

/** What the pages of orders read, a query a screen. Always one company's. */
export interface OrderHead {
  id: number
  no: string
  status: OrderStatus
  createdAt: Date
  warehouseName: string
  isEphedrine: boolean
  goodsAmount: Fen
  reductionAmount: Fen
  shippingAmount: Fen
  voucherAmount: Fen
  balanceAmount: Fen
  payableAmount: Fen
  cashbackAmount: Fen
  points: number
  payBefore: Date | null
  heldAt: Date | null
  holdReasons: HoldReason[]
  lineCount: number
  number: number
  /** The number of the order that it was split from; empty: of none. */
  splitFrom: string
}

const HEAD = sql`
  o.id, o.no, o.status, o.created_at as "createdAt", w.name as "warehouseName", o.is_ephedrine as "isEphedrine",
  o.goods_amount as "goodsAmount", o.reduction_amount as "reductionAmount", o.shipping_amount as "shippingAmount",
  o.voucher_amount as "voucherAmount", o.balance_amount as "balanceAmount", o.payable_amount as "payableAmount",
  o.cashback_amount as "cashbackAmount", o.points, o.pay_before as "payBefore",
  o.held_at as "heldAt", o.hold_reasons as "holdReasons",
  l.line_count as "lineCount", l.number,
  coalesce((select f.no from order_split s join orders f on f.id = s.order_id where s.new_order_id = o.id), '') as "splitFrom"`
const HEAD_JOINS = sql`
  join warehouse w on w.id = o.warehouse_id
  cross join lateral (select count(*)::integer as line_count, coalesce(sum(number), 0)::integer as number from order_line where order_id = o.id) l`

export interface OrderFilter {
  companyId: number
  /** after_sale: with an after-sale that is not over. */
  status: OrderStatus | 'after_sale' | null
  keywords: string
  from: Date | null
  /** The moment after the last day. */
  until: Date | null
}

/** By the beginning of the order's number or of a batch's, or by a part of a goods' name: found among the company's lines by an index of their names. */
function conditions({ companyId, keywords, from, until }: OrderFilter) {
  const start = plainLike(keywords)
  const words = keywords
    ? sql`and o.id in (select id from orders where company_id = ${companyId} and no like ${`${start}%`}
                       union select order_id from order_line where company_id = ${companyId} and name ilike ${`%${start}%`}
                       union select l.order_id from order_line_batch b join order_line l on l.id = b.order_line_id
                              where l.company_id = ${companyId} and b.batch_no like ${`${start}%`})`
    : sql``
  return sql`o.company_id = ${companyId} and (${from}::timestamptz is null or o.created_at >= ${from})
             and (${until}::timestamptz is null or o.created_at < ${until}) ${words}`
}

const IN_AFTER_SALE = sql`exists (select from after_sale s where s.order_id = o.id and s.company_id = o.company_id
                                     and s.status in ('reviewing', 'sending', 'inspecting', 'refunding'))`

const statusIs = (status: OrderFilter['status']) =>
  status === null ? sql`` : status === 'after_sale' ? sql`and ${IN_AFTER_SALE}` : sql`and o.status = ${status}`

/** Indexes serve it, under every filter. */
const NEWEST = sql`order by o.created_at desc, o.id desc`

export async function orderPage(connection: Connection, filter: OrderFilter, offset: number, limit: number): Promise<OrderHead[]> {
  const status = statusIs(filter.status)
  const { rows } = await sql<OrderHead>`
    select ${HEAD} from (
      select o.id from orders o where ${conditions(filter)} ${status} ${NEWEST} limit ${limit} offset ${offset}
    ) page join orders o using (id) ${HEAD_JOINS} ${NEWEST}`.execute(connection)
  return rows
}

/** How many orders of each state the other filters leave. */
export async function orderCounts(connection: Connection, filter: OrderFilter): Promise<Map<OrderStatus, number>> {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    select o.status, count(*)::integer as count from orders o where ${conditions(filter)} group by o.status`.execute(connection)
  return new Map(rows.map((row) => [row.status, row.count]))
}

export async function afterSaleOrderCount(connection: Connection, filter: OrderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders o where ${conditions(filter)} and ${IN_AFTER_SALE}`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface ExportRow {
  no: string
  createdAt: Date
  status: OrderStatus
  warehouse: string
  goods: GoodsSnapshot & { code?: string; approval_no?: string }
  priceSource: PriceSource
  unitPrice: Fen
  /** Of the whole line. */
  lineNumber: number
  lineNet: Fen
  /** Null until the order is picked from batches. */
  batchNo: string | null
  productionDate: string | null
  expiryDate: string | null
  number: number
  /** Units of the line in the batches before this one. */
  before: number
}

/** A row for each batch of each line, the newest orders first; one more than is wanted tells that there are more. */
export async function exportRows(connection: Connection, filter: OrderFilter, limit: number): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select o.no, o.created_at as "createdAt", o.status, w.name as warehouse, l.goods, l.price_source as "priceSource",
           l.unit_price as "unitPrice", l.number as "lineNumber", l.amount - l.reduction as "lineNet", b.batch_no as "batchNo",
           b.production_date as "productionDate", b.expiry_date as "expiryDate", coalesce(b.number, l.number) as number,
           coalesce(sum(b.number) over (partition by l.id order by b.id rows between unbounded preceding and 1 preceding), 0)::integer as before
      from orders o
      join warehouse w on w.id = o.warehouse_id
      join order_line l on l.order_id = o.id
      left join order_line_batch b on b.order_line_id = l.id
     where ${conditions(filter)} ${statusIs(filter.status)}
     ${NEWEST}, l.id, b.id
     limit ${limit}`.execute(connection)
  return rows
}

export interface GoodsSnapshot {
  name?: string
  manufacturer?: string
  spec?: string
  unit?: string
  image?: string
  /** The bundle's name. */
  bundle?: string
}
export interface OrderLineView {
  id: number
  orderId: number
  goodsId: number
  goods: GoodsSnapshot
  number: number
  unitPrice: Fen
  amount: Fen
  reduction: Fen
  priceSource: PriceSource
  shares: { name: string; amount: Fen }[]
  explanation: { kind?: string; text?: string }[]
  batches: { batch_no: string; production_date: string | null; expiry_date: string; number: number }[]
}

/** Lines of some orders with their batches; perOrder limits how many of each (null: all). */
export async function orderLines(connection: Connection, orderIds: readonly number[], perOrder: number | null): Promise<OrderLineView[]> {
  const { rows } = await sql<OrderLineView>`
    select l.id, l.order_id as "orderId", l.goods_id as "goodsId", l.goods, l.number, l.unit_price as "unitPrice", l.amount, l.reduction,
           l.price_source as "priceSource", l.shares, l.explanation,
           coalesce((select json_agg(json_build_object('batch_no', b.batch_no, 'production_date', b.production_date,
                                                       'expiry_date', b.expiry_date, 'number', b.number) order by b.expiry_date, b.id)
                       from order_line_batch b where b.order_line_id = l.id), '[]') as batches
      from unnest(${orderIds}::bigint[]) as o(id)
      cross join lateral (select * from order_line where order_id = o.id order by id limit ${perOrder}) l
     order by l.order_id, l.id`.execute(connection)
  return rows
}

export interface OrderDetailView extends OrderHead {
  /** Empty for orders from before they were kept. */
  moneyRows: OrderMoneyRow[]
  receiver: Record<string, string>
  invoiceKind: string
  remark: string
  cancelReason: string
  enteredBy: string
  companyName: string
  paidAt: Date | null
  pickedAt: Date | null
  shippedAt: Date | null
  receivedAt: Date | null
  completedAt: Date | null
  cancelledAt: Date | null
}

export async function orderDetail(connection: Connection, companyId: number, id: number): Promise<OrderDetailView | null> {
  const { rows } = await sql<OrderDetailView>`
    select ${HEAD}, o.money_rows as "moneyRows", o.receiver, o.invoice_kind as "invoiceKind", o.remark, o.cancel_reason as "cancelReason", c.name as "companyName",
           coalesce((select e.name from account e where e.id = o.entered_by), '') as "enteredBy",
           o.paid_at as "paidAt", o.shipped_at as "shippedAt", o.received_at as "receivedAt", o.completed_at as "completedAt",
           o.cancelled_at as "cancelledAt", (select min(at) from order_log where order_id = o.id and event = 'pick') as "pickedAt"
      from orders o join company c on c.id = o.company_id ${HEAD_JOINS}
     where o.id = ${id} and o.company_id = ${companyId}`.execute(connection)
  return rows[0] ?? null
}

export interface LogView {
  at: Date
  actor: string
  text: string
}

export async function orderLog(connection: Connection, id: number): Promise<LogView[]> {
  const { rows } = await sql<LogView>`select at, actor, text from order_log where order_id = ${id} order by id desc limit 200`.execute(
    connection,
  )
  return rows
}

/** A line as a change keeps it. */
interface KeptLine {
  id: number
  name: string
  unit: string
  number: number
}
export interface EditView {
  at: Date
  actor: string
  cause: 'buyer' | 'shop'
  reason: string
  back: Fen
  before: KeptLine[]
  after: KeptLine[]
}

export async function orderEdits(connection: Connection, id: number): Promise<EditView[]> {
  const { rows } = await sql<EditView>`
    select at, actor, cause, reason, back, before -> 'lines' as before, after -> 'lines' as after
      from order_edit where order_id = ${id} order by id desc limit 50`.execute(connection)
  return rows
}

export interface PaymentView {
  no: string
  channel: string
  amount: Fen
  status: string
  /** Who paid, masked; '' where the channel does not tell. */
  payer: string
  at: Date
}

/** Attempts that never came to anything are not shown. Of a payment that is shared since a split, the order's own part. */
export async function orderPayments(connection: Connection, id: number): Promise<PaymentView[]> {
  const { rows } = await sql<PaymentView>`
    select p.no, p.channel, coalesce(s.amount, p.amount) as amount, coalesce(b.status, p.status) as status, p.payer,
           coalesce(b.at, p.refunded_at, p.paid_at, p.created_at) as at
      from payment p left join payment_part s on s.payment_id = p.id and s.order_id = ${id}
      left join lateral (select case when bool_or(r.status = 'pending') then 'refunding' else 'refunded' end as status, max(r.done_at) as at
                           from refund r where r.payment_id = p.id and r.order_id = ${id} and r.of_cancelling having count(*) > 0) b on true
     where p.id in (select id from payment where order_id = ${id} union select payment_id from payment_part where order_id = ${id})
       and p.status <> 'closed' and coalesce(s.amount, p.amount) > 0 order by p.id`.execute(connection)
  return rows
}

/** An order that this one was split from, or into. */
export interface SplitView {
  way: 'from' | 'into'
  id: number
  no: string
  status: OrderStatus
  at: Date
  actor: string
  stage: 'desk' | 'picking'
  reason: string
  goods: { name: string; unit: string; number: number }[]
}

export async function orderSplits(connection: Connection, id: number): Promise<SplitView[]> {
  const { rows } = await sql<SplitView>`
    select case when s.order_id = ${id} then 'into' else 'from' end as way, o.id, o.no, o.status, s.at, s.actor, s.stage, s.reason,
           (select coalesce(json_agg(json_build_object('name', l ->> 'name', 'unit', l ->> 'unit', 'number', (l ->> 'number')::integer)), '[]')
              from jsonb_array_elements(s.moved -> 'lines') l) as goods
      from order_split s join orders o on o.id = case when s.order_id = ${id} then s.new_order_id else s.order_id end
     where s.order_id = ${id} or s.new_order_id = ${id} order by s.id`.execute(connection)
  return rows
}

export interface ReorderLine {
  goodsId: number
  bundleId: number | null
  number: number
  name: string
  wholeCase: boolean
}

/** What was bought: a bundle once, nothing that was given or exchanged. */
export async function reorderLines(connection: Connection, companyId: number, orderId: number): Promise<ReorderLine[] | null> {
  const { rows } = await sql<ReorderLine>`
    select min(l.goods_id) as "goodsId", l.bundle_id as "bundleId",
           case when l.bundle_id is null then sum(l.number) else max(l.bundle_number) end::integer as number,
           coalesce(max(l.goods ->> 'bundle'), max(l.goods ->> 'name'), '') as name,
           coalesce((l.goods ->> 'whole_case')::boolean, false) as "wholeCase"
      from orders o join order_line l on l.order_id = o.id
     where o.id = ${orderId} and o.company_id = ${companyId} and l.gift_id is null and l.exchange_id is null
     group by l.bundle_id, case when l.bundle_id is null then l.id end, coalesce((l.goods ->> 'whole_case')::boolean, false)
     order by min(l.id)`.execute(connection)
  return rows.length === 0 ? null : rows
}
