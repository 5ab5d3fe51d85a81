import type { DatabaseHandle } from '../../platform/database.ts'

/** SQL of the tables that this module writes, and the lists of goods that a company has gathered. Every query names the company. */

export async function addFavorites({ pool }: DatabaseHandle, companyId: number, goodsIds: readonly number[], now: Date): Promise<number[]> {
  await pool.query(
    `insert into favorite (company_id, goods_id, created_at) select $1, g.id, $3 from goods g where g.id = any($2::bigint[])
     on conflict do nothing`,
    [companyId, goodsIds, now],
  )
  const { rows } = await pool.query<{ goods_id: number }>(
    'select goods_id from favorite where company_id = $1 and goods_id = any($2::bigint[]) order by goods_id',
    [companyId, goodsIds],
  )
  return rows.map((row) => row.goods_id)
}

export async function cancelFavorites({ pool }: DatabaseHandle, companyId: number, goodsIds: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ goods_id: number }>(
    'delete from favorite where company_id = $1 and goods_id = any($2::bigint[]) returning goods_id',
    [companyId, goodsIds],
  )
  return rows.map((row) => row.goods_id)
}

export async function favoriteGoodsIds({ pool }: DatabaseHandle, companyId: number): Promise<Set<number>> {
  const { rows } = await pool.query<{ goods_id: number }>('select goods_id from favorite where company_id = $1', [companyId])
  return new Set(rows.map((row) => row.goods_id))
}

export interface IdPage {
  ids: number[]
  total: number
}

export async function favoritePage({ pool }: DatabaseHandle, companyId: number, offset: number, limit: number): Promise<IdPage> {
  const { rows } = await pool.query<{ goods_id: number }>(
    'select goods_id from favorite where company_id = $1 order by created_at desc, goods_id desc offset $2 limit $3',
    [companyId, offset, limit],
  )
  const { rows: count } = await pool.query<{ total: number }>('select count(*) as total from favorite where company_id = $1', [companyId])
  return { ids: rows.map((row) => row.goods_id), total: count[0]?.total ?? 0 }
}

export async function leaveFootprint({ pool }: DatabaseHandle, companyId: number, goodsId: number, now: Date): Promise<void> {
  await pool.query({
    name: 'footprint',
    text: `insert into footprint (company_id, goods_id, visited_at) values ($1, $2, $3)
           on conflict (company_id, goods_id) do update set visited_at = excluded.visited_at, times = footprint.times + 1`,
    values: [companyId, goodsId, now],
  })
}

/** % _ and \ mean themselves in what a person types. */
const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

export async function footprintPage(
  { pool }: DatabaseHandle,
  companyId: number,
  keywords: string,
  offset: number,
  limit: number,
): Promise<IdPage> {
  const from = `from footprint f join goods g on g.id = f.goods_id where f.company_id = $1 and ($2 = '' or g.name ilike $3)`
  const values = [companyId, keywords, likePattern(keywords)]
  const { rows } = await pool.query<{ goods_id: number }>(
    `select f.goods_id ${from} order by f.visited_at desc, f.goods_id desc offset $4 limit $5`,
    [...values, offset, limit],
  )
  const { rows: count } = await pool.query<{ total: number }>(`select count(*) as total ${from}`, values)
  return { ids: rows.map((row) => row.goods_id), total: count[0]?.total ?? 0 }
}

/** False: no such goods. */
export async function remindOfArrival({ pool }: DatabaseHandle, companyId: number, goodsId: number, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into arrival_reminder (company_id, goods_id, created_at) select $1, g.id, $3 from goods g where g.id = $2
     on conflict (company_id, goods_id) do update set created_at = excluded.created_at`,
    [companyId, goodsId, now],
  )
  return rowCount === 1
}

const BOUGHT_AGE_MS = 10_000
const BOUGHT_COMPANIES_MAX = 2_000
const bought = new WeakMap<DatabaseHandle, Map<number, { ids: Set<number>; readAt: number }>>()

/**
 * Goods of all orders of this company that were not cancelled. A facet's count may be some seconds old; who asks for
 * nothing but these goods says fresh.
 */
export async function boughtGoodsIds(database: DatabaseHandle, companyId: number, now: Date, fresh: boolean): Promise<Set<number>> {
  const companies = bought.get(database) ?? new Map<number, { ids: Set<number>; readAt: number }>()
  bought.set(database, companies)
  if (companies.size >= BOUGHT_COMPANIES_MAX) companies.clear()
  const known = companies.get(companyId)
  if (known && !fresh && Math.abs(now.getTime() - known.readAt) < BOUGHT_AGE_MS) return known.ids
  const { rows } = await database.pool.query<{ goods_id: number }>({
    name: 'bought_goods',
    text: `select distinct l.goods_id from order_line l join orders o on o.id = l.order_id
            where l.company_id = $1 and o.status <> 'cancelled'`,
    values: [companyId],
  })
  const ids = new Set(rows.map((row) => row.goods_id))
  companies.set(companyId, { ids, readAt: now.getTime() })
  return ids
}

/** Tags that are true only while an offer is open; the other tags stand with the goods. */
export const OFFER_TAGS: Readonly<Record<string, string>> = { 秒: 'flash', 特: 'daily' }

/** Goods with an open offer of these kinds; there are few at a time. */
export async function openOfferGoodsIds(database: DatabaseHandle, kinds: readonly string[], now: Date): Promise<Set<number>> {
  const { rows } = await database.pool.query<{ goods_id: number }>({
    name: 'open_offer_goods',
    text: `select distinct o.goods_id from goods_offer o left join flash_session s on s.id = o.flash_session_id
            where o.kind = any($1::text[]) and o.ends_at > $2 and o.starts_at <= $2
              and (s.id is null or (s.starts_at <= $2 and s.ends_at > $2)) and (o.quota is null or o.taken < o.quota)`,
    values: [kinds, now],
  })
  return new Set(rows.map((row) => row.goods_id))
}
