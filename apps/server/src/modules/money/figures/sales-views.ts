import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SalesGroup } from '#contract/figures.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { within } from './reach-views.ts'
import type { Reach } from './span.ts'

export interface SalesFilter {
  province: string | null
  city: string | null
  manager: string | null
  type: string | null
  warehouseId: number | null
  categoryId: number | null
  makerId: number | null
  goodsId: number | null
  source: string | null
}

/** Of each column its sum; what a table does not tell is null. */
export interface SalesRow {
  /** null: the total. */
  key: string | null
  name: string | null
  orders: number | null
  units: number
  gross: Fen
  reduction: Fen
  returned: Fen
  kept: Fen
  shipping: Fen | null
  returnedShipping: Fen | null
  cost: Fen
  costBack: Fen
  uncosted: Fen
  paid: Fen | null
  paidBack: Fen | null
  booked: Fen | null
  /** What the rows are sorted by, and whether this one is the total: 1. */
  net: Fen
  whole: number
  /** How many rows there are, this one not counted. */
  rows: number
}

const sums = (names: readonly [column: string, as: string][]) =>
  sql.join(names.map(([column, as]) => sql`coalesce(sum(f.${sql.ref(column)}), 0)::bigint as ${sql.ref(as)}`))
const nulls = (names: readonly string[]) => sql.join(names.map((as) => sql`null::bigint as ${sql.ref(as)}`))
const BOTH: readonly [string, string][] = [
  ['units', 'units'],
  ['gross', 'gross'],
  ['reduction', 'reduction'],
  ['returned', 'returned'],
  ['kept', 'kept'],
  ['cost', 'cost'],
  ['cost_back', 'costBack'],
  ['uncosted', 'uncosted'],
]
const OF_BUYERS = sql`${sums([
  ...BOTH,
  ['orders', 'orders'],
  ['shipping', 'shipping'],
  ['returned_shipping', 'returnedShipping'],
  ['paid', 'paid'],
  ['paid_back', 'paidBack'],
  ['booked', 'booked'],
])}`
const OF_GOODS = sql`${sums(BOTH)}, ${nulls(['orders', 'shipping', 'returnedShipping', 'paid', 'paidBack', 'booked'])}`

const NET = sql`sum(f.gross - f.reduction - f.returned + f.kept)`

const DAY = sql`f.day::text`
const MONTH = sql`to_char(f.day, 'YYYY-MM')`
/** By whom: the key of a row, and its name. */
const BUYER_KEYS: Readonly<Partial<Record<SalesGroup, [key: RawBuilder<unknown>, name: RawBuilder<unknown>]>>> = {
  day: [DAY, DAY],
  month: [MONTH, MONTH],
  province: [sql`f.province`, sql`f.province`],
  city: [sql`f.province || ' ' || f.city`, sql`f.province || ' ' || f.city`],
  manager: [sql`f.manager`, sql`f.manager`],
  type: [sql`f.company_type`, sql`f.company_type`],
  warehouse: [sql`f.warehouse_id::text`, sql`w.name`],
}
const GOODS_KEYS: Readonly<Partial<Record<SalesGroup, [key: RawBuilder<unknown>, name: RawBuilder<unknown>]>>> = {
  day: [DAY, DAY],
  month: [MONTH, MONTH],
  category: [sql`t.category_id::text`, sql`t.name`],
  maker: [sql`g.manufacturer_id::text`, sql`m.name`],
  goods: [sql`f.goods_id::text`, sql`g.name || ' ' || g.spec`],
  source: [sql`f.source`, sql`f.source`],
}

const buyerFilter = ({ province, city, manager, type, warehouseId }: SalesFilter): RawBuilder<SqlBool> => sql<SqlBool>`
  (${province}::text is null or f.province = ${province}) and (${city}::text is null or f.city = ${city})
  and (${manager}::text is null or f.manager = ${manager}) and (${type}::text is null or f.company_type = ${type})
  and (${warehouseId}::bigint is null or f.warehouse_id = ${warehouseId})`

