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
 * Papers, by the alias of their table: a company's by the company, those of an order by its warehouse too. What the house made for itself and
 * that names a customer all the same is not the house's: the approval of a first trade is its company's, and the register of a recall and
 * the record of sales name every buyer.
 */
export function documentSeen(alias: string): Condition {
  const to = narrowed()
  if (to === null) return EVERYTHING
  const of = sql.raw(alias)
  const about = sql`split_part(${of}.subject, ':', 2)::bigint`
  const order = sql`case split_part(${of}.subject, ':', 1)
      when 'shipment' then (select order_id from shipment where id = ${about})
      when 'after_sale' then (select order_id from after_sale where id = ${about})
      when 'receiving' then (select order_id from receiving where id = ${about}) end`
  const parcel =
    to.warehouses === null
      ? EVERYTHING
      : sql<SqlBool>`case when split_part(${of}.subject, ':', 1) in ('shipment', 'after_sale', 'receiving') then exists (
          select from orders narrow_order where narrow_order.id = ${order} and narrow_order.warehouse_id = any (${to.warehouses}::bigint[])) else true end`
  const approval = sql<SqlBool>`case when ${of}.kind = 'first_trade' then ${companySeen(`split_part(${alias}.subject, ':', 2)::bigint`)} else true end`
  return sql<SqlBool>`(${companySeen(`${alias}.company_id`)} and ${of}.kind not in ('recall_register', 'sales_record', 'acceptance_register', 'recheck_register', 'unqualified_register') and ${parcel} and ${approval})`
}
