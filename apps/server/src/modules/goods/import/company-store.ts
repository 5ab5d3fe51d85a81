import { drugClassNames } from '#domain/drug-classes.ts'
import type { Connection } from '../../../platform/database.ts'
import type { CompanyRecord } from './company-rows.ts'
import { againstBefore, changesOf, figuresBefore, keyAndFigures, type Landed, raw } from './store.ts'

/** Fields of a file that are columns of the company. Name and type stand in every file. */
const COMPANY_SAID = {
  creditCode: 'credit_code',
  province: 'province',
  city: 'city',
  district: 'district',
  address: 'address',
  contact: 'contact',
  phone: 'phone',
  rank: 'rank',
  creditLimit: 'credit_limit',
  creditDays: 'credit_days',
} as const
const COMPANY_ALWAYS = ['name', 'type']
/** Who it is, where its premises are, and what it owes at most: on record when an import changes them. */
const COMPANY_FIGURES = [
  'name',
  'contact',
  'phone',
  'type',
  'credit_code',
  'province',
  'city',
  'district',
  'address',
  'rank',
  'credit_limit',
  'credit_days',
]
const PAPER_FIGURES = ['kind', 'number', 'expires_on']

/** An empty cell says nothing of a company that the shop knows (k). */
const filled = (column: string): string => {
  if (column === 'credit_limit' || column === 'credit_days') return `coalesce(r.${column}, k.${column}, 0)`
  const said = `coalesce(nullif(r.${column}, ''), k.${column}`
  // Without a code there is none; other texts are empty.
  return column === 'credit_code' ? `${said})` : `${said}, '')`
}

const SCOPES_OF = `select c.id::text as key, coalesce(json_agg(s.scope_code order by s.scope_code) filter (where s.scope_code is not null), '[]') as scopes
  from company c left join company_scope s on s.company_id = c.id where c.code = any($1::text[]) group by c.id`
const scopesOf = async (connection: Connection, codes: readonly string[]) =>
  new Map((await raw<{ key: string; scopes: string[] }>(connection, SCOPES_OF, [codes])).rows.map(({ key, scopes }) => [key, scopes]))

