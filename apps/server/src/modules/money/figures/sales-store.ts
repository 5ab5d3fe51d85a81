import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Span } from './span.ts'

/**
 * Sales of a day. What each figure is, and where it comes from (amounts in fen, days of Beijing):
 *
 * orders, units, gross, reduction  what left the house on that day (orders.shipped_at): orders, pieces, lines before and the reductions
 *                                  upon them. Nothing of an order changes once it has left, and an order that never leaves never counts,
 *                                  so cancellations and changes before picking touch none of these.
 * shipping                         what these orders pay for being brought.
 * returned, returned_shipping      what after-sales gave back, on the day on which they were settled (after_sale.inspected_at, the day of
 *                                  their posting), whenever the goods were sold; returned_units what was accepted.
 * kept                             what was kept out of refunds for gifts and exchange goods that stay with the buyer (benefit_kept): a
 *                                  sale of that day; negative where it is paid out after all.
 * sales = gross - reduction - returned + kept. Over all days it is the ledger's account of sales (without the money of the points mall)
 * and what has left the house and is not complete yet, to the fen (figures.test.ts).
 *
 * cost                             pieces that left, at what they cost the house at the end of that day (cost_before); gifts too.
 * cost_back                        what came back by a return, at what it cost when it left. A refund without the goods brings nothing back,
 *                                  and what comes back unfit for sale is a loss of the stock, not of the sale.
 * uncosted                         the part of the sales whose cost nobody has entered: margins leave it out.
 *
 * Of the ledger, by the day of the posting and by who bought:
 * paid                             what came in for orders (order_pay), also before an order is paid whole.
 * paid_back                        what went back of it by cancellations and changes before picking (order_refund), on their day.
 * booked, booked_shipping          the ledger's accounts of sales and shipping: an order when it is complete, its returns after that.
 *
 * By whom: type, manager, province and city of the company as they were when it ordered (orders.sold_*; of orders from before these were
 * kept, as they are). By what: the goods; its category and maker are those of today, read when a report is drawn.
 */

const BUYER = sql`coalesce(o.sold_province, c.province) as province, coalesce(o.sold_city, c.city) as city,
  coalesce(o.sold_manager, c.manager_name) as manager, coalesce(o.sold_type, c.type) as company_type, o.warehouse_id`

const shippedIn = ({ from, until }: Span) => sql`o.shipped_at >= ${from} and o.shipped_at < ${until}`
const settledIn = ({ from, until }: Span) =>
  sql`a.inspected_at >= ${from} and a.inspected_at < ${until} and a.status in ('refunding', 'refunded')`

/** Of what came back: the day on which it left, as the moment at which that day ended. */
const LEFT_BY = sql`((beijing_day(o.shipped_at) + 1)::timestamp at time zone 'Asia/Shanghai')`

export async function makeBuyerDay(connection: Connection, day: TradeDate, span: Span): Promise<void> {
  await sql`delete from figure_buyer where grain = 'd' and day = ${day}::date`.execute(connection)
  await sql`
    with line as materialized (
      select o.id as order_id, l.goods_id, l.number, l.amount, l.reduction
        from orders o join order_line l on l.order_id = o.id where ${shippedIn(span)}
    ), price as materialized (
      select goods_id, cost_before(goods_id, ${span.until}) as cost from (select distinct goods_id from line) g
    ), sold as (
      select line.order_id, 1 as orders, sum(number) as units, sum(amount) as gross, sum(reduction) as reduction,
             sum(number * coalesce(p.cost, 0)) as cost, sum(case when p.cost is null then amount - reduction else 0 end) as uncosted
        from line join price p using (goods_id) group by line.order_id
    ), back as (
      select a.order_id, sum(x.worth) as returned,
             sum(case when a.kind = 'return' then x.accepted * coalesce(p.cost, 0) else 0 end) as cost_back,
             sum(case when p.cost is null then x.worth else 0 end) as uncosted
        from after_sale a join after_sale_line x on x.after_sale_id = a.id join order_line l on l.id = x.order_line_id
        join orders o on o.id = a.order_id
       cross join lateral (select cost_before(l.goods_id, ${LEFT_BY}) as cost) p
       where ${settledIn(span)} group by a.order_id
    ), money as (
      select g.order_id, sum(e.amount) filter (where s.kind = 'order_advance' and e.kind = 'order_pay') as paid,
             -sum(e.amount) filter (where s.kind = 'order_advance' and e.kind = 'order_refund') as paid_back,
             sum(e.amount) filter (where s.kind = 'sales') as booked, sum(e.amount) filter (where s.kind = 'shipping') as booked_shipping
        from ledger_account s
        join ledger_entry e on e.account_id = s.id and e.balance_after is null
             and e.kind in ('order_pay', 'order_refund', 'order_complete', 'after_sale_refund') and e.at >= ${span.from} and e.at < ${span.until}
        join ledger_posting g on g.id = e.posting_id
       where s.company_id is null and s.kind in ('order_advance', 'sales', 'shipping') and g.order_id is not null
       group by g.order_id
    ), part (order_id, orders, units, gross, reduction, shipping, returned, returned_shipping, kept, cost, cost_back, uncosted, paid, paid_back,
             booked, booked_shipping) as (
      select order_id, orders, units, gross, reduction, 0, 0, 0, 0, cost, 0, uncosted, 0, 0, 0, 0 from sold
      union all select o.id, 0, 0, 0, 0, o.shipping_amount, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from orders o where ${shippedIn(span)}
      union all select order_id, 0, 0, 0, 0, 0, returned, 0, 0, 0, cost_back, -uncosted, 0, 0, 0, 0 from back
      union all select a.order_id, 0, 0, 0, 0, 0, 0, a.shipping_amount, 0, 0, 0, 0, 0, 0, 0, 0 from after_sale a where ${settledIn(span)}
      union all select b.order_id, 0, 0, 0, 0, 0, 0, 0, b.amount, 0, 0, 0, 0, 0, 0, 0
                  from after_sale a join benefit_kept b on b.after_sale_id = a.id where ${settledIn(span)}
      union all select order_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, coalesce(paid, 0), coalesce(paid_back, 0), coalesce(booked, 0),
                       coalesce(booked_shipping, 0) from money
    )
    insert into figure_buyer (grain, day, province, city, manager, company_type, warehouse_id, orders, units, gross, reduction, shipping,
                              returned, returned_shipping, kept, cost, cost_back, uncosted, paid, paid_back, booked, booked_shipping)
    select 'd', ${day}::date, ${BUYER}, sum(orders), sum(units), sum(gross), sum(reduction), sum(shipping), sum(returned), sum(returned_shipping),
           sum(kept), sum(cost), sum(cost_back), sum(uncosted), sum(paid), sum(paid_back), sum(booked), sum(booked_shipping)
      from part join orders o on o.id = part.order_id join company c on c.id = o.company_id group by 3, 4, 5, 6, 7`.execute(connection)
}

