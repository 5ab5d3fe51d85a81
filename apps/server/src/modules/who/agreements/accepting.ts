import type { FastifyRequest } from 'fastify'
import type { AcceptedAgreementWire, AskedAgreementWire, agreementText, OwnAgreementsWire } from '#contract/agreements.ts'
import type { DataOf } from '#contract/call.ts'
import { beijingDate, daysBetween } from '#domain/dates.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { pageOf } from '../../goods/content/public.ts'
import { memberOf } from '../stores/public.ts'
import { type AcceptanceFrom, insertAcceptances } from './agreement-store.ts'
import {
  type AcceptedRow,
  type AskedRow,
  acceptancesOf,
  acceptedOf,
  askedOf,
  type InForceRow,
  ownerOf,
  readableVersion,
  versionsInForce,
} from './agreement-views.ts'

type Buyer = Viewer & { company: ViewerCompany }
type Database = Pick<DatabaseHandle, 'db'>

/** Agreements stand among the topics of the help, but for those with a page of their own. */
export const AGREEMENT_SECTION = 'topic'
export const agreementUrl = (code: string): string => pageOf(AGREEMENT_SECTION, code, 0)

const versionWire = ({ id, code, title, number, inForceAt }: Pick<InForceRow, 'id' | 'code' | 'title' | 'number' | 'inForceAt'>) => ({
  id,
  title,
  number,
  in_force_at: inForceAt.toISOString(),
  url: agreementUrl(code),
})
const textWire = ({ changes, body, sha256 }: InForceRow) => ({ changes, body, sha256: sha256.toString('hex') })

const askedWire = (row: AskedRow, today: string): AskedAgreementWire => ({
  ...versionWire(row),
  ...textWire(row),
  blocks_on: row.blocksOn,
  days_left: row.blocksOn === null ? null : daysBetween(today, row.blocksOn),
})
const acceptedWire = (row: AcceptedRow): AcceptedAgreementWire => ({
  ...versionWire(row),
  accepted_at: row.at.toISOString(),
  accepted_by: row.by,
  is_current: row.isCurrent ? 1 : 0,
})

export const acceptedFrom = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): AcceptanceFrom => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
})

const toRegister = async (connection: Connection, now: Date): Promise<InForceRow[]> =>
  (await versionsInForce(connection, now)).filter(({ atRegistration }) => atRegistration)

export const registrationVersions = async ({ db }: Database, now: Date) => ({ list: (await toRegister(db, now)).map(versionWire) })

/** Whoever registers accepts what is in force at that moment. read: what the page showed; where that is something else now, it is asked anew. */
export async function acceptToRegister(
  trx: Connection,
  who: { companyId: number; accountId: number },
  read: readonly number[] | undefined,
  from: AcceptanceFrom,
  now: Date,
): Promise<void> {
  const ids = (await toRegister(trx, now)).map(({ id }) => id)
  if (read !== undefined && (read.length !== ids.length || ids.some((id) => !read.includes(id))))
    throw fieldErrors([{ field: 'agree', message: '协议刚刚更新，请重新阅读后勾选' }])
  await insertAcceptances(trx, who, ids, 'registration', from, now)
}

export async function ownAgreementsOf(connection: Connection, buyer: Buyer, now: Date): Promise<OwnAgreementsWire> {
  const { company, accountId } = buyer
  const member = await memberOf(connection, accountId, company.id)
  const [owner, asked, accepted] = [
    await ownerOf(connection, company.id),
    await askedOf(connection, company.id, now),
    await acceptedOf(connection, company.id, now),
  ]
  const today = beijingDate(now)
  return {
    can_accept: member?.isOwner === true && buyer.seenBy === null ? 1 : 0,
    owner,
    asked: asked.map((row) => askedWire(row, today)),
    accepted: accepted.map(acceptedWire),
  }
}

export async function agreementTextOf({ db }: Database, buyer: Buyer, id: number, now: Date): Promise<DataOf<typeof agreementText>> {
  const row = await readableVersion(db, id, buyer.company.id, now)
  if (row === null) throw notFound('协议')
  const { supplier, company_name: name } = await readSettings(db, ['supplier', 'company_name'])
  const accepted = await acceptancesOf(db, id, buyer.company.id)
  return {
    ...versionWire(row),
    ...textWire(row),
    supplier: supplier?.name || name || '',
    company: buyer.company.name,
    accepted: accepted.map(({ by, at, ip }) => ({ by, at: at.toISOString(), ip })),
  }
}

/** Exactly the text that was read: its hash is sent back. For the company, by who is responsible for it. */
export async function acceptAgreement(
  { db }: Database,
  buyer: Buyer,
  id: number,
  { sha256, agreed }: { sha256: string; agreed: number },
  from: AcceptanceFrom,
  now: Date,
): Promise<OwnAgreementsWire> {
  const { company, accountId } = buyer
  if (agreed !== 1) throw fieldErrors([{ field: 'agreed', message: '请阅读后选择同意' }])
  return transact(db, async (trx) => {
    if (!(await memberOf(trx, accountId, company.id))?.isOwner) throw forbidden('只有企业负责人可以代表企业同意协议')
    const row = (await versionsInForce(trx, now)).find((one) => one.id === id)
    if (row === undefined || row.sha256.toString('hex') !== sha256)
      throw conflict('协议已更新，请重新阅读后选择', { reason: 'TEXT_CHANGED' })
    await insertAcceptances(trx, { companyId: company.id, accountId }, [id], 'page', from, now)
    return ownAgreementsOf(trx, buyer, now)
  })
}
