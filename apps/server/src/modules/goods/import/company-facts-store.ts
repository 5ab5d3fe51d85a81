import type { Connection } from '../../../platform/database.ts'
import { raw } from './store.ts'

/** What a file can say of a company, as the shop has it. */

/** Fields that are columns of the company. */
export const COMPANY_TEXTS = ['name', 'type', 'creditCode', 'province', 'city', 'district', 'address', 'contact', 'phone'] as const
export type CompanyText = (typeof COMPANY_TEXTS)[number]

export interface PaperFacts {
  number: string
  until: string | null
}
/** One batch of companies at a time: two files that bring the same code come one after the other, and the second one sees it. */
export const holdCompanyCodes = (trx: Connection) => raw(trx, "select pg_advisory_xact_lock(hashtextextended('company_import', 0))")

export interface CompanyFacts {
  id: number
  code: string
  texts: Readonly<Record<CompanyText, string>>
  scopes: string[]
  drugClasses: string[] | null
  papers: Readonly<Record<string, PaperFacts>>
  hasOwner: boolean
  reviewState: number
  /** Quality has read a paper of it. */
  isRead: boolean
  /** Its rank, its credit or its account manager were set. */
  hasTerms: boolean
}

const FACTS = `c.id, c.code,
  json_build_object('name', c.name, 'type', c.type, 'creditCode', coalesce(c.credit_code, ''), 'province', c.province, 'city', c.city,
    'district', c.district, 'address', c.address, 'contact', c.contact, 'phone', c.phone) as texts,
  (select coalesce(json_agg(s.scope_code order by s.scope_code), '[]') from company_scope s where s.company_id = c.id) as scopes,
  to_json(c.drug_classes) as "drugClasses",
  (select coalesce(json_object_agg(q.kind, json_build_object('number', q.number, 'until', q.expires_on) order by q.kind), '{}')
     from qualification q where q.company_id = c.id) as papers,
  c.has_owner as "hasOwner", c.review_state as "reviewState",
  c.drug_classes_read_at is not null or exists (select from qualification q where q.company_id = c.id and q.certificate_id is not null)
    or exists (select from certificate x where x.company_id = c.id) as "isRead",
  c.rank <> '' or c.credit_limit <> 0 or c.credit_days <> 0 or c.terms_version <> 0 as "hasTerms"`

/** By codes whatever their letters; a code that nobody has is left out. */
export const companyFacts = async (connection: Connection, codes: readonly string[]): Promise<CompanyFacts[]> =>
  (
    await raw<CompanyFacts>(connection, `select ${FACTS} from company c where upper(c.code) = any($1::text[]) order by c.id`, [
      codes.map((code) => code.toUpperCase()),
    ])
  ).rows

export async function companyFactsOf(connection: Connection, ids: readonly number[]): Promise<Map<number, CompanyFacts>> {
  const { rows } = await raw<CompanyFacts>(connection, `select ${FACTS} from company c where c.id = any($1::bigint[])`, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locked until the transaction ends. */
export async function lockCompanyFacts(connection: Connection, ids: readonly number[]): Promise<Map<number, CompanyFacts>> {
  await raw(connection, 'select from company where id = any($1::bigint[]) order by id for update', [ids])
  return companyFactsOf(connection, ids)
}

export interface SignOfAnother {
  line: number
  sign: 'credit' | 'licence'
  code: string
  name: string
}
/** Companies of other codes that have a row's credit code or its licence's number already. */
export async function othersWith(
  connection: Connection,
  rows: readonly { line: number; code: string; credit: string; licence: string; kind: string }[],
): Promise<SignOfAnother[]> {
  const { rows: found } = await raw<SignOfAnother>(
    connection,
    `with said as (select * from jsonb_to_recordset($1) as r (line int, code text, credit text, licence text, kind text))
     select s.line, 'credit' as sign, coalesce(c.code, '') as code, c.name from said s
       join company c on s.credit <> '' and c.credit_code = s.credit and upper(c.code) is distinct from upper(s.code)
      union all
     select s.line, 'licence', coalesce(c.code, ''), c.name from said s
       join qualification q on s.licence <> '' and q.kind = s.kind and q.number = s.licence
       join company c on c.id = q.company_id and upper(c.code) is distinct from upper(s.code)
      order by 1, 2, 3`,
    [JSON.stringify(rows)],
  )
  return found
}

/** Companies of other codes that are called so, and accounts that sign in with the row's phone. By line. */
export async function namesakes(
  connection: Connection,
  rows: readonly { line: number; code: string; name: string; phone: string }[],
): Promise<{ line: number; code: string | null; hasAccount: boolean }[]> {
  const { rows: found } = await raw<{ line: number; code: string | null; hasAccount: boolean }>(
    connection,
    `select s.line, (select min(coalesce(c.code, '无编码')) from company c where c.name = s.name and upper(c.code) is distinct from upper(s.code)) as code,
            s.phone <> '' and exists (select from account a where a.phone = s.phone or a.username = s.phone) as "hasAccount"
       from jsonb_to_recordset($1) as s (line int, code text, name text, phone text)`,
    [JSON.stringify(rows)],
  )
  return found
}

export interface FormerFacts {
  texts?: Partial<Record<CompanyText, string>>
  scopes?: readonly string[]
  drugClasses?: readonly string[] | null
  /** null: it had none. */
  papers?: Readonly<Record<string, PaperFacts | null>>
}
/** What a file has changed of it becomes what it was. */
export async function restoreCompany(
  connection: Connection,
  id: number,
  { texts = {}, scopes, drugClasses, papers = {} }: FormerFacts,
  now: Date,
): Promise<void> {
  const { creditCode, ...plain } = texts
  await connection
    .updateTable('company')
    .set({
      ...plain,
      ...(creditCode !== undefined && { credit_code: creditCode || null }),
      ...(drugClasses !== undefined && { drug_classes: drugClasses === null ? null : [...drugClasses] }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  // The licensed premises move with the company, and are no place where nobody says where it is.
  await raw(
    connection,
    `update address a set province = c.province, city = c.city, district = c.district, detail = c.address from company c
      where c.id = $1 and a.company_id = c.id and a.is_licence and c.address <> ''`,
    [id],
  )
  if (texts.address === '') await raw(connection, 'delete from address where company_id = $1 and is_licence', [id])
  if (scopes !== undefined) {
    await raw(connection, 'delete from company_scope where company_id = $1 and scope_code <> all($2::text[])', [id, scopes])
    await raw(
      connection,
      'insert into company_scope (company_id, scope_code) select $1, s from unnest($2::text[]) as s on conflict do nothing',
      [id, scopes],
    )
  }
  for (const [kind, paper] of Object.entries(papers)) {
    if (paper === null) await raw(connection, 'delete from qualification where company_id = $1 and kind = $2', [id, kind])
    else
      await raw(connection, 'update qualification set number = $3, expires_on = $4::date where company_id = $1 and kind = $2', [
        id,
        kind,
        paper.number,
        paper.until,
      ])
  }
}

/** Companies that nobody has done anything with. */
export const removeCompanies = (connection: Connection, ids: readonly number[]) =>
  raw(connection, 'delete from company where id = any($1::bigint[])', [ids])
