import type { CertificateSaveWire, CompanySaveWire, DossierWire } from '#contract/companies.ts'
import { certificateProblems } from '#domain/certificates.ts'
import { beijingDate } from '#domain/dates.ts'
import { drugClassesIn, paperStatesClasses } from '#domain/drug-classes.ts'
import { isTradeDate, tidy } from '#domain/identifiers.ts'
import { isPaperKind, needsOf, PAPER_FORMS, type PaperKind } from '#domain/paper-kinds.ts'
import { cleaned } from '#domain/paper-text.ts'
import { CERTIFICATE, certificateOf, decideCertificate, decideReview, REVIEW, reviewOf } from '#domain/review.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { claimFiles, dropFiles } from '../files/public.ts'
import { type CompanyData, DATA_FIELDS, dataOf, formProblems, needsReview, normalised, submitProblems } from './company-data.ts'
import { codeToCome, dossierWire, draftOf, fileSubject, lookOf, missingOf, readDossier } from './dossier.ts'
import {
  askChange,
  type CertificatePatch,
  type CompanyRow,
  certificatesOf,
  closeChange,
  creditCodeTaken,
  deleteCertificate,
  insertCertificate,
  isOpen,
  readCompany,
  updateCertificates,
  updateCompany,
} from './store.ts'

const TAKEN = {
  field: 'credit_code',
  message: '该统一社会信用代码已在本平台登记。若为贵司门店，请联系已有账号的同事邀请您加入，或联系客服核实',
}

export async function dossierOf(database: DatabaseHandle, companyId: number, now: Date, staff = false): Promise<DossierWire> {
  return dossierWire(await readDossier(database.db, companyId), lookOf(now, staff))
}

/** The buyer's own change: one at a time, and none while staff look at it or the company is frozen. */
async function changing(
  database: DatabaseHandle,
  companyId: number,
  now: Date,
  change: (trx: Connection, company: CompanyRow) => Promise<void>,
) {
  await transact(database.db, async (trx) => {
    const company = await readCompany(trx, companyId, true)
    if (company === null) throw notFound('企业')
    if (reviewOf(company.review_state) === 'frozen') throw conflict('您的账户已被冻结，暂不能修改，请联系客户经理')
    await change(trx, company)
  })
  return dossierOf(database, companyId, now)
}

function refuseWhileWaiting(company: CompanyRow): void {
  if (reviewOf(company.review_state) === 'waiting') throw conflict('资料正在审核，如需修改请先撤回')
}

export async function saveCompany(database: DatabaseHandle, companyId: number, body: CompanySaveWire, now: Date): Promise<DossierWire> {
  return changing(database, companyId, now, async (trx, company) => {
    refuseWhileWaiting(company)
    const before = dataOf(company)
    const given = normalised(body)
    const after: CompanyData = { ...before, ...given }
    if (reviewOf(company.review_state) !== 'passed') {
      const wrong = formProblems(after).filter(({ field }) => field in given)
      if (wrong.length > 0) throw fieldErrors(wrong)
      await updateCompany(trx, companyId, { ...after, credit_code: after.credit_code || null }, now)
      return
    }
    const wrong = submitProblems(after).filter(({ field }) => field in given)
    if (wrong.length > 0) throw fieldErrors(wrong)
    const changed = DATA_FIELDS.filter((field) => after[field] !== before[field])
    const reviewed = changed.filter(needsReview)
    const free = changed.filter((field) => !needsReview(field))
    if (free.length > 0) await updateCompany(trx, companyId, Object.fromEntries(free.map((field) => [field, after[field]])), now)
    if (reviewed.length === 0) return
    if (reviewed.includes('credit_code') && (await creditCodeTaken(trx, after.credit_code, companyId))) throw fieldErrors([TAKEN])
    await askChange(trx, companyId, Object.fromEntries(reviewed.map((field) => [field, after[field]])), now)
  })
}

function kindFor(company: CompanyRow, text: string): PaperKind {
  if (!isPaperKind(text) || !needsOf(company.type).some((need) => need.kinds.includes(text))) throw notFound('证照')
  return text
}

/** Dates as they were typed; one that no calendar has is refused at once, for the table could not hold it. */
function dateOf(value: string | undefined, field: 'issued_on' | 'expires_on'): string | null | undefined {
  if (value === undefined || value === '') return value === '' ? null : undefined
  if (!isTradeDate(value)) throw fieldErrors([{ field, message: '不是有效的日期' }])
  return value
}

function patchOf(kind: PaperKind, type: string, body: CertificateSaveWire): CertificatePatch {
  const options: readonly string[] = PAPER_FORMS[kind].scopes
  const patch: CertificatePatch = {}
  for (const field of ['number', 'issuer', 'holder'] as const) {
    const value = body[field]
    if (value !== undefined) patch[field] = field === 'number' ? tidy(cleaned(value)).toUpperCase() : tidy(cleaned(value))
  }
  requirePrintable({ number: patch.number, issuer: patch.issuer, holder: patch.holder })
  if (body.scope_text !== undefined) patch.scope_text = body.scope_text.trim()
  if (body.scope_codes !== undefined) patch.scope_codes = options.filter((code) => body.scope_codes?.includes(code))
  if (body.drug_classes !== undefined) patch.drug_classes = paperStatesClasses(kind, type) ? drugClassesIn(body.drug_classes) : null
  const issued = dateOf(body.issued_on, 'issued_on')
  if (issued !== undefined) patch.issued_on = issued
  const expires = dateOf(body.expires_on, 'expires_on')
  if (expires !== undefined) patch.expires_on = expires
  if (body.is_endless !== undefined) {
    patch.is_endless = body.is_endless === 1
    if (patch.is_endless) patch.expires_on = null
  }
  return patch
}

