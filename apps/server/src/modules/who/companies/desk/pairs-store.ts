import { sql } from 'kysely'
import type { PairSign, PairState } from '#contract/company-pairs.ts'
import type { Connection } from '../../../../platform/database.ts'
import { COUNTED } from '../../../../platform/few.ts'
import { companySeen } from '../../../../platform/narrowing.ts'

/** What more companies have in common is nobody's own: a number that was typed for want of one. */
const SHARED_MAX = 8
const ORDERS_COUNTED = 1_000
/** The papers by which one sells or treats: their numbers are given once. */
const OWN_PAPERS = ['drug_licence', 'clinic_licence', 'device_licence', 'business_licence']

const both = (to: string) => sql`${companySeen(`${to}.first_id`)} and ${companySeen(`${to}.second_id`)}`

/**
 * Finds every pair anew: new ones open, those that have nothing in common any more go, and what was judged stays judged unless they
 * have come to have more in common.
 */
export async function findPairs(connection: Connection, now: Date): Promise<void> {
  await sql`
    with bare as (
      select id, regexp_replace(lower(name), '[\\s()（）·.,，。-]', '', 'g') as name,
             nullif(upper(regexp_replace(coalesce(credit_code, ''), '\\s', '', 'g')), '') as code,
             case when address <> '' then province || city || district || regexp_replace(address, '\\s', '', 'g') end as place
        from company),
    said as (
      select id, 'credit_code' as sign, code as value from bare where length(code) >= 15
      union select company_id, 'licence', upper(regexp_replace(number, '\\s', '', 'g')) from qualification
             where kind = any (${OWN_PAPERS}::text[]) and length(number) >= 6
      union select id, 'name', name from bare where length(name) >= 4
      union select id, 'place', place from bare where length(place) >= 8),
    shared as (select sign, value, array_agg(id order by id) as ids from said group by sign, value having count(*) between 2 and ${SHARED_MAX}),
    found as (
      select least(a.id, b.id) as first_id, greatest(a.id, b.id) as second_id, array_agg(distinct s.sign order by s.sign) as signs
        from shared s, unnest(s.ids) a(id), unnest(s.ids) b(id) where a.id < b.id group by 1, 2),
    gone as (
      delete from company_pair p where p.state = 'open'
         and not exists (select from found f where f.first_id = p.first_id and f.second_id = p.second_id))
    insert into company_pair (first_id, second_id, signs, found_at)
    select first_id, second_id, signs, ${now} from found
    on conflict (first_id, second_id) do update set signs = excluded.signs,
      state = case when company_pair.state = 'merged' or company_pair.signs @> excluded.signs then company_pair.state else 'open' end,
      decided_at = case when company_pair.state = 'merged' or company_pair.signs @> excluded.signs then company_pair.decided_at end
      where company_pair.signs <> excluded.signs`.execute(connection)
}

export interface PairSideRow {
  id: number
  code: string
  name: string
  type: string
  reviewState: number
  creditCode: string
  licences: string[]
  legalPerson: string
  place: string
  contact: string
  phone: string
  manager: string
  rank: string
  people: number
  orders: number
  lastOrderedAt: string | null
  createdAt: string
}
export interface PairRow {
  id: number
  signs: PairSign[]
  state: PairState
  keptId: number | null
  foundAt: Date
  decidedAt: Date | null
  decidedBy: string
  reason: string
  first: PairSideRow
  second: PairSideRow
}

const side = (id: string) => sql`(
  select json_build_object('id', c.id, 'code', coalesce(c.code, ''), 'name', c.name, 'type', c.type, 'reviewState', c.review_state,
           'creditCode', coalesce(c.credit_code, ''), 'legalPerson', c.legal_person,
           'licences', (select coalesce(json_agg(distinct q.number), '[]') from qualification q
                         where q.company_id = c.id and q.kind = any (${OWN_PAPERS}::text[]) and q.number <> ''),
           'place', case when c.province = c.city then '' else c.province end || c.city || c.district || c.address,
           'contact', c.contact, 'phone', c.phone, 'manager', c.manager_name, 'rank', c.rank,
           'people', (select count(*) from account_company a where a.company_id = c.id),
           'orders', (select count(*) from (select from orders o where o.company_id = c.id limit ${ORDERS_COUNTED}) counted),
           'lastOrderedAt', (select max(o.created_at) from orders o where o.company_id = c.id), 'createdAt', c.created_at)
    from company c where c.id = ${sql.raw(id)})`

export async function listPairs(
  connection: Connection,
  { state, companyId }: { state: PairState; companyId: number | null },
  offset: number,
  limit: number,
): Promise<{ rows: PairRow[]; total: number }> {
  const where = sql`p.state = ${state} and (${companyId}::bigint is null or ${companyId}::bigint in (p.first_id, p.second_id)) and ${both('p')}`
  const order = state === 'open' ? sql`p.id` : sql`p.decided_at desc, p.id desc`
  const { rows } = await sql<PairRow>`
    select p.id, p.signs, p.state, p.found_at as "foundAt", p.decided_at as "decidedAt", p.decided_by as "decidedBy", p.reason, p.kept_id as "keptId",
           ${side('p.first_id')} as first, ${side('p.second_id')} as second
      from company_pair p where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(connection)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from (select from company_pair p where ${where} limit ${COUNTED}) found`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function lockPair(
  connection: Connection,
  id: number,
): Promise<{ firstId: number; secondId: number; state: PairState; keptId: number | null; letIn: number[] } | null> {
  const { rows } = await sql<{ firstId: number; secondId: number; state: PairState; keptId: number | null; letIn: number[] }>`
    select first_id as "firstId", second_id as "secondId", state, kept_id as "keptId", array_to_json(let_in) as "letIn"
      from company_pair where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function decidePair(
  connection: Connection,
  id: number,
  { state, by, reason }: { state: 'open' | 'apart'; by: string; reason: string },
  now: Date,
): Promise<void> {
  await connection
    .updateTable('company_pair')
    .set({ state, decided_at: state === 'apart' ? now : null, decided_by: by, reason, kept_id: null, let_in: [] })
    .where('id', '=', id)
    .execute()
}

export async function mergePair(
  connection: Connection,
  id: number,
  { keptId, letIn, by, reason }: { keptId: number; letIn: readonly number[]; by: string; reason: string },
  now: Date,
): Promise<void> {
  await sql`update company_pair set state = 'merged', kept_id = ${keptId}, let_in = ${letIn}::bigint[], decided_at = ${now}, decided_by = ${by},
                   reason = ${reason} where id = ${id}`.execute(connection)
}

/** The name of the company that this one was merged into; empty: it was not. */
export async function mergedInto(connection: Connection, companyId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select c.name from company_pair p join company c on c.id = p.kept_id
     where p.state = 'merged' and ${companyId} in (p.first_id, p.second_id) and p.kept_id <> ${companyId} limit 1`.execute(connection)
  return rows[0]?.name ?? ''
}
