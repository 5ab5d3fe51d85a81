import { sql } from 'kysely'
import type { AfterSaleKind, AfterSaleReason, AfterSaleStatus } from '#domain/aftersales.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { PriceSource } from '#domain/price.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import type { BenefitRow, ReturnTo, SoldPiece } from './store.ts'

/** What the pages of after-sales read, a query a screen. */

export async function receivedAtOf(connection: Connection, orderId: number): Promise<Date | null> {
  const row = await connection.selectFrom('orders').select('received_at').where('id', '=', orderId).executeTakeFirst()
  return row?.received_at ? new Date(row.received_at) : null
}

export interface AfterSaleView {
  id: number
  no: string
  orderId: number
  orderNo: string
  companyId: number
  company: string
  kind: AfterSaleKind
  reason: AfterSaleReason
  status: AfterSaleStatus
  description: string
  rejectReason: string
  inspectNote: string
  returnTo: ReturnTo | null
  carrier: string
  waybill: string
  expected: Fen
  goods: Fen
  shipping: Fen
  cashbackTaken: Fen
  cashbackWithheld: Fen
  benefitsKept: Fen
  benefitRows: BenefitRow[]
  pointsTaken: number
  pointsOwed: number
  createdAt: Date
  approvedAt: Date | null
  sentAt: Date | null
  inspectedAt: Date | null
  refundedAt: Date | null
  closedAt: Date | null
  lineCount: number
  number: number
}

const VIEW = sql`
  s.id, s.no, s.order_id as "orderId", o.no as "orderNo", s.company_id as "companyId", c.name as company, s.kind, s.reason, s.status, s.description,
  s.reject_reason as "rejectReason", s.inspect_note as "inspectNote", s.return_to as "returnTo", s.carrier, s.waybill,
  s.expected_amount as expected, s.goods_amount as goods, s.shipping_amount as shipping, s.cashback_taken as "cashbackTaken",
  s.benefits_kept as "benefitsKept", s.benefit_rows as "benefitRows",
  s.cashback_withheld as "cashbackWithheld", s.points_taken as "pointsTaken", s.points_owed as "pointsOwed", s.created_at as "createdAt",
  s.approved_at as "approvedAt", s.sent_at as "sentAt", s.inspected_at as "inspectedAt", s.refunded_at as "refundedAt",
  s.closed_at as "closedAt", l.line_count as "lineCount", l.number`
const JOINS = sql`
  join orders o on o.id = s.order_id
  join company c on c.id = s.company_id
  cross join lateral (select count(*)::integer as line_count, coalesce(sum(number), 0)::integer as number
                        from after_sale_line where after_sale_id = s.id) l`

export interface AfterSaleFilter {
  /** Null: any company's, for staff. */
  companyId: number | null
  statuses: readonly AfterSaleStatus[] | null
  keywords: string
  orderId: number | null
}

/** By the beginning of the application's number or of its order's, or by a part of a goods' name. */
function conditions({ companyId, keywords, orderId }: AfterSaleFilter) {
  const own = (table: string) => (companyId === null ? sql`` : sql`and ${sql.ref(`${table}.company_id`)} = ${companyId}`)
  const ofOrder = orderId === null ? sql`` : sql`and s.order_id = ${orderId}`
  const start = `${plainLike(keywords)}%`
  const words = keywords
    ? sql`and s.id in (select k.id from after_sale k where k.no like ${start.toUpperCase()} ${own('k')}
                       union select k.id from after_sale k join orders o on o.id = k.order_id where o.no like ${start} ${own('k')}
                       union select k.id from after_sale_line l join after_sale k on k.id = l.after_sale_id
                              where pairs_of(lower(l.name)) @> pairs_of(lower(${keywords})) and l.name ilike ${`%${start}`} ${own('k')})`
    : sql``
  return sql`${orderSeen('s.order_id', 's.company_id')} ${own('s')} ${ofOrder} ${words}`
}

export async function afterSalePage(
  connection: Connection,
  filter: AfterSaleFilter,
  offset: number,
  limit: number,
): Promise<AfterSaleView[]> {
  const status = filter.statuses === null ? sql`` : sql`and s.status = any(${filter.statuses}::text[])`
  const { rows } = await sql<AfterSaleView>`
    select ${VIEW} from (
      select * from after_sale s where ${conditions(filter)} ${status} order by s.id desc limit ${limit} offset ${offset}
    ) s ${JOINS} order by s.id desc`.execute(connection)
  return rows
}

/** How many of each state the other filters leave. */
export async function afterSaleCounts(connection: Connection, filter: AfterSaleFilter): Promise<Map<AfterSaleStatus, number>> {
  const { rows } = await sql<{ status: AfterSaleStatus; count: number }>`
    select s.status, count(*)::integer as count from after_sale s where ${conditions(filter)} group by s.status`.execute(connection)
  return new Map(rows.map((row) => [row.status, row.count]))
}

export async function afterSaleView(connection: Connection, id: number, companyId: number | null): Promise<AfterSaleView | null> {
  const { rows } = await sql<AfterSaleView>`
    select ${VIEW} from after_sale s ${JOINS} where s.id = ${id} and (${companyId}::bigint is null or s.company_id = ${companyId})`.execute(
    connection,
  )
  return rows[0] ?? null
}

export interface AppliedLineView {
  id: number
  afterSaleId: number
  goodsId: number
  goods: SoldPiece['goods']
  unitPrice: Fen
  priceSource: PriceSource
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
  accepted: number | null
  worth: Fen
}

/** Lines of some applications; per limits how many of each (null: all). */
export async function appliedLines(connection: Connection, ids: readonly number[], per: number | null): Promise<AppliedLineView[]> {
  const { rows } = await sql<AppliedLineView>`
    select l.id, l.after_sale_id as "afterSaleId", ol.goods_id as "goodsId", ol.goods, ol.unit_price as "unitPrice",
           ol.price_source as "priceSource", b.batch_no as "batchNo", b.production_date as "productionDate", b.expiry_date as "expiryDate",
           l.number, l.accepted, l.worth
      from unnest(${ids}::bigint[]) as s(id)
      cross join lateral (select * from after_sale_line where after_sale_id = s.id order by id limit ${per}) l
      join order_line ol on ol.id = l.order_line_id
      join order_line_batch b on b.id = l.order_line_batch_id
     order by l.after_sale_id, l.id`.execute(connection)
  return rows
}

export interface AfterSaleLogView {
  at: Date
  actor: string
  text: string
}

export async function afterSaleLog(connection: Connection, id: number): Promise<AfterSaleLogView[]> {
  const { rows } = await sql<AfterSaleLogView>`
    select at, actor, text from after_sale_log where after_sale_id = ${id} order by id desc limit 200`.execute(connection)
  return rows
}
