import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { HeldCoupon } from '#domain/pricing/terms.ts'
import type { Connection } from '../../../platform/database.ts'
import { type ScopeJson, scopeOf } from './scope.ts'

/** Coupons that companies hold: read for a price, used by a checkout, given back, given out. Every statement names the company. */

/** More than anybody holds; those that end first are the ones to use. */
const HELD_MAX = 200

interface HeldRow {
  id: number
  template_id: number
  name: string
  threshold: Fen
  amount: Fen | null
  percent: number | null
  cap: Fen | null
  scope: ScopeJson
  stackable: boolean
  valid_from: Date
  valid_until: Date
}

/** Unused and valid now, by id; of one kind no more at once than a company may hold of it, however it came by them (draws, points). */
export async function heldCoupons(connection: Connection, companyId: number, now: Date): Promise<readonly HeldCoupon[]> {
  const { rows } = await sql<HeldRow>`
    select c.id, c.template_id, t.name, t.threshold, t.amount, t.percent, t.cap, t.scope, t.stackable, c.valid_from, c.valid_until
      from (select id, template_id, valid_from, valid_until, row_number() over (partition by template_id order by valid_until, id) as piece from coupon
             where company_id = ${companyId} and checkout_id is null and valid_until > ${now} and valid_from <= ${now}
             order by valid_until limit ${HELD_MAX}) c
      join coupon_template t on t.id = c.template_id
     where c.piece <= t.per_buyer
     order by c.id`.execute(connection)
  return rows.map((row) => ({
    id: row.id,
    templateId: row.template_id,
    name: row.name,
    threshold: row.threshold,
    amount: row.amount,
    percent: row.percent,
    cap: row.cap,
    scope: scopeOf(row.scope),
    stackable: row.stackable,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
  }))
}

/**
 * Uses coupons for a checkout: those of this company that are unused and valid now, in the order of ids. Answers the ids that
 * were taken; where one is missing, another checkout was faster or it is over, and the caller gives the checkout up.
 */
export async function takeCoupons(
  connection: Connection,
  companyId: number,
  couponIds: readonly number[],
  checkoutId: number,
  now: Date,
): Promise<number[]> {
  if (couponIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (
      select id from coupon where id = any(${couponIds}::bigint[]) and company_id = ${companyId} order by id for update
    )
    update coupon c set checkout_id = ${checkoutId}, used_at = ${now}
      from locked l
     where c.id = l.id and c.checkout_id is null and c.valid_from <= ${now} and ${now} < c.valid_until
    returning c.id`.execute(connection)
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

/**
 * Gives the coupons of a checkout back when none of its orders stands any more; call it after an order of it was cancelled,
 * in the same transaction. The checkout's row is locked first: of two orders that are cancelled at once, the second sees the
 * first. Answers the coupons given back; a second call finds none.
 */
export async function giveBackCoupons(connection: Connection, checkoutId: number): Promise<number[]> {
  await sql`select 1 from checkout where id = ${checkoutId} for update`.execute(connection)
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (
      select id from coupon
       where checkout_id = ${checkoutId}
         and not exists (select 1 from orders where checkout_id = ${checkoutId} and status <> 'cancelled')
       order by id for update
    )
    update coupon c set checkout_id = null, used_at = null from locked l where c.id = l.id
    returning c.id`.execute(connection)
  return rows.map((row) => row.id)
}

export type CouponSource = 'centre' | 'draw' | 'points' | 'staff'

/**
 * Takes one from the template's quota and writes the coupon, in one statement. Null: the quota is used up, or its fixed
 * period is over. A coupon of so many days ends at the midnight in Beijing that closes them.
 */
export async function insertCoupon(
  connection: Connection,
  companyId: number,
  templateId: number,
  source: CouponSource,
  midnight: Date,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with taken as (
      update coupon_template set taken = taken + 1
       where id = ${templateId} and (quota is null or taken < quota) and (valid_until is null or valid_until > ${now})
      returning id, valid_from, valid_until, valid_days
    )
    insert into coupon (template_id, company_id, source, taken_at, valid_from, valid_until)
    select id, ${companyId}, ${source}, ${now}, greatest(valid_from, ${now}::timestamptz),
           coalesce(valid_until, ${midnight}::timestamptz + make_interval(hours => 24 * valid_days))
      from taken
    returning id`.execute(connection)
  return rows[0]?.id ?? null
}
