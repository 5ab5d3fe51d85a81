import { sql } from 'kysely'
import type { OfferState } from '#contract/offer-desk.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../../platform/database.ts'
import { plainLike } from '../../../../platform/like.ts'
import { companySeen } from '../../../../platform/narrowing.ts'
import type { CouponPlanRow } from './coupon-plan-store.ts'
import type { PlanHead } from './plan-views.ts'

/** What the house reads of its coupons. */

export interface CouponPlanHead extends CouponPlanRow {
  state: OfferState
  taken: number
  askedBy: string
  approvedBy: string
  withdrawnReason: string
  updatedBy: string
  updatedAt: Date
  request: PlanHead['request']
}

const waits = (now: Date) => sql`
  select q.id, q.asked_by, q.asked_at from approval_request q
   where q.kind = 'coupon.publish' and q.subject = 'coupon:' || l.id and q.state = 'waiting' and q.expires_at > ${now}`

const stateAt = (now: Date) => sql`
  case when l.withdrawn_at is not null then 'withdrawn'
       when t.id is null then case when exists (${waits(now)}) then 'waiting' else 'draft' end
       when t.take_from > ${now} then 'coming'
       when t.take_until <= ${now} or t.valid_until <= ${now} then 'ended' else 'live' end`

const columns = (now: Date) => sql`
  l.id, l.name, l.terms, l.version, l.template_id as "templateId", l.withdrawn_at as "withdrawnAt", l.withdrawn_reason as "withdrawnReason",
  l.asked_by as "askedBy", l.approved_by as "approvedBy", l.updated_by as "updatedBy", l.updated_at as "updatedAt",
  coalesce(t.taken, 0) as taken, ${stateAt(now)} as state,
  (select json_build_object('id', w.id, 'asked_by', a.name, 'asked_at', w.asked_at, 'asker', a.id)
     from (${waits(now)}) w join account a on a.id = w.asked_by) as request`
const FROM = sql`coupon_plan l left join coupon_template t on t.id = l.template_id`

export async function couponPlanPage(
  connection: Connection,
  { keywords, state }: { keywords: string; state: OfferState | null },
  { page, perPage }: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: CouponPlanHead[]; total: number }> {
  const named = keywords === '' ? sql`true` : sql`l.name ilike ${`%${plainLike(keywords)}%`}`
  const where = sql`${named} and ${state === null ? sql`true` : sql`${stateAt(now)} = ${state}`}`
  const { rows } = await sql<CouponPlanHead>`
    select ${columns(now)} from ${FROM} where ${where} order by l.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(
    connection,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from ${FROM} where ${where}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function couponPlanById(connection: Connection, id: number, now: Date): Promise<CouponPlanHead | null> {
  const { rows } = await sql<CouponPlanHead>`select ${columns(now)} from ${FROM} where l.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface CouponResultRow {
  granted: number
  taken: number
  won: number
  companies: number
  used: number
  unused: number
  expired: number
  withdrawn: number
  orders: number
  amount: Fen
  discount: Fen
}
const NOTHING: CouponResultRow = {
  granted: 0,
  taken: 0,
  won: 0,
  companies: 0,
  used: 0,
  unused: 0,
  expired: 0,
  withdrawn: 0,
  orders: 0,
  amount: 0 as Fen,
  discount: 0 as Fen,
}

/** What became of each that was given out. Orders that were cancelled count for nothing, and so does what they took off. */
export async function couponResult(connection: Connection, templateId: number, now: Date): Promise<CouponResultRow> {
  const { rows } = await sql<CouponResultRow>`
    with own as materialized (select * from coupon where template_id = ${templateId}), bought as materialized (
      select distinct o.id, o.goods_amount - o.reduction_amount as amount
        from own join orders o on o.checkout_id = own.checkout_id where o.status <> 'cancelled'
    ), reduced as (
      select (s ->> 'amount')::bigint as amount
        from bought b join order_line l on l.order_id = b.id, jsonb_array_elements(l.shares) s
       where s ->> 'kind' = 'coupon' and (s ->> 'id')::bigint in (select id from own)
    )
    select count(*) filter (where source = 'staff')::integer as granted, count(*) filter (where source = 'centre')::integer as taken,
           count(*) filter (where source in ('draw', 'points'))::integer as won, count(distinct company_id)::integer as companies,
           count(*) filter (where checkout_id is not null)::integer as used,
           count(*) filter (where checkout_id is null and valid_until > ${now})::integer as unused,
           count(*) filter (where checkout_id is null and valid_until <= ${now} and withdrawn_at is null)::integer as expired,
           count(*) filter (where checkout_id is null and withdrawn_at is not null)::integer as withdrawn,
           (select count(*) from bought)::integer as orders, (select coalesce(sum(amount), 0) from bought)::bigint as amount,
           (select coalesce(sum(amount), 0) from reduced)::bigint as discount
      from own`.execute(connection)
  return rows[0] ?? NOTHING
}
export const NO_RESULT = NOTHING

export interface GrantedRow {
  id: number
  code: string
  name: string
  /** Of the template, however they were come by. */
  had: number
  unused: number
}
/** Those of these companies that whoever asks may see. */
export async function companiesGranted(
  connection: Connection,
  ids: readonly number[],
  templateId: number | null,
  now: Date,
): Promise<GrantedRow[]> {
  const { rows } = await sql<GrantedRow>`
    select c.id, coalesce(c.code, c.credit_code, '') as code, c.name, k.had, k.unused
      from company c cross join lateral (
        select count(*)::integer as had, count(*) filter (where checkout_id is null and valid_until > ${now})::integer as unused
          from coupon where template_id = ${templateId}::bigint and company_id = c.id) k
     where c.id = any(${[...ids]}::bigint[]) and ${companySeen('c.id')}`.execute(connection)
  return rows
}

/** Companies that hold one that can still be used. */
export async function companiesHolding(connection: Connection, templateId: number, limit: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct k.company_id as id from coupon k
     where k.template_id = ${templateId} and k.checkout_id is null and k.valid_until > ${now} and ${companySeen('k.company_id')}
     order by id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}
