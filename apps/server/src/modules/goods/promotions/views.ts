import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { AudienceJson, ScopeJson } from './scope.ts'

/** Reads of promotions: the terms that a process keeps, and the figures that are read afresh for every price. */

export interface GiftRow {
  id: number
  goods_id: number
  number: number
  /** Units that one checkout, and one company, is given at most; null: no such limit. */
  most: number | null
  most_each: number | null
}
export interface ExchangeRow {
  id: number
  goods_id: number
  price: Fen
  limit: number
}
export interface TierRow {
  id: number
  measure: 'amount' | 'number'
  threshold: number
  amount: Fen | null
  percent: number | null
  repeat: boolean
  cap: Fen | null
  choose: number | null
  gifts: GiftRow[]
  exchanges: ExchangeRow[]
}
export interface PromotionRow {
  id: number
  kind: 'goods_full_reduction' | 'full_reduction' | 'gift' | 'exchange' | 'cashback'
  name: string
  intro: string
  image: string
  starts_at: Date
  ends_at: Date
  scope: ScopeJson
  audience: AudienceJson
  tiers: TierRow[]
}

const TIERS = sql`
  (select coalesce(json_agg(json_build_object(
            'id', t.id, 'measure', t.measure, 'threshold', t.threshold, 'amount', t.amount, 'percent', t.percent, 'repeat', t.repeat,
            'cap', t.cap, 'choose', t.choose,
            'gifts', (select coalesce(json_agg(json_build_object('id', g.id, 'goods_id', g.goods_id, 'number', g.number,
                                                                  'most', g.limit_per_checkout, 'most_each', g.limit_per_company)
                                               order by g.sort, g.id), '[]')
                        from promotion_gift g where g.tier_id = t.id),
            'exchanges', (select coalesce(json_agg(json_build_object('id', e.id, 'goods_id', e.goods_id, 'price', e.price,
                                                                     'limit', e.limit_per_checkout) order by e.sort, e.id), '[]')
                            from promotion_exchange e where e.tier_id = t.id))
          order by t.threshold, t.id), '[]')
     from promotion_tier t where t.promotion_id = p.id) as tiers`

const COLUMNS = sql`p.id, p.kind, p.name, p.intro, p.image, p.starts_at, p.ends_at, p.scope, p.audience, ${TIERS}`

/** Everything that has not ended, the coming too, in the order in which it is shown. */
export async function readPromotions(connection: Connection, now: Date): Promise<PromotionRow[]> {
  const { rows } = await sql<PromotionRow>`
    select ${COLUMNS} from promotion p where p.is_open and p.ends_at > ${now} order by p.sort, p.id`.execute(connection)
  return rows
}

/** One that was open once, also when it has ended. */
export async function readPromotion(connection: Connection, id: number): Promise<PromotionRow | null> {
  const { rows } = await sql<PromotionRow>`select ${COLUMNS} from promotion p where p.id = ${id} and p.is_open`.execute(connection)
  return rows[0] ?? null
}

export async function readVersion(connection: Connection): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from promotion_version`.execute(connection)
  return rows[0]?.version ?? 0
}

/** What can still be had of a gift or an exchange offer, and its goods as they are now. */
export interface OfferedRow {
  id: number
  name: string
  unit: string
  image: string | null
  /** Units that the quota leaves; null = no quota. */
  left: number | null
  /** Units in stock, in the warehouse that has most, or in the one that has least of those asked about. */
  stock: number
}
export interface Offered {
  version: number
  gifts: OfferedRow[]
  exchanges: OfferedRow[]
}

export interface OfferedQuestion {
  giftIds: readonly number[]
  exchangeIds: readonly number[]
  /** Stock of a gift: what each of these has; null = of the warehouse that has most. */
  warehouseIds: readonly number[] | null
}

const offeredJson = sql`
  json_build_object('id', o.id, 'name', g.name, 'unit', g.unit, 'left', o.quota - o.taken,
    'image', (select i.url from goods_image i where i.goods_id = g.id order by i.sort, i.id limit 1)`

/**
 * What is left of some gifts and exchange offers, and the version that the remembered promotions must have. By ids alone, and these come as
 * selects, so that their number is no ground for another plan: planning would take longer than reading. Gifts are neither prescription drugs nor class-A OTC drugs
 * (药品流通监督管理办法 art. 20); nothing with ephedrine is given away or exchanged. Such rows do not come out of here, so
 * nothing built on it can offer them.
 */
export async function readOffered(connection: Connection, { giftIds, exchangeIds, warehouseIds }: OfferedQuestion): Promise<Offered> {
  const stock =
    warehouseIds === null
      ? sql`(select max(s.available) from goods_stock s where s.goods_id = g.id)`
      : sql`(select min(coalesce(s.available, 0)) from unnest((select ${warehouseIds}::bigint[])) as w(id)
               left join goods_stock s on s.goods_id = g.id and s.warehouse_id = w.id)`
  const { rows } = await sql<Offered>`
    select v.version,
      (select coalesce(json_agg(${offeredJson}, 'stock', coalesce(${stock}, 0))), '[]')
         from promotion_gift o join goods g on g.id = o.goods_id
        where o.id = any((select ${giftIds}::bigint[])::bigint[]) and not g.is_ephedrine and g.drug_class not in ('rx', 'otc_a')) as gifts,
      (select coalesce(json_agg(${offeredJson}, 'stock', 0)), '[]')
         from promotion_exchange o join goods g on g.id = o.goods_id
        where o.id = any((select ${exchangeIds}::bigint[])::bigint[]) and not g.is_ephedrine) as exchanges
    from promotion_version v`.execute(connection)
  return rows[0] ?? { version: 0, gifts: [], exchanges: [] }
}
