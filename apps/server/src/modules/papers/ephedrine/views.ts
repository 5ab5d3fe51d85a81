import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { DocumentState } from '#domain/documents.ts'
import type { KeptReceiptState, ShownReceiptState } from '#domain/ephedrine.ts'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

export interface EphedrineLineView {
  goods_id: number
  goods: { name?: string; spec?: string; manufacturer?: string; unit?: string; image?: string; approval_no?: string; dosage_form?: string }
  number: number
  batches: { batch_no: string; expiry_date: string; number: number }[]
}
export interface EphedrineOrderView {
  id: number
  no: string
  status: OrderStatus
  createdAt: Date
  shippedAt: Date | null
  receivedAt: Date | null
  total: Fen
  receiver: Record<string, string>
  state: KeptReceiptState | null
  dueOn: TradeDate | null
  reason: string
  submittedAt: Date | null
  reviewedAt: Date | null
  /** The form that is to be stamped; null: not shipped, or not made yet. */
  formId: number | null
  /** Of its newest version; null: it was never asked for. */
  formState: DocumentState | null
  lines: EphedrineLineView[]
}

/** More are not counted to the last one. */
const COUNTED = 10_000

/** In the words of shownState(); cancelled orders owe nothing and are not shown. */
function inState(state: ShownReceiptState | 'all', today: TradeDate) {
  switch (state) {
    case 'all':
      return sql`true`
    case 'overdue':
      return sql`r.state in ('awaiting', 'rejected') and r.due_on < ${today}::date`
    case 'awaiting':
    case 'rejected':
      return sql`r.state = ${state} and r.due_on >= ${today}::date`
    default:
      return sql`r.state = ${state}`
  }
}

const LINES = sql`
  (select json_agg(json_build_object('goods_id', l.goods_id, 'goods', l.goods, 'number', l.number, 'batches', coalesce(
            (select json_agg(json_build_object('batch_no', b.batch_no, 'expiry_date', b.expiry_date, 'number', b.number) order by b.expiry_date, b.id)
               from order_line_batch b where b.order_line_id = l.id), '[]')) order by l.id)
     from order_line l where l.order_id = o.id)`
const ORDER = sql`
  o.id, o.no, o.status, o.created_at as "createdAt", o.shipped_at as "shippedAt", o.received_at as "receivedAt",
  o.goods_amount - o.reduction_amount + o.shipping_amount as total, o.receiver, r.state, r.due_on as "dueOn", coalesce(r.reason, '') as reason,
  r.submitted_at as "submittedAt", r.reviewed_at as "reviewedAt",
  (select d.id from shipment s join document d on d.subject = 'shipment:' || s.id and d.kind = 'receipt_form' and d.state = 'valid'
    where s.order_id = o.id) as "formId",
  (select d.state from shipment s join document d on d.subject = 'shipment:' || s.id and d.kind = 'receipt_form'
    where s.order_id = o.id order by d.version desc limit 1) as "formState", ${LINES} as lines`

/** A company's ephedrine orders; what is owed comes first, the nearest day first, then the latest order. */
export async function ephedrineOrderPage(
  connection: Connection,
  ask: { companyId: number; state: ShownReceiptState | 'all'; today: TradeDate; offset: number; limit: number },
): Promise<EphedrineOrderView[]> {
  const { rows } = await sql<EphedrineOrderView>`
    with page as (
      select o.id, case when r.state in ('awaiting', 'rejected') then r.due_on end as owed
        from orders o left join ephedrine_receipt r on r.order_id = o.id
       where o.company_id = ${ask.companyId} and o.is_ephedrine and o.status <> 'cancelled' and ${inState(ask.state, ask.today)}
       order by owed nulls last, o.created_at desc, o.id desc limit ${ask.limit} offset ${ask.offset}
    )
    select ${ORDER} from page join orders o using (id) left join ephedrine_receipt r on r.order_id = o.id
     order by page.owed nulls last, o.created_at desc, o.id desc`.execute(connection)
  return rows
}

