import { type RawBuilder, sql } from 'kysely'
import type { SupplierKind, UpstreamState } from '#contract/upstream.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'

export interface SupplierFields {
  name: string
  credit_code: string
  kind: SupplierKind
  scopes: string[]
  legal_person: string
  address: string
  quality_person: string
  quality_phone: string
  bank: string
  bank_account: string
  contact: string
  phone: string
  mandate_range: string
}
export interface SupplierRow extends SupplierFields {
  id: number
  version: number
}
const FIELDS = [
  'name',
  'credit_code',
  'kind',
  'scopes',
  'legal_person',
  'address',
  'quality_person',
  'quality_phone',
  'bank',
  'bank_account',
  'contact',
  'phone',
  'mandate_range',
] as const

/** Each deed about a supplier goes on after the one before it. */
export async function lockSupplier(connection: Connection, id: number): Promise<(SupplierRow & { passedUntil: TradeDate | null }) | null> {
  const row = await connection
    .selectFrom('supplier')
    .select([...FIELDS, 'id', 'version', 'passed_until as passedUntil'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? ({ ...row, kind: row.kind as SupplierKind } as SupplierRow & { passedUntil: TradeDate | null }) : null
}

/** Another supplier of this name or code; null: there is none. */
export async function twinOf(connection: Connection, fields: SupplierFields, id: number): Promise<{ name: string; code: string } | null> {
  const { rows } = await sql<{ name: string; code: string }>`
    select name, credit_code as code from supplier
     where (name = ${fields.name} or credit_code = ${fields.credit_code}) and id <> ${id} order by id limit 1`.execute(connection)
  return rows[0] ?? null
}

/** Null: somebody entered it at the same moment. */
export async function insertSupplier(connection: Connection, fields: SupplierFields, by: string, now: Date): Promise<number | null> {
  const row = await connection
    .insertInto('supplier')
    .values({ ...fields, created_at: now, created_by: by })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** ends: what was approved is not this enterprise any more. */
export async function writeSupplier(connection: Connection, id: number, fields: SupplierFields, ends: boolean): Promise<void> {
  await connection
    .updateTable('supplier')
    .set((of) => ({ ...fields, version: of('version', '+', 1), ...(ends && { passed_until: null }) }))
    .where('id', '=', id)
    .execute()
}

export async function passSupplier(connection: Connection, id: number, until: TradeDate): Promise<void> {
  await sql`update supplier set passed_until = ${until}::date, version = version + 1 where id = ${id}`.execute(connection)
}

export interface SupplierListed {
  id: number
  name: string
  credit_code: string
  kind: SupplierKind
  scopes: string[]
  contact: string
  phone: string
  address: string
  quality_person: string
  quality_phone: string
  licenceNo: string
  licenceUntil: TradeDate | null
  salesman: string
  mandateUntil: TradeDate | null
  agreementUntil: TradeDate | null
  state: UpstreamState
  until: TradeDate | null
  openState: '' | 'applied' | 'checked'
  appliedBy: string
  appliedAt: Date | null
}

export interface UpstreamFilter {
  keywords: string
  state: UpstreamState | null
  /** Approved, and ending by this day. */
  soonBy: TradeDate | null
  today: TradeDate
}
export interface SupplierFilter extends UpstreamFilter {
  kind: SupplierKind | null
}

/** Of a row with passed_until, and its newest application a: what it is called today. */
export const stateSql = (until: RawBuilder<unknown>, today: TradeDate): RawBuilder<UpstreamState> => sql<UpstreamState>`
  case when ${until} >= ${today}::date then 'passed' when a.state in ('applied', 'checked') then a.state when ${until} is not null then 'ended'
       when a.state = 'refused' then 'refused' when a.state = 'approved' then 'changed' else 'none' end`

/** What waits is found by its step, also where an approval still stands. */
export function stateIs(state: UpstreamState, until: RawBuilder<unknown>, today: TradeDate): RawBuilder<unknown> {
  return state === 'applied' || state === 'checked' ? sql`a.state = ${state}` : sql`${stateSql(until, today)} = ${state}`
}

const FROM = sql`
  supplier s left join lateral (
    select u.state, u.applied_by, u.applied_at from upstream_approval u where u.supplier_id = s.id order by u.id desc limit 1) a on true`

function conditions({ keywords, state, kind, soonBy, today }: SupplierFilter): RawBuilder<unknown> {
  const until = sql`s.passed_until`
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (keywords !== '') {
    const like = `%${plainLike(keywords)}%`
    parts.push(sql`(s.name like ${like} or s.credit_code like ${`${plainLike(keywords.toUpperCase())}%`} or s.contact like ${like})`)
  }
  if (state !== null) parts.push(stateIs(state, until, today))
  if (kind !== null) parts.push(sql`s.kind = ${kind}`)
  if (soonBy !== null) parts.push(sql`s.passed_until between ${today}::date and ${soonBy}::date`)
  return sql.join(parts, sql` and `)
}

const listed = (today: TradeDate) => sql`
  s.id, s.name, s.credit_code, s.kind, s.scopes, s.contact, s.phone, s.address, s.quality_person, s.quality_phone,
  coalesce(p.licence_no, '') as "licenceNo", p.licence_until as "licenceUntil", coalesce(p.salesman, '') as salesman,
  p.mandate_until as "mandateUntil", p.agreement_until as "agreementUntil", ${stateSql(sql`s.passed_until`, today)} as state,
  s.passed_until::text as until, case when a.state in ('applied', 'checked') then a.state else '' end as "openState",
  case when a.state in ('applied', 'checked') then a.applied_by else '' end as "appliedBy",
  case when a.state in ('applied', 'checked') then a.applied_at end as "appliedAt"`
const PAPERS = sql`
  cross join lateral (
    select max(q.number) filter (where q.kind = 'licence') as licence_no, max(q.expires_on) filter (where q.kind = 'licence')::text as licence_until,
           max(q.holder) filter (where q.kind = 'mandate') as salesman, max(q.expires_on) filter (where q.kind = 'mandate')::text as mandate_until,
           max(q.expires_on) filter (where q.kind = 'quality_agreement')::text as agreement_until
      from upstream_paper q where q.supplier_id = s.id and q.state = 'in_force') p`

export async function supplierPage(
  connection: Connection,
  filter: SupplierFilter,
  offset: number,
  limit: number,
): Promise<SupplierListed[]> {
  const { rows } = await sql<SupplierListed>`
    select ${listed(filter.today)} from ${FROM} ${PAPERS} where ${conditions(filter)}
     order by a.state in ('applied', 'checked') desc nulls last, s.name, s.id limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export async function supplierCount(connection: Connection, filter: SupplierFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${FROM} where ${conditions(filter)}`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

/** For a file: from one id to the next. */
export async function suppliersAfter(
  connection: Connection,
  filter: SupplierFilter,
  after: number | null,
  limit: number,
): Promise<SupplierListed[]> {
  const { rows } = await sql<SupplierListed>`
    select ${listed(filter.today)} from ${FROM} ${PAPERS} where ${conditions(filter)} and s.id > ${after ?? 0} order by s.id limit ${limit}`.execute(
    connection,
  )
  return rows
}

export async function findSupplier(connection: Connection, id: number, today: TradeDate): Promise<(SupplierListed & SupplierRow) | null> {
  const { rows } = await sql<SupplierListed & SupplierRow>`
    select ${listed(today)}, s.legal_person, s.bank, s.bank_account, s.mandate_range, s.version from ${FROM} ${PAPERS} where s.id = ${id}`.execute(
    connection,
  )
  return rows[0] ?? null
}

export interface SupplierChoice {
  id: number
  name: string
  state: UpstreamState
  passedUntil: TradeDate | null
}
/** Those that may deliver first. */
export async function supplierChoices(
  connection: Connection,
  filter: { keywords: string; id: number | null; today: TradeDate },
  limit: number,
): Promise<SupplierChoice[]> {
  const { rows } = await sql<SupplierChoice>`
    select s.id, s.name, ${stateSql(sql`s.passed_until`, filter.today)} as state, s.passed_until::text as "passedUntil" from ${FROM}
     where (${filter.keywords} = '' or s.name like ${`%${plainLike(filter.keywords)}%`}) and (${filter.id}::bigint is null or s.id = ${filter.id})
     order by s.passed_until >= ${filter.today}::date desc nulls last, s.name, s.id limit ${limit}`.execute(connection)
  return rows
}
