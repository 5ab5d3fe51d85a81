import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { RefundStanding } from '#domain/refund-standing.ts'
import { companiesNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

/** Refunds wherever they are kept: of after-sales, of changes before picking, of orders that share a payment, of payments that went back whole, and of purses that had paid a cancelled order. */
export interface RefundView {
  source: 'after_sale' | 'edit' | 'cancel' | 'payment' | 'purse'
  no: string
  afterSaleId: number | null
  afterSaleNo: string
  orderId: number
  orderNo: string
  companyId: number
  company: string
  channel: string
  amount: Fen
  standing: RefundStanding
  at: Date
  doneAt: Date | null
}

/** Whose refunds are asked for; null: everybody's. */
export interface RefundsOf {
  orders: readonly number[]
  companies: readonly number[]
}

const MATCHES_MAX = 200
export const COUNT_MAX = 10_000

/** The orders whose number, or whose application's or refund's, begins so; the companies whose name has it. */
export async function refundsMeant(connection: Connection, keywords: string): Promise<RefundsOf> {
  const start = `${plainLike(keywords.toUpperCase())}%`
  const { rows } = await sql<{ orders: number[]; companies: number[] }>`
    select array(select id from orders where no like ${start}
                 union select order_id from after_sale where no like ${start}
                 union select order_id from refund where no like ${start} limit ${MATCHES_MAX}) as orders,
           array(${companiesNamed(keywords)} limit ${MATCHES_MAX}) as companies`.execute(connection)
  return { orders: (rows[0]?.orders ?? []).map(Number), companies: (rows[0]?.companies ?? []).map(Number) }
}

const COLUMNS = sql`source, no, after_sale_id, order_id, company_id, channel, amount, standing, at, done_at`
const OPEN = sql`x.standing <> 'done'`

/** Each kept refund in one shape; Bounded part by part: a first page reads no more of each than it shows. */
function everything(of: RefundsOf | null, standing: RefundStanding | 'open' | null, most: number) {
  const meant = (table: string, order = 'order_id') =>
    of === null
      ? orderSeen(`${table}.${order}`, `${table}.company_id`)
      : sql`${orderSeen(`${table}.${order}`, `${table}.company_id`)} and (${sql.ref(`${table}.${order}`)} = any(${of.orders}::bigint[]) or ${sql.ref(`${table}.company_id`)} = any(${of.companies}::bigint[]))`
  const state = standing === null ? sql`true` : standing === 'open' ? OPEN : sql`x.standing = ${standing}`
  // Said again in terms of each table, so that its partial index is used.
  const sent = standing === null ? sql`true` : standing === 'done' ? sql`r.status = 'done'` : sql`r.status = 'pending'`
  const paid =
    standing === null
      ? sql`p.status in ('refunding', 'refunded')`
      : standing === 'done'
        ? sql`p.status = 'refunded'`
        : sql`p.status = 'refunding'`
  const bounded = (part: ReturnType<typeof sql>) =>
    sql`(select * from (${part}) x(${COLUMNS}) where ${state} order by x.at desc limit ${most})`
  return sql`
    ${bounded(sql`
      select case when r.of_cancelling then 'cancel' when r.order_edit_id is null then 'after_sale' else 'edit' end as source, r.no, r.after_sale_id, r.order_id, r.company_id, r.channel, r.amount,
             case when r.status = 'done' then 'done' when r.channel = 'bank' then 'bank' else 'channel' end as standing, r.created_at as at, r.done_at
        from refund r where ${sent} and ${meant('r')}`)}
    union all ${bounded(sql`
      select 'after_sale', s.no, s.id, s.order_id, s.company_id, '', s.expected_amount, s.status, s.created_at, null::timestamptz
        from after_sale s where s.status in ('reviewing', 'sending', 'inspecting') and ${meant('s')}`)}
    union all ${bounded(sql`
      select 'payment', p.no, null::bigint, p.order_id, p.company_id, p.channel, p.amount - p.refunded_amount,
             case when p.status = 'refunded' then 'done' when p.channel = 'bank' or p.refund_refused_at is not null then 'bank' else 'channel' end,
             coalesce(p.refunded_at, p.paid_at, p.created_at), p.refunded_at
        from payment p where p.purpose = 'order' and ${paid} and ${meant('p')}`)}
    union all ${bounded(sql`
      select 'purse', o.no || w.mark, null::bigint, o.id, o.company_id, w.channel, w.amount, 'done', o.cancelled_at, o.cancelled_at
        from orders o
        cross join lateral (values ('-Y', 'balance', o.balance_amount), ('-Q', 'voucher', o.voucher_amount)) w(mark, channel, amount)
       where o.status = 'cancelled' and o.balance_amount + o.voucher_amount > 0 and w.amount > 0 and ${meant('o', 'id')}`)}`
}

export async function refundPage(
  connection: Connection,
  asked: { of: RefundsOf | null; standing: RefundStanding | 'open' | null },
  offset: number,
  limit: number,
): Promise<{ rows: RefundView[]; total: number }> {
  const { rows } = await sql<RefundView>`
    select x.source, x.no, x.after_sale_id as "afterSaleId", coalesce(s.no, '') as "afterSaleNo", x.order_id as "orderId", o.no as "orderNo",
           x.company_id as "companyId", c.name as company, x.channel, x.amount, x.standing, x.at, x.done_at as "doneAt"
      from (select * from (${everything(asked.of, asked.standing, offset + limit)}) y order by y.at desc, y.no offset ${offset} limit ${limit}) x
      join orders o on o.id = x.order_id
      join company c on c.id = x.company_id
      left join after_sale s on s.id = x.after_sale_id
     order by x.at desc, x.no`.execute(connection)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from (${everything(asked.of, asked.standing, COUNT_MAX)}) y limit ${COUNT_MAX}) z`.execute(
    connection,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
