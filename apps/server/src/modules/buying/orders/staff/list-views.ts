import { type RawBuilder, sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { HoldReason } from '#domain/standing.ts'
import { companiesHolding, companyAsked, companyIsNamed } from '../../../../platform/company-named.ts'
import type { Connection } from '../../../../platform/database.ts'
import { fewOf } from '../../../../platform/few.ts'
import { plainLike } from '../../../../platform/like.ts'
import { companySeen, warehouseSeen } from '../../../../platform/narrowing.ts'

/** Everybody's orders as staff look for them. Indexes of migration 0190 serve each filter in the order of the list. */
export interface StaffOrderFilter {
  status: OrderStatus | null
  isHeld: boolean
  inAfterSale: boolean
  companyId: number | null
  /** Part of a company's name; '': not asked for. */
  company: string
  /** Those that are meant by it; null: too many to name them. */
  companyIds: readonly number[] | null
  /** Beginning of the number. */
  no: string
  /** Those that it is the beginning of; null: too many to name them. */
  noIds: readonly number[] | null
  /** Of the words for goods; null: goods are not asked for. */
  goodsIds: readonly number[] | null
  from: Date | null
  /** The moment after the last day. */
  until: Date | null
  warehouseId: number | null
  isEphedrine: boolean
  min: Fen | null
  max: Fen | null
  /** These alone; null: all. */
  ids: readonly number[] | null
  /** null: not asked for. */
  behind: BehindFigure | null
}

/** What a figure of a report counts (money/figures): orders that left the house on these days, whose they were then, and lines of what. */
export interface BehindFigure {
  shippedFrom: Date | null
  /** The moment after the last day. */
  shippedUntil: Date | null
  province: string
  city: string
  manager: string
  type: string
  topCategoryId: number | null
  makerId: number | null
  goodsId: number | null
  priceSource: string
}

const SOLD_TO = { province: 'province', city: 'city', manager: 'manager_name', type: 'type' } as const

function behindFigure(behind: BehindFigure): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = []
  if (behind.shippedFrom !== null) parts.push(sql`o.shipped_at >= ${behind.shippedFrom}`)
  if (behind.shippedUntil !== null) parts.push(sql`o.shipped_at < ${behind.shippedUntil}`)
  // Nothing leaves before it is ordered: the walk from the newest begins there.
  if (behind.shippedUntil !== null) parts.push(sql`o.created_at < ${behind.shippedUntil}`)
  for (const [name, column] of Object.entries(SOLD_TO) as [keyof typeof SOLD_TO, string][])
    if (behind[name] !== '')
      parts.push(
        sql`coalesce(${sql.ref(`o.sold_${name}`)}, (select ${sql.ref(`k.${column}`)} from company k where k.id = o.company_id)) = ${behind[name]}`,
      )
  const { topCategoryId, makerId, goodsId, priceSource } = behind
  const lines: RawBuilder<unknown>[] = []
  if (topCategoryId !== null)
    lines.push(sql`l.goods_id in (select goods_id from goods_top_categories() where category_id = ${topCategoryId})`)
  if (makerId !== null) lines.push(sql`l.goods_id in (select id from goods where manufacturer_id = ${makerId})`)
  if (goodsId !== null) lines.push(sql`l.goods_id = ${goodsId}`)
  if (priceSource !== '') lines.push(sql`l.price_source = ${priceSource}`)
  if (lines.length > 0) parts.push(sql`exists (select from order_line l where l.order_id = o.id and ${sql.join(lines, sql` and `)})`)
  return parts
}

export const TOTAL = sql`(o.goods_amount + o.shipping_amount - o.reduction_amount)`
export const OPEN_AFTER_SALE = sql`exists (select from after_sale s where s.order_id = o.id
                                              and s.status in ('reviewing', 'sending', 'inspecting', 'refunding'))`

