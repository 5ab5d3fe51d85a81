import { sql } from 'kysely'
import type { OrderStatus } from '#domain/orders.ts'
import type { Whereabouts } from '#domain/recalls.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import { RECALL_COLUMNS, type RecallRow } from './store.ts'

/** Where the units of a recalled batch are: read of orders and after-sales as they are at this moment. */

const OPEN = sql`('pending_payment', 'paid', 'picking')`
/** Applied for and neither accepted nor closed: on its way, as far as the house knows. */
const ON_WAY = sql`case when s.status in ('reviewing', 'sending', 'inspecting') then l.number else 0 end`
/** Only what came back counts; money alone brings no box. */
const BACK = sql`case when s.kind = 'return' then coalesce(l.accepted, 0) else 0 end`

/** What each order was given of the recalls that `which` finds; cancelled orders have given it back. */
const pieces = (which: ReturnType<typeof sql>) => sql`
  select r.id as recall_id, o.id as order_id, o.company_id, o.no, o.status, o.shipped_at, o.received_at, ob.id as piece_id, ob.number,
         coalesce(h.returned, 0)::integer as returned, coalesce(h.on_way, 0)::integer as on_way, coalesce(h.paid_for, 0)::integer as paid_for,
         coalesce(h.since, 0)::integer as since,
         h.after_sale_id
    from recall r
    join stock_batch b on b.goods_id = r.goods_id and plain_batch(b.batch_no) = plain_batch(r.batch_no)
    join order_line_batch ob on ob.stock_batch_id = b.id
    join order_line ol on ol.id = ob.order_line_id
    join orders o on o.id = ol.order_id
    left join recall_company told on told.recall_id = r.id and told.company_id = o.company_id
    left join lateral (
      select sum(${BACK}) as returned, sum(case when s.kind = 'return' and s.created_at > told.confirmed_at then ${BACK} + ${ON_WAY} else 0 end) as since, sum(case when s.kind = 'return' then ${ON_WAY} else 0 end) as on_way,
             sum(case when s.kind = 'return' or s.status in ('rejected', 'cancelled') then 0 else coalesce(l.accepted, l.number) end) as paid_for,
             max(s.id) as after_sale_id
        from after_sale_line l join after_sale s on s.id = l.after_sale_id where l.order_line_batch_id = ob.id
    ) h on true
   where ${which} and o.status <> 'cancelled'`

const WHERE = sql`
  coalesce(sum(p.number), 0)::integer as sold, coalesce(sum(p.number) filter (where p.status in ${OPEN}), 0)::integer as unsent,
  coalesce(sum(p.returned), 0)::integer as returned, coalesce(sum(p.on_way), 0)::integer as "onWay"`

export interface BuyerRow extends Whereabouts {
  recallId: number
  companyId: number
  company: string
  contact: string
  phone: string
  toldAt: Date
  confirmedAt: Date | null
  confirmedBy: string
  kept: number | null
  note: string
  orders: number
  /** Of what is back or on its way: applied for after the buyer's word on what it keeps. */
  sentSince: number
}

const BUYER = sql`
  c.recall_id as "recallId", c.company_id as "companyId", k.name as company, k.contact, k.phone, c.told_at as "toldAt",
  c.confirmed_at as "confirmedAt", c.confirmed_by as "confirmedBy", c.kept, c.note, count(distinct p.order_id)::integer as orders,
  coalesce(sum(p.since), 0)::integer as "sentSince", ${WHERE}`

/** Every buyer that was told, in the order of their names. */
export const buyersOf = (connection: Connection, recallId: number): Promise<BuyerRow[]> => buyersWhere(connection, recallId, sql`true`)

/** Those that whoever asks may see: to look at, not to do anything by. */
export const buyersSeen = (connection: Connection, recallId: number): Promise<BuyerRow[]> =>
  buyersWhere(connection, recallId, companySeen('c.company_id'))

async function buyersWhere(connection: Connection, recallId: number, which: ReturnType<typeof sql>): Promise<BuyerRow[]> {
  const { rows } = await sql<BuyerRow>`
    select ${BUYER}
      from (select c.* from recall_company c join company k on k.id = c.company_id where c.recall_id = ${recallId} and ${which}) c
      join company k on k.id = c.company_id
      left join (${pieces(sql`r.id = ${recallId}`)}) p on p.company_id = c.company_id
     group by c.recall_id, c.company_id, k.id, c.told_at, c.confirmed_at, c.confirmed_by, c.kept, c.note order by k.name, k.id`.execute(
    connection,
  )
  return rows
}

/** The recalls that a company was told of, the unanswered first, then the newest. */
export async function recallsOfCompany(
  connection: Connection,
  companyId: number,
  offset: number,
  limit: number,
): Promise<{ recalls: RecallRow[]; buyers: BuyerRow[]; total: number; waiting: number }> {
  const { rows: recalls } = await sql<RecallRow>`
    select ${RECALL_COLUMNS} from recall_company c join recall r on r.id = c.recall_id
     where c.company_id = ${companyId}
     order by r.state = 'open' and c.confirmed_at is null desc, r.id desc limit ${limit} offset ${offset}`.execute(connection)
  const { rows: counts } = await sql<{ total: number; waiting: number }>`
    select count(*)::integer as total, (count(*) filter (where r.state = 'open' and c.confirmed_at is null))::integer as waiting
      from recall_company c join recall r on r.id = c.recall_id where c.company_id = ${companyId}`.execute(connection)
  const buyers = await buyerOf(
    connection,
    recalls.map((recall) => recall.id),
    companyId,
  )
  return { recalls, buyers, total: counts[0]?.total ?? 0, waiting: counts[0]?.waiting ?? 0 }
}

