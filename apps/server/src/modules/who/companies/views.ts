import { sql } from 'kysely'
import type { REVIEW_QUEUES } from '#contract/company-review.ts'
import { statesDrugClasses } from '#domain/drug-classes.ts'
import { COMPANY_TYPES, needsOf } from '#domain/paper-kinds.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface WaitingRow {
  id: number
  name: string
  type: string
  credit_code: string
  region: string
  review_state: number
  since: Date | null
  waiting_papers: number
}

export type Queue = (typeof REVIEW_QUEUES)[number]

/** Each required need of each type of buyer, for SQL: one of the kinds is enough. */
const NEEDS = JSON.stringify(COMPANY_TYPES.flatMap((type) => needsOf(type).flatMap(({ must, kinds }) => (must ? [{ type, kinds }] : []))))

/** The types of buyer whose licence states 经营类别. */
const STATING = COMPANY_TYPES.filter(statesDrugClasses)

/** Which companies are in a queue, and since when they wait. */
export const QUEUES: Readonly<Record<Queue, ReturnType<typeof sql>>> = {
  new: sql`select id as company_id, submitted_at as since from company where review_state = 1`,
  rejected: sql`select id as company_id, reviewed_at as since from company where review_state = 3`,
  frozen: sql`select id as company_id, reviewed_at as since from company where review_state = 4`,
  certificate: sql`select t.company_id, min(t.submitted_at) as since from certificate t join company c on c.id = t.company_id
                    where t.status = 1 and c.review_state = 2 group by t.company_id`,
  to_complete: sql`select c.id as company_id, c.imported_at as since from company c
                    where c.review_state = 2 and c.imported_at is not null and exists (
                      select from jsonb_to_recordset(${NEEDS}::jsonb) as need (type text, kinds jsonb)
                       where need.type = c.type and not exists (
                         select from qualification q where q.company_id = c.id and need.kinds ? q.kind))`,
  classes: sql`select c.id as company_id, coalesce(c.imported_at, c.reviewed_at, c.created_at) as since from company c
                where c.review_state = 2 and c.drug_classes_read_at is null and c.type = any(${STATING})
                  and exists (select from qualification q where q.company_id = c.id and q.kind = 'drug_licence')`,
  change: sql`select company_id, created_at as since from company_change where status = 1`,
  // Quality has checked them; its head decides.
  first_trade: sql`select company_id, checked_at as since from trade_approval where state = 'checked'`,
}

/** The longest waiting first. */
export async function waitingCompanies(
  { db }: DatabaseHandle,
  { queue, keywords, offset, limit }: { queue: Queue; keywords: string; offset: number; limit: number },
): Promise<{ rows: WaitingRow[]; total: number }> {
  const pattern = `%${plainLike(keywords)}%`
  const found = sql`(${QUEUES[queue]}) q join company c on c.id = q.company_id
     where ${companySeen('c.id')} and (${keywords} = '' or c.name like ${pattern} or c.credit_code like ${pattern})`
  const { rows } = await sql<WaitingRow>`
    select c.id, c.name, c.type, coalesce(c.credit_code, '') as credit_code, c.province || c.city || c.district as region, c.review_state,
           q.since, (select count(*)::int from certificate t where t.company_id = c.id and t.status = 1) as waiting_papers
      from ${found}
     order by q.since nulls last, c.id offset ${offset} limit ${limit}`.execute(db)
  const count = await sql<{ total: number }>`select count(*)::int as total from (select from ${found} limit ${COUNTED}) found`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export interface ExpiringPaper {
  id: number
  company_id: number
  name: string
  expires_on: string
}

/** Papers of passed companies that expire between these days and of which no later version waits; after: the last id of the page before. */
export async function expiringPapers(
  { db }: DatabaseHandle,
  from: string,
  to: string,
  after: number,
  limit: number,
): Promise<ExpiringPaper[]> {
  const { rows } = await sql<ExpiringPaper>`
    select q.id, q.company_id, q.name, q.expires_on
      from qualification q join company c on c.id = q.company_id and c.review_state = 2
     where q.expires_on between ${from} and ${to} and q.status = 2 and q.id > ${after}
       and not exists (select from certificate t where t.company_id = q.company_id and t.kind = q.kind and t.status = 1
                        and (t.is_endless or t.expires_on > q.expires_on))
     order by q.id limit ${limit}`.execute(db)
  return rows
}

const DAY_MS = 86_400_000
/** Ranks that the company had within a day, as deeds of staff say. Before its first terms it had none. */
export async function ranksOfDay(connection: Connection, companyId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ rank: string }>`
    select distinct before ->> 'rank' as rank from audit_log
     where subject = ${`company:${companyId}`} and at > ${new Date(now.getTime() - DAY_MS)}
       and (action = 'company.terms' or action = 'company.pass' and before ->> 'rank' <> '')`.execute(connection)
  return rows.map(({ rank }) => rank)
}
