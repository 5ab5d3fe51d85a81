import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import { isNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

export interface ContractRow {
  id: number
  no: string
  version: number
  title: string
  companyId: number
  company: string
  signer: string
  account: string
  signedAt: Date
  validFrom: TradeDate
  validUntil: TradeDate
  isLatest: boolean
}
export interface ContractFilter {
  keywords: string
  version: number | null
  state: 'standing' | 'expired' | 'replaced' | null
  companyId: number | null
}

const LATEST = sql`not exists (select from contract_signature later where later.company_id = s.company_id and later.id > s.id)`

/** The latest first. */
export async function contractPage(
  connection: Connection,
  { keywords, version, state, companyId }: ContractFilter,
  today: TradeDate,
  offset: number,
  limit: number,
): Promise<{ rows: ContractRow[]; total: number }> {
  const meant = keywords === '' ? sql`true` : sql`(s.no like ${`${plainLike(keywords.toUpperCase())}%`} or ${isNamed('c', keywords)})`
  const stands =
    state === null
      ? sql`true`
      : state === 'replaced'
        ? sql`not ${LATEST}`
        : sql`${LATEST} and s.valid_until ${state === 'standing' ? sql`>=` : sql`<`} ${today}::date`
  const rest = sql`from contract_signature s join company c on c.id = s.company_id
    where ${meant} and ${stands} and ${companySeen('s.company_id')} and (${version}::integer is null or s.version = ${version})
      and (${companyId}::bigint is null or s.company_id = ${companyId})`
  const { rows } = await sql<ContractRow>`
    with page as (select s.* ${rest} order by s.id desc limit ${limit} offset ${offset})
    select s.id, s.no, s.version, v.title, s.company_id as "companyId", c.name as company, s.signer_name || '（' || s.signer_title || '）' as signer,
           a.name as account, s.signed_at as "signedAt", s.valid_from as "validFrom", s.valid_until as "validUntil", ${LATEST} as "isLatest"
      from page s join contract_version v using (version) join company c on c.id = s.company_id join account a on a.id = s.account_id
     order by s.id desc`.execute(connection)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from (select ${rest} limit ${COUNTED}) counted`.execute(connection)
  return { rows, total: counts[0]?.total ?? 0 }
}

export interface PaperSealRow {
  documentId: number
  isOurs: boolean
  name: string
  signedBy: string
  signedAt: Date
}

/** On the papers that were made of them: the house's seal first, a buyer's on top of it. */
export async function sealsOn(connection: Connection, documentIds: readonly number[]): Promise<PaperSealRow[]> {
  const { rows } = await sql<PaperSealRow>`
    select document_id as "documentId", position = 1 as "isOurs", name, signed_by as "signedBy", signed_at as "signedAt"
      from document_seal where document_id = any (${[...documentIds]}::bigint[]) order by document_id, position`.execute(connection)
  return rows
}

export interface VersionRow {
  version: number
  title: string
  validMonths: number
  publishedAt: Date
  standing: number
}

export async function contractVersions(connection: Connection, today: TradeDate): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    with standing as (select s.version, count(*)::integer as count from contract_signature s
                       where s.valid_until >= ${today}::date and ${LATEST} and ${companySeen('s.company_id')} group by 1)
    select v.version, v.title, v.valid_months as "validMonths", v.published_at as "publishedAt", coalesce(n.count, 0) as standing
      from contract_version v left join standing n using (version) order by v.version desc limit 50`.execute(connection)
  return rows
}