/** A company's part in some recalls; none of those that it was not told of. */
export async function buyerOf(connection: Connection, recallIds: readonly number[], companyId: number): Promise<BuyerRow[]> {
  const { rows } = await sql<BuyerRow>`
    select ${BUYER}
      from recall_company c join company k on k.id = c.company_id
      left join (${pieces(sql`r.id = any(${recallIds}::bigint[]) and o.company_id = ${companyId}`)}) p on p.recall_id = c.recall_id
     where c.recall_id = any(${recallIds}::bigint[]) and c.company_id = ${companyId}
     group by c.recall_id, c.company_id, k.id, c.told_at, c.confirmed_at, c.confirmed_by, c.kept, c.note`.execute(connection)
  return rows
}

export interface OrderPart extends Whereabouts {
  recallId: number
  companyId: number
  orderId: number
  orderNo: string
  status: OrderStatus
  shippedAt: Date | null
  afterSaleId: number | null
  /** Refunded, or to be, without coming back: nothing more can be applied for of these. */
  paidFor: number
}

/** The orders of some companies that were given some of it, the newest first. */
export async function orderParts(
  connection: Connection,
  recallIds: readonly number[],
  companyIds: readonly number[],
): Promise<OrderPart[]> {
  const { rows } = await sql<OrderPart>`
    select p.recall_id as "recallId", p.company_id as "companyId", p.order_id as "orderId", p.no as "orderNo", p.status,
           p.shipped_at as "shippedAt", max(p.after_sale_id) as "afterSaleId", sum(p.paid_for)::integer as "paidFor", ${WHERE}
      from (${pieces(sql`r.id = any(${recallIds}::bigint[]) and o.company_id = any(${companyIds}::bigint[])`)}) p
     group by 1, 2, 3, 4, 5, 6 order by 3 desc`.execute(connection)
  return rows
}

/** What can be applied for of an order, batch by batch of its lines. */
export async function piecesLeft(connection: Connection, recallId: number, orderId: number): Promise<{ id: number; left: number }[]> {
  const { rows } = await sql<{ id: number; left: number }>`
    select p.piece_id as id, (p.number - coalesce((
             select sum(case when s.status in ('rejected', 'cancelled') then 0 else coalesce(l.accepted, l.number) end)
               from after_sale_line l join after_sale s on s.id = l.after_sale_id where l.order_line_batch_id = p.piece_id), 0))::integer as left
      from (${pieces(sql`r.id = ${recallId} and o.id = ${orderId}`)}) p order by p.piece_id`.execute(connection)
  return rows
}

/** Companies that hold some of the batch, or will. */
export async function holdersOf(connection: Connection, recallId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.company_id as id from (${pieces(sql`r.id = ${recallId}`)}) p order by 1`.execute(connection)
  return rows.map((row) => row.id)
}

export interface StockLeft {
  warehouse: string
  available: number
  reserved: number
}

export async function stockOf(connection: Connection, recallId: number): Promise<StockLeft[]> {
  const { rows } = await sql<StockLeft>`
    select w.name as warehouse, sum(b.available)::integer as available, sum(b.reserved)::integer as reserved
      from recall r join stock_batch b on b.goods_id = r.goods_id and plain_batch(b.batch_no) = plain_batch(r.batch_no) join warehouse w on w.id = b.warehouse_id
     where r.id = ${recallId} group by w.id, w.name
     union all
    select '在途：' || f.name || '至' || t.name, sum(l.number)::integer, 0
      from recall r join stock_batch b on b.goods_id = r.goods_id and plain_batch(b.batch_no) = plain_batch(r.batch_no)
      join stock_move_line l on l.stock_batch_id = b.id join stock_move m on m.id = l.move_id and m.state = 'sent'
      join warehouse f on f.id = m.from_id join warehouse t on t.id = m.to_id
     where r.id = ${recallId} group by f.name, t.name order by 1`.execute(connection)
  return rows
}

export interface LogRow {
  at: Date
  actor: string
  company: string
  text: string
}

/** The last so many, the newest first. */
export async function logOf(connection: Connection, recallId: number, limit: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.at, l.actor, coalesce(c.name, '') as company, l.text from recall_log l left join company c on c.id = l.company_id
     where l.recall_id = ${recallId} and ${companySeen('l.company_id')} order by l.id desc limit ${limit}`.execute(connection)
  return rows
}

/** Any batch record of it, to hold the batch by. */
export async function batchOf(connection: Connection, batchId: number): Promise<{ goodsId: number; batchNo: string } | null> {
  const { rows } = await sql<{ goodsId: number; batchNo: string }>`
    select goods_id as "goodsId", batch_no as "batchNo" from stock_batch where id = ${batchId}`.execute(connection)
  return rows[0] ?? null
}
