import { sql } from 'kysely'
import type { AfterSaleReason } from '#domain/aftersales.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** What returns have kept back for gifts and the like, and how the lines of a checkout stand. */

/** Of the orders of a checkout all are locked, in the order of their ids: what they were given together is reckoned together. */
export async function lockCheckoutOf(connection: Connection, afterSaleId: number): Promise<void> {
  await sql`
    select o.id from orders o
     where o.checkout_id = (select r.checkout_id from after_sale s join orders r on r.id = s.order_id where s.id = ${afterSaleId})
     order by o.id for update`.execute(connection)
}

/** Units of a line: sold, and of them applied for or back, and accepted; each for whatever reason, and for the buyer's own. */
export interface LineStanding {
  id: number
  orderId: number
  /** Its order came to nothing, or nobody has paid for it: it earns nothing. */
  isUnbought: boolean
  sold: number
  taken: number
  takenOwn: number
  accepted: number
  acceptedOwn: number
}

const HELD = sql`case when s.status in ('rejected', 'cancelled') then 0 else coalesce(l.accepted, l.number) end`
/**
 * What has not left the house is not with the buyer, and nobody pays for it: of a cancelled order it never leaves, and of one that
 * waits for it the gates ask again (orders/unearned).
 */
const backOr = (sum: ReturnType<typeof sql>) =>
  sql`case when o.status in ('pending_payment', 'paid', 'picking', 'cancelled') then ol.number else coalesce(${sum}, 0) end::integer`

export async function lineStandings(
  connection: Connection,
  checkoutId: number,
  ownReasons: readonly AfterSaleReason[],
): Promise<LineStanding[]> {
  const own = sql`filter (where s.reason = any(${ownReasons}::text[]))`
  const { rows } = await sql<LineStanding>`
    select ol.id, ol.order_id as "orderId", ol.number as sold, o.status in ('pending_payment', 'cancelled') as "isUnbought",
           ${backOr(sql`sum(${HELD})`)} as taken, coalesce(sum(${HELD}) ${own}, 0)::integer as "takenOwn",
           ${backOr(sql`sum(l.accepted)`)} as accepted, coalesce(sum(l.accepted) ${own}, 0)::integer as "acceptedOwn"
      from orders o
      join order_line ol on ol.order_id = o.id
      left join after_sale_line l on l.order_line_id = ol.id
      left join after_sale s on s.id = l.after_sale_id
     where o.checkout_id = ${checkoutId}
     group by ol.id, o.status order by ol.id`.execute(connection)
  return rows
}

export interface KeptOfOrder {
  orderId: number
  amount: Fen
}

/** What has been kept back so far, by the order that it was kept out of. */
export async function keptSoFar(connection: Connection, checkoutId: number): Promise<KeptOfOrder[]> {
  const { rows } = await sql<KeptOfOrder>`
    select k.order_id as "orderId", sum(k.amount)::bigint as amount
      from orders o join benefit_kept k on k.order_id = o.id where o.checkout_id = ${checkoutId}
     group by k.order_id having sum(k.amount) <> 0 order by k.order_id`.execute(connection)
  return rows
}

export async function insertKept(connection: Connection, afterSaleId: number, kept: readonly KeptOfOrder[]): Promise<void> {
  if (kept.length === 0) return
  await connection
    .insertInto('benefit_kept')
    .values(kept.map(({ orderId, amount }) => ({ after_sale_id: afterSaleId, order_id: orderId, amount })))
    .execute()
}
