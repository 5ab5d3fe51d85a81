import { type RawBuilder, sql } from 'kysely'
import type { BroadcastCompanyState, BroadcastState } from '#contract/broadcasts.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import { type Facts, isInSegment } from '../../who/segments/public.ts'
import { type Audience, type BroadcastRow, COLUMNS } from './store.ts'

const ofAudience = ({ all, companies }: Audience, segments: readonly Facts[], now: Date): RawBuilder<unknown> =>
  all
    ? sql`c.review_state = 2 and ${companySeen('c.id')}`
    : sql`c.review_state = 2 and ${companySeen('c.id')} and (c.id = any(${companies}::bigint[])
        ${sql.join(
          segments.map((facts) => sql`or (${isInSegment(facts, now)})`),
          sql` `,
        )})`

export async function audienceCompanies(
  connection: Connection,
  audience: Audience,
  segments: readonly Facts[],
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from company c where ${ofAudience(audience, segments, now)} order by c.id`.execute(connection)
  return rows.map(({ id }) => id)
}

/** How many of these had so many in a day. */
export async function countOften(connection: Connection, companies: readonly number[], since: Date, perDay: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select company_id from broadcast_company where company_id = any(${[...companies]}::bigint[]) and state = 'sent'
         and at >= ${since} and at < ${since}::timestamptz + interval '1 day'
       group by company_id having count(*) >= ${perDay}) often`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface SomeRow {
  id: number
  code: string
  name: string
  type: string
  region: string
  had: number
}
export async function someCompanies(connection: Connection, companies: readonly number[], since: Date): Promise<SomeRow[]> {
  const { rows } = await sql<SomeRow>`
    select c.id, coalesce(c.code, c.credit_code, '') as code, c.name, c.type, c.province || c.city || c.district as region,
           (select count(*)::integer from broadcast_company h where h.company_id = c.id and h.state = 'sent'
               and h.at >= ${since} and h.at < ${since}::timestamptz + interval '1 day') as had
      from company c where c.id = any(${[...companies]}::bigint[]) order by c.id`.execute(connection)
  return rows
}

/** Passed companies that whoever asks sees, by what they are called with. */
export async function companiesByCode(connection: Connection, codes: readonly string[]): Promise<{ id: number; code: string }[]> {
  const { rows } = await sql<{ id: number; code: string }>`
    select c.id, k.code from unnest(${[...codes]}::text[]) k (code) join company c on c.code = k.code or c.credit_code = k.code
     where c.review_state = 2 and ${companySeen('c.id')}`.execute(connection)
  return rows
}

export interface BroadcastHead extends BroadcastRow {
  state: BroadcastState
  askedBy: string
  approvedBy: string
  stoppedBy: string
  stoppedReason: string
  updatedBy: string
  updatedAt: Date
  request: { id: number; asked_by: string; asked_at: string; asker: number } | null
  counts: { waiting: number; sent: number; often: number; refused: number }
}

const waits = (now: Date) => sql`
  select q.id, q.asked_by, q.asked_at from approval_request q
   where q.kind = 'broadcast.send' and q.subject = 'broadcast:' || b.id and q.state = 'waiting' and q.expires_at > ${now}`
const stateAt = (now: Date) => sql`
  case when b.stopped_by <> '' then 'stopped' when b.ended_at is not null then 'done' when b.listed_at is not null then 'sending'
       when b.approved_at is not null then 'coming' when exists (${waits(now)}) then 'waiting' else 'draft' end`

const heads = (now: Date) => sql`
  select ${COLUMNS}, ${stateAt(now)} as state, coalesce((select a.name from account a where a.id = b.sender_id), '') as "askedBy",
         b.approved_by as "approvedBy", b.stopped_by as "stoppedBy", b.stopped_reason as "stoppedReason", b.updated_by as "updatedBy",
         b.updated_at as "updatedAt",
         (select json_build_object('id', w.id, 'asked_by', a.name, 'asked_at', w.asked_at, 'asker', a.id)
            from (${waits(now)}) w join account a on a.id = w.asked_by) as request,
         (select json_build_object('waiting', count(*) filter (where k.state = 'waiting'), 'sent', count(*) filter (where k.state = 'sent'),
                   'often', count(*) filter (where k.state = 'often'), 'refused', count(*) filter (where k.state = 'refused'))
            from broadcast_company k where k.broadcast_id = b.id and ${companySeen('k.company_id')}) as counts`

export async function broadcastPage(
  connection: Connection,
  { keywords, state }: { keywords: string; state: BroadcastState | null },
  { page, perPage }: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: BroadcastHead[]; total: number }> {
  const named = keywords === '' ? sql`true` : sql`b.title ilike ${`%${plainLike(keywords)}%`}`
  const where = sql`${named} and ${state === null ? sql`true` : sql`${stateAt(now)} = ${state}`}`
  const { rows } = await sql<BroadcastHead>`
    ${heads(now)} from broadcast b where ${where} order by b.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from broadcast b where ${where}`.execute(
    connection,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function broadcastById(connection: Connection, id: number, now: Date): Promise<BroadcastHead | null> {
  const { rows } = await sql<BroadcastHead>`${heads(now)} from broadcast b where b.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

const MESSAGE = sql`left join message m on m.company_id = k.company_id and m.key = 'broadcast:' || k.broadcast_id and k.state = 'sent'`

export async function readCounts(connection: Connection, id: number): Promise<{ read: number; opened: number }> {
  const { rows } = await sql<{ read: number; opened: number }>`
    select count(m.read_at)::integer as read, count(m.opened_at)::integer as opened
      from broadcast_company k ${MESSAGE} where k.broadcast_id = ${id} and ${companySeen('k.company_id')}`.execute(connection)
  return rows[0] ?? { read: 0, opened: 0 }
}

export interface ResultRow {
  id: number
  broadcast: number
  title: string
  code: string
  company: string
  state: BroadcastCompanyState
  at: Date | null
  seenAt: Date | null
  openedAt: Date | null
}
export async function resultPage(
  connection: Connection,
  { broadcast, state, keywords }: { broadcast: number | null; state: BroadcastCompanyState | null; keywords: string },
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: ResultRow[]; total: number }> {
  const named = keywords === '' ? sql`true` : sql`(c.name ilike ${`%${plainLike(keywords)}%`} or c.code = ${keywords})`
  const where = sql`(${broadcast}::bigint is null or k.broadcast_id = ${broadcast}) and (${state}::text is null or k.state = ${state})
    and ${named} and ${companySeen('k.company_id')}`
  const { rows } = await sql<ResultRow>`
    select c.id, b.id as broadcast, b.title, coalesce(c.code, c.credit_code, '') as code, c.name as company, k.state, k.at,
           m.read_at as "seenAt", m.opened_at as "openedAt"
      from (select k.* from broadcast_company k join company c on c.id = k.company_id where ${where}
             order by k.broadcast_id desc, k.company_id limit ${perPage} offset ${(page - 1) * perPage}) k
      join broadcast b on b.id = k.broadcast_id join company c on c.id = k.company_id ${MESSAGE}
     order by k.broadcast_id desc, k.company_id`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from broadcast_company k join company c on c.id = k.company_id where ${where}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}
