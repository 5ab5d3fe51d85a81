import { createHash, randomInt } from 'node:crypto'
import type { BodyOf, DataOf } from '#contract/call.ts'
import type { contractInfo, contractSign, SignatureWire, staffContractVersion } from '#contract/documents.ts'
import {
  articlesOf,
  CONTRACT_REMINDERS,
  type ContractTerm,
  type ContractVersion,
  contractText,
  SIGNATURE_STATE_NAMES,
  signatureState,
  standingSignature,
  termFrom,
} from '#domain/contracts.ts'
import { addDays, beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { reviewOf } from '#domain/review.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { type News, tell, tellMany } from '../../talking/messages/public.ts'
import { filesOf, fileWire } from '../../who/files/public.ts'
import { askDocument, documentHeads, documentWire, type OnMade, readSupplier, type Supplier } from '../documents/public.ts'
import { signingSeal, useSeal } from '../seals/public.ts'
import type { AgreementSnapshot } from './paper.ts'
import {
  endingContracts,
  insertSignature,
  insertVersion,
  lockCompany,
  newestVersion,
  type SignatureRow,
  setSigned,
  signaturesOf,
  unsignedCompanies,
} from './store.ts'

type Buyer = Viewer & { company: ViewerCompany }

export const subjectOf = (signatureId: number) => `contract:${signatureId}`

interface Offer {
  version: ContractVersion
  supplier: Supplier
  term: ContractTerm
  text: string
  sha256: Buffer
}

/** The contract as this company would sign it today; as it was signed where that signature stands. */
async function offerFor(connection: Connection, company: ViewerCompany, today: TradeDate, standing?: SignatureRow): Promise<Offer> {
  const version = await newestVersion(connection)
  const supplier = await readSupplier(connection)
  const term = standing ? { from: standing.validFrom, until: standing.validUntil } : termFrom(today, version.validMonths)
  const text = contractText(version, { name: supplier.name, creditCode: supplier.taxNo }, company, term)
  return { version, supplier, term, text, sha256: createHash('sha256').update(text, 'utf8').digest() }
}

async function signaturesWire(connection: Connection, companyId: number, today: TradeDate): Promise<SignatureWire[]> {
  const rows = await signaturesOf(connection, companyId)
  const files = await filesOf(
    connection,
    rows.map((row) => subjectOf(row.id)),
  )
  const papers = await documentHeads(
    connection,
    rows.map((row) => subjectOf(row.id)),
  )
  return rows.map((row, at) => {
    const paper = papers.find((one) => one.kind === 'agreement' && one.subject === subjectOf(row.id))
    const state = signatureState(row, at === 0, today)
    const file = files.get(subjectOf(row.id))?.[0]
    return {
      id: row.id,
      no: row.no,
      title: row.title,
      version: row.version,
      signer_name: row.signerName,
      signer_title: row.signerTitle,
      signed_at: row.signedAt.toISOString(),
      valid_from: row.validFrom,
      valid_until: row.validUntil,
      state,
      state_name: SIGNATURE_STATE_NAMES[state],
      sha256: row.sha256.toString('hex'),
      // Signed before agreements were documents: its file alone.
      file: paper === undefined && file ? fileWire(file) : null,
      document: paper === undefined ? null : documentWire(paper),
    }
  })
}

/** Why this company cannot sign now; '': it can. */
function whyNot(company: ViewerCompany, supplier: Supplier, standing: SignatureRow | undefined): string {
  if (supplier.name === '') return '合同的供方名称尚未写明，暂不能签署，请联系客户经理'
  if (reviewOf(company.reviewState) === 'frozen') return '您的账户已被冻结，请联系客户经理'
  if (reviewOf(company.reviewState) !== 'passed') return '企业资质通过审核后即可签署'
  return standing && company.contractSigned ? `已签署，有效期至 ${standing.validUntil}` : ''
}

export async function contractInfoOf({ db }: DatabaseHandle, buyer: Buyer, now: Date): Promise<DataOf<typeof contractInfo>> {
  const { company } = buyer
  const today = beijingDate(now)
  const [{ version }, rows, signatures, seal] = await Promise.all([
    newestVersion(db),
    signaturesOf(db, company.id),
    signaturesWire(db, company.id, today),
    signingSeal(db, company.id, buyer.accountId, today),
  ])
  const standing = standingSignature(rows, version, today)
  const why = whyNot(company, await readSupplier(db), standing)
  const offer = await offerFor(db, company, today, why === '' ? undefined : standing)
  return {
    version: offer.version.version,
    title: offer.version.title,
    articles: articlesOf(offer.text),
    sha256: offer.sha256.toString('hex'),
    supplier: offer.supplier.name,
    buyer: company.name,
    valid_from: offer.term.from,
    valid_until: offer.term.until,
    must_sign: company.contractSigned ? 0 : 1,
    can_sign: why === '' ? 1 : 0,
    why,
    signer: { name: rows[0]?.signerName ?? buyer.name, title: rows[0]?.signerTitle ?? '' },
    seal: seal === null ? null : { name: seal.name, why: seal.why },
    signatures,
  }
}

/** All that will stand on the paper, as it is at the signing. */
function snapshotOf(
  { company, username }: Buyer,
  offer: Offer,
  signer: { name: string; title: string },
  ip: string,
  signedAt: Date,
): Omit<AgreementSnapshot, 'sealId'> {
  const { version, supplier, term, text, sha256 } = offer
  const address = `${company.province}${company.city}${company.district}${company.address}`
  return {
    no: `HT${term.from.replaceAll('-', '')}${String(randomInt(1e6)).padStart(6, '0')}`,
    title: version.title,
    version: version.version,
    articles: articlesOf(text),
    supplier,
    buyer: { name: company.name, creditCode: company.creditCode, address },
    companyId: company.id,
    term,
    signer: { ...signer, account: username },
    ip,
    sha256: sha256.toString('hex'),
    signedAt: signedAt.toISOString(),
  }
}

/**
 * Signs exactly the text that was read: its version and its hash are sent back. Signing twice, at once or one after the
 * other, gives one signature.
 */
export async function signContract(
  { db }: DatabaseHandle,
  buyer: Buyer,
  body: BodyOf<typeof contractSign>,
  from: { ip: string; userAgent: string },
  now: Date,
): Promise<SignatureWire> {
  const { company } = buyer
  const today = beijingDate(now)
  const signer = { name: body.signer_name.trim(), title: body.signer_title.trim() }
  if (body.agreed !== 1) throw fieldErrors([{ field: 'agreed', message: '请先阅读全文并勾选同意' }])
  if (signer.name.length < 2) throw fieldErrors([{ field: 'signer_name', message: '请填写签署人姓名' }])
  if (signer.title.length < 2) throw fieldErrors([{ field: 'signer_title', message: '请填写签署人职务' }])
  requirePrintable({ signer_name: signer.name, signer_title: signer.title })
  const offer = await offerFor(db, company, today)
  const { version, sha256, term, supplier } = offer
  if (supplier.name === '' || reviewOf(company.reviewState) !== 'passed') throw conflict(whyNot(company, supplier, undefined))
  const changed = () => conflict('合同内容已更新，请重新阅读后签署', { reason: 'TEXT_CHANGED' })
  if (body.version !== version.version || body.sha256 !== sha256.toString('hex')) throw changed()
  const stands = async (connection: Connection) => standingSignature(await signaturesOf(connection, company.id), version.version, today)
  await transact(db, async (trx) => {
    await lockCompany(trx, company.id)
    // Another version was published meanwhile: the company is not held to be bound by that one.
    if ((await newestVersion(trx)).version !== version.version) throw changed()
    if (!(await stands(trx))) {
      const snapshot = snapshotOf(buyer, offer, signer, from.ip, now)
      const who = { companyId: company.id, accountId: buyer.accountId, signerName: signer.name, signerTitle: signer.title, ...from }
      const what = { no: snapshot.no, version: version.version, sha256, validFrom: term.from, validUntil: term.until }
      const id = await insertSignature(trx, { ...who, ...what }, now)
      const subject = subjectOf(id)
      const person = `${signer.name}（${signer.title}）`
      const use = {
        companyId: company.id,
        accountId: buyer.accountId,
        person,
        ip: from.ip,
        what: `签署《${version.title}》${snapshot.no}`,
        subject,
      }
      const sealId = await useSeal(trx, use, now)
      const title = `${version.title} ${snapshot.no}`
      const request = { kind: 'agreement' as const, subject, companyId: company.id, title, snapshot: { ...snapshot, sealId } }
      await askDocument(trx, request, signer.name, now)
    }
    await setSigned(trx, [company.id], true)
  })
  const [signature] = await signaturesWire(db, company.id, today)
  if (!signature) throw new Error(`the signature of company ${company.id} was not kept`)
  return signature
}

/** The paper is there: both can take it. */
export const agreementMade: OnMade = async (trx, { companyId, subject, snapshot }, now) => {
  if (companyId === null) return
  const { title, signer, term } = snapshot as AgreementSnapshot
  const text = `${title}已由${signer.name}签署，有效期至 ${term.until}，协议文件可以下载。`
  await tell(trx, { companyId, kind: 'system', title: '电子合同已签署', text, url: '/dzht', key: subject }, now)
}

export async function publishVersion(
  { db }: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffContractVersion>,
  now: Date,
): Promise<number> {
  const text = body.text.replaceAll('\r\n', '\n').trim()
  if (articlesOf(text).length === 0) throw fieldErrors([{ field: 'text', message: '正文须以“## 第一条 …”分条书写' }])
  requirePrintable({ title: body.title, text })
  return transact(db, async (trx) => {
    const version = await insertVersion(trx, { title: body.title.trim(), text, validMonths: body.valid_months }, now)
    const after = { version, title: body.title.trim(), valid_months: body.valid_months }
    await writeAudit(trx, staff, { action: 'contract.publish', subject: `contract:${version}`, before: null, after }, now)
    return version
  })
}

/** From now on these companies cannot buy until they have signed the newest version. */
export async function demandSigning(
  { db }: DatabaseHandle,
  staff: StaffActor,
  companyIds: readonly number[] | null,
  now: Date,
): Promise<number> {
  return transact(db, async (trx) => {
    const { version, title } = await newestVersion(trx)
    const ids = await unsignedCompanies(trx, version, companyIds, beijingDate(now))
    await setSigned(trx, ids, false)
    const news = ids.map((companyId): News => {
      const text = `请阅读并签署《${title}》（第 ${version} 版），签署后即可继续采购。`
      return {
        companyId,
        kind: 'system',
        title: '请签署电子合同',
        text,
        url: '/dzht',
        key: `contract:demand:${version}:${now.toISOString()}`,
      }
    })
    await tellMany(trx, news, now)
    await writeAudit(
      trx,
      staff,
      {
        action: 'contract.demand',
        subject: `contract:${version}`,
        before: null,
        after: { companies: ids.length, ids: ids.slice(0, 1000) },
      },
      now,
    )
    return ids.length
  })
}

/** Daily: says when a contract comes to its end; one that has ended is to be signed anew before the next purchase. */
export async function endContracts({ db }: DatabaseHandle, now: Date): Promise<void> {
  const today = beijingDate(now)
  const ending = await endingContracts(db, today, addDays(today, Math.max(...CONTRACT_REMINDERS)))
  const failures = collectFailures()
  await failures.page(
    ending,
    ({ id }) => `contract:${id}`,
    (some) =>
      transact(db, async (trx) => {
        const ended = some.filter((one) => one.validUntil < today)
        await setSigned(
          trx,
          ended.map((one) => one.companyId),
          false,
        )
        await tellMany(
          trx,
          some.flatMap((one) => endingNews(one, today)),
          now,
        )
      }),
  )
  failures.report()
}

function endingNews({ id, companyId, title, validUntil }: Awaited<ReturnType<typeof endingContracts>>[number], today: TradeDate): News[] {
  const left = daysBetween(today, validUntil)
  const stage = left < 0 ? 'ended' : CONTRACT_REMINDERS.filter((days) => left <= days).at(-1)
  if (stage === undefined) return []
  const heading = left < 0 ? '电子合同已到期，请续签' : `电子合同将于 ${validUntil} 到期`
  const text = `《${title}》有效期至 ${validUntil}，${left < 0 ? '续签后可继续采购。' : '现在即可续签，不影响采购。'}`
  return [{ companyId, kind: 'system', title: heading, text, url: '/dzht', key: `contract:${id}:${stage}` }]
}
