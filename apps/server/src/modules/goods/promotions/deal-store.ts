import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** What the plans of the desk put before buyers: their rows are changed in place, so that quotas and limits go on counting. */

export interface OfferLine {
  goodsId: number
  batchId: number | null
  price: Fen | null
  percent: number | null
  quota: number | null
  limit: number | null
}
export interface DealPeriod {
  startsAt: Date
  /** Null: without an end. */
  endsAt: Date | null
}
export interface OfferSet extends DealPeriod {
  planId: number
  kind: string
  name: string
  fullReductionOk: boolean
  couponOk: boolean
  lines: readonly OfferLine[]
}

interface Standing {
  id: number
  goodsId: number
  batchId: number | null
}

async function lockOffers(connection: Connection, planId: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, goods_id as "goodsId", stock_batch_id as "batchId" from goods_offer where plan_id = ${planId} order by id for update`.execute(
    connection,
  )
  return rows
}

/** What had begun ends at this moment; what had not never was. */
async function closeRows(connection: Connection, ids: readonly number[], now: Date): Promise<void> {
  await sql`delete from goods_offer where id = any(${ids}::bigint[]) and starts_at > ${now} and taken = 0`.execute(connection)
  await sql`update goods_offer set ends_at = ${now} where id = any(${ids}::bigint[]) and ends_at > ${now}`.execute(connection)
}

async function putSession(connection: Connection, { planId, name, startsAt, endsAt }: OfferSet): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into flash_session (plan_id, name, starts_at, ends_at) values (${planId}, ${name}, ${startsAt}, ${endsAt})
    on conflict (plan_id) where plan_id is not null
    do update set name = excluded.name, starts_at = excluded.starts_at, ends_at = excluded.ends_at
    returning id`.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('a session that is put is there')
  return row.id
}

/** A near-expiry price ends with its batch's last day. Answers the goods that are concerned, those that left as well. */
export async function putOffers(connection: Connection, set: OfferSet, now: Date): Promise<number[]> {
  const standing = await lockOffers(connection, set.planId)
  const session = set.kind === 'flash' ? await putSession(connection, set) : null
  const kept = new Set<number>()
  for (const { goodsId, batchId, price, percent, quota, limit } of set.lines) {
    const known = standing.find((one) => one.goodsId === goodsId && one.batchId === batchId)
    const lastDay = sql`(select ((b.expiry_date + 1)::timestamp at time zone 'Asia/Shanghai') from stock_batch b where b.id = ${batchId}::bigint)`
    const until = sql`least(coalesce(${set.endsAt}::timestamptz, 'infinity'), ${lastDay})`
    if (known === undefined)
      await sql`
        insert into goods_offer (plan_id, kind, goods_id, stock_batch_id, flash_session_id, price, percent, starts_at, ends_at, quota, limit_per_buyer,
                                 full_reduction_ok, coupon_ok)
        values (${set.planId}, ${set.kind}, ${goodsId}, ${batchId}, ${session}, ${price}, ${percent}, ${set.startsAt}, ${until}, ${quota}, ${limit},
                ${set.fullReductionOk}, ${set.couponOk})`.execute(connection)
    else {
      kept.add(known.id)
      await sql`
        update goods_offer
           set price = ${price}, percent = ${percent}, starts_at = ${set.startsAt}, ends_at = ${until}, 
               quota = case when ${quota}::integer is not null then greatest(${quota}::integer, taken) end,
               limit_per_buyer = ${limit}, full_reduction_ok = ${set.fullReductionOk}, coupon_ok = ${set.couponOk}
         where id = ${known.id}`.execute(connection)
    }
  }
  await closeRows(
    connection,
    standing.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    now,
  )
  return [...new Set([...standing, ...set.lines].map(({ goodsId }) => goodsId))]
}

export async function closeOffers(connection: Connection, planId: number, now: Date): Promise<number[]> {
  const standing = await lockOffers(connection, planId)
  await closeRows(
    connection,
    standing.map(({ id }) => id),
    now,
  )
  await sql`
    delete from flash_session s
     where s.plan_id = ${planId} and s.starts_at > ${now} and not exists (select from goods_offer o where o.flash_session_id = s.id)`.execute(
    connection,
  )
  // A session must have lasted for a while, be it one that was moved to a later hour.
  await sql`
    update flash_session set starts_at = least(starts_at, ${now}::timestamptz - interval '1 second'), ends_at = ${now}
     where plan_id = ${planId} and ends_at > ${now}`.execute(connection)
  return [...new Set(standing.map(({ goodsId }) => goodsId))]
}

export interface BundleSet extends DealPeriod {
  planId: number
  name: string
  hint: string
  warehouseId: number
  limit: number | null
  quota: number | null
  fullReductionOk: boolean
  couponOk: boolean
  items: readonly { goodsId: number; number: number; price: Fen }[]
}

export async function putBundle(connection: Connection, bundle: BundleSet): Promise<void> {
  const { planId, name, hint, warehouseId, startsAt, endsAt, limit, quota, fullReductionOk, couponOk, items } = bundle
  const { rows } = await sql<{ id: number }>`
    insert into bundle as b (plan_id, name, hint, warehouse_id, starts_at, ends_at, limit_per_buyer, quota, full_reduction_ok, coupon_ok)
    values (${planId}, ${name}, ${hint}, ${warehouseId}, ${startsAt}, coalesce(${endsAt}::timestamptz, 'infinity'), ${limit}, ${quota}, ${fullReductionOk}, ${couponOk})
    on conflict (plan_id) where plan_id is not null
    do update set name = excluded.name, hint = excluded.hint, warehouse_id = excluded.warehouse_id, starts_at = excluded.starts_at,
                  ends_at = excluded.ends_at, limit_per_buyer = excluded.limit_per_buyer,
                  quota = case when excluded.quota is not null then greatest(excluded.quota, b.taken) end,
                  full_reduction_ok = excluded.full_reduction_ok, coupon_ok = excluded.coupon_ok
    returning id`.execute(connection)
  const [row] = rows
  if (row === undefined) throw new Error('a bundle that is put is there')
  await sql`delete from bundle_item where bundle_id = ${row.id}`.execute(connection)
  await connection
    .insertInto('bundle_item')
    .values(items.map(({ goodsId, number, price }, sort) => ({ bundle_id: row.id, goods_id: goodsId, number, price, sort })))
    .execute()
}

export async function closeBundle(connection: Connection, planId: number, now: Date): Promise<void> {
  await sql`update bundle set ends_at = ${now} where plan_id = ${planId} and ends_at > ${now}`.execute(connection)
}
