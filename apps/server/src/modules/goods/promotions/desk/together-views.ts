import { type RawBuilder, sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'
import type { AudienceJson, ScopeJson } from '../scope.ts'

/** What was approved already and stands beside a draft. Moments are null where there is no end. */

export interface StandingPrice {
  goodsId: number
  /** near_expiry, bundle …: what says to which zone it belongs. */
  kind: string
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
const amongOf = (goods: ReadonlySet<number> | null) => (goods === null ? sql`true` : sql`o.goods_id = any(${[...goods]}::bigint[])`)
const isAhead = (now: Date) => sql`o.ends_at > ${now} and (o.quota is null or o.taken < o.quota)`

/**
 * Prices of deals and bundles that run, or will, the last step of a ladder, and of the companies' own the lowest, and the lowest of
 * the companies of each reach. goods null: of every goods.
 */
export async function pricesStanding(
  connection: Connection,
  { goods, reaches, dealId }: { goods: ReadonlySet<number> | null; reaches: ReadonlyMap<number, string>; dealId: number | null },
  now: Date,
): Promise<StandingPrice[]> {
  const among = amongOf(goods)
  // What no plan made is none of this one.
  const notOf = (deal: RawBuilder<unknown>) => (dealId === null ? sql`true` : sql`${deal}.plan_id is distinct from ${dealId}::bigint`)
  const { rows } = await sql<StandingPrice>`
    select o.goods_id as "goodsId", o.kind, '特价“' || coalesce(s.name, l.name, '') || '”' as name, o.price, o.percent,
           o.full_reduction_ok as "takesOffers", o.coupon_ok as "takesCoupons",
           nullif(o.starts_at, '-infinity') as from, nullif(o.ends_at, 'infinity') as until, null::bigint as "companyId"
      from goods_offer o left join flash_session s on s.id = o.flash_session_id left join deal_plan l on l.id = o.plan_id
     where ${isAhead(now)} and ${notOf(sql`o`)} and ${among}
    union all
    select o.goods_id, 'bundle', '套餐“' || b.name || '”', o.price, null, b.full_reduction_ok, b.coupon_ok, nullif(b.starts_at, '-infinity'),
           nullif(b.ends_at, 'infinity'), null
      from bundle b join bundle_item o on o.bundle_id = b.id
     where b.ends_at > ${now} and (b.quota is null or b.taken < b.quota) and ${notOf(sql`b`)} and ${among}
    union all
    select o.goods_id, 'ladder', '阶梯价', min(o.price), null, true, true, null, null, null from goods_ladder o where ${among} group by o.goods_id
    union all
    (select distinct on (o.goods_id) o.goods_id, 'company', '客户价', o.price, null::integer, true, true, null::timestamptz, null::timestamptz, o.company_id
       from goods_company_price o where ${among} order by o.goods_id, o.price, o.company_id)
    union all
    (select distinct on (o.goods_id, n.reach) o.goods_id, 'company', '客户价', o.price, null::integer, true, true, null::timestamptz, null::timestamptz,
            o.company_id
       from unnest(${[...reaches.keys()]}::bigint[], ${[...reaches.values()]}::text[]) as n (id, reach)
       join goods_company_price o on o.company_id = n.id
      where ${among} order by o.goods_id, n.reach, o.price, o.company_id)`.execute(connection)
  return rows
}

/** The least that each of these goods costs anybody by its ladder, or a company alone. */
export async function lowestOwn(connection: Connection, goods: ReadonlySet<number>, now: Date): Promise<ReadonlyMap<number, Fen>> {
  const prices = await pricesStanding(connection, { goods, reaches: new Map(), dealId: null }, now)
  const own = prices.flatMap(({ goodsId, kind, price }) =>
    price !== null && (kind === 'ladder' || kind === 'company') ? [[goodsId, price] as const] : [],
  )
  return new Map(own.sort(([, one], [, other]) => other - one))
}

/** Goods that are sold at a deal's price of such a kind, or in a bundle, now or later. */
export async function goodsInDeals(connection: Connection, kinds: readonly string[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.goods_id as id from goods_offer o where o.kind = any(${kinds}::text[]) and ${isAhead(now)}
    union
    select o.goods_id from bundle b join bundle_item o on o.bundle_id = b.id where 'bundle' = any(${kinds}::text[]) and b.ends_at > ${now}`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

/** Whether something is sold, or will be, at a share of whatever it costs otherwise. */
export async function isPercentAhead(connection: Connection, now: Date): Promise<boolean> {
  const { rows } = await sql`select from goods_offer o where o.percent is not null and ${isAhead(now)} limit 1`.execute(connection)
  return rows.length > 0
}

export const stillThere = (connection: Connection): Promise<unknown> => sql`select 1`.execute(connection)

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
