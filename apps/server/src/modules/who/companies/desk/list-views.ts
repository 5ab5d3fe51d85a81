import { type RawBuilder, sql } from 'kysely'
import { COMPANIES_COUNTED } from '#contract/company-desk.ts'
import type { TradeDate } from '#domain/dates.ts'
import { isNamed } from '../../../../platform/company-named.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { plainLike } from '../../../../platform/like.ts'
import { companySeen } from '../../../../platform/narrowing.ts'
import { isInSegment, segmentFacts } from '../../segments/public.ts'
import { QUEUES, type Queue } from '../views.ts'

export interface CompanyListRow {
  id: number
  code: string | null
  name: string
  type: string
  credit_code: string | null
  region: string
  phone: string
  review_state: number
  rank: string
  manager: string
  since: Date | string | null
  waiting_papers: number
  next_expiry: string | null
  created_at: Date | string
}

export interface CompanyFilter {
  queue?: Queue | undefined
  state?: number | undefined
  keywords: string
  type?: string | undefined
  province?: string | undefined
  city?: string | undefined
  rank?: string | undefined
  manager?: string | undefined
  /** Those that are in it at this time. */
  segment?: { id: number; at: Date } | undefined
  /** A paper in force ends by this day. */
  endsBy?: TradeDate | undefined
  /** Nobody can sign in for it, and no invitation is on its way at this time. */
  noLoginAt?: Date | undefined
}

/**
 * Latin signs alone are a code, a phone or the letters of a name, each looked up in its own index; letters and figures of a name
 * stand among its initials as they are. Everything else is a part of a name.
 */
function wordsHold(keywords: string): RawBuilder<unknown> {
  if (!/^[\w-]+$/.test(keywords)) return isNamed('c', keywords)
  const begins = (text: string) => `${plainLike(text)}%`
  const [upper, lower] = [keywords.toUpperCase(), keywords.toLowerCase()]
  return sql`c.id in (select id from company where credit_code like ${begins(upper)}
                      union all select id from company where code like ${begins(keywords)}
                      union all select id from company where code like ${begins(upper)}
                      union all select id from company where phone like ${begins(keywords)}
                      union all select id from company where initials is not null and pairs_of(initials) @> pairs_of(${lower}) and initials like ${`%${plainLike(lower)}%`})`
}

/** Where the rows come from, in which order, and what else holds for them. */
async function partsOf(connection: Connection, filter: CompanyFilter) {
  const facts = filter.segment === undefined ? null : await segmentFacts(connection, filter.segment.id)
  const from =
    filter.queue !== undefined
      ? sql`(${QUEUES[filter.queue]}) q join company c on c.id = q.company_id`
      : filter.endsBy !== undefined
        ? sql`(select company_id, null::timestamptz as since, min(expires_on) as ends from qualification
                where expires_on <= ${filter.endsBy} and status = 2 group by company_id) q join company c on c.id = q.company_id`
        : sql`company c cross join (select null::timestamptz as since) q`
  const order =
    filter.queue !== undefined ? sql`q.since nulls last, c.id` : filter.endsBy !== undefined ? sql`q.ends, c.id` : sql`c.id desc`
  const equal = (column: string, value: string | number | undefined) =>
    value === undefined || value === '' ? [] : [sql`c.${sql.ref(column)} = ${value}`]
  const conditions: RawBuilder<unknown>[] = [
    companySeen('c.id'),
    ...(filter.keywords === '' ? [] : [wordsHold(filter.keywords)]),
    // Of companies that do not trade it does not matter when their papers end.
    ...equal('review_state', filter.endsBy !== undefined && filter.queue === undefined ? (filter.state ?? 2) : filter.state),
    ...equal('type', filter.type),
    ...equal('province', filter.province),
    ...equal('city', filter.city),
    ...equal('rank', filter.rank),
    ...equal('manager_name', filter.manager),
    // Of one that was removed meanwhile there is nobody.
    ...(filter.segment === undefined ? [] : [facts === null ? sql`false` : isInSegment(facts, filter.segment.at)]),
    ...(filter.noLoginAt === undefined
      ? []
      : [
          sql`not c.has_owner
              and not exists (select from company_invitation i
                               where i.company_id = c.id and i.state in ('sent', 'opened') and i.expires_at > ${filter.noLoginAt})`,
        ]),
    ...(filter.queue !== undefined && filter.endsBy !== undefined
      ? [sql`exists (select from qualification e where e.company_id = c.id and e.status = 2 and e.expires_on <= ${filter.endsBy})`]
      : []),
  ]
  const where = sql.join(conditions, sql` and `)
  return { from, where, order }
}

/** c: the company, p: its place in the list. */
const ROW = sql`c.id, c.code, c.name, c.type, c.credit_code, c.province || c.city || c.district as region, c.phone, c.review_state, c.rank,
           c.manager_name as manager, p.since, c.created_at,
           (select count(*)::int from certificate t where t.company_id = c.id and t.status = 1) as waiting_papers,
           (select min(expires_on) from qualification e where e.company_id = c.id and e.status = 2) as next_expiry`

