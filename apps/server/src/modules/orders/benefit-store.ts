import { sql } from 'kysely'
import type { Benefit } from '#domain/pricing/benefits.ts'
import type { Connection } from '../../platform/database.ts'

/** What checkouts were given beside their goods, as it was when they were placed. */

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

/** Of a checkout's lines: whose order they are of, and whether that was cancelled. */
export async function linesOfCheckout(
  connection: Connection,
  checkoutId: number,
): Promise<{ id: number; orderId: number; number: number; cancelled: boolean }[]> {
  const { rows } = await sql<{ id: number; orderId: number; number: number; cancelled: boolean }>`
    select l.id, o.id as "orderId", l.number, o.status = 'cancelled' as cancelled
      from orders o join order_line l on l.order_id = o.id where o.checkout_id = ${checkoutId}`.execute(connection)
  return rows
}