/** What a file does not speak of stays as it is: a list of ranks does not take addresses, papers and scopes away. */
export async function landCompanies(
  connection: Connection,
  records: readonly CompanyRecord[],
  fields: ReadonlySet<string>,
): Promise<Landed> {
  const rows = JSON.stringify(records)
  const all = [...COMPANY_ALWAYS, ...Object.values(COMPANY_SAID)]
  const said = [...COMPANY_ALWAYS, ...Object.entries(COMPANY_SAID).flatMap(([field, column]) => (fields.has(field) ? [column] : []))]
  const known = await figuresBefore(
    connection,
    { table: 'company', key: 'company.code', columns: COMPANY_FIGURES, where: 'company.code = any($1::text[])' },
    [records.map((record) => record.code)],
  )
  const { rows: landed } = await raw<{ id: number; key: string; figures: object }>(
    connection,
    `insert into company (code, ${all.join(', ')}, review_state, imported_at)
     select r.code, ${all.map(filled).join(', ')}, 2, now()
       from jsonb_to_recordset($1) as r (code text, name text, type text, credit_code text, province text, city text,
            district text, address text, contact text, phone text, rank text, credit_limit bigint, credit_days int)
       left join company k on k.code = r.code
     on conflict (code) do update set ${said.map((column) => `${column} = excluded.${column}`).join(', ')}, updated_at = now()
      where (${said.map((column) => `company.${column}`).join(', ')}) is distinct from (${said.map((column) => `excluded.${column}`).join(', ')})
     returning company.id, ${keyAndFigures('company', 'company.code', COMPANY_FIGURES)}`,
    [rows],
  )
  const touched = againstBefore(landed, known)
  const codes = records.map((record) => record.code)
  const scopesBefore = await scopesOf(connection, codes)
  const changedPapers = await landPapers(connection, rows, fields)
  const wanted = `select c.id as company_id, s.code as scope_code from jsonb_to_recordset($1) as r (code text, scopes jsonb)
                    join company c on c.code = r.code cross join jsonb_array_elements_text(r.scopes) as s (code)`
  // Without the column a new company has what needs no licence.
  const added = await raw<{ company_id: number }>(
    connection,
    `insert into company_scope (company_id, scope_code) ${wanted} on conflict do nothing returning company_id`,
    [rows],
  )
  // What stands on a paper that names its scopes was read by the quality department, whatever a file leaves out.
  const removed = fields.has('scope')
    ? await raw<{ company_id: number }>(
        connection,
        `delete from company_scope x using company c, jsonb_to_recordset($1) as r (code text, says_scopes boolean)
          where c.code = r.code and r.says_scopes and x.company_id = c.id
            and not exists (select 1 from (${wanted}) w where w.company_id = x.company_id and w.scope_code = x.scope_code)
            and not exists (select 1 from qualification q where q.company_id = x.company_id and x.scope_code = any(q.scope_codes))
         returning x.company_id`,
        [rows],
      )
    : { rows: [] }
  const classes = await landDrugClasses(connection, rows)
  // The licensed premises move with the company; who receives there is the buyer's to say and stays.
  await raw(
    connection,
    `update address a set province = c.province, city = c.city, district = c.district, detail = c.address from company c
      where c.id = any($1) and c.address <> '' and a.company_id = c.id and a.is_licence`,
    [touched.map((row) => row.id)],
  )
  await raw(
    connection,
    `insert into address (company_id, receiver, phone, province, city, district, detail, is_default, is_licence, review)
     select c.id, c.contact, c.phone, c.province, c.city, c.district, c.address,
            not exists (select 1 from address a where a.company_id = c.id), true, 'passed' from company c
      where c.code = any($1) and c.address <> '' and c.phone <> ''
        and not exists (select 1 from address a where a.company_id = c.id and a.is_licence)`,
    [records.map((record) => record.code)],
  )
  const inserted = touched.filter((row) => row.inserted).length
  const changed = new Set([...touched.filter((row) => !row.inserted).map((row) => row.id)])
  const isNew = new Set(touched.filter((row) => row.inserted).map((row) => row.id))
  for (const { company_id } of [...changedPapers, ...added.rows, ...removed.rows, ...classes])
    if (!isNew.has(company_id)) changed.add(company_id)
  const papers = changedPapers.map(({ company_id, ...paper }) => ({ id: company_id, ...paper }))
  const scopes = [...(await scopesOf(connection, codes))].flatMap(([key, after]) => {
    const before = scopesBefore.get(key) ?? []
    if (isNew.has(Number(key)) || JSON.stringify(before) === JSON.stringify(after)) return []
    return [{ action: 'import.scopes' as const, subject: `company:${key}`, before: { scopes: before }, after: { scopes: after } }]
  })
  const classed = classes.flatMap(({ company_id, before, after }) =>
    isNew.has(company_id) ? [] : [{ id: company_id, before: { drug_classes: before }, after: { drug_classes: after } }],
  )
  const changes = [
    ...changesOf('company', touched, 'import.company'),
    ...changesOf('company', papers, 'import.paper'),
    ...changesOf('company', classed, 'import.classes'),
    ...scopes,
  ]
  return { inserted, changed: changed.size, unchanged: records.length - inserted - changed.size, changes }
}

/** A file says what the licence states until quality has read it. */
async function landDrugClasses(connection: Connection, rows: string) {
  const { rows: landed } = await raw<{ company_id: number; before: string[] | null; after: string[] }>(
    connection,
    `update company c set drug_classes = said.after, updated_at = now()
       from (select k.id, k.drug_classes as before, array(select jsonb_array_elements_text(r.drug_classes)) as after
               from jsonb_to_recordset($1) as r (code text, drug_classes jsonb) join company k on k.code = r.code
              where jsonb_typeof(r.drug_classes) = 'array') said
      where c.id = said.id and c.drug_classes_read_at is null and c.drug_classes is distinct from said.after
     returning c.id as company_id, said.before, c.drug_classes as after`,
    [rows],
  )
  return landed
}

/** Rows whose credit code another company of the shop has: one pharmacy twice has two limits, or one of the codes is wrong. By line, with its name. */
export async function sharedCodes(connection: Connection, records: readonly CompanyRecord[]): Promise<Map<number, string>> {
  const { rows } = await raw<{ line: number; name: string }>(
    connection,
    `select r.line, min(o.name) as name from jsonb_to_recordset($1) as r (line int, code text, credit_code text)
       join company o on o.credit_code = r.credit_code and o.code is distinct from r.code group by r.line`,
    [JSON.stringify(records.filter((record) => record.credit_code !== null))],
  )
  return new Map(rows.map(({ line, name }) => [line, name]))
}

