import { type RawBuilder, sql } from 'kysely'
import type { AgreementCompanyState } from '#contract/agreements.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

/** Agreements as buyers and staff see them. */

export interface InForceRow {
  id: number
  code: string
  title: string
  number: number
  body: string
  changes: string
  inForceAt: Date
  sha256: Buffer
  atRegistration: boolean
}
const IN_FORCE = sql`v.id, g.code, g.title, v.number, v.body, v.changes, v.in_force_at as "inForceAt", v.sha256, v.at_registration as "atRegistration"`

export async function versionsInForce(connection: Connection, now: Date): Promise<InForceRow[]> {
  const { rows } = await sql<InForceRow>`
    select ${IN_FORCE} from agreements_at(${now}::timestamptz) v join agreement g on g.id = v.agreement_id order by g.id`.execute(
    connection,
  )
  return rows
}

export interface AskedRow extends InForceRow {
  blocksOn: TradeDate | null
}
/** What is in force where this or a version before it was demanded and the company has accepted none that is as new. */
export async function askedOf(connection: Connection, companyId: number, now: Date): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    select ${IN_FORCE}, owed.blocks_on as "blocksOn"
      from agreements_at(${now}::timestamptz) v join agreement g on g.id = v.agreement_id
      join lateral (
        select min(d.blocks_on) as blocks_on from agreement_version d
         where d.agreement_id = g.id and d.demanded and d.in_force_at <= ${now} and d.withdrawn_at is null
           and not exists (select from agreement_acceptance x join agreement_version w on w.id = x.version_id
                            where x.company_id = ${companyId} and w.agreement_id = g.id and w.number >= d.number)
        having count(*) > 0) owed on true
     order by owed.blocks_on nulls last, g.id`.execute(connection)
  return rows
}

export interface AcceptedRow {
  id: number
  code: string
  title: string
  number: number
  inForceAt: Date
  isCurrent: boolean
  at: Date
  by: string
}
export async function acceptedOf(connection: Connection, companyId: number, now: Date): Promise<AcceptedRow[]> {
  const { rows } = await sql<AcceptedRow>`
    select v.id, g.code, g.title, v.number, v.in_force_at as "inForceAt", x.accepted_at as at, a.name as by,
           exists (select from agreements_at(${now}::timestamptz) f where f.id = v.id) as "isCurrent"
      from agreement_acceptance x join agreement_version v on v.id = x.version_id join agreement g on g.id = v.agreement_id
      join account a on a.id = x.account_id
     where x.company_id = ${companyId} order by x.id desc limit 100`.execute(connection)
  return rows
}

/** One that the company may read: it accepted it, or it is in force. */
export async function readableVersion(connection: Connection, id: number, companyId: number, now: Date): Promise<InForceRow | null> {
  const { rows } = await sql<InForceRow>`
    select ${IN_FORCE} from agreement_version v join agreement g on g.id = v.agreement_id
     where v.id = ${id} and (exists (select from agreement_acceptance x where x.version_id = v.id and x.company_id = ${companyId})
                             or exists (select from agreements_at(${now}::timestamptz) f where f.id = v.id))`.execute(connection)
  return rows[0] ?? null
}

export async function acceptancesOf(
  connection: Connection,
  versionId: number,
  companyId: number,
): Promise<{ by: string; at: Date; ip: string }[]> {
  const { rows } = await sql<{ by: string; at: Date; ip: string }>`
    select a.name as by, x.accepted_at as at, x.ip from agreement_acceptance x join account a on a.id = x.account_id
     where x.version_id = ${versionId} and x.company_id = ${companyId} order by x.id`.execute(connection)
  return rows
}

/** Who may agree for the company; '': nobody signs in for it. */
export async function ownerOf(connection: Connection, companyId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select a.name from account_company ac join account a on a.id = ac.account_id
     where ac.company_id = ${companyId} and ac.is_owner order by a.id limit 1`.execute(connection)
  return rows[0]?.name ?? ''
}

// ── Staff ──

export interface HeadRow {
  id: number
  code: string
  title: string
  number: number | null
  inForceAt: Date | null
  nextNumber: number | null
  nextApproved: boolean
  nextAt: Date | null
  isWaiting: boolean
  accepted: number
}

const acceptedCount = (version: RawBuilder<unknown>) => sql`(select count(*)::integer from (
  select distinct x.company_id from agreement_acceptance x join company c on c.id = x.company_id
   where x.version_id = ${version} and c.review_state = 2 and ${companySeen('x.company_id')} limit ${COUNTED}) counted)`

