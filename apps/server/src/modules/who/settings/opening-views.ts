import { sql } from 'kysely'
import { beijingDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** What there is of all that a shop needs before its first order. Asked of many modules' tables in one look, for one screen. */

export interface OpeningFigures {
  warehouses: string[]
  categories: number
  /** On the shelf at all; with stock that can be sold. */
  onShelf: number
  sellable: number
  /** Purposes of the shop's own seals that are in force. */
  seals: string[]
  contracts: number
  /** Roles in use: how many people work in each. */
  people: { key: string; count: number }[]
  /** Of the two steps of first trade: whether two different people can take them. */
  firstTradePair: boolean
  passed: number
  waiting: number
  orders: number
  shipped: number
  /** Addresses of articles that are shown. */
  published: string[]
}

export async function openingFigures(connection: Connection, now: Date, codes: readonly string[]): Promise<OpeningFigures> {
  const today = beijingDate(now)
  const { rows } = await sql<OpeningFigures>`
    with worker as (
      select s.account_id, r.key, r.permissions from staff s
        join staff_grant g on g.account_id = s.account_id join staff_role r on r.id = g.role_id where s.state = 'active')
    select coalesce((select json_agg(name order by sort, id) from warehouse), '[]') as warehouses,
           (select count(*)::int from category) as categories,
           (select count(*)::int from (select from goods where on_shelf limit 1000) g) as "onShelf",
           (select count(*)::int from (select from goods g where g.on_shelf and g.base_price is not null
              and exists (select from goods_stock s where s.goods_id = g.id and s.available > 0) limit 1000) g) as sellable,
           coalesce((select json_agg(distinct purpose) from seal where company_id is null and state = 'in_force'
              and valid_from <= ${today}::date and (valid_until is null or valid_until >= ${today}::date)), '[]') as seals,
           (select count(*)::int from contract_version) as contracts,
           coalesce((select json_agg(json_build_object('key', key, 'count', count)) from
              (select key, count(distinct account_id)::int as count from worker group by key) c), '[]') as people,
           exists (select from worker one join worker other on other.account_id <> one.account_id
              where 'first_trade.check' = any(one.permissions) and 'first_trade.approve' = any(other.permissions)) as "firstTradePair",
           (select count(*)::int from (select from company where review_state = 2 limit 1000) c) as passed,
           (select count(*)::int from (select from company where review_state = 1 limit 1000) c) as waiting,
           (select count(*)::int from (select from orders limit 1) o) as orders,
           (select count(*)::int from (select from orders where status in ('shipped', 'received', 'completed') limit 1) o) as shipped,
           coalesce((select json_agg(slug) from articles_at(${now}::timestamptz) where slug = any(${codes}::text[])), '[]') as published`.execute(
    connection,
  )
  const [figures] = rows
  if (!figures) throw new Error('nothing was read')
  return figures
}