/** named: what asks of an order whether its company is meant, where they were looked for before. */
function conditions(filter: StaffOrderFilter, named: RawBuilder<unknown> | null = null): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [companySeen('o.company_id'), warehouseSeen('o.warehouse_id')]
  if (filter.status !== null) parts.push(sql`o.status = ${filter.status}`)
  if (filter.isHeld) parts.push(sql`o.held_at is not null`)
  // The open ones are few: from them to their orders, never the other way round.
  if (filter.inAfterSale)
    parts.push(sql`o.id in (select s.order_id from after_sale s where s.status in ('reviewing', 'sending', 'inspecting', 'refunding'))`)
  if (filter.companyId !== null) parts.push(sql`o.company_id = ${filter.companyId}`)
  if (filter.companyIds !== null) parts.push(sql`o.company_id = any(${[...filter.companyIds]}::bigint[])`)
  else if (filter.company) parts.push(named ?? companyIsNamed('o.company_id', filter.company))
  if (filter.noIds !== null) parts.push(sql`o.id = any(${[...filter.noIds]}::bigint[])`)
  else if (filter.no) parts.push(sql`o.no like ${`${plainLike(filter.no)}%`}`)
  if (filter.goodsIds !== null)
    parts.push(sql`exists (select from order_line l where l.order_id = o.id and l.goods_id = any(${[...filter.goodsIds]}::bigint[]))`)
  if (filter.from !== null) parts.push(sql`o.created_at >= ${filter.from}`)
  if (filter.until !== null) parts.push(sql`o.created_at < ${filter.until}`)
  if (filter.warehouseId !== null) parts.push(sql`o.warehouse_id = ${filter.warehouseId}`)
  if (filter.isEphedrine) parts.push(sql`o.is_ephedrine`)
  if (filter.min !== null) parts.push(sql`${TOTAL} >= ${filter.min}`)
  if (filter.max !== null) parts.push(sql`${TOTAL} <= ${filter.max}`)
  if (filter.ids !== null) parts.push(sql`o.id = any(${[...filter.ids]}::bigint[])`)
  if (filter.behind !== null) parts.push(...behindFigure(filter.behind))
  return sql.join(parts, sql` and `)
}

export interface StaffOrderHead {
  id: number
  no: string
  status: OrderStatus
  createdAt: Date
  companyId: number
  company: string
  place: string
  warehouse: string
  isEphedrine: boolean
  heldAt: Date | null
  holdReasons: HoldReason[]
  inAfterSale: boolean
  short: string
  total: Fen
  lineCount: number
  number: number
  goods: string
  remark: string
}

/** The newest thing that could not be found, until the order has left, or it went to another one. */
export const SHORT = sql`coalesce((select n.text from order_note n where n.order_id = o.id and n.kind = 'short' and o.status in ('paid', 'picking')
                              and not exists (select from order_split s where s.order_id = o.id and s.at >= n.at)
                             order by n.id desc limit 1), '')`
export const HEAD = sql`
  o.id, o.no, o.status, o.created_at as "createdAt", o.company_id as "companyId", c.name as company, c.province || c.city as place,
  w.name as warehouse, o.is_ephedrine as "isEphedrine", o.held_at as "heldAt", o.hold_reasons as "holdReasons",
  ${OPEN_AFTER_SALE} as "inAfterSale", ${SHORT} as short, ${TOTAL} as total, l."lineCount", l.number, l.goods, o.remark`
export const HEAD_JOINS = sql`
  join company c on c.id = o.company_id
  join warehouse w on w.id = o.warehouse_id
  cross join lateral (select count(*)::integer as "lineCount", coalesce(sum(number), 0)::integer as number,
                             coalesce(array_to_string((array_agg(name order by id))[1:3], '、'), '') as goods
                        from order_line where order_id = o.id) l`

const NEWEST = sql`order by o.created_at desc, o.id desc`

/** Numbers follow time: of very many the walk begins with the newest, not with today's. (offset 0: found by the numbers' index.) */
const fromNewest = ({ no, noIds }: StaffOrderFilter) =>
  no === '' || noIds !== null
    ? sql``
    : sql`and o.created_at <= (select max(f.created_at) from (select created_at from orders where no like ${`${plainLike(no)}%`} offset 0) f)`