const heads = (now: Date) => sql`
  select g.id, g.code, g.title, f.number, f.in_force_at as "inForceAt", n.number as "nextNumber", coalesce(n.approved_at is not null, false) as "nextApproved",
         coalesce(n.in_force_at, n.planned_at) as "nextAt",
         exists (select from approval_request q where q.kind = 'agreement.publish' and q.subject = 'agreement:' || g.id
                    and q.state = 'waiting' and q.expires_at > ${now}) as "isWaiting",
         ${acceptedCount(sql`f.id`)} as accepted
    from agreement g left join agreements_at(${now}::timestamptz) f on f.agreement_id = g.id
    left join lateral (select * from agreement_version v where v.agreement_id = g.id and v.withdrawn_at is null
                          and (v.in_force_at is null or v.in_force_at > ${now}) order by v.in_force_at nulls last limit 1) n on true`

export async function agreementPage(
  connection: Connection,
  keywords: string,
  { page, perPage }: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: HeadRow[]; total: number }> {
  const like = `%${plainLike(keywords)}%`
  const { rows } = await sql<HeadRow>`
    ${heads(now)} where g.title ilike ${like} order by g.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from agreement g where g.title ilike ${like}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function agreementHead(connection: Connection, id: number, now: Date): Promise<HeadRow | null> {
  const { rows } = await sql<HeadRow>`${heads(now)} where g.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function waitingRequest(
  connection: Connection,
  id: number,
  now: Date,
): Promise<{ id: number; askedBy: string; askedAt: Date; asker: number } | null> {
  const { rows } = await sql<{ id: number; askedBy: string; askedAt: Date; asker: number }>`
    select q.id, a.name as "askedBy", q.asked_at as "askedAt", q.asked_by as asker from approval_request q join account a on a.id = q.asked_by
     where q.kind = 'agreement.publish' and q.subject = ${`agreement:${id}`} and q.state = 'waiting' and q.expires_at > ${now}`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** How many companies that staff see accepted each version. */
export async function countsOf(connection: Connection, agreementId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; accepted: number }>`
    select v.id, ${acceptedCount(sql`v.id`)} as accepted from agreement_version v where v.agreement_id = ${agreementId}`.execute(connection)
  return new Map(rows.map(({ id, accepted }) => [id, accepted]))
}

/** Passed companies, which will be asked. */
export async function companiesAsked(connection: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from company where review_state = 2`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface CompanyRow {
  id: number
  code: string
  company: string
  agreement: number
  title: string
  inForce: number
  state: AgreementCompanyState
  number: number | null
  by: string
  login: string
  at: Date | null
  ip: string
  way: string
  sha256: Buffer | null
}
export async function companyPage(
  connection: Connection,
  { agreement, state, keywords }: { agreement: number | null; state: AgreementCompanyState | null; keywords: string },
  { page, perPage }: { page: number; perPage: number },
  now: Date,
): Promise<{ rows: CompanyRow[]; total: number }> {
  const named = keywords === '' ? sql`true` : sql`(c.name ilike ${`%${plainLike(keywords)}%`} or c.code = ${keywords})`
  // The newest that the company accepted; the first who accepted that one.
  const from = sql`
    from agreements_at(${now}::timestamptz) f join agreement g on g.id = f.agreement_id cross join company c
    left join lateral (
      select x.*, w.number from agreement_acceptance x join agreement_version w on w.id = x.version_id
       where x.company_id = c.id and w.agreement_id = g.id order by w.number desc, x.id limit 1) x on true
   where c.review_state = 2 and (${agreement}::bigint is null or g.id = ${agreement}) and ${named} and ${companySeen('c.id')}
     and (${state}::text is null or case when x.number >= f.number then 'current' when x.number is null then 'none' else 'former' end = ${state})`
  const { rows } = await sql<CompanyRow>`
    select c.id, coalesce(c.code, c.credit_code, '') as code, c.name as company, g.id as agreement, g.title, f.number as "inForce",
           case when x.number >= f.number then 'current' when x.number is null then 'none' else 'former' end as state, x.number,
           coalesce(a.name, '') as by, coalesce(a.username, '') as login, x.accepted_at as at, coalesce(x.ip, '') as ip,
           coalesce(x.way, '') as way, x.sha256
      from (select c.id as company_id, g.id as agreement_id, f.number as in_force, x.id as acceptance_id ${from}
             order by g.id, c.id limit ${perPage} offset ${(page - 1) * perPage}) p
      join company c on c.id = p.company_id join agreement g on g.id = p.agreement_id cross join lateral (select p.in_force as number) f
      left join lateral (select x.*, w.number from agreement_acceptance x join agreement_version w on w.id = x.version_id
                          where x.id = p.acceptance_id) x on true
      left join account a on a.id = x.account_id
     order by g.id, c.id`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from (select ${from} limit ${COUNTED}) counted`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}
