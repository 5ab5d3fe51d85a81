import { sql } from 'kysely'
import type { ContractVersion } from '#domain/contracts.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** The newest version is the one that is signed. */
export async function newestVersion(connection: Connection): Promise<ContractVersion> {
  const row = await connection
    .selectFrom('contract_version')
    .select(['version', 'title', 'text', 'valid_months as validMonths'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Error('no contract was ever published')
  return row
}

/** Two at once become two versions, one after the other. */
export async function insertVersion(connection: Connection, version: Omit<ContractVersion, 'version'>, now: Date): Promise<number> {
  await sql`lock table contract_version in share row exclusive mode`.execute(connection)
  const { rows } = await sql<{ version: number }>`
    insert into contract_version (version, title, text, valid_months, published_at)
    select coalesce(max(version), 0) + 1, ${version.title}, ${version.text}, ${version.validMonths}, ${now} from contract_version
    returning version`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a contract was not written')
  return row.version
}

export interface SignatureRow {
  id: number
  no: string
  title: string
  version: number
  signerName: string
  signerTitle: string
  signedAt: Date
  validFrom: TradeDate
  validUntil: TradeDate
  sha256: Buffer
}

/** The latest first. */
export async function signaturesOf(connection: Connection, companyId: number): Promise<SignatureRow[]> {
  const { rows } = await sql<SignatureRow>`
    select s.id, s.no, v.title, s.version, s.signer_name as "signerName", s.signer_title as "signerTitle", s.signed_at as "signedAt",
           s.valid_from as "validFrom", s.valid_until as "validUntil", s.sha256
      from contract_signature s join contract_version v using (version)
     where s.company_id = ${companyId} order by s.id desc limit 50`.execute(connection)
  return rows
}

export interface NewSignature {
  no: string
  companyId: number
  accountId: number
  version: number
  signerName: string
  signerTitle: string
  sha256: Buffer
  validFrom: TradeDate
  validUntil: TradeDate
  ip: string
  userAgent: string
}

/** Signing goes one at a time for a company. */
export async function lockCompany(connection: Connection, companyId: number): Promise<void> {
  await sql`select 1 from company where id = ${companyId} for no key update`.execute(connection)
}

export async function insertSignature(connection: Connection, signature: NewSignature, now: Date): Promise<number> {
  const row = await connection
    .insertInto('contract_signature')
    .values({
      no: signature.no,
      company_id: signature.companyId,
      account_id: signature.accountId,
      version: signature.version,
      signer_name: signature.signerName,
      signer_title: signature.signerTitle,
      sha256: signature.sha256,
      valid_from: signature.validFrom,
      valid_until: signature.validUntil,
      ip: signature.ip,
      user_agent: signature.userAgent.slice(0, 300),
      signed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setSigned(connection: Connection, companyIds: readonly number[], signed: boolean): Promise<void> {
  if (companyIds.length === 0) return
  await sql`update company set contract_signed = ${signed} where id = any(${companyIds}::bigint[]) and contract_signed <> ${signed}`.execute(
    connection,
  )
}

/** Passed companies (all, or those named) that may buy without having signed this version, locked in the order of ids. */
export async function unsignedCompanies(
  connection: Connection,
  version: number,
  companyIds: readonly number[] | null,
  today: TradeDate,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from company c
     where c.review_state = 2 and c.contract_signed and (${companyIds}::bigint[] is null or c.id = any(${companyIds}::bigint[]))
       and not exists (select from contract_signature s
                        where s.company_id = c.id and s.version = ${version} and s.valid_until >= ${today}::date)
     order by c.id for no key update of c`.execute(connection)
  return rows.map((row) => row.id)
}

export interface EndingContract {
  id: number
  companyId: number
  title: string
  validUntil: TradeDate
}

/** Companies' latest signatures that end by a day, and those that have ended while the company may still buy on them. */
export async function endingContracts(connection: Connection, today: TradeDate, until: TradeDate): Promise<EndingContract[]> {
  const { rows } = await sql<EndingContract>`
    select s.id, s.company_id as "companyId", v.title, s.valid_until as "validUntil"
      from contract_signature s join contract_version v using (version) join company c on c.id = s.company_id
     where s.valid_until <= ${until}::date and (s.valid_until >= ${today}::date or c.contract_signed)
       and not exists (select from contract_signature later where later.company_id = s.company_id and later.id > s.id)
     order by s.company_id limit 5000`.execute(connection)
  return rows
}
