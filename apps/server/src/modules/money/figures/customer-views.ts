import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { within } from './reach-views.ts'
import type { Reach } from './span.ts'

export interface CustomerFilter {
  province: string | null
  manager: string | null
  type: string | null
}
const meant = ({ province, manager, type }: CustomerFilter): RawBuilder<SqlBool> => sql<SqlBool>`
  (${province}::text is null or c.province = ${province}) and (${manager}::text is null or c.manager_name = ${manager})
  and (${type}::text is null or c.type = ${type})`

export interface MonthRow {
  /** null: the total, in which a company counts once. */
  month: string | null
  active: number
  fresh: number
  regained: number
  lost: number
  orders: number
  net: Fen
}
/**
 * By month. active: something left the house for the company; fresh: for the first time; regained: for the first time after three months
 * without; lost: something did in the three months before and nothing in this one. The month that goes on counts as far as it is.
 * summed: months from here on are not summed yet, and read by their days.
 */
export async function customersByMonth(
  connection: Connection,
  filter: CustomerFilter,
  { from, to }: { from: TradeDate; to: TradeDate },
  summed: TradeDate,
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    with bought as materialized (
      select company_id, date_trunc('month', f.day)::date as month, sum(f.orders) as orders, sum(f.net) as net
        from figure_company f join company c on c.id = f.company_id
       where ((f.grain = 'm' and f.day < ${summed}::date) or (f.grain = 'd' and f.day >= ${summed}::date)) and f.day <= ${to}::date and ${meant(filter)}
       group by 1, 2
    ), active as materialized (
      -- By the months of it, the one before, the one after and the first of all there are few kinds of rows, each of many companies.
      select month, first, former, next, count(*) as companies from (
        select month, first_value(month) over w as first, lag(month) over w as former, lead(month) over w as next
          from bought where orders > 0 window w as (partition by company_id order by month)) a
       group by 1, 2, 3, 4
    ), months as (
      select month::date as month from generate_series(date_trunc('month', ${from}::date), date_trunc('month', ${to}::date), interval '1 month') month
    ), per as (
      select month, sum(companies) as active, sum(companies) filter (where first = month) as fresh,
             sum(companies) filter (where first < month and former < month - interval '3 months') as regained
        from active where month >= date_trunc('month', ${from}::date) group by month
    ), gone as (
      -- The last month in which a company bought, seen from the three after it up to that in which it buys again.
      select m.month, sum(a.companies) as lost from months m
        join active a on a.month < m.month and a.month >= m.month - interval '3 months' and (a.next is null or a.next > m.month)
       group by m.month
    ), money as (
      select month, sum(orders) as orders, sum(net) as net from bought where month >= date_trunc('month', ${from}::date) group by month
    )
    select null as month, (select count(distinct company_id)::integer from bought where orders > 0 and month >= date_trunc('month', ${from}::date)) as active,
           coalesce(sum(p.fresh), 0)::integer as fresh, coalesce(sum(p.regained), 0)::integer as regained, 0 as lost,
           coalesce(sum(y.orders), 0)::integer as orders, coalesce(sum(y.net), 0)::bigint as net
      from months m left join per p using (month) left join money y using (month)
     union all
    select to_char(m.month, 'YYYY-MM'), coalesce(p.active, 0)::integer, coalesce(p.fresh, 0)::integer, coalesce(p.regained, 0)::integer,
           coalesce(g.lost, 0)::integer, coalesce(y.orders, 0)::integer, coalesce(y.net, 0)::bigint
      from months m left join per p using (month) left join gone g using (month) left join money y using (month)
     order by month nulls first`.execute(connection)
  return rows
}

export interface CompanyRow {
  key: string | null
  name: string | null
  companies: number
  orders: number
  net: Fen
  rows: number
}

const bought = (filter: CustomerFilter, reach: Reach) => sql`
  select f.company_id, sum(f.orders) as orders, sum(f.net) as net from figure_company f join company c on c.id = f.company_id
   where ${within(reach)} and ${meant(filter)} group by f.company_id`

/** How many companies bought how often: by the orders of each within these days. bounds: up to so many. */
export async function customersByFrequency(
  connection: Connection,
  filter: CustomerFilter,
  reach: Reach,
  bounds: readonly number[],
): Promise<CompanyRow[]> {
  // Written out: what is grouped by must be said the same way twice.
  const bucket = sql`(${sql.join(
    bounds.map((bound) => sql`(b.orders > ${sql.lit(bound)})::int`),
    sql` + `,
  )})::text`
  const { rows } = await sql<CompanyRow>`
    select ${bucket} as key, null as name, count(*)::integer as companies, coalesce(sum(b.orders), 0)::integer as orders,
           coalesce(sum(b.net), 0)::bigint as net, 0 as rows
      from (${bought(filter, reach)}) b where b.orders > 0 group by grouping sets ((${bucket}), ()) order by key nulls first`.execute(
    connection,
  )
  return rows
}

export async function customersByCompany(
  connection: Connection,
  filter: CustomerFilter,
  reach: Reach,
  limit: number,
): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`
    with b as materialized (${bought(filter, reach)})
    select * from (
      select null as key, null as name, count(*) filter (where orders > 0)::integer as companies, coalesce(sum(orders), 0)::integer as orders,
             coalesce(sum(net), 0)::bigint as net, count(*)::integer as rows from b
       union all
      (select c.id::text, c.name, 1, b.orders::integer, b.net::bigint, 0 from b join company c on c.id = b.company_id order by b.net desc, c.id limit ${limit})
    ) s order by key is not null, net desc, key`.execute(connection)
  return rows
}

/** Those that bought in the days of former and not in the days of reach: what they bought before. */
export async function customersLost(
  connection: Connection,
  filter: CustomerFilter,
  former: Reach,
  reach: Reach,
  limit: number,
): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`
    with b as materialized (
      select * from (${bought(filter, former)}) p
       where p.orders > 0 and not exists (select from figure_company f where f.company_id = p.company_id and f.orders > 0 and ${within(reach)})
    )
    select * from (
      select null as key, null as name, count(*)::integer as companies, coalesce(sum(orders), 0)::integer as orders,
             coalesce(sum(net), 0)::bigint as net, count(*)::integer as rows from b
       union all
      (select c.id::text, c.name, 1, b.orders::integer, b.net::bigint, 0 from b join company c on c.id = b.company_id order by b.net desc, c.id limit ${limit})
    ) s order by key is not null, net desc, key`.execute(connection)
  return rows
}
