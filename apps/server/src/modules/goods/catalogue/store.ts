import type { DatabaseHandle } from '../../../platform/database.ts'

/** SQL of what narrows lists, and of arrival reminders. Every query of a company's own names it. */

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
