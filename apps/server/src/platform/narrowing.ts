import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { auditCall } from './audit-call.ts'
import type { Narrowing } from './viewer.ts'

/**
 * What a member of staff sees may be narrower than what his roles open: some warehouses, some regions, his own customers. These are
 * the conditions that every list puts into its SQL; who calls stands in the context of the call, so no service hands it down.
 * Buyers' calls, jobs and staff who are not narrowed get a condition that is always true. What decides (stock, recalls, refunds)
 * never asks: it concerns whomever it concerns.
 */

type Condition = RawBuilder<SqlBool>
const EVERYTHING: Condition = sql<SqlBool>`true`

const narrowed = () => auditCall()?.narrowed ?? null

/** column: SQL of a company's id; without one (a paper of the house, money of nobody) a row is everybody's. */
export function companySeen(column: string, to: Narrowing | null = narrowed()): Condition {
  if (to === null || (to.provinces === null && to.managers === null)) return EVERYTHING
  const provinces = to.provinces === null ? EVERYTHING : sql<SqlBool>`narrow.province = any (${to.provinces}::text[])`
  const managers = to.managers === null ? EVERYTHING : sql<SqlBool>`narrow.manager_name = any (${to.managers}::text[])`
  const of = sql.raw(column)
  return sql<SqlBool>`(${of} is null or exists (select from company narrow where narrow.id = ${of} and ${provinces} and ${managers}))`
}

/** column: SQL of a warehouse's id. */
export function warehouseSeen(column: string): Condition {
  const to = narrowed()?.warehouses ?? null
  return to === null ? EVERYTHING : sql<SqlBool>`${sql.raw(column)} = any (${to}::bigint[])`
}

/** What belongs to an order and its company: columns are SQL of their ids. Without an order it is its company's alone. */
export function orderSeen(order: string, company: string): Condition {
  const to = narrowed()?.warehouses ?? null
  if (to === null) return companySeen(company)
  const of = sql.raw(order)
  return sql<SqlBool>`(${companySeen(company)} and (${of} is null or exists (
    select from orders narrow_order where narrow_order.id = ${of} and narrow_order.warehouse_id = any (${to}::bigint[]))))`
}

/**
 * Papers, by the alias of their table: a company's by the company, those of a parcel by its warehouse too. What the house made for itself and
 * that names a customer all the same is not the house's: the approval of a first trade is its company's, and the register of a recall names
 * every buyer.
 */
export function documentSeen(alias: string): Condition {
  const to = narrowed()
  if (to === null) return EVERYTHING
  const of = sql.raw(alias)
  const numbered = sql`split_part(${of}.subject, ':', 2)::bigint`
  const parcel =
    to.warehouses === null
      ? EVERYTHING
      : sql<SqlBool>`case when ${of}.subject like 'shipment:%' then exists (
          select from shipment narrow_parcel join orders narrow_order on narrow_order.id = narrow_parcel.order_id
           where narrow_parcel.id = ${numbered} and narrow_order.warehouse_id = any (${to.warehouses}::bigint[])) else true end`
  const approval = sql<SqlBool>`case when ${of}.kind = 'first_trade' then ${companySeen(`split_part(${alias}.subject, ':', 2)::bigint`)} else true end`
  return sql<SqlBool>`(${companySeen(`${alias}.company_id`)} and ${of}.kind <> 'recall_register' and ${parcel} and ${approval})`
}
