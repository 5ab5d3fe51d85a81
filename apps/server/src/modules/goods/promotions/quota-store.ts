import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/**
 * Quotas of gifts, exchange offers and bundles: each kind is taken by one guarded statement in the order's transaction, in
 * the order of ids, so that two checkouts do not wait for each other in a circle; what does not fit is not taken, and the
 * caller, who gets the ids that were, gives the whole order up. Coupons are in coupon-store.ts.
 */
type Wanted = ReadonlyMap<number, number>

async function take(
  connection: Connection,
  wanted: Wanted,
  { table, open }: { table: string; open: RawBuilder<unknown> },
): Promise<number[]> {
  if (wanted.size === 0) return []
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select * from unnest(${[...wanted.keys()]}::bigint[], ${[...wanted.values()]}::integer[]) as w(id, number)
    ), locked as materialized (
      select o.id, w.number from ${sql.table(table)} o join wanted w using (id) where ${open} order by o.id for update of o
    )
    update ${sql.table(table)} o set taken = o.taken + l.number
      from locked l where o.id = l.id and (o.quota is null or o.taken + l.number <= o.quota)
    returning o.id`.execute(connection)
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

const duringPromotion = (now: Date) => sql`exists (
  select 1 from promotion_tier t join promotion p on p.id = t.promotion_id
   where t.id = o.tier_id and p.is_open and p.starts_at <= ${now} and ${now} < p.ends_at)`

/** Gift → units. */
export const takeGifts = (connection: Connection, units: Wanted, now: Date) =>
  take(connection, units, { table: 'promotion_gift', open: duringPromotion(now) })
/** Exchange offer → units. */
export const takeExchanges = (connection: Connection, units: Wanted, now: Date) =>
  take(connection, units, { table: 'promotion_exchange', open: duringPromotion(now) })
/** Bundle → bundles. The limit per buyer is the caller's, who holds the company's lock and asked bundlesById(). */
export const takeBundles = (connection: Connection, bundles: Wanted, now: Date) =>
  take(connection, bundles, { table: 'bundle', open: sql`o.starts_at <= ${now} and ${now} < o.ends_at` })

async function giveBack(connection: Connection, table: string, back: RawBuilder<unknown>): Promise<void> {
  await sql`
    with back as (${back}), locked as materialized (
      select o.id, back.number from ${sql.table(table)} o join back using (id) order by o.id for update of o
    )
    update ${sql.table(table)} o set taken = greatest(0, o.taken - locked.number) from locked where o.id = locked.id`.execute(connection)
}

/**
 * Gives back what an order took of gifts, exchange offers and bundles. Once: in the transition that cancels the order, under
 * the order's lock. A bundle leaves from one warehouse, so one order holds all of its parts, each with the number of bundles.
 */
export async function giveBackQuotas(connection: Connection, orderId: number): Promise<void> {
  const units = (column: string) => sql`
    select ${sql.ref(column)} as id, sum(number)::integer as number
      from order_line where order_id = ${orderId} and ${sql.ref(column)} is not null group by 1`
  await giveBack(connection, 'promotion_gift', units('gift_id'))
  await giveBack(connection, 'promotion_exchange', units('exchange_id'))
  await giveBack(
    connection,
    'bundle',
    sql`select bundle_id as id, max(bundle_number) as number
          from order_line where order_id = ${orderId} and bundle_id is not null and bundle_number is not null group by 1`,
  )
}

/**
 * Takes the lines' numbers from their offers' quotas, each only while it lasts and the offer is open; in the order of
 * ids, so that two checkouts do not wait for each other in a circle. Answers the offers that were taken.
 */
export async function takeOffers(connection: Connection, offers: ReadonlyMap<number, number>, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select * from unnest(${[...offers.keys()]}::bigint[], ${[...offers.values()]}::integer[]) as w(id, number)
    ), locked as materialized (
      select o.id, w.number from goods_offer o join wanted w using (id) order by o.id for update of o
    )
    update goods_offer o set taken = o.taken + l.number
      from locked l
     where o.id = l.id and (o.quota is null or o.taken + l.number <= o.quota) and o.starts_at <= ${now} and ${now} < o.ends_at
    returning o.id`.execute(connection)
  return rows.map((row) => row.id)
}

/** Gives the offers' quota back, in the order in which checkouts take them. */
export async function giveBackOffers(connection: Connection, orderId: number): Promise<void> {
  await sql`
    with back as (
      select offer_id, sum(number)::integer as number from order_line where order_id = ${orderId} and offer_id is not null group by offer_id
    ), locked as materialized (
      select o.id, back.number from goods_offer o join back on back.offer_id = o.id order by o.id for update of o
    )
    update goods_offer o set taken = greatest(0, o.taken - locked.number) from locked where o.id = locked.id`.execute(connection)
}

const given = (wanted: Wanted) => sql`
  select * from unnest(${[...wanted.keys()]}::bigint[], ${[...wanted.values()]}::integer[]) as w(id, number)`

/** What lines of an order give up while the rest of it stays, in the order in which checkouts take. */
export async function giveBackPart(
  connection: Connection,
  part: { offers: Wanted; gifts: Wanted; exchanges: Wanted; bundles: Wanted },
): Promise<void> {
  await giveBack(connection, 'goods_offer', given(part.offers))
  await giveBack(connection, 'promotion_gift', given(part.gifts))
  await giveBack(connection, 'promotion_exchange', given(part.exchanges))
  await giveBack(connection, 'bundle', given(part.bundles))
}