/** Rows that say something else of a paper than what quality has read of it. By line, in words. */
export async function otherThanRead(connection: Connection, records: readonly CompanyRecord[]): Promise<Map<number, string[]>> {
  const { rows } = await raw<{ line: number; name: string; number: string; until: string | null }>(
    connection,
    `select r.line, q.name, q.number, q.expires_on::text as until from jsonb_to_recordset($1) as r (line int, code text, papers jsonb)
       join company c on c.code = r.code
      cross join jsonb_to_recordset(r.papers) as p (kind text, number text, expires_on date, is_endless boolean)
       join qualification q on q.company_id = c.id and q.kind = p.kind and q.certificate_id is not null
      where p.number not in ('', q.number) or p.expires_on <> q.expires_on
         or (p.is_endless or p.expires_on is not null) and (p.expires_on is null) <> (q.expires_on is null)
      order by r.line, q.kind`,
    [JSON.stringify(records)],
  )
  const said = rows.map(({ line, name, number, until }) => {
    const kept = `编号 ${number || '无'}，有效期${until === null ? '长期' : `至 ${until}`}`
    return { line, reason: `${name}已由质量管理部门审核（${kept}），文件所写不同，未改动` }
  })
  return new Map([...Map.groupBy(said, ({ line }) => line)].map(([line, some]) => [line, some.map(({ reason }) => reason)]))
}

/** Rows that state other classes than quality has read. By line, in words. */
export async function otherClassesThanRead(connection: Connection, records: readonly CompanyRecord[]): Promise<Map<number, string>> {
  const said = records.flatMap(({ line, code, drug_classes }) => (drug_classes === null ? [] : [{ line, code, drug_classes }]))
  if (said.length === 0) return new Map()
  const { rows } = await raw<{ line: number; kept: string[] }>(
    connection,
    `select r.line, c.drug_classes as kept from jsonb_to_recordset($1) as r (line int, code text, drug_classes jsonb)
       join company c on c.code = r.code and c.drug_classes_read_at is not null
      where array(select jsonb_array_elements_text(r.drug_classes)) is distinct from c.drug_classes`,
    [JSON.stringify(said)],
  )
  return new Map(rows.map(({ line, kept }) => [line, `经营类别已由质量管理部门核定为“${drugClassNames(kept)}”，文件所写不同，未改动`]))
}

/**
 * The number and the end of a paper follow the columns that speak of them, each for itself. An empty cell says nothing: it makes no paper
 * endless that has an end, and takes none away. What quality has read is not changed by a list that may be older than it, or say more.
 */
async function landPapers(
  connection: Connection,
  rows: string,
  fields: ReadonlySet<string>,
): Promise<{ company_id: number; before: object | null; after: object | null }[]> {
  const follows = (column: string, business: string, licence: string) =>
    `case when case qualification.kind when 'business_licence' then ${fields.has(business)} else ${fields.has(licence)} end
          then excluded.${column} else qualification.${column} end`
  const number = follows('number', 'creditCode', 'licence')
  const end = follows('expires_on', 'businessUntil', 'licenceUntil')
  const key = "qualification.company_id || ' ' || qualification.kind"
  const known = await figuresBefore(
    connection,
    {
      table: 'qualification',
      key,
      columns: PAPER_FIGURES,
      where: 'company_id in (select c.id from company c join jsonb_to_recordset($1) as r (code text) on c.code = r.code)',
    },
    [rows],
  )
  const { rows: changed } = await raw<{ company_id: number; key: string; figures: object }>(
    connection,
    `insert into qualification (company_id, kind, name, number, expires_on)
     select c.id, p.kind, p.name, coalesce(nullif(p.number, ''), q.number, ''), case when p.is_endless then null else coalesce(p.expires_on, q.expires_on) end
       from jsonb_to_recordset($1) as r (code text, papers jsonb)
       join company c on c.code = r.code
      cross join jsonb_to_recordset(r.papers) as p (kind text, name text, number text, expires_on date, is_endless boolean)
       left join qualification q on q.company_id = c.id and q.kind = p.kind
     on conflict (company_id, kind) do update set name = excluded.name, number = ${number}, expires_on = ${end}
      where qualification.certificate_id is null
        and (qualification.name, qualification.number, qualification.expires_on) is distinct from (excluded.name, ${number}, ${end})
     returning qualification.company_id, ${keyAndFigures('qualification', key, PAPER_FIGURES)}`,
    [rows],
  )
  return againstBefore(changed, known)
}
