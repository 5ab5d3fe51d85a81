import type { DatabaseHandle } from '../../../platform/database.ts'
import type { GoodsKey } from './read-facts.ts'

interface OfferKey extends GoodsKey {
  offerId: number
  /** null: no end. */
  endsAt: Date | null
}

export interface FlashSessionRow {
  id: number
  name: string
  starts_at: Date
  ends_at: Date
}

export async function flashSessions({ pool }: DatabaseHandle, dayStart: Date, dayEnd: Date): Promise<FlashSessionRow[]> {
  const { rows } = await pool.query<FlashSessionRow>({
    name: 'flash_sessions',
    text: 'select id, name, starts_at, ends_at from flash_session where starts_at < $2 and ends_at > $1 order by starts_at, id',
    values: [dayStart, dayEnd],
  })
  return rows
}

export async function flashOffers({ pool }: DatabaseHandle, sessionId: number, limit: number): Promise<OfferKey[]> {
  const { rows } = await pool.query<{ id: number; goods_id: number }>({
    name: 'flash_offers',
    text: `select id, goods_id from goods_offer where flash_session_id = $1 and kind = 'flash' order by id limit $2`,
    values: [sessionId, limit],
  })
  return rows.map((row) => ({ goodsId: row.goods_id, offerId: row.id, endsAt: null }))
}

export async function dailyOffers({ pool }: DatabaseHandle, now: Date, limit: number): Promise<OfferKey[]> {
  const { rows } = await pool.query<{ id: number; goods_id: number; ends_at: Date | null }>({
    name: 'daily_offers',
    text: `select id, goods_id, nullif(ends_at, 'infinity') as ends_at from goods_offer
            where kind = 'daily' and ends_at > $1 and starts_at <= $1 order by ends_at, id limit $2`,
    values: [now, limit],
  })
  return rows.map((row) => ({ goodsId: row.goods_id, offerId: row.id, endsAt: row.ends_at }))
}

/** Goods that a company bought most often since a day, the most regular first. */
export async function oftenBought({ pool }: DatabaseHandle, companyId: number, since: Date, limit: number): Promise<number[]> {
  const { rows } = await pool.query<{ goods_id: number }>({
    name: 'often_bought',
    text: `select l.goods_id from orders o join order_line l on l.order_id = o.id
            where o.company_id = $1 and o.created_at >= $2 and o.status <> 'cancelled'
            group by l.goods_id order by count(*) desc, max(o.created_at) desc, l.goods_id limit $3`,
    values: [companyId, since, limit],
  })
  return rows.map((row) => row.goods_id)
}

export interface CategoryRow {
  id: number
  tree: string
  name: string
}

export async function topCategories({ pool }: DatabaseHandle, trees: readonly string[]): Promise<CategoryRow[]> {
  const { rows } = await pool.query<CategoryRow>({
    name: 'top_categories',
    text: 'select id, tree, name from category where parent_id is null and tree = any($1) order by sort, id',
    values: [trees],
  })
  return rows
}
