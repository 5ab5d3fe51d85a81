import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { SealWire, sealApply, sealInfo, sealUses } from '#contract/seals.ts'
import { beijingDate } from '#domain/dates.ts'
import { SEAL_NAMES } from '#domain/documents.ts'
import { reviewOf } from '#domain/review.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { claimFiles, filesOf, keepMadeFile } from '../../who/files/public.ts'
import { type CertificateFacts, readSupplier } from '../documents/public.ts'
import { sealPicture } from './picture.ts'
import { samplesDocument, samplesOf } from './samples.ts'
import {
  findSealFacts,
  hasSayInSeal,
  insertSeal,
  insertUse,
  lapsedSeal,
  lockOwner,
  lockSeal,
  type NewUse,
  peopleOf,
  pictureBytes,
  type SealFacts,
  sealForSigning,
  sealsOf,
  setSealFiles,
  setSealState,
  setUsers,
  type UsableSeal,
  usePage,
  waitingOf,
} from './store.ts'
import { authoritySubject, certificateWire, sealWire } from './wire.ts'

type Buyer = Viewer & { company: ViewerCompany }

const personOf = ({ name, username }: Viewer): string => (name === '' ? username : `${name}（${username}）`)

export async function sealsWire(connection: Connection, seals: readonly SealFacts[], today: string): Promise<SealWire[]> {
  const files = await filesOf(
    connection,
    seals.map((one) => authoritySubject(one.id)),
  )
  return seals.map((one) => sealWire(one, files, today))
}

const oneWire = async (connection: Connection, id: number, today: string): Promise<SealWire> => {
  const seal = await findSealFacts(connection, id)
  const [wire] = seal === null ? [] : await sealsWire(connection, [seal], today)
  if (!wire) throw notFound('印章')
  return wire
}

/** '': it may. */
const whyNotApply = ({ reviewState }: ViewerCompany): string =>
  reviewOf(reviewState) === 'passed' ? '' : '企业资质通过审核后即可申请电子印章'

export async function sealInfoOf(
  { db }: DatabaseHandle,
  { company }: Buyer,
  certificate: CertificateFacts | null,
  now: Date,
): Promise<DataOf<typeof sealInfo>> {
  const today = beijingDate(now)
  const [supplier, people, seals, samples, paper] = await Promise.all([
    readSupplier(db),
    peopleOf(db, company.id),
    sealsOf(db, company.id),
    samplesOf(db, today),
    samplesDocument(db),
  ])
  const why = whyNotApply(company)
  return {
    company: company.name,
    can_apply: why === '' ? 1 : 0,
    why,
    people,
    seals: await sealsWire(db, seals, today),
    supplier: supplier.name,
    samples: samples.map((one) => ({
      purpose: one.purpose,
      purpose_name: SEAL_NAMES[one.purpose],
      name: one.name,
      number: one.number,
      picture_url: one.pictureId === null ? '' : `/api/seal/sample/${one.id}`,
    })),
    samples_url: paper === null ? '' : '/api/seal/samples',
    certificate: certificate === null ? null : certificateWire(certificate, now),
  }
}

async function knownPeople(connection: Connection, companyId: number, ids: readonly number[]): Promise<void> {
  const people = new Set((await peopleOf(connection, companyId)).map((one) => one.account_id))
  if (ids.some((id) => !people.has(id))) throw fieldErrors([{ field: 'user_ids', message: '所选人员不在贵司账号中' }])
}

/**
 * The picture as it may stand over words, made of the uploaded one; null: none was given, the seal is drawn. companyId null: the
 * wholesaler's own.
 */
export async function claimPicture(
  connection: Connection,
  seal: { id: number; companyId: number | null },
  ids: readonly number[],
  now: Date,
): Promise<number | null> {
  const { id, companyId } = seal
  const claim = { companyId, ids, purpose: 'seal' as const, subject: `seal:${id}:source`, field: 'picture_ids' }
  const [file] = await claimFiles(connection, claim)
  if (!file) return null
  const wrong = (message: string) => fieldErrors([{ field: 'picture_ids', message }])
  if (!file.mime.startsWith('image/')) throw wrong('印章图片请用 JPG、PNG 或 WebP')
  const bytes = await pictureBytes(connection, file.id)
  const content = bytes === null ? null : await sealPicture(bytes)
  if (content === null) throw wrong('图片里没有看到红色的印章，请在白纸上盖清楚后重新拍照或扫描')
  const made = { companyId, purpose: 'seal' as const, subject: `seal:${id}:picture`, name: '印章.png', mime: 'image/png', content }
  return keepMadeFile(connection, made, now)
}

