import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OfferGroup, ReceivableGroup, ServiceGroup, StockGroup, TimeGroup } from '#contract/figures.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** Reads of the figures beside sales. Of each the total comes first: the row whose key is null. */

interface Days {
  from: TradeDate
  to: TradeDate
}
interface Keyed {
  key: string | null
  name: string | null
  rows: number
}

const inDays = ({ from, to }: Days): RawBuilder<SqlBool> => sql<SqlBool>`f.day >= ${from}::date and f.day <= ${to}::date`
const DAY = sql`f.day::text`
const MONTH = sql`to_char(f.day, 'YYYY-MM')`
const timeOf = (by: TimeGroup) => (by === 'day' ? DAY : MONTH)

/** key, name and sums of a source grouped by the key, with the total. */
async function grouped<Row extends Keyed>(
  connection: Connection,
  { key, name, sums, from, order }: Record<'key' | 'name' | 'sums' | 'from' | 'order', RawBuilder<unknown>>,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select ${key} as key, max(${name}) as name, ${sums}, grouping(${key}) as whole, (count(*) over ())::integer - 1 as rows
        from ${from} group by grouping sets ((${key}), ())
    ) s order by whole desc, ${order} limit ${limit + 1}`.execute(connection)
  return rows
}

export interface OfferRow extends Keyed {
  kind: string | null
  planId: number | null
  orders: number
  amount: Fen
  discount: Fen
}
export const offersBy = (connection: Connection, by: OfferGroup, kind: string | null, days: Days, limit: number): Promise<OfferRow[]> => {
  // All versions of an activity are one row; one from before they had versions is itself.
  const key = sql`f.kind || ':' || coalesce('plan:' || v.plan_id, f.offer_id::text)`
  return grouped<OfferRow>(
    connection,
    {
      key: by === 'offer' ? key : timeOf(by),
      name: by === 'offer' ? sql`coalesce(l.name, p.name, t.name, b.name)` : timeOf(by),
      sums: sql`max(f.kind) as kind, max(v.plan_id) as "planId", coalesce(sum(f.orders), 0)::integer as orders,
                coalesce(sum(f.amount), 0)::bigint as amount, coalesce(sum(f.discount), 0)::bigint as discount`,
      from: sql`figure_offer f left join promotion p on f.kind = 'promotion' and p.id = f.offer_id
                left join promotion_plan_version v on f.kind = 'promotion' and v.promotion_id = f.offer_id
                left join promotion_plan_version l on l.plan_id = v.plan_id
                     and l.number = (select max(number) from promotion_plan_version where plan_id = v.plan_id)
                left join coupon_template t on f.kind = 'coupon' and t.id = f.offer_id
                left join bundle b on f.kind = 'bundle' and b.id = f.offer_id
                where ${inDays(days)} and (${kind}::text is null or f.kind = ${kind})`,
      order: by === 'offer' ? sql`discount desc, amount desc, key` : sql`key`,
    },
    limit,
  )
}

export interface ServiceRow extends Keyed {
  count: number
  minutes: number
  good: number
}
/** good: how many buckets of each are. */
export const serviceBy = (
  connection: Connection,
  by: ServiceGroup,
  what: string | null,
  good: Readonly<Record<string, number>>,
  days: Days,
): Promise<ServiceRow[]> => {
  const key = by === 'what' ? sql`f.what` : by === 'bucket' ? sql`f.bucket::text` : timeOf(by)
  return grouped<ServiceRow>(
    connection,
    {
      key,
      name: key,
      sums: sql`coalesce(sum(f.count), 0)::integer as count, coalesce(sum(f.minutes), 0)::bigint as minutes,
                coalesce(sum(f.count) filter (where f.bucket < (${JSON.stringify(good)}::jsonb ->> f.what)::int), 0)::integer as good`,
      from: sql`figure_service f where ${inDays(days)} and (${what}::text is null or f.what = ${what})`,
      order: sql`key`,
    },
    1_200,
  )
}

export interface SearchRow extends Keyed {
  searches: number
  found: number
  opened: number
  cart: number
  ordered: number
}
export const searchesBy = (connection: Connection, by: TimeGroup, days: Days): Promise<SearchRow[]> =>
  grouped<SearchRow>(
    connection,
    {
      key: timeOf(by),
      name: timeOf(by),
      sums: sql`coalesce(sum(f.searches), 0)::integer as searches, coalesce(sum(f.found), 0)::integer as found,
                coalesce(sum(f.opened), 0)::integer as opened, coalesce(sum(f.cart), 0)::integer as cart,
                coalesce(sum(f.ordered), 0)::integer as ordered`,
      from: sql`figure_search f where ${inDays(days)} and f.searches > 0`,
      order: sql`key`,
    },
    1_200,
  )

export interface StockRow extends Keyed {
  /** Sums over the days of which there is one. */
  value: Fen
  days: number
  closing: Fen
  near: Fen
  expired: Fen
  uncosted: number
  lost: Fen
  lostExpired: Fen
  /** What left the house on the same days cost. */
  cost: Fen
}
/** By day or month a row's days are its own; otherwise they are all days of which there are figures. */
export async function stockBy(connection: Connection, by: StockGroup, days: Days, limit: number): Promise<StockRow[]> {
  const isTime = by === 'day' || by === 'month'
  const keyOf = (day: RawBuilder<unknown>, own: RawBuilder<unknown>) =>
    by === 'day' ? sql`${day}::text` : by === 'month' ? sql`to_char(${day}, 'YYYY-MM')` : own
  const key = keyOf(sql`f.day`, by === 'warehouse' ? sql`f.warehouse_id::text` : sql`f.category_id::text`)
  const sold =
    by === 'category'
      ? sql`select f.day, coalesce(t.category_id, 0)::text as key, f.cost - f.cost_back as cost from figure_goods f
             left join goods_top_categories() t on t.goods_id = f.goods_id where f.grain = 'd' and ${inDays(days)}`
      : sql`select f.day, ${keyOf(sql`f.day`, sql`f.warehouse_id::text`)} as key, f.cost - f.cost_back as cost from figure_buyer f
             where f.grain = 'd' and ${inDays(days)}`
  const { rows } = await sql<StockRow>`
    with known as materialized (select distinct f.day from figure_stock f where ${inDays(days)}),
    lying as materialized (
      select f.day, ${key} as key, f.value, f.near, f.expired, f.uncosted, f.lost, f.lost_expired from figure_stock f where ${inDays(days)}
    ), last as (
      select ${isTime ? sql`key, max(day) as day from lying group by key` : sql`null::text as key, max(day) as day from known`}
    ), sold as (
      select s.key, sum(s.cost) as cost, grouping(s.key) as whole from (${sold}) s join known using (day) group by grouping sets ((s.key), ())
    ), own as (
      select l.key, grouping(l.key) as whole, sum(l.value) as value, count(distinct l.day) as days,
             coalesce(sum(l.value) filter (where l.day = e.day), 0) as closing, coalesce(sum(l.near) filter (where l.day = e.day), 0) as near,
             coalesce(sum(l.expired) filter (where l.day = e.day), 0) as expired,
             coalesce(sum(l.uncosted) filter (where l.day = e.day), 0) as uncosted, sum(l.lost) as lost, sum(l.lost_expired) as lost_expired
        from lying l join last e on e.key is null or e.key = l.key group by grouping sets ((l.key), ())
    ), whole as (select count(*) as days, max(day) as day from known)
    select own.key, coalesce(w.name, t.name, own.key) as name, coalesce(own.value, 0)::bigint as value,
           (${isTime ? sql`case when own.whole = 1 then whole.days else own.days end` : sql`whole.days`})::integer as days,
           coalesce(case when own.whole = 1 then a.closing else own.closing end, 0)::bigint as closing,
           coalesce(case when own.whole = 1 then a.near else own.near end, 0)::bigint as near,
           coalesce(case when own.whole = 1 then a.expired else own.expired end, 0)::bigint as expired,
           coalesce(case when own.whole = 1 then a.uncosted else own.uncosted end, 0)::bigint as uncosted,
           coalesce(own.lost, 0)::bigint as lost, coalesce(own.lost_expired, 0)::bigint as "lostExpired", coalesce(s.cost, 0)::bigint as cost,
           (count(*) over ())::integer - 1 as rows
      from own cross join whole
      left join sold s on s.whole = own.whole and s.key is not distinct from own.key
      left join warehouse w on ${by === 'warehouse' ? sql`w.id::text = own.key` : sql`false`}
      left join category t on ${by === 'category' ? sql`t.id::text = own.key` : sql`false`}
     cross join lateral (
       select sum(l.value) as closing, sum(l.near) as near, sum(l.expired) as expired, sum(l.uncosted) as uncosted from lying l where l.day = whole.day) a
     order by own.whole desc, ${isTime ? sql`own.key` : sql`own.value desc, own.key`} limit ${limit + 1}`.execute(connection)
  return rows
}

export interface ReceivableRow extends Keyed {
  bills: number
  companies: number
  open: Fen
  overdue: Fen
}
/** By the days that a bill is late; 0: it is not due yet. */
const AGES = [0, 7, 30, 60] as const
export const receivablesBy = (
  connection: Connection,
  by: ReceivableGroup,
  manager: string | null,
  today: TradeDate,
  limit: number,
): Promise<ReceivableRow[]> => {
  // Written out: what is grouped by must be said the same way twice, and a parameter is another one each time.
  const late = sql`greatest(0, ${sql.lit(today)}::date - b.due_on)`
  const age = sql`(${sql.join(
    AGES.map((bound) => sql`(${late} > ${sql.lit(bound)})::int`),
    sql` + `,
  )})::text`
  const key = by === 'age' ? age : by === 'manager' ? sql`c.manager_name` : sql`b.company_id::text`
  return grouped<ReceivableRow>(
    connection,
    {
      key,
      name: by === 'company' ? sql`c.name` : key,
      sums: sql`count(*)::integer as bills, count(distinct b.company_id)::integer as companies, coalesce(sum(b.open), 0)::bigint as open,
                coalesce(sum(b.open) filter (where b.due_on < ${today}::date), 0)::bigint as overdue`,
      from: sql`credit_bill b join company c on c.id = b.company_id
                where b.settled_at is null and (${manager}::text is null or c.manager_name = ${manager})`,
      order: by === 'age' ? sql`key` : sql`open desc, key`,
    },
    limit,
  )
}