/** One goods is found by its own index; the goods of a maker or a category are a list, asked for once. */
function goodsFilter({ categoryId, makerId, goodsId, source }: SalesFilter): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`true`]
  if (goodsId !== null) parts.push(sql<SqlBool>`f.goods_id = ${goodsId}`)
  if (makerId !== null) parts.push(sql<SqlBool>`f.goods_id in (select id from goods where manufacturer_id = ${makerId})`)
  if (categoryId !== null)
    parts.push(sql<SqlBool>`f.goods_id in (select goods_id from goods_top_categories() where category_id = ${categoryId})`)
  if (source !== null) parts.push(sql<SqlBool>`f.source = ${source}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Time runs forward; all else begins with what sells most. */
const orderOf = (by: SalesGroup) => (by === 'day' || by === 'month' ? sql`key` : sql`net desc, key`)

const buyersFrom = (filter: SalesFilter, reach: Reach) =>
  sql`figure_buyer f left join warehouse w on w.id = f.warehouse_id where ${within(reach)} and ${buyerFilter(filter)}`

/** Summed by goods before anything is asked of a goods: there are far fewer of them than days. */
function goodsFrom(by: SalesGroup, filter: SalesFilter, reach: Reach): RawBuilder<unknown> {
  const rows = sql`figure_goods f where ${within(reach)} and ${goodsFilter(filter)}`
  if (by === 'day' || by === 'month' || by === 'source') return rows
  const summed = sql`(select f.goods_id, ${sql.join(BOTH.map(([column]) => sql`sum(f.${sql.ref(column)})::bigint as ${sql.ref(column)}`))}
                        from ${rows} group by f.goods_id) f`
  if (by === 'category') return sql`${summed} left join goods_top_categories() t on t.goods_id = f.goods_id`
  return sql`${summed} left join goods g on g.id = f.goods_id left join manufacturer m on m.id = g.manufacturer_id`
}

export type SalesSide = 'buyers' | 'goods'

/** The total first, then the rows, so many at most. */
export async function salesBy(
  connection: Connection,
  side: SalesSide,
  by: SalesGroup,
  filter: SalesFilter,
  reach: Reach,
  limit: number,
): Promise<SalesRow[]> {
  const [key, name] = (side === 'buyers' ? BUYER_KEYS : GOODS_KEYS)[by] ?? [DAY, DAY]
  const from = side === 'buyers' ? buyersFrom(filter, reach) : goodsFrom(by, filter, reach)
  const { rows } = await sql<SalesRow>`
    select * from (
      select ${key} as key, max(${name}) as name, ${side === 'buyers' ? OF_BUYERS : OF_GOODS}, (${NET})::bigint as net, grouping(${key}) as whole,
             (count(*) over ())::integer - 1 as rows
        from ${from} group by grouping sets ((${key}), ())
    ) s order by whole desc, ${orderOf(by)} limit ${limit + 1}`.execute(connection)
  return rows
}

export async function choicesOf(connection: Connection) {
  const { rows } = await sql<{
    places: { province: string; cities: string[] }[]
    managers: string[]
    types: string[]
    warehouses: { id: number; name: string }[]
    categories: { id: number; name: string }[]
  }>`
    with seen as materialized (
      select distinct province, city, manager, company_type from figure_buyer
       where grain = 'm' or (grain = 'd' and day > (select coalesce(max(day), '-infinity') from figure_made where grain = 'm'))
    )
    select (select coalesce(json_agg(p order by p.province), '[]')
              from (select province, json_agg(distinct city order by city) filter (where city <> '') as cities from seen
                     where province <> '' group by province) p) as places,
           (select coalesce(array_agg(distinct manager order by manager) filter (where manager <> ''), '{}') from seen) as managers,
           (select coalesce(array_agg(distinct company_type order by company_type), '{}') from seen) as types,
           (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by sort, id), '[]') from warehouse) as warehouses,
           (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by sort, id), '[]') from category where parent_id is null)
             as categories`.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('the choices of reports are one row')
  return row
}