export async function applyForSeal(database: DatabaseHandle, buyer: Buyer, body: BodyOf<typeof sealApply>, now: Date): Promise<SealWire> {
  const { company } = buyer
  const today = beijingDate(now)
  const legalPerson = body.legal_person.trim()
  const validUntil = body.valid_until || null
  const why = whyNotApply(company)
  if (why !== '') throw conflict(why)
  if (body.agreed !== 1) throw fieldErrors([{ field: 'agreed', message: '请确认已取得法定代表人授权' }])
  if (legalPerson.length < 2) throw fieldErrors([{ field: 'legal_person', message: '请填写法定代表人姓名' }])
  if (validUntil !== null && validUntil < today) throw fieldErrors([{ field: 'valid_until', message: '有效期不能早于今天' }])
  return transact(database.db, async (trx) => {
    await lockOwner(trx, company.id)
    await knownPeople(trx, company.id, body.user_ids)
    if (await waitingOf(trx, company.id, body.purpose))
      throw conflict(`${SEAL_NAMES[body.purpose]}的申请正在审核，请等结果`, { reason: 'SEAL_APPLIED' })
    const seal = {
      companyId: company.id,
      purpose: body.purpose,
      name: company.name,
      number: body.number ?? '',
      legalPerson,
      validFrom: today,
      validUntil,
      state: 'applied' as const,
      by: personOf(buyer),
      applicantId: buyer.accountId,
    }
    const id = await insertSeal(trx, seal, now)
    const pictureId = await claimPicture(trx, { id, companyId: company.id }, body.picture_ids ?? [], now)
    const [authority] = await claimFiles(trx, {
      companyId: company.id,
      ids: body.authority_ids,
      purpose: 'seal',
      subject: authoritySubject(id),
      field: 'authority_ids',
    })
    await setSealFiles(trx, id, { pictureId, authorityId: authority?.id ?? null })
    await setUsers(trx, id, body.user_ids)
    return oneWire(trx, id, today)
  })
}

/**
 * A seal of this company that can still be used or may become so; another's is as if there were none. Who was let into the
 * store by its owner, a partner of another company among them, has no say in who seals for it: else whoever may not sign would
 * name himself and then sign.
 */
async function lockOwn(connection: Connection, { company, accountId }: Buyer, id: number) {
  await lockOwner(connection, company.id)
  const seal = await lockSeal(connection, id)
  if (seal === null || seal.companyId !== company.id) throw notFound('印章')
  if (!(await hasSayInSeal(connection, id, accountId)))
    throw conflict('用印人员和停用印章只能由企业注册账号或已获授权的用印人办理', { reason: 'SEAL_NOT_YOURS' })
  if (seal.state !== 'in_force' && seal.state !== 'applied') throw conflict('这枚印章已停用或被退回')
  return seal
}

export async function setSealUsers(
  database: DatabaseHandle,
  buyer: Buyer,
  id: number,
  userIds: readonly number[],
  now: Date,
): Promise<SealWire> {
  return transact(database.db, async (trx) => {
    await lockOwn(trx, buyer, id)
    await knownPeople(trx, buyer.company.id, userIds)
    await setUsers(trx, id, userIds)
    return oneWire(trx, id, beijingDate(now))
  })
}

/** From this moment nobody signs with it; what it was put on stays valid. */
export async function stopOwnSeal(database: DatabaseHandle, buyer: Buyer, id: number, reason: string, now: Date): Promise<SealWire> {
  return transact(database.db, async (trx) => {
    await lockOwn(trx, buyer, id)
    await setSealState(trx, id, { state: 'stopped', reason, by: personOf(buyer) }, now)
    return oneWire(trx, id, beijingDate(now))
  })
}

const USES_A_PAGE = 20

export async function sealUsesOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof sealUses>,
): Promise<DataOf<typeof sealUses>> {
  const rows = await usePage(db, companyId, query.before ?? null, USES_A_PAGE)
  return {
    list: rows.map(({ id, at, purpose, what, person, ip }) => ({
      id,
      at: at.toISOString(),
      purpose_name: SEAL_NAMES[purpose],
      what,
      person,
      ip,
    })),
    next: rows.length < USES_A_PAGE ? null : (rows.at(-1)?.id ?? null),
  }
}

export interface SealForSigning {
  name: string
  mayUse: boolean
  /** Why this person cannot sign with it; '': they can. */
  why: string
}

const notYours = ({ purpose, users }: UsableSeal): string => `您未获授权使用贵司${SEAL_NAMES[purpose]}，请由${users || '获授权的同事'}签署`

/**
 * The seal that counts for a signing. Once it has lapsed the company signs by name again, as trading never waits for a seal; but its end
 * gives nobody the word whom the company had not named: null where this person signs by name.
 */
async function sealAsked(connection: Connection, companyId: number, accountId: number, today: string): Promise<UsableSeal | null> {
  const seal = await sealForSigning(connection, companyId, accountId, today)
  if (seal !== null) return seal
  const lapsed = await lapsedSeal(connection, companyId, accountId, today)
  return lapsed?.mayUse ? null : lapsed
}

/** With what this person would sign for the company; null: by name. */
export async function signingSeal(
  connection: Connection,
  companyId: number,
  accountId: number,
  today: string,
): Promise<SealForSigning | null> {
  const seal = await sealAsked(connection, companyId, accountId, today)
  return seal && { name: SEAL_NAMES[seal.purpose], mayUse: seal.mayUse, why: seal.mayUse ? '' : notYours(seal) }
}

/** Uses the company's seal in the transaction of the signing, and notes it; null: it is signed by name. */
export async function useSeal(connection: Connection, use: Omit<NewUse, 'sealId'>, now: Date): Promise<number | null> {
  const seal = await sealAsked(connection, use.companyId, use.accountId, beijingDate(now))
  if (seal === null) return null
  if (!seal.mayUse) throw conflict(notYours(seal), { reason: 'SEAL_NOT_YOURS' })
  await insertUse(connection, { ...use, sealId: seal.id }, now)
  return seal.id
}
