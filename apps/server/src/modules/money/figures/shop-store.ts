import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import { nearExpiryLimit } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Span } from './span.ts'

/** Figures of a day beside its sales. What each is, and where it comes from: */

/**
 * Orders that left the house for a company on that day, and what they and the returns settled on it come to (as the sales of a day,
 * sales-store.ts, without what is kept out of refunds).
 */
export async function makeCompanyDay(connection: Connection, day: TradeDate, { from, until }: Span): Promise<void> {
  await sql`delete from figure_company where grain = 'd' and day = ${day}::date`.execute(connection)
  await sql`
    insert into figure_company (grain, day, company_id, orders, net)
    select 'd', ${day}::date, company_id, sum(orders), sum(net) from (
      select company_id, 1 as orders, goods_amount - reduction_amount as net from orders where shipped_at >= ${from} and shipped_at < ${until}
      union all
      select company_id, 0, -goods_amount from after_sale
       where inspected_at >= ${from} and inspected_at < ${until} and status in ('refunding', 'refunded')
    ) part group by company_id`.execute(connection)
  // Nothing that left the house has not left it later: the month only ever moves back.
  await sql`
    insert into figure_company_first (company_id, month)
    select company_id, date_trunc('month', day)::date from figure_company where grain = 'd' and day = ${day}::date and orders > 0
    on conflict (company_id) do update set month = excluded.month where figure_company_first.month > excluded.month`.execute(connection)
}

export async function sumCompanyMonth(connection: Connection, month: TradeDate): Promise<void> {
  await sql`delete from figure_company where grain = 'm' and day = ${month}::date`.execute(connection)
  await sql`
    insert into figure_company (grain, day, company_id, orders, net)
    select 'm', ${month}::date, company_id, sum(orders), sum(net) from figure_company
     where grain = 'd' and day >= ${month}::date and day < ${month}::date + interval '1 month' group by company_id`.execute(connection)
}

/**
 * By the day on which the order left. discount: shares of reductions and coupons in its lines, and the cashback it is promised; what comes
 * back later takes nothing from it. Gifts and exchange goods count their orders and what was paid for them. amount: the lines that took part
 * (of cashback the whole order), reductions taken off. An offer's price (flash sale and the like) is no discount that an order
 * knows: sales by price show these.
 */
export async function makeOfferDay(connection: Connection, day: TradeDate, { from, until }: Span): Promise<void> {
  await sql`delete from figure_offer where day = ${day}::date`.execute(connection)
  await sql`
    insert into figure_offer (day, kind, offer_id, orders, amount, discount)
    with line as materialized (
      select l.order_id, l.amount - l.reduction as net, l.shares, l.gift_id, l.exchange_id, l.bundle_id
        from orders o join order_line l on l.order_id = o.id where o.shipped_at >= ${from} and o.shipped_at < ${until}
    ), part (kind, offer_id, order_id, amount, discount) as (
      select case when s.share ->> 'kind' = 'coupon' then 'coupon' else 'promotion' end,
             case when s.share ->> 'kind' = 'coupon' then (select template_id from coupon where id = (s.share ->> 'id')::bigint)
                  else (s.share ->> 'id')::bigint end,
             order_id, net, (s.share ->> 'amount')::bigint
        from line cross join lateral jsonb_array_elements(shares) s(share) where shares <> '[]'
      union all
      select 'promotion', t.promotion_id, order_id, net, 0
        from line join promotion_gift g on g.id = line.gift_id join promotion_tier t on t.id = g.tier_id
      union all
      select 'promotion', t.promotion_id, order_id, net, 0
        from line join promotion_exchange e on e.id = line.exchange_id join promotion_tier t on t.id = e.tier_id
      union all
      select 'bundle', bundle_id, order_id, net, 0 from line where bundle_id is not null
      union all
      select 'promotion', cashback_promotion_id, id, goods_amount - reduction_amount, cashback_amount
        from orders where shipped_at >= ${from} and shipped_at < ${until} and cashback_promotion_id is not null
    )
    select ${day}::date, kind, offer_id, count(distinct order_id), sum(amount), sum(discount)
      from part where offer_id is not null group by kind, offer_id`.execute(connection)
}

/** Up to so many minutes each, the last one above all: orders, answers, after-sales (packages/contract: SERVICE_BUCKETS). */
const bucketOf = (minutes: ReturnType<typeof sql>, bounds: readonly number[]) =>
  sql`(${sql.join(
    bounds.map((bound) => sql`(${minutes} > ${bound})::int`),
    sql` + `,
  )})::smallint`

/**
 * ship: orders that left on that day, from their payment (a credit order from its placing) to their leaving.
 * answer: of each first word of the staff after words of a buyer, how long the buyer's first unanswered word had waited; the machine's own
 *   words are none. Nights and holidays count, as the buyer waits through them.
 * after_sale: those that were refunded on that day, from the application on; rejected and withdrawn ones are none.
 */
