import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** An exchange offer by its id, of any time: what a cart line under it was promised, and whether it still stands. */
export interface ExchangeTerms {
  id: number
  promotionId: number
  promotionName: string
  tierId: number
  goodsId: number
  price: Fen
  limit: number
  /** Units that the quota leaves; null = no quota. */
  left: number | null
  /** Its activity runs now. */
  open: boolean
}

export async function exchangesById(connection: Connection, ids: readonly number[], now: Date): Promise<Map<number, ExchangeTerms>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ExchangeTerms>`
    select e.id, p.id as "promotionId", p.name as "promotionName", e.tier_id as "tierId", e.goods_id as "goodsId", e.price,
           e.limit_per_checkout as limit, e.quota - e.taken as left,
           p.is_open and p.starts_at <= ${now} and ${now} < p.ends_at and not g.is_ephedrine as open
      from promotion_exchange e
      join promotion_tier t on t.id = e.tier_id join promotion p on p.id = t.promotion_id join goods g on g.id = e.goods_id
     where e.id = any(${ids}::bigint[])`.execute(connection)
  return new Map(rows.map((row) => [row.id, row]))
}