async function openVersion(trx: Connection, companyId: number, kind: PaperKind) {
  return (await certificatesOf(trx, companyId)).find((row) => row.kind === kind && isOpen(row)) ?? null
}

/**
 * The version that is being made; with submit it must be complete, and of a passed company it then waits for review while the
 * one in force stays. A company that is joining sends all its papers together.
 */
export async function saveCertificate(
  database: DatabaseHandle,
  companyId: number,
  kindText: string,
  body: CertificateSaveWire,
  now: Date,
): Promise<DossierWire> {
  return changing(database, companyId, now, async (trx, company) => {
    const kind = kindFor(company, kindText)
    refuseWhileWaiting(company)
    const open = await openVersion(trx, companyId, kind)
    if (open?.status === CERTIFICATE.waiting) throw conflict('这张证照正在审核，如需修改请先撤回')
    const id = open?.id ?? (await insertCertificate(trx, companyId, kind, now))
    await updateCertificates(trx, [id], { ...patchOf(kind, company.type, body), status: CERTIFICATE.draft })
    if (body.file_ids) {
      const subject = fileSubject(id)
      await claimFiles(trx, { companyId, ids: body.file_ids, purpose: 'certificate', subject, field: 'file_ids' })
      await dropFiles(trx, subject, body.file_ids, now)
    }
    if (body.submit !== 1) return
    const dossier = await readDossier(trx, companyId)
    const row = dossier.certificates.find((one) => one.id === id)
    const problems = row ? certificateProblems(draftOf(row, dossier), codeToCome(dossier), beijingDate(now)) : []
    if (problems.length > 0) throw fieldErrors(problems)
    if (reviewOf(company.review_state) !== 'passed') return
    await updateCertificates(trx, [id], { status: CERTIFICATE.waiting, submitted_at: now, reason: '' })
  })
}

export async function withdrawCertificate(database: DatabaseHandle, companyId: number, kindText: string, now: Date): Promise<DossierWire> {
  return changing(database, companyId, now, async (trx, company) => {
    refuseWhileWaiting(company)
    const open = isPaperKind(kindText) ? await openVersion(trx, companyId, kindText) : null
    if (open === null) throw notFound('待处理的证照')
    if (decideCertificate(certificateOf(open.status), 'recall') !== null)
      return updateCertificates(trx, [open.id], { status: CERTIFICATE.draft, submitted_at: null })
    await dropFiles(trx, fileSubject(open.id), [], now)
    await deleteCertificate(trx, open.id)
  })
}

export async function submitCompany(database: DatabaseHandle, companyId: number, now: Date): Promise<DossierWire> {
  return changing(database, companyId, now, async (trx, company) => {
    const state = reviewOf(company.review_state)
    if (decideReview(state, 'submit') === null)
      throw conflict(state === 'waiting' ? '资料已经提交，正在审核' : '企业已通过审核，请直接更新需要修改的内容')
    const dossier = await readDossier(trx, companyId)
    const missing = missingOf(dossier, beijingDate(now))
    if (missing.length > 0) throw fieldErrors(missing.map(({ at, message }) => ({ field: at, message })))
    if (await creditCodeTaken(trx, company.credit_code ?? '', companyId)) throw fieldErrors([TAKEN])
    const kinds: ReadonlySet<string> = new Set(needsOf(company.type).flatMap((need) => need.kinds))
    const drafts = dossier.certificates.filter((row) => row.status === CERTIFICATE.draft && kinds.has(row.kind)).map((row) => row.id)
    await updateCertificates(trx, drafts, { status: CERTIFICATE.waiting, submitted_at: now, reason: '' })
    await updateCompany(trx, companyId, { review_state: REVIEW.waiting, review_note: '', submitted_at: now }, now)
  })
}

export async function withdrawCompany(database: DatabaseHandle, companyId: number, now: Date): Promise<DossierWire> {
  return changing(database, companyId, now, async (trx, company) => {
    if (decideReview(reviewOf(company.review_state), 'withdraw') === null) throw conflict('资料不在审核中，无需撤回')
    const waiting = (await certificatesOf(trx, companyId)).filter((row) => row.status === CERTIFICATE.waiting).map((row) => row.id)
    await updateCertificates(trx, waiting, { status: CERTIFICATE.draft, submitted_at: null })
    await updateCompany(trx, companyId, { review_state: REVIEW.draft, submitted_at: null }, now)
  })
}

export async function withdrawChange(database: DatabaseHandle, companyId: number, now: Date): Promise<DossierWire> {
  return changing(database, companyId, now, async (trx) => {
    if ((await closeChange(trx, companyId)) === 0) throw notFound('待审核的变更')
  })
}