export async function makeServiceDay(
  connection: Connection,
  day: TradeDate,
  { from, until }: Span,
  bounds: Readonly<Record<'ship' | 'answer' | 'after_sale', readonly number[]>>,
): Promise<void> {
  const minutes = (since: ReturnType<typeof sql>, end: ReturnType<typeof sql>) => sql`(extract(epoch from ${end} - ${since}) / 60)::bigint`
  await sql`delete from figure_service where day = ${day}::date`.execute(connection)
  await sql`
    insert into figure_service (day, what, bucket, count, minutes)
    select ${day}::date, what, bucket, count(*), sum(minutes) from (
      select 'ship' as what, minutes, ${bucketOf(sql`minutes`, bounds.ship)} as bucket
        from (select ${minutes(sql`coalesce(paid_at, created_at)`, sql`shipped_at`)} as minutes from orders
               where shipped_at >= ${from} and shipped_at < ${until}) s
      union all
      select 'answer', minutes, ${bucketOf(sql`minutes`, bounds.answer)}
        from (select ${minutes(sql`w.since`, sql`m.created_at`)} as minutes
                from chat_message m
               cross join lateral (
                 select min(b.created_at) as since from chat_message b
                  where b.conversation_id = m.conversation_id and b.sender = 'buyer' and b.id < m.id
                    and b.id > coalesce((select max(s.id) from chat_message s
                                          where s.conversation_id = m.conversation_id and s.sender = 'staff' and s.id < m.id), 0)) w
               where m.sender = 'staff' and m.created_at >= ${from} and m.created_at < ${until} and w.since is not null) a
      union all
      select 'after_sale', minutes, ${bucketOf(sql`minutes`, bounds.after_sale)}
        from (select ${minutes(sql`created_at`, sql`refunded_at`)} as minutes from after_sale
               where refunded_at >= ${from} and refunded_at < ${until}) r
    ) took group by what, bucket`.execute(connection)
}

/** Searches by the day on which they were made, and how many of them were followed by a step, whenever it came. */
export async function makeSearchDay(connection: Connection, day: TradeDate, { from, until }: Span): Promise<void> {
  await sql`
    insert into figure_search (day, searches, companies, found, opened, cart, ordered)
    select ${day}::date, count(*), count(distinct r.company_id), count(*) filter (where r.hits > 0), count(s.opened), count(s.cart), count(s.ordered)
      from search_record r left join lateral (
        select max(1) filter (where kind = 'opened') as opened, max(1) filter (where kind = 'cart') as cart,
               max(1) filter (where kind = 'order') as ordered from search_step where search_id = r.id) s on true
     where r.at >= ${from} and r.at < ${until}
    on conflict (day) do update set searches = excluded.searches, companies = excluded.companies, found = excluded.found,
      opened = excluded.opened, cart = excluded.cart, ordered = excluded.ordered`.execute(connection)
}

/**
 * Stock as it lay at the end of the day: what lies there now, less what moved since. At what it cost at the end of that day, whatever state it
 * is in (locked, promised to an order). lost: of the stock, by the day on which it was destroyed; goods that were refused at the door or
 * go back to their supplier are no loss here, and what a count did not find is not in it either.
 */
export async function makeStockDay(connection: Connection, day: TradeDate, { from, until }: Span): Promise<void> {
  await sql`delete from figure_stock where day = ${day}::date`.execute(connection)
  await sql`
    insert into figure_stock (day, warehouse_id, category_id, units, value, uncosted, near, expired, lost, lost_expired)
    with moved as materialized (
      select stock_batch_id, sum(available + reserved) as units from stock_movement where at >= ${until} group by 1
    ), lying as materialized (
      select b.goods_id, b.warehouse_id, b.expiry_date, b.available + b.reserved - coalesce(m.units, 0) as units
        from stock_batch b left join moved m on m.stock_batch_id = b.id
    ), gone as (
      select goods_id, warehouse_id, number as units, expiry_date <= beijing_day(found_at) as expired from unqualified
       where disposed_at >= ${from} and disposed_at < ${until} and way = 'destroy' and source = 'storage'
    ), price as materialized (
      select goods_id, cost_before(goods_id, ${until}) as cost from (select goods_id from lying where units <> 0 union select goods_id from gone) g
    ), part (goods_id, warehouse_id, units, value, uncosted, near, expired, lost, lost_expired) as (
      select l.goods_id, l.warehouse_id, l.units, l.units * coalesce(p.cost, 0), case when p.cost is null then l.units else 0 end,
             case when l.expiry_date <= ${nearExpiryLimit(day)}::date and l.expiry_date > ${day}::date then l.units * coalesce(p.cost, 0) else 0 end,
             case when l.expiry_date <= ${day}::date then l.units * coalesce(p.cost, 0) else 0 end, 0, 0
        from lying l join price p using (goods_id) where l.units <> 0
      union all
      select g.goods_id, g.warehouse_id, 0, 0, 0, 0, 0, g.units * coalesce(p.cost, 0), case when g.expired then g.units * coalesce(p.cost, 0) else 0 end
        from gone g join price p using (goods_id)
    )
    select ${day}::date, part.warehouse_id, coalesce(t.category_id, 0), sum(units), sum(value), sum(uncosted), sum(near), sum(expired), sum(lost),
           sum(lost_expired)
      from part left join goods_top_categories() t on t.goods_id = part.goods_id group by 2, 3`.execute(connection)
}
