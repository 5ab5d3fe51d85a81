import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'
import type { AudienceJson, ScopeJson } from '../scope.ts'

/** What was approved already and stands beside a draft. Moments are null where there is no end. */

export interface StandingPrice {
  goodsId: number
  name: string
  price: Fen | null
  percent: number | null
  takesOffers: boolean
  takesCoupons: boolean
  from: Date | null
  until: Date | null
  /** Whose price it is; null: everybody's. */
  companyId: number | null
}
/** Prices of deals and bundles that run, or will, the last step of a ladder, and the lowest of the companies' own. goods null: of every goods. */
export async function pricesStanding(
  connection: Connection,
  goods: ReadonlySet<number> | null,
  dealId: number | null,
  now: Date,
): Promise<StandingPrice[]> {
  const among = goods === null ? sql`true` : sql`o.goods_id = any(${[...goods]}::bigint[])`
  const { rows } = await sql<StandingPrice>`
    select o.goods_id as "goodsId", '特价“' || coalesce(s.name, l.name, '') || '”' as name, o.price, o.percent,
           o.full_reduction_ok as "takesOffers", o.coupon_ok as "takesCoupons",
           nullif(o.starts_at, '-infinity') as from, nullif(o.ends_at, 'infinity') as until, null::bigint as "companyId"
      from goods_offer o left join flash_session s on s.id = o.flash_session_id left join deal_plan l on l.id = o.plan_id
     where o.ends_at > ${now} and (o.quota is null or o.taken < o.quota) and o.plan_id is distinct from ${dealId}::bigint and ${among}
    union all
    select o.goods_id, '套餐“' || b.name || '”', o.price, null, b.full_reduction_ok, b.coupon_ok, nullif(b.starts_at, '-infinity'),
           nullif(b.ends_at, 'infinity'), null
      from bundle b join bundle_item o on o.bundle_id = b.id
     where b.ends_at > ${now} and (b.quota is null or b.taken < b.quota) and b.plan_id is distinct from ${dealId}::bigint and ${among}
    union all
    select o.goods_id, '阶梯价', min(o.price), null, true, true, null, null, null from goods_ladder o where ${among} group by o.goods_id
    union all
    (select distinct on (o.goods_id) o.goods_id, '客户价', o.price, null::integer, true, true, null::timestamptz, null::timestamptz, o.company_id
       from goods_company_price o where ${among} order by o.goods_id, o.price, o.company_id)`.execute(connection)
  return rows
}

export interface StandingCoupon {
  name: string
  threshold: Fen
  amount: Fen | null
  percent: number | null
  cap: Fen | null
  scope: ScopeJson
  audience: AudienceJson
  stackable: boolean
  each: number
  from: Date | null
  until: Date | null
}
/** Coupons that can be taken, now or later, and those that somebody holds and has not used. */
export async function couponsStanding(connection: Connection, now: Date): Promise<StandingCoupon[]> {
  const { rows } = await sql<StandingCoupon>`
    select t.name, t.threshold, t.amount, t.percent, t.cap, t.scope, t.audience, t.stackable, t.per_buyer as each,
           nullif(t.take_from, '-infinity') as from, t.valid_until as until
      from coupon_template t
     where (t.valid_until is null or t.valid_until > ${now})
       and (t.take_until > ${now} and (t.quota is null or t.taken < t.quota)
            or exists (select 1 from coupon c where c.template_id = t.id and c.checkout_id is null and c.valid_until > ${now}))
     order by t.id`.execute(connection)
  return rows
}

/** Until the end of the transaction: what is approved meanwhile by another one is seen by this one, which then weighs with it. */
export async function lockWeighing(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('offers weighed'))`.execute(trx)
}