export async function makeGoodsDay(connection: Connection, day: TradeDate, span: Span): Promise<void> {
  await sql`delete from figure_goods where grain = 'd' and day = ${day}::date`.execute(connection)
  await sql`
    with sold as materialized (
      select l.goods_id, l.price_source as source, sum(l.number) as units, sum(l.amount) as gross, sum(l.reduction) as reduction
        from orders o join order_line l on l.order_id = o.id where ${shippedIn(span)} group by 1, 2
    ), price as materialized (
      select goods_id, cost_before(goods_id, ${span.until}) as cost from (select distinct goods_id from sold) g
    ), part (goods_id, source, units, gross, reduction, returned_units, returned, kept, cost, cost_back, uncosted) as (
      select goods_id, source, units, gross, reduction, 0, 0, 0, units * coalesce(p.cost, 0), 0,
             case when p.cost is null then gross - reduction else 0 end
        from sold join price p using (goods_id)
      union all
      select l.goods_id, l.price_source, 0, 0, 0, x.accepted, x.worth, 0, 0,
             case when a.kind = 'return' then x.accepted * coalesce(p.cost, 0) else 0 end, case when p.cost is null then -x.worth else 0 end
        from after_sale a join after_sale_line x on x.after_sale_id = a.id join order_line l on l.id = x.order_line_id
        join orders o on o.id = a.order_id
       cross join lateral (select cost_before(l.goods_id, ${LEFT_BY}) as cost) p
       where ${settledIn(span)}
      union all
      select 0, 'kept', 0, 0, 0, 0, 0, b.amount, 0, 0, 0 from after_sale a join benefit_kept b on b.after_sale_id = a.id where ${settledIn(span)}
    )
    insert into figure_goods (grain, day, goods_id, source, units, gross, reduction, returned_units, returned, kept, cost, cost_back, uncosted)
    select 'd', ${day}::date, goods_id, source, sum(units), sum(gross), sum(reduction), sum(returned_units), sum(returned), sum(kept),
           sum(cost), sum(cost_back), sum(uncosted)
      from part group by goods_id, source`.execute(connection)
}

/** Days of a month that is over, summed: what a report of many months reads in their place. */
export async function sumSalesMonth(connection: Connection, month: TradeDate): Promise<void> {
  const days = sql`grain = 'd' and day >= ${month}::date and day < ${month}::date + interval '1 month'`
  await sql`delete from figure_buyer where grain = 'm' and day = ${month}::date`.execute(connection)
  await sql`
    insert into figure_buyer (grain, day, province, city, manager, company_type, warehouse_id, orders, units, gross, reduction, shipping,
                              returned, returned_shipping, kept, cost, cost_back, uncosted, paid, paid_back, booked, booked_shipping)
    select 'm', ${month}::date, province, city, manager, company_type, warehouse_id, sum(orders), sum(units), sum(gross), sum(reduction), sum(shipping),
           sum(returned), sum(returned_shipping), sum(kept), sum(cost), sum(cost_back), sum(uncosted), sum(paid), sum(paid_back), sum(booked),
           sum(booked_shipping)
      from figure_buyer where ${days} group by province, city, manager, company_type, warehouse_id`.execute(connection)
  await sql`delete from figure_goods where grain = 'm' and day = ${month}::date`.execute(connection)
  await sql`
    insert into figure_goods (grain, day, goods_id, source, units, gross, reduction, returned_units, returned, kept, cost, cost_back, uncosted)
    select 'm', ${month}::date, goods_id, source, sum(units), sum(gross), sum(reduction), sum(returned_units), sum(returned), sum(kept), sum(cost),
           sum(cost_back), sum(uncosted)
      from figure_goods where ${days} group by goods_id, source`.execute(connection)
}
