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

/** Nobody is looked up whom no filter asks about. */
const figuresOf = (filter: CustomerFilter, which: RawBuilder<unknown>) =>
  Object.values(filter).every((one) => one === null)
    ? sql`from figure_company f where ${which}`
    : sql`from figure_company f join company c on c.id = f.company_id where ${which} and ${meant(filter)}`

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
/** Months before those that are asked for, in which whoever is lost or comes back was seen. */
const MONTHS_BEFORE = 3

/**
 * By month. active: something left the house for the company; fresh: for the first time; regained: for the first time after three months
 * without; lost: something did in the three months before and nothing in this one. The month that goes on counts as far as it is.
 * summed: months from here on are not summed yet, and read by their days.
 *
 * A company's months are the bits of a number, the first of those before at the right: of a hundred thousand companies there are few kinds.
 */
export async function customersByMonth(
  connection: Connection,
  filter: CustomerFilter,
  { from, to }: { from: TradeDate; to: TradeDate },
  summed: TradeDate,
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    with months as materialized (
      select month::date as month, (ordinality - 1)::integer as place
        from generate_series(date_trunc('month', ${from}::date) - ${sql.lit(MONTHS_BEFORE)} * interval '1 month', date_trunc('month', ${to}::date),
                             interval '1 month') with ordinality as m(month, ordinality)
    ), bought as materialized (
      select f.company_id, f.day as month, f.orders, f.net
        ${figuresOf(filter, sql`f.grain = 'm' and f.day >= (select min(month) from months) and f.day < ${summed}::date and f.day <= ${to}::date`)}
       union all
      select f.company_id, date_trunc('month', f.day)::date, f.orders, f.net
        ${figuresOf(filter, sql`f.grain = 'd' and f.day >= greatest((select min(month) from months), ${summed}::date) and f.day <= ${to}::date`)}
    ), kind as materialized (
      select b.seen, coalesce(m.place, -1) as first, count(*) as companies
        from (select company_id, bit_or(1::bigint << place) as seen from bought join months using (month) where orders > 0 group by company_id) b
        join figure_company_first f using (company_id) left join months m on m.month = f.month
       group by 1, 2
    ), per as (
      select m.place, sum(companies) filter (where is_in) as active, sum(companies) filter (where is_in and first = m.place) as fresh,
             sum(companies) filter (where is_in and first < m.place and not was_in) as regained,
             sum(companies) filter (where was_in and not is_in) as lost
        from months m cross join kind
       cross join lateral (select (seen >> m.place) & 1 = 1 as is_in, (seen >> (m.place - ${sql.lit(MONTHS_BEFORE)})) & 7 <> 0 as was_in) k
       where m.place >= ${sql.lit(MONTHS_BEFORE)} group by m.place
    ), money as (
      select place, sum(orders) as orders, sum(net) as net from bought join months using (month) where place >= ${sql.lit(MONTHS_BEFORE)} group by place
    )
    select null as month, coalesce((select sum(companies) from kind where seen >> ${sql.lit(MONTHS_BEFORE)} <> 0), 0)::integer as active,
           coalesce(sum(p.fresh), 0)::integer as fresh, coalesce(sum(p.regained), 0)::integer as regained, 0 as lost,
           coalesce(sum(y.orders), 0)::integer as orders, coalesce(sum(y.net), 0)::bigint as net
      from months m left join per p using (place) left join money y using (place) where place >= ${sql.lit(MONTHS_BEFORE)}
     union all
    select to_char(m.month, 'YYYY-MM'), coalesce(p.active, 0)::integer, coalesce(p.fresh, 0)::integer, coalesce(p.regained, 0)::integer,
           coalesce(p.lost, 0)::integer, coalesce(y.orders, 0)::integer, coalesce(y.net, 0)::bigint
      from months m left join per p using (place) left join money y using (place) where place >= ${sql.lit(MONTHS_BEFORE)}
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
  select f.company_id, sum(f.orders) as orders, sum(f.net) as net ${figuresOf(filter, within(reach))} group by f.company_id`

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
