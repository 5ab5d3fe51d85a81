import { type RawBuilder, sql } from 'kysely'
import { addDays, beijingDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import { categoriesOf, type FactNames, type Facts, goodsOf } from './facts.ts'

const DAY_MS = 86_400_000
const since = (days: number, now: Date): Date => new Date(now.getTime() - days * DAY_MS)

/** Orders of the company c that stand, placed in the last so many days. */
const ordersOf = (days: number, now: Date) =>
  sql`select from orders o where o.company_id = c.id and o.status <> 'cancelled' and o.created_at >= ${since(days, now)}`

/** Those who ordered for more than that; worked out once for all companies. */
const orderedFor = (days: number, most: RawBuilder<unknown>, now: Date) => sql`
  select o.company_id from orders o where o.status <> 'cancelled' and o.created_at >= ${since(days, now)}
   group by o.company_id having sum(o.goods_amount - o.reduction_amount) ${most}`

/** Of these goods, or of any in these categories and all below them. */
const boughtOf = ({ days, categories, goods }: NonNullable<Facts['bought']>, now: Date) => sql`
  select l.company_id from order_line l join orders o on o.id = l.order_id
   where l.goods_id in (
           select unnest(${goods}::bigint[])
           union
           select gc.goods_id from goods_category gc where gc.category_id in (
             with recursive below as (
               select id from category where id = any(${categories}::bigint[])
               union
               select k.id from below join category k on k.parent_id = below.id)
             select id from below))
     and o.status <> 'cancelled' ${days === null ? sql`` : sql`and o.created_at >= ${since(days, now)}`}`

/** What makes a company, the alias c, one of them; of those that trade. */
export function isInSegment(facts: Facts, now: Date): RawBuilder<unknown> {
  const { types, provinces, cities, ranks, managers, ordered_days: ordered, silent_days: silent, amount, bought, missed } = facts
  const conditions: RawBuilder<unknown>[] = [sql`c.review_state = 2`]
  if (types.length > 0) conditions.push(sql`c.type = any(${types}::text[])`)
  if (provinces.length + cities.length > 0)
    conditions.push(sql`(c.province = any(${provinces}::text[]) or c.province || c.city = any(${cities}::text[]))`)
  if (ranks.length > 0) conditions.push(sql`c.rank = any(${ranks}::text[])`)
  if (managers.length > 0) conditions.push(sql`c.manager_name = any(${managers}::text[])`)
  if (ordered !== null) conditions.push(sql`exists (${ordersOf(ordered, now)})`)
  if (silent !== null) conditions.push(sql`not exists (${ordersOf(silent, now)})`)
  if (amount !== null && amount.from !== null && amount.from > 0)
    conditions.push(sql`c.id in (${orderedFor(amount.days, sql`>= ${amount.from}`, now)})`)
  if (amount !== null && amount.to !== null)
    conditions.push(sql`not exists (select from (${orderedFor(amount.days, sql`> ${amount.to}`, now)}) much where much.company_id = c.id)`)
  if (bought !== null) conditions.push(sql`c.id in (${boughtOf(bought, now)})`)
  if (missed !== null) conditions.push(sql`not exists (select from (${boughtOf(missed, now)}) had where had.company_id = c.id)`)
  if (facts.licence_days !== null)
    conditions.push(sql`
      exists (select from qualification q where q.company_id = c.id and q.status = 2 and q.expires_on <= ${addDays(beijingDate(now), facts.licence_days)})`)
  return sql.join(conditions, sql` and `)
}

/** As far as lists count. */
export async function countSegment(connection: Connection, facts: Facts, now: Date): Promise<{ companies: number; isCapped: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total
      from (select from company c where ${isInSegment(facts, now)} and ${companySeen('c.id')} limit ${COUNTED + 1}) found`.execute(
    connection,
  )
  const total = rows[0]?.total ?? 0
  return { companies: Math.min(total, COUNTED), isCapped: total > COUNTED }
}

export interface MemberRow {
  id: number
  name: string
  type: string
  region: string
  rank: string
  manager: string
  lastOrderAt: Date | null
  amount: Fen
}
const AMOUNT_DAYS = 90

/** Some of them, the newest first: figures of orders only for these. */
export async function someOfSegment(connection: Connection, facts: Facts, limit: number, now: Date): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select c.id, c.name, c.type, c.province || c.city || c.district as region, c.rank, c.manager_name as manager,
           (select o.created_at from orders o where o.company_id = c.id and o.status <> 'cancelled'
             order by o.created_at desc, o.id desc limit 1) as "lastOrderAt",
           (select coalesce(sum(o.goods_amount - o.reduction_amount), 0)::bigint from orders o
             where o.company_id = c.id and o.status <> 'cancelled' and o.created_at >= ${since(AMOUNT_DAYS, now)}) as amount
      from (select c.id from company c where ${isInSegment(facts, now)} and ${companySeen('c.id')} order by c.id desc limit ${limit}) p
      join company c on c.id = p.id order by c.id desc`.execute(connection)
  return rows
}

/** What is named by its number in some segments. */
export async function factNames(connection: Connection, all: readonly Facts[]): Promise<FactNames> {
  const [goods, categories] = [goodsOf(all), categoriesOf(all)]
  if (goods.length + categories.length === 0) return { goods: new Map(), categories: new Map() }
  const { rows } = await sql<{ kind: 'goods' | 'category'; id: number; name: string }>`
    select 'goods' as kind, id, trim(name || ' ' || spec) as name from goods where id = any(${goods}::bigint[])
    union all
    select 'category', id, name from category where id = any(${categories}::bigint[])`.execute(connection)
  const of = (kind: 'goods' | 'category') => new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]))
  return { goods: of('goods'), categories: of('category') }
}

/** Their numbers, so many at most. */
export async function segmentMembers(connection: Connection, facts: Facts, limit: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from company c where ${isInSegment(facts, now)} and ${companySeen('c.id')} order by c.id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}
