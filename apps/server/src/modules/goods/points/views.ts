import { type RawBuilder, sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { PointsOrderStatus } from '#domain/points.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import { GOODS_COLUMNS, ORDER_COLUMNS, type PointsGoodsRow, type PointsOrderRow } from './store.ts'

export interface MallFilter {
  mall: 'points' | 'perks'
  kind: string | null
  brandId: number | null
  /** At most so many points and so much money; null: whatever it costs. */
  within: { points: number; balance: Fen } | null
  sort: 'default' | 'points_asc' | 'points_desc'
  /** Null: a visitor. */
  companyId: number | null
}

export interface MallRow extends PointsGoodsRow {
  intro: string
  brandId: number | null
  brand: string
  takenByMe: number
}

const ORDERINGS: Readonly<Record<MallFilter['sort'], RawBuilder<unknown>>> = {
  default: sql`g.sort, g.id`,
  points_asc: sql`g.points, g.sort, g.id`,
  points_desc: sql`g.points desc, g.sort, g.id`,
}

function conditions({ mall, kind, brandId, within }: MallFilter, now: Date) {
  const affordable = within === null ? sql`` : sql`and g.points <= ${within.points} and g.money <= ${within.balance}`
  return sql`g.mall = ${mall} and g.ends_at > ${now} and (${kind}::text is null or g.kind = ${kind})
             and (${brandId}::bigint is null or g.manufacturer_id = ${brandId}) ${affordable}`
}

const BRAND_NAME = sql`coalesce(nullif(m.short_name, ''), m.name)`

export async function mallPage(connection: Connection, filter: MallFilter, offset: number, limit: number, now: Date): Promise<MallRow[]> {
  const { rows } = await sql<MallRow>`
    select ${GOODS_COLUMNS}, g.intro,
           g.manufacturer_id as "brandId", coalesce(${BRAND_NAME}, '') as brand, coalesce(o.taken, 0)::integer as "takenByMe"
      from (select * from points_goods g where ${conditions(filter, now)} order by ${ORDERINGS[filter.sort]} limit ${limit} offset ${offset}) g
      left join coupon_template t on t.id = g.coupon_template_id
      left join manufacturer m on m.id = g.manufacturer_id
      left join lateral (select sum(number) as taken from points_order
                          where points_goods_id = g.id and company_id = ${filter.companyId}::bigint and status <> 'cancelled') o on true
     order by ${ORDERINGS[filter.sort]}`.execute(connection)
  return rows
}

export interface BrandCount {
  id: number
  name: string
  logo: string
  count: number
}

/** How many goods the filters leave, and how many of each brand the mall holds. */
export async function mallCounts(connection: Connection, filter: MallFilter, now: Date): Promise<{ total: number; brands: BrandCount[] }> {
  const [total, brands] = await Promise.all([
    sql<{ total: number }>`select count(*)::integer as total from points_goods g where ${conditions(filter, now)}`.execute(connection),
    sql<BrandCount>`
      select m.id, ${BRAND_NAME} as name, m.logo, count(*)::integer as count
        from points_goods g join manufacturer m on m.id = g.manufacturer_id
       where g.mall = ${filter.mall} and g.ends_at > ${now} group by m.id order by m.sort, m.id limit 60`.execute(connection),
  ])
  return { total: total.rows[0]?.total ?? 0, brands: brands.rows }
}

export async function ordersPage(
  connection: Connection,
  companyId: number,
  status: PointsOrderStatus | null,
  offset: number,
  limit: number,
): Promise<{ rows: PointsOrderRow[]; total: number }> {
  const where = sql`company_id = ${companyId} and (${status}::text is null or status = ${status})`
  const [page, count] = await Promise.all([
    sql<PointsOrderRow>`
      select ${ORDER_COLUMNS}
        from points_order where ${where} order by id desc limit ${limit} offset ${offset}`.execute(connection),
    sql<{ total: number }>`select count(*)::integer as total from points_order where ${where}`.execute(connection),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

/** Everybody's, for staff; the newest first. */
export async function staffOrdersPage(
  connection: Connection,
  { status, no }: { status: PointsOrderStatus | null; no: string },
  offset: number,
  limit: number,
): Promise<{ rows: (PointsOrderRow & { company: string })[]; total: number }> {
  const where = sql`${companySeen('points_order.company_id')} and (${status}::text is null or status = ${status}) and (${no} = '' or starts_with(no, ${no}))`
  const [page, count] = await Promise.all([
    sql<PointsOrderRow & { company: string }>`
      select ${ORDER_COLUMNS}, (select c.name from company c where c.id = company_id) as company
        from points_order where ${where} order by id desc limit ${limit} offset ${offset}`.execute(connection),
    sql<{ total: number }>`select count(*)::integer as total from points_order where ${where}`.execute(connection),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}
