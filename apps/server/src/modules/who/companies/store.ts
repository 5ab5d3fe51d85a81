import { sql } from 'kysely'
import type { PaperKind } from '#domain/paper-kinds.ts'
import { CERTIFICATE, CHANGE, REVIEW } from '#domain/review.ts'
import type { Connection } from '../../../platform/database.ts'

export interface CompanyRow {
  id: number
  name: string
  type: string
  credit_code: string | null
  province: string
  city: string
  district: string
  address: string
  legal_person: string
  scope_text: string
  contact: string
  phone: string
  invoice_bank: string
  invoice_account: string
  invoice_address: string
  invoice_phone: string
  rank: string
  review_state: number
  review_note: string
  submitted_at: Date | string | null
  contract_signed: boolean
  imported_at: Date | string | null
  drug_classes: string[] | null
  drug_classes_read_at: Date | string | null
  manager_name: string
  manager_phone: string
  manager_default: boolean
}
export type CompanyPatch = Partial<Omit<CompanyRow, 'id'>> & { reviewed_at?: Date }

const COMPANY_COLUMNS = [
  'id',
  'name',
  'type',
  'credit_code',
  'province',
  'city',
  'district',
  'address',
  'legal_person',
  'scope_text',
  'contact',
  'phone',
  'invoice_bank',
  'invoice_account',
  'invoice_address',
  'invoice_phone',
  'rank',
  'review_state',
  'review_note',
  'submitted_at',
  'contract_signed',
  'imported_at',
  'drug_classes',
  'drug_classes_read_at',
  'manager_name',
  'manager_phone',
  'manager_default',
] as const

/** Locked, its papers and changes move one at a time: two members of staff never decide at once. */
export async function readCompany(connection: Connection, id: number, lock = false): Promise<CompanyRow | null> {
  const row = await connection
    .selectFrom('company')
    .select(COMPANY_COLUMNS)
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row ?? null
}

