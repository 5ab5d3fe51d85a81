import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import type { CouponPlan } from './coupon-plan.ts'

/** What writes plans of coupons, and the templates that they become. */

export interface CouponPlanRow extends CouponPlan {
  id: number
  version: number
  templateId: number | null
  withdrawnAt: Date | null
}

export async function lockCouponPlan(connection: Connection, id: number): Promise<CouponPlanRow | null> {
  const { rows } = await sql<CouponPlanRow>`
    select id, name, terms, version, template_id as "templateId", withdrawn_at as "withdrawnAt" from coupon_plan where id = ${id} for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function insertCouponPlan(connection: Connection, { name, terms }: CouponPlan, by: string, now: Date): Promise<number> {
  const row = await connection
    .insertInto('coupon_plan')
    .values({ name, terms: JSON.stringify(terms), created_by: by, updated_by: by, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** One that was withdrawn before it was approved is a draft again when it is saved. */
export async function writeCouponPlan(
  connection: Connection,
  id: number,
  { name, terms }: CouponPlan,
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    update coupon_plan
       set name = ${name}, terms = ${JSON.stringify(terms)}::jsonb, version = version + 1, updated_by = ${by}, updated_at = ${now},
           withdrawn_at = null, withdrawn_reason = ''
     where id = ${id}`.execute(connection)
}

const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** What companies can have from now on, or when its hour comes. */
export async function insertTemplate(connection: Connection, { name, terms }: CouponPlan): Promise<number> {
  const { per_company: per_buyer, take_from: from, take_until: until, valid_from, valid_until, scope, audience, ...columns } = terms
  const { id } = await connection
    .insertInto('coupon_template')
    .values({
      ...columns,
      name,
      per_buyer,
      scope: JSON.stringify(scope),
      audience: JSON.stringify(audience),
      valid_from: moment(valid_from),
      valid_until: moment(valid_until),
      ...(from !== null && { take_from: new Date(from) }),
      ...(until !== null && { take_until: new Date(until) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setCouponPublished(
  connection: Connection,
  id: number,
  templateId: number,
  { askedBy, approvedBy, now }: { askedBy: string; approvedBy: string; now: Date },
): Promise<void> {
  await sql`
    update coupon_plan
       set template_id = ${templateId}, asked_by = ${askedBy}, approved_by = ${approvedBy}, approved_at = ${now}, version = version + 1
     where id = ${id}`.execute(connection)
}

/** No more of it: not in the coupon centre, and not from draws and the points mall, which ask the quota alone. */
export async function endTemplate(connection: Connection, templateId: number, now: Date): Promise<void> {
  await sql`
    update coupon_template set take_until = least(take_until, ${now}), quota = taken where id = ${templateId}`.execute(connection)
}

export async function setCouponWithdrawn(connection: Connection, id: number, reason: string, by: string, now: Date): Promise<void> {
  await sql`
    update coupon_plan
       set withdrawn_at = ${now}, withdrawn_reason = ${reason}, version = version + 1, updated_by = ${by}, updated_at = ${now}
     where id = ${id}`.execute(connection)
}

/** Those of a company that are neither used nor over end at this moment; answers how many. A checkout that took one has it. */
export async function withdrawUnused(
  connection: Connection,
  templateId: number,
  companyId: number,
  reason: string,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update coupon set valid_until = ${now}, withdrawn_at = ${now}, withdrawn_reason = ${reason}
     where template_id = ${templateId} and company_id = ${companyId} and checkout_id is null and valid_until > ${now}
    returning id`.execute(connection)
  return rows.length
}
