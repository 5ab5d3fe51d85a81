import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { PointsKind } from '#domain/points.ts'
import type { Connection } from '../../../platform/database.ts'

/** Goods of the mall that the desk lays out; the row stays the same through all versions. */

export interface PointsGoodsSet {
  planId: number
  name: string
  intro: string
  startsAt: Date
  /** Null: without an end. */
  endsAt: Date | null
  mall: 'points' | 'perks'
  kind: PointsKind
  points: number
  money: Fen
  worth: Fen | null
  couponTemplateId: number | null
  goodsId: number | null
  stock: number | null
  perBuyer: number | null
}

export async function putPointsGoods(connection: Connection, goods: PointsGoodsSet): Promise<void> {
  const { planId, name, intro, startsAt, endsAt, mall, kind, points, money, worth, couponTemplateId, goodsId, stock, perBuyer } = goods
  await sql`
    insert into points_goods as g (plan_id, name, intro, starts_at, ends_at, mall, kind, points, money, worth, coupon_template_id, goods_id, stock, per_buyer, image)
    values (${planId}, ${name}, ${intro}, ${startsAt}, coalesce(${endsAt}::timestamptz, 'infinity'), ${mall}, ${kind}, ${points}, ${money}, ${worth},
            ${couponTemplateId}, ${goodsId}, ${stock}, ${perBuyer},
            coalesce((select url from goods_image i where i.goods_id = ${goodsId}::bigint order by sort, id limit 1), ''))
    on conflict (plan_id) where plan_id is not null
    do update set name = excluded.name, intro = excluded.intro, starts_at = excluded.starts_at, ends_at = excluded.ends_at, mall = excluded.mall,
                  kind = excluded.kind, points = excluded.points, money = excluded.money, worth = excluded.worth,
                  coupon_template_id = excluded.coupon_template_id, goods_id = excluded.goods_id,
                  stock = case when excluded.stock is not null then greatest(excluded.stock, g.taken) end, per_buyer = excluded.per_buyer,
                  image = coalesce(nullif(excluded.image, ''), g.image)`.execute(connection)
}

export async function closePointsGoods(connection: Connection, planId: number, now: Date): Promise<void> {
  await sql`update points_goods set ends_at = ${now} where plan_id = ${planId} and ends_at > ${now}`.execute(connection)
}