/** The same companies by their numbers, the newest first, from one page to the next however many there are. */
export async function companiesBefore(
  { db }: DatabaseHandle,
  filter: CompanyFilter,
  before: number | null,
  limit: number,
): Promise<CompanyListRow[]> {
  const { from, where } = await partsOf(db, filter)
  const place = before === null ? sql`` : sql`and c.id < ${before}`
  const { rows } = await sql<CompanyListRow>`
    select ${ROW} from (select c.id, q.since from ${from} where ${where} ${place} order by c.id desc limit ${limit}) p
      join company c on c.id = p.id order by c.id desc`.execute(db)
  return rows
}

export async function listCompanies(
  { db }: DatabaseHandle,
  filter: CompanyFilter,
  offset: number,
  limit: number,
): Promise<{ rows: CompanyListRow[]; total: number; isCapped: boolean }> {
  const { from, where, order } = await partsOf(db, filter)
  // By the end of their papers they are all put in order, and so counted.
  const all = filter.endsBy !== undefined && filter.queue === undefined ? sql`count(*) over ()` : sql`null::bigint`
  // Figures of a row only for the rows of the page.
  const { rows } = await sql<CompanyListRow & { all: number | null }>`
    select ${ROW}, p.all
      from (select c.id, q.since, row_number() over (order by ${order}) as place, ${all} as all from ${from} where ${where}
             order by ${order} offset ${offset} limit ${limit}) p join company c on c.id = p.id
     order by p.place`.execute(db)
  const inAll = rows[0]?.all ?? null
  if (inAll !== null) return { rows, total: Math.min(inAll, COMPANIES_COUNTED), isCapped: inAll > COMPANIES_COUNTED }
  // A page that is not full says it all.
  const seen = offset + rows.length
  if (rows.length < limit && seen <= COMPANIES_COUNTED && (rows.length > 0 || offset === 0)) return { rows, total: seen, isCapped: false }
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} where ${where} limit ${COMPANIES_COUNTED + 1}) found`.execute(db)
  const total = counted[0]?.total ?? 0
  return { rows, total: Math.min(total, COMPANIES_COUNTED), isCapped: total > COMPANIES_COUNTED }
}

/** What stands in a column, from one index entry to the next: not every company is looked at. */
async function distinct(connection: Connection, column: 'rank' | 'province' | 'manager_name', most: number): Promise<string[]> {
  const of = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      (select ${of} from company where ${companySeen('company.id')} order by ${of} limit 1)
      union all
      select (select ${of} from company where ${of} > found.value and ${companySeen('company.id')} order by ${of} limit 1) from found where found.value is not null
    )
    select value from found where value <> '' limit ${most}`.execute(connection)
  return rows.map((row) => row.value)
}

const CHOICES_MAX = 500

export async function companyChoices(connection: Connection) {
  const ranks = await distinct(connection, 'rank', CHOICES_MAX)
  const provinces = await distinct(connection, 'province', CHOICES_MAX)
  const names = await distinct(connection, 'manager_name', CHOICES_MAX)
  const { rows: managers } = await sql<{ name: string; phone: string }>`
    select n.name, coalesce((select manager_phone from company where manager_name = n.name order by id desc limit 1), '') as phone
      from unnest(${names}::text[]) with ordinality as n (name, place) order by n.place`.execute(connection)
  return { ranks, provinces, managers }
}

/** Names whose letters were not read yet. */
export async function unreadNames(connection: Connection, limit: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from company where initials is null order by id limit ${limit}`.execute(connection)
  return rows
}

/** A name that changed meanwhile stays unread. */
export async function writeInitials(
  connection: Connection,
  read: readonly { id: number; name: string; initials: string }[],
): Promise<void> {
  await sql`
    update company c set initials = r.initials
      from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r (id bigint, name text, initials text)
     where c.id = r.id and c.name = r.name and c.initials is null`.execute(connection)
}

export async function companyIds({ db }: DatabaseHandle, filter: CompanyFilter, limit: number): Promise<number[]> {
  const { from, where, order } = await partsOf(db, filter)
  const { rows } = await sql<{ id: number }>`select c.id from ${from} where ${where} order by ${order} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface ManyRow {
  id: number
  code: string
  name: string
  rank: string
  manager: string
  reviewState: number
}
/** What a deed on many companies changes, as it stands. */
export async function manyCompanies(connection: Connection, ids: readonly number[]): Promise<ManyRow[]> {
  const { rows } = await sql<ManyRow>`
    select c.id, coalesce(c.code, c.credit_code, '') as code, c.name, c.rank, c.manager_name as manager, c.review_state as "reviewState"
      from company c where c.id = any(${[...ids]}::bigint[]) and ${companySeen('c.id')}`.execute(connection)
  return rows
}