/** after: the last order of the page before; null: the first page. */
export async function staffOrderPage(
  connection: Connection,
  filter: StaffOrderFilter,
  after: number | null,
  limit: number,
): Promise<StaffOrderHead[]> {
  const place =
    after === null ? sql`` : sql`and (o.created_at, o.id) < ((select created_at from orders where id = ${after}), ${after}::bigint)`
  const { rows } = await sql<StaffOrderHead>`
    select ${HEAD} from (
      select o.id from orders o where ${conditions(filter)} ${fromNewest(filter)} ${place} ${NEWEST} limit ${limit}
    ) page join orders o using (id) ${HEAD_JOINS} ${NEWEST}`.execute(connection)
  return rows
}

export async function staffOrderIdsOf(connection: Connection, filter: StaffOrderFilter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where ${conditions(filter)} ${fromNewest(filter)} ${NEWEST} limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}

export const ordersNumbered = (connection: Connection, no: string): Promise<number[] | null> =>
  fewOf(connection, sql`select id from orders where no like ${`${plainLike(no)}%`}`)

/** Each filter and the most that is counted of it; all of them look for the same words. */
export type Counted = readonly [filter: StaffOrderFilter, most: number]

/**
 * Not more than one over what is counted at most, in one statement. Companies that are too many to name are looked for once: the states are
 * one subquery asked again and again, which keeps what it made of them (coalesce: it walks the orders, and no plan begins with the
 * companies). What waits or is complained of is few: each asks for its company.
 */
export async function countOrders(connection: Connection, counted: readonly Counted[]): Promise<number[]> {
  const [first] = counted
  if (first === undefined) return []
  const { company, companyIds } = first[0]
  const one = (named: RawBuilder<unknown> | null, [filter, most]: Counted) =>
    sql`(select count(*)::integer from (select from orders o where ${conditions(filter, named)} limit ${most + 1}) o)`
  if (company === '' || companyIds !== null) {
    const { rows } = await sql<{ counts: number[] }>`
      select array[${sql.join(counted.map((each) => one(null, each)))}] as counts`.execute(connection)
    return rows[0]?.counts ?? []
  }
  const ofState = counted.filter(([{ status }]) => status !== null)
  const ofAny = { ...(ofState[0] ?? first)[0], status: null }
  const others = counted.filter(([{ status }]) => status === null)
  const { rows } = await sql<{ states: number[]; others: number[] }>`
    with named as materialized (${companiesHolding(company)})
    select (select coalesce(array_agg(c.count order by t.at), '{}')
              from unnest(${ofState.map(([{ status }]) => status)}::text[], ${ofState.map(([, most]) => most + 1)}::integer[])
                   with ordinality as t(status, most, at)
             cross join lateral (
               select count(*)::integer as count
                 from (select from orders o
                        where o.status = t.status
                          and ${conditions(ofAny, sql`coalesce(o.company_id in (select named.id from named), false)`)}
                        limit t.most) o) c) as states,
           array[${sql.join(others.map((each) => one(companyAsked('o.company_id', company), each)))}]::integer[] as others`.execute(
    connection,
  )
  const [states, rest] = [[...(rows[0]?.states ?? [])], [...(rows[0]?.others ?? [])]]
  return counted.map(([{ status }]) => (status === null ? rest.shift() : states.shift()) ?? 0)
}

/** More goods than anybody means are too many to look for. */
const GOODS_MAX = 500

export async function goodsByWords(connection: Connection, words: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from goods where code = ${words} or name ilike ${`%${plainLike(words)}%`} order by id limit ${GOODS_MAX}`.execute(connection)
  return rows.map(({ id }) => id)
}

export async function warehouseNames(connection: Connection): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from warehouse where ${warehouseSeen('warehouse.id')} order by sort, id`.execute(connection)
  return rows
}
