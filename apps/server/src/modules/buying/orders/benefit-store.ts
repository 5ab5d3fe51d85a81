import { sql } from 'kysely'
import { isShopsFault, REASONS } from '#domain/aftersales.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Benefit } from '#domain/pricing/benefits.ts'
import type { SharedPart } from '#domain/pricing/shared-reductions.ts'
import type { Connection } from '../../../platform/database.ts'

/** What checkouts were given beside their goods, or taken off for several of their orders together, as it was when they were placed. */

export async function insertBenefits(connection: Connection, checkoutId: number, benefits: readonly Benefit[]): Promise<void> {
  if (benefits.length === 0) return
  await connection
    .insertInto('order_benefit')
    .values(
      benefits.map(({ earnedBy, given, ...benefit }) => ({
        ...benefit,
        checkout_id: checkoutId,
        earned_by: JSON.stringify(earnedBy),
        given: JSON.stringify(given),
      })),
    )
    .execute()
}

export async function benefitsOf(connection: Connection, checkoutId: number): Promise<Benefit[]> {
  const { rows } = await sql<Benefit>`
    select kind, name, measure, threshold, repeat, fee, earned_by as "earnedBy", given
      from order_benefit where checkout_id = ${checkoutId} order by id`.execute(connection)
  return rows
}

/** A line of a checkout, and how its order stands. */
export interface BenefitLine {
  id: number
  orderId: number
  number: number
  status: OrderStatus
  /** Units that the buyer has applied to give back, or has given back, by the buyer's own choice. */
  givenUp: number
}

const OWN_REASONS = REASONS.filter((reason) => !isShopsFault(reason))

export async function linesOfCheckout(connection: Connection, checkoutId: number): Promise<BenefitLine[]> {
  const { rows } = await sql<BenefitLine>`
    select l.id, o.id as "orderId", l.number, o.status,
           coalesce((select sum(coalesce(b.accepted, b.number)) from after_sale_line b join after_sale s on s.id = b.after_sale_id
                      where b.order_line_id = l.id and s.status not in ('rejected', 'cancelled')
                        and s.reason = any(${OWN_REASONS}::text[])), 0)::integer as "givenUp"
      from orders o join order_line l on l.order_id = o.id where o.checkout_id = ${checkoutId}`.execute(connection)
  return rows
}

/** What several orders of a checkout reached together stands with its terms at each line that it was taken off. */
const HAS_TERMS = sql`l.shares @? '$[*].terms'`

/** A line's part of what orders reached together, and how its order stands. */
export interface SharedRow extends SharedPart {
  status: OrderStatus
}

export async function sharesOfCheckout(connection: Connection, checkoutId: number): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select o.id as "orderId", o.status, share ->> 'name' as name, (share ->> 'amount')::bigint as taken, share -> 'terms' as terms
      from orders o join order_line l on l.order_id = o.id cross join lateral jsonb_array_elements(l.shares) share
     where o.checkout_id = ${checkoutId} and ${HAS_TERMS} and share ? 'terms'
     order by l.id`.execute(connection)
  return rows
}

/**
 * Orders that were given something together are cancelled, picked and shipped one at a time: all of them are locked, in the order
 * of their ids. Does nothing for every other order. companyId null: for staff and the system.
 */
export async function lockSisters(connection: Connection, orderId: number, companyId: number | null): Promise<void> {
  await sql`
    select o.id from orders o
     where o.checkout_id = (select own.checkout_id from orders own
                             where own.id = ${orderId} and (${companyId}::bigint is null or own.company_id = ${companyId}))
       and (exists (select from order_benefit b where b.checkout_id = o.checkout_id and b.kind <> 'shipping')
            or exists (select from order_line l where l.order_id = o.id and ${HAS_TERMS}))
     order by o.id for update of o`.execute(connection)
}
