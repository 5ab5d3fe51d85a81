import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { endOf, type Plan, startOf } from './terms.ts'

/** What writes plans. */

export interface PlanRow extends Plan {
  id: number
  version: number
  approved: number
  withdrawnAt: Date | null
}

export async function lockDeal(connection: Connection, id: number): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select id, kind, name, terms, version, approved, withdrawn_at as "withdrawnAt" from deal_plan where id = ${id} for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function insertDeal(connection: Connection, { kind, name, terms }: Plan, by: string, now: Date): Promise<number> {
  const row = await connection
    .insertInto('deal_plan')
    .values({ kind, name, terms: JSON.stringify(terms), created_by: by, updated_by: by, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function writeDeal(connection: Connection, id: number, { kind, name, terms }: Plan, by: string, now: Date): Promise<void> {
  await sql`
    update deal_plan
       set kind = ${kind}, name = ${name}, terms = ${JSON.stringify(terms)}::jsonb, version = version + 1, updated_by = ${by}, updated_at = ${now}
     where id = ${id}`.execute(connection)
}

export async function setDealPublished(
  connection: Connection,
  { id, name, terms }: PlanRow,
  { askedBy, approvedBy, now }: { askedBy: string; approvedBy: string; now: Date },
): Promise<void> {
  await sql`
    insert into deal_plan_version (plan_id, number, name, terms, asked_by, approved_by, at)
    select ${id}, coalesce(max(number), 0) + 1, ${name}, ${JSON.stringify(terms)}::jsonb, ${askedBy}, ${approvedBy}, ${now}
      from deal_plan_version where plan_id = ${id}`.execute(connection)
  await sql`
    update deal_plan
       set approved = version, starts_at = ${startOf(terms)}, ends_at = coalesce(${endOf(terms)}::timestamptz, 'infinity'),
           withdrawn_at = null, withdrawn_reason = ''
     where id = ${id}`.execute(connection)
}

export async function setDealWithdrawn(connection: Connection, id: number, reason: string, by: string, now: Date): Promise<void> {
  await sql`
    update deal_plan
       set withdrawn_at = ${now}, withdrawn_reason = ${reason}, version = version + 1, updated_by = ${by}, updated_at = ${now},
           approved = case when approved = 0 then 0 else version + 1 end
     where id = ${id}`.execute(connection)
}