export async function ephedrineOrder(connection: Connection, companyId: number, id: number): Promise<EphedrineOrderView | null> {
  const { rows } = await sql<EphedrineOrderView>`
    select ${ORDER} from orders o left join ephedrine_receipt r on r.order_id = o.id
     where o.id = ${id} and o.company_id = ${companyId} and o.is_ephedrine`.execute(connection)
  return rows[0] ?? null
}

/** By what the buyer reads; 'all' counts orders that owe nothing yet too. */
export async function receiptCounts(connection: Connection, companyId: number, today: TradeDate): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select case when r.state in ('awaiting', 'rejected') and r.due_on < ${today}::date then 'overdue' else coalesce(r.state, 'none') end as state,
           count(*)::integer as count
      from orders o left join ephedrine_receipt r on r.order_id = o.id
     where o.company_id = ${companyId} and o.is_ephedrine and o.status <> 'cancelled' group by 1`.execute(connection)
  return new Map(rows.map((row) => [row.state, row.count]))
}

export interface SpecialUseRow {
  substance: string
  bought: number
  perOrder: number | null
  perMonth: number | null
}

/** By substance: packs ordered since the month began, and the limits of the company's type (null: none are set). */
export async function specialUseOf(connection: Connection, companyId: number, since: Date): Promise<SpecialUseRow[]> {
  const { rows } = await sql<SpecialUseRow>`
    with bought as (
      select held.substance, sum(l.number)::integer as number
        from orders o join order_line l on l.order_id = o.id join goods g on g.id = l.goods_id, unnest(g.special_substances) as held(substance)
       where o.company_id = ${companyId} and o.is_ephedrine and o.created_at >= ${since} and o.status <> 'cancelled' and l.gift_id is null
       group by held.substance),
     limits as (
      select sl.substance, sl.per_order, sl.per_month
        from company c join special_limit sl on sl.company_type = c.type where c.id = ${companyId})
    select substance, coalesce(bought.number, 0) as bought, limits.per_order as "perOrder", limits.per_month as "perMonth"
      from bought full join limits using (substance)`.execute(connection)
  return rows
}

export interface StaffReceiptRow {
  orderId: number
  no: string
  company: string
  state: KeptReceiptState
  reason: string
  dueOn: TradeDate
  submittedAt: Date | null
  reviewedAt: Date | null
  lines: EphedrineLineView[]
}

interface StaffReceiptFilter {
  state: ShownReceiptState | 'all'
  keywords: string
  today: TradeDate
}

/** For staff: what waits for them, the oldest first; what was never handed in, by the day on which it is due. */
export async function staffReceiptPage(
  connection: Connection,
  { state, keywords, today }: StaffReceiptFilter,
  offset: number,
  limit: number,
): Promise<{ rows: StaffReceiptRow[]; total: number }> {
  const plain = plainLike(keywords)
  const found = sql`${orderSeen('o.id', 'r.company_id')} and ${inState(state, today)} and (${keywords} = '' or o.no ilike ${`${plain}%`} or c.name ilike ${`%${plain}%`})`
  const from = sql`ephedrine_receipt r join orders o on o.id = r.order_id join company c on c.id = r.company_id`
  // What is closed is looked up rather than worked off: the latest first.
  const order = state === 'passed' || state === 'all' ? sql`r.order_id desc` : sql`r.submitted_at nulls last, r.due_on, r.order_id`
  const [page, count] = await Promise.all([
    sql<StaffReceiptRow>`
      select r.order_id as "orderId", o.no, c.name as company, r.state, coalesce(r.reason, '') as reason, r.due_on as "dueOn",
             r.submitted_at as "submittedAt", r.reviewed_at as "reviewedAt", ${LINES} as lines
        from ${from} where ${found} order by ${order} limit ${limit} offset ${offset}`.execute(connection),
    sql<{ total: number }>`
      select count(*)::integer as total from (select 1 from ${from} where ${found} limit ${COUNTED + 1}) counted`.execute(connection),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}
