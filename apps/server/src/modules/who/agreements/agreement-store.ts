import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** Agreements by version: what is written, what another person approved of it, and who accepted which. */

export interface AgreementDraft {
  body: string
  changes: string
  plannedAt: Date | null
  atRegistration: boolean
  demanded: boolean
  blocksOn: TradeDate | null
}
export interface VersionRow extends AgreementDraft {
  id: number
  agreementId: number
  number: number
  /** Counts the saves. */
  version: number
  savedBy: string
  savedAt: Date
  askedBy: string
  approvedBy: string
  approvedAt: Date | null
  inForceAt: Date | null
  sha256: Buffer | null
  withdrawnBy: string
  withdrawnAt: Date | null
  withdrawnReason: string
}
export const VERSION = sql`v.id, v.agreement_id as "agreementId", v.number, v.body, v.changes, v.planned_at as "plannedAt",
  v.at_registration as "atRegistration", v.demanded, v.blocks_on as "blocksOn", v.version, v.saved_by as "savedBy", v.saved_at as "savedAt",
  v.asked_by as "askedBy", v.approved_by as "approvedBy", v.approved_at as "approvedAt", v.in_force_at as "inForceAt", v.sha256,
  v.withdrawn_by as "withdrawnBy", v.withdrawn_at as "withdrawnAt", v.withdrawn_reason as "withdrawnReason"`

export interface AgreementRow {
  id: number
  code: string
  title: string
}

/** Its versions go one at a time. */
export async function lockAgreement(connection: Connection, id: number): Promise<AgreementRow | null> {
  const { rows } = await sql<AgreementRow>`select id, code, title from agreement where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function agreementCodes(connection: Connection): Promise<Set<string>> {
  const rows = await connection.selectFrom('agreement').select('code').execute()
  return new Set(rows.map(({ code }) => code))
}

/** null: there is one of this code. */
export async function insertAgreement(connection: Connection, code: string, title: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into agreement (code, title) values (${code}, ${title}) on conflict (code) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

/** The newest first. */
export async function versionsOf(connection: Connection, agreementId: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${VERSION} from agreement_version v where v.agreement_id = ${agreementId} order by v.number desc limit 200`.execute(connection)
  return rows
}

export async function insertDraft(
  connection: Connection,
  agreementId: number,
  number: number,
  { body, changes, plannedAt, atRegistration, demanded, blocksOn }: AgreementDraft,
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into agreement_version (agreement_id, number, body, changes, planned_at, at_registration, demanded, blocks_on, saved_by, saved_at)
    values (${agreementId}, ${number}, ${body}, ${changes}, ${plannedAt}, ${atRegistration}, ${demanded}, ${blocksOn}, ${by}, ${now})`.execute(
    connection,
  )
}

export async function writeDraft(
  connection: Connection,
  id: number,
  { body, changes, plannedAt, atRegistration, demanded, blocksOn }: AgreementDraft,
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    update agreement_version set body = ${body}, changes = ${changes}, planned_at = ${plannedAt}, at_registration = ${atRegistration},
           demanded = ${demanded}, blocks_on = ${blocksOn}, version = version + 1, saved_by = ${by}, saved_at = ${now}
     where id = ${id}`.execute(connection)
}

export async function setApproved(
  connection: Connection,
  id: number,
  { askedBy, approvedBy, inForceAt, sha256 }: { askedBy: string; approvedBy: string; inForceAt: Date; sha256: Buffer },
  now: Date,
): Promise<void> {
  await sql`
    update agreement_version set approved_at = ${now}, asked_by = ${askedBy}, approved_by = ${approvedBy}, in_force_at = ${inForceAt}, sha256 = ${sha256}
     where id = ${id}`.execute(connection)
}

export async function setWithdrawn(connection: Connection, id: number, by: string, reason: string, now: Date): Promise<void> {
  await sql`
    update agreement_version set withdrawn_at = ${now}, withdrawn_by = ${by}, withdrawn_reason = ${reason} where id = ${id}`.execute(
    connection,
  )
}

export interface AcceptanceFrom {
  ip: string
  userAgent: string
}
/** Given once: pressed again, it stays as it was. */
export async function insertAcceptances(
  connection: Connection,
  { companyId, accountId }: { companyId: number; accountId: number },
  versionIds: readonly number[],
  way: 'registration' | 'page',
  { ip, userAgent }: AcceptanceFrom,
  now: Date,
): Promise<void> {
  await sql`
    insert into agreement_acceptance (company_id, account_id, version_id, way, sha256, ip, user_agent, accepted_at)
    select ${companyId}, ${accountId}, v.id, ${way}, v.sha256, ${ip}, ${userAgent.slice(0, 300)}, ${now}
      from agreement_version v where v.id = any(${[...versionIds]}::bigint[])
    on conflict (company_id, version_id, account_id) do nothing`.execute(connection)
}