export async function updateCompany(connection: Connection, id: number, patch: CompanyPatch, now: Date): Promise<void> {
  await connection
    .updateTable('company')
    .set({ ...patch, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Those of them that have passed wait from now on for quality's word; answers which. */
export async function freezeCompanies(
  connection: Connection,
  ids: readonly number[],
  note: string,
  now: Date,
): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  return connection
    .updateTable('company')
    .set({ review_state: REVIEW.frozen, review_note: note, reviewed_at: now, updated_at: now })
    .where('id', 'in', ids)
    .where('review_state', '=', REVIEW.passed)
    .returning(['id', 'name'])
    .execute()
}

/**
 * Does another company that waits for review or has passed it stand under this code? One that was rejected holds no code: it is
 * asked again when it is sent again. Holds the code until the transaction ends, so that of two who submit it at once the second
 * sees the first.
 */
export async function creditCodeTaken(connection: Connection, code: string, exceptId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`credit:${code}`}, 0))`.execute(connection)
  const row = await connection
    .selectFrom('company')
    .select('id')
    .where('credit_code', '=', code)
    .where('id', '<>', exceptId)
    .where('review_state', 'in', [1, 2, 4])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface CertificateRow {
  id: number
  company_id: number
  kind: PaperKind
  number: string
  issuer: string
  holder: string
  issued_on: string | null
  expires_on: string | null
  is_endless: boolean
  scope_codes: string[]
  scope_text: string
  drug_classes: string[] | null
  status: number
  reason: string
  created_at: Date | string
  submitted_at: Date | string | null
  decided_at: Date | string | null
  decided_by: string
}
export type CertificatePatch = Partial<Omit<CertificateRow, 'id' | 'company_id' | 'kind' | 'created_at'>>

export const isOpen = ({ status }: { status: number }): boolean =>
  status === CERTIFICATE.draft || status === CERTIFICATE.waiting || status === CERTIFICATE.rejected
/** More versions than a company makes in decades. */
const VERSIONS_MAX = 300

/** Of a company, the latest version first. */
export async function certificatesOf(connection: Connection, companyId: number): Promise<CertificateRow[]> {
  const rows = await connection
    .selectFrom('certificate')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(VERSIONS_MAX)
    .execute()
  return rows as CertificateRow[]
}

export async function findCertificate(connection: Connection, id: number): Promise<CertificateRow | null> {
  const row = await connection.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as CertificateRow | undefined) ?? null
}

export async function insertCertificate(connection: Connection, companyId: number, kind: PaperKind, now: Date): Promise<number> {
  const row = await connection
    .insertInto('certificate')
    .values({ company_id: companyId, kind, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateCertificates(connection: Connection, ids: readonly number[], patch: CertificatePatch): Promise<void> {
  if (ids.length > 0) await connection.updateTable('certificate').set(patch).where('id', 'in', ids).execute()
}

export async function deleteCertificate(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('certificate').where('id', '=', id).execute()
}

export interface InForceRow {
  kind: PaperKind
  name: string
  number: string
  issuer: string
  holder: string
  issued_on: string | null
  expires_on: string | null
  scope_codes: string[]
  status: number
  certificate_id: number | null
}

export async function papersInForce(connection: Connection, companyId: number): Promise<InForceRow[]> {
  const rows = await connection
    .selectFrom('qualification')
    .select(['kind', 'name', 'number', 'issuer', 'holder', 'issued_on', 'expires_on', 'scope_codes', 'status', 'certificate_id'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows as InForceRow[]
}

export async function putInForce(connection: Connection, companyId: number, paper: InForceRow): Promise<void> {
  await connection
    .insertInto('qualification')
    .values({ ...paper, company_id: companyId })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind']).doUpdateSet(paper))
    .execute()
}

export async function scopesOf(connection: Connection, companyId: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('company_scope')
    .innerJoin('business_scope', 'code', 'scope_code')
    .select('scope_code')
    .where('company_id', '=', companyId)
    .orderBy('sort')
    .orderBy('code')
    .execute()
  return rows.map((row) => row.scope_code)
}

/** Exactly these scopes; codes that the shop does not sell by are left out. */
export async function setScopes(connection: Connection, companyId: number, codes: readonly string[]): Promise<void> {
  await sql`delete from company_scope where company_id = ${companyId} and not scope_code = any(${codes}::text[])`.execute(connection)
  await sql`
    insert into company_scope (company_id, scope_code)
    select ${companyId}, code from business_scope where code = any(${codes}::text[]) on conflict do nothing`.execute(connection)
}

export interface ChangeRow {
  id: number
  company_id: number
  fields: Record<string, string>
  status: number
  reason: string
  created_at: Date | string
  decided_by: string
}

const CHANGE_COLUMNS = ['id', 'company_id', 'fields', 'status', 'reason', 'created_at', 'decided_by'] as const

/** The last change that was asked for, unless it is done with. */
export async function lastChange(connection: Connection, companyId: number): Promise<ChangeRow | null> {
  const row = await connection
    .selectFrom('company_change')
    .select(CHANGE_COLUMNS)
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && (row.status === CHANGE.waiting || row.status === CHANGE.rejected) ? (row as ChangeRow) : null
}

export async function findChange(connection: Connection, id: number): Promise<ChangeRow | null> {
  const row = await connection.selectFrom('company_change').select(CHANGE_COLUMNS).where('id', '=', id).executeTakeFirst()
  return (row as ChangeRow | undefined) ?? null
}

/** Takes the place of a change that still waits. */
export async function askChange(connection: Connection, companyId: number, fields: Record<string, string>, now: Date): Promise<void> {
  await closeChange(connection, companyId)
  await connection
    .insertInto('company_change')
    .values({ company_id: companyId, fields: JSON.stringify(fields), created_at: now })
    .execute()
}

export async function closeChange(connection: Connection, companyId: number): Promise<number> {
  const { numUpdatedRows } = await connection
    .updateTable('company_change')
    .set({ status: CHANGE.withdrawn })
    .where('company_id', '=', companyId)
    .where('status', 'in', [1, 3])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function decideChange(
  connection: Connection,
  id: number,
  decision: { status: 2 | 3; reason: string; decided_at: Date; decided_by: string },
): Promise<void> {
  await connection.updateTable('company_change').set(decision).where('id', '=', id).execute()
}
