import { sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { AudienceJson, ScopeJson } from './scope.ts'

/** What pages read of coupons: the templates on offer, and one company's coupons. */

export interface TemplateRow {
  id: number
  name: string
  intro: string
  threshold: Fen
  amount: Fen | null
  percent: number | null
  cap: Fen | null
  scope: ScopeJson
  audience: AudienceJson
  stackable: boolean
  quota: number | null
  taken: number
  per_buyer: number
  is_public: boolean
  /** Null: since ever. */
  take_from: Date | null
  take_over: boolean
  valid_from: Date | null
  valid_until: Date | null
  valid_days: number | null
  taken_by_me: number
}

/** More than a coupon centre shows. */
const TEMPLATES_MAX = 200

const columns = (companyId: number | null, now: Date) => sql`
  t.id, t.name, t.intro, t.threshold, t.amount, t.percent, t.cap, t.scope, t.audience, t.stackable, t.quota, t.taken, t.per_buyer,
  t.is_public, nullif(t.take_from, '-infinity') as take_from, t.take_until <= ${now} or t.valid_until <= ${now} is true as take_over,
  t.valid_from, t.valid_until, t.valid_days,
  (select count(*) from coupon c where c.template_id = t.id and c.company_id = ${companyId}::bigint) as taken_by_me`

/** Templates of the coupon centre that can be taken now or later, in the order in which staff laid them out. */
export async function publicTemplates(connection: Connection, companyId: number | null, now: Date): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    select ${columns(companyId, now)} from coupon_template t
     where t.is_public and t.take_until > ${now} and (t.valid_until is null or t.valid_until > ${now})
     order by t.sort, t.id limit ${TEMPLATES_MAX}`.execute(connection)
  return rows
}

export async function findTemplate(connection: Connection, id: number, companyId: number | null, now: Date): Promise<TemplateRow | null> {
  const { rows } = await sql<TemplateRow>`select ${columns(companyId, now)} from coupon_template t where t.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface CouponRow {
  id: number
  template_id: number
  name: string
  intro: string
  threshold: Fen
  amount: Fen | null
  percent: number | null
  cap: Fen | null
  scope: ScopeJson
  stackable: boolean
  valid_from: Date
  valid_until: Date
  status: CouponStatus
  used_order_no: string
}
export type CouponStatus = 'unused' | 'used' | 'expired'
export type CouponFace = 'amount' | 'percent'

const STATUS = (now: Date) => sql`
  case when c.checkout_id is not null then 'used' when c.valid_until <= ${now} then 'expired' else 'unused' end`

const IS = {
  unused: (now: Date) => sql`c.checkout_id is null and c.valid_until > ${now}`,
  used: () => sql`c.checkout_id is not null`,
  expired: (now: Date) => sql`c.checkout_id is null and c.valid_until <= ${now}`,
} satisfies Record<CouponStatus, (now: Date) => unknown>

export interface CouponFilter {
  status: CouponStatus | null
  face: CouponFace | null
  /** Only those whose period has begun. */
  started: boolean
  offset: number
  limit: number
}

const couponColumns = (now: Date) => sql`
  c.id, c.template_id, t.name, t.intro, t.threshold, t.amount, t.percent, t.cap, t.scope, t.stackable, c.valid_from, c.valid_until,
  ${STATUS(now)} as status,
  coalesce((select o.no from orders o where o.checkout_id = c.checkout_id order by o.id limit 1), '') as used_order_no`

/** Some of a company's coupons, in the order of the ids. */
export async function couponsById(connection: Connection, companyId: number, ids: readonly number[], now: Date): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns(now)}
      from unnest(${ids}::bigint[]) with ordinality as wanted(id, place)
      join coupon c on c.id = wanted.id and c.company_id = ${companyId}
      join coupon_template t on t.id = c.template_id
     order by wanted.place`.execute(connection)
  return rows
}

/** A company's coupons: unused ones by what ends first, the others by what ended last. */
export async function couponPage(
  connection: Connection,
  companyId: number,
  { status, face, started, offset, limit }: CouponFilter,
  now: Date,
): Promise<{ rows: CouponRow[]; total: number }> {
  const which = sql`
       c.company_id = ${companyId} and ${status === null ? sql`true` : IS[status](now)}
       and ${face === null ? sql`true` : face === 'amount' ? sql`t.amount is not null` : sql`t.percent is not null`}
       and ${started ? sql`c.valid_from <= ${now}` : sql`true`}`
  const withTemplate = sql`coupon c join coupon_template t on t.id = c.template_id`
  const order = status === 'unused' ? sql`c.valid_until, c.id` : sql`c.valid_until desc, c.id desc`
  const { rows } = await sql<CouponRow>`
    select ${couponColumns(now)}
      from ${withTemplate} where ${which} order by ${order} offset ${offset} limit ${limit}`.execute(connection)
  const { rows: count } = await sql<{
    total: number
  }>`select count(*) as total from ${face === null ? sql`coupon c` : withTemplate} where ${which}`.execute(connection)
  return { rows, total: count[0]?.total ?? 0 }
}

export interface CouponCounts {
  unused: number
  used: number
  expired: number
  soon: number
}

/** soon: unused, and over before that moment. */
export async function couponCounts(connection: Connection, companyId: number, soonBefore: Date, now: Date): Promise<CouponCounts> {
  const { rows } = await sql<CouponCounts>`
    select count(*) filter (where ${IS.unused(now)}) as unused, count(*) filter (where ${IS.used()}) as used,
           count(*) filter (where ${IS.expired(now)}) as expired,
           count(*) filter (where ${IS.unused(now)} and c.valid_until < ${soonBefore}) as soon
      from coupon c where c.company_id = ${companyId}`.execute(connection)
  return rows[0] ?? { unused: 0, used: 0, expired: 0, soon: 0 }
}
