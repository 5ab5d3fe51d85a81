import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import type { Facts } from '../../who/segments/public.ts'

/** Whom a draft is for; companies are those that its codes named. */
export interface Audience {
  all: boolean
  segments: number[]
  companies: number[]
  codes: string
}
export interface Plan {
  title: string
  text: string
  url: string
  audience: Audience
  plannedAt: Date | null
}
export interface BroadcastRow extends Plan {
  id: number
  version: number
  /** What its segments asked for when it was approved; null: it is not. */
  segments: Facts[] | null
  senderId: number | null
  dueAt: Date | null
  listedAt: Date | null
  endedAt: Date | null
}
export const COLUMNS = sql`b.id, b.title, b.text, b.url, b.audience, b.planned_at as "plannedAt", b.version, b.segments, b.sender_id as "senderId",
  b.due_at as "dueAt", b.listed_at as "listedAt", b.ended_at as "endedAt"`

export async function lockBroadcast(connection: Connection, id: number): Promise<BroadcastRow | null> {
  const { rows } = await sql<BroadcastRow>`select ${COLUMNS} from broadcast b where b.id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function insertBroadcast(connection: Connection, plan: Plan, by: string, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into broadcast (title, text, url, audience, planned_at, created_by, updated_by, updated_at)
    values (${plan.title}, ${plan.text}, ${plan.url}, ${JSON.stringify(plan.audience)}::jsonb, ${plan.plannedAt}, ${by}, ${by}, ${now})
    returning id`.execute(connection)
  return rows[0]?.id ?? 0
}

export async function writeBroadcast(connection: Connection, id: number, plan: Plan, by: string, now: Date): Promise<void> {
  await sql`
    update broadcast set title = ${plan.title}, text = ${plan.text}, url = ${plan.url}, audience = ${JSON.stringify(plan.audience)}::jsonb,
           planned_at = ${plan.plannedAt}, version = version + 1, updated_by = ${by}, updated_at = ${now}
     where id = ${id}`.execute(connection)
}

export async function setApproved(
  connection: Connection,
  id: number,
  {
    segments,
    senderId,
    approvedBy,
    dueAt,
    now,
  }: { segments: readonly Facts[]; senderId: number; approvedBy: string; dueAt: Date; now: Date },
): Promise<void> {
  await sql`
    update broadcast set segments = ${JSON.stringify(segments)}::jsonb, sender_id = ${senderId}, approved_by = ${approvedBy},
           approved_at = ${now}, due_at = ${dueAt}
     where id = ${id}`.execute(connection)
}

export async function setStopped(connection: Connection, id: number, by: string, reason: string, now: Date): Promise<void> {
  await sql`update broadcast set ended_at = ${now}, stopped_by = ${by}, stopped_reason = ${reason} where id = ${id}`.execute(connection)
}

export async function setDue(connection: Connection, id: number, at: Date): Promise<void> {
  await sql`update broadcast set due_at = ${at} where id = ${id}`.execute(connection)
}

/** Its companies, once: who comes to the segment later does not get it. */
export async function keepCompanies(connection: Connection, id: number, companies: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into broadcast_company (broadcast_id, company_id) select ${id}, c from unnest(${[...companies]}::bigint[]) c
    on conflict do nothing`.execute(connection)
  await sql`update broadcast set listed_at = ${now} where id = ${id}`.execute(connection)
}

export interface Next {
  companyId: number
  isPassed: boolean
  hadToday: number
}

/** One portion at a time in the whole shop: two broadcasts must not both count what a company had before either is sent. */
export async function nextCompanies(connection: Connection, id: number, limit: number, since: Date): Promise<Next[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('broadcast_portion', 0))`.execute(connection)
  const { rows } = await sql<Next>`
    select w.company_id as "companyId", c.review_state = 2 as "isPassed",
           (select count(*)::integer from broadcast_company h where h.company_id = w.company_id and h.state = 'sent' and h.at >= ${since}) as "hadToday"
      from (select company_id from broadcast_company where broadcast_id = ${id} and state = 'waiting' order by company_id limit ${limit}) w
      join company c on c.id = w.company_id order by w.company_id`.execute(connection)
  return rows
}

export async function setDecided(
  connection: Connection,
  id: number,
  decided: readonly { companyId: number; state: 'sent' | 'often' | 'refused' }[],
  now: Date,
): Promise<void> {
  await sql`
    update broadcast_company b set state = d.state, at = ${now}
      from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as d("companyId" bigint, state text)
     where b.broadcast_id = ${id} and b.company_id = d."companyId" and b.state = 'waiting'`.execute(connection)
}

export async function setEnded(connection: Connection, id: number, now: Date): Promise<void> {
  await sql`update broadcast set ended_at = ${now} where id = ${id}`.execute(connection)
}
