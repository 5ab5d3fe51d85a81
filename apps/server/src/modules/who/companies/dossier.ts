import type { CertificateWire, ChangeWire, DossierWire, PaperState, PaperWire } from '#contract/companies.ts'
import { type CertificateDraft, certificateProblems, peopleProblems } from '#domain/certificates.ts'
import { beijingDate, daysBetween, type TradeDate } from '#domain/dates.ts'
import { DRUG_CLASSES, drugClassesIn, paperStatesClasses, statesDrugClasses } from '#domain/drug-classes.ts'
import { isInForce, papersToCome } from '#domain/eligibility.ts'
import {
  COMPANY_TYPES,
  IDENTITY_KINDS,
  missingNeeds,
  needName,
  needsOf,
  PAPER_FORMS,
  type PaperKind,
  type PaperNeed,
} from '#domain/paper-kinds.ts'
import { PAPER_WARNING_DAYS } from '#domain/papers.ts'
import { CERTIFICATE, CHANGE, reviewName, reviewOf } from '#domain/review.ts'
import { parseScopes, SCOPES } from '#domain/scopes.ts'
import type { Connection } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { readSettings } from '../../../platform/settings.ts'
import { filesOf, fileWire, type StoredFile } from '../files/public.ts'
import { dataOf, FIELD_NAMES, submitProblems } from './company-data.ts'
import {
  type CertificateRow,
  type ChangeRow,
  type CompanyRow,
  certificatesOf,
  type InForceRow,
  isOpen,
  lastChange,
  papersInForce,
  readCompany,
  scopesOf,
} from './store.ts'

export interface Dossier {
  company: CompanyRow
  certificates: CertificateRow[]
  inForce: InForceRow[]
  scopes: string[]
  change: ChangeRow | null
  files: Map<string, StoredFile[]>
  /** Until when the shop is open to old customers. */
  openUntil: TradeDate | null
}

export const fileSubject = (certificateId: number): string => `certificate:${certificateId}`
const STATUS_NAMES = ['待提交', '审核中', '有效', '已驳回', '已更替']
const STATE_NAMES: Readonly<Record<PaperState, string>> = {
  none: '未提交',
  draft: '待提交',
  waiting: '审核中',
  rejected: '已驳回',
  ok: '有效',
  soon: '即将到期',
  expired: '已过期',
  stopped: '暂停使用',
}

/** Everything about a company, in a fixed number of reads. */
export async function readDossier(connection: Connection, companyId: number): Promise<Dossier> {
  const company = await readCompany(connection, companyId)
  if (company === null) throw notFound('企业')
  const certificates = await certificatesOf(connection, companyId)
  const subjects = certificates.map(({ id }) => fileSubject(id))
  const [inForce, scopes, change, files, openUntil] = [
    await papersInForce(connection, companyId),
    await scopesOf(connection, companyId),
    await lastChange(connection, companyId),
    await filesOf(connection, subjects),
    (await readSettings(connection, ['old_customers_until'])).old_customers_until,
  ]
  return { company, certificates, inForce, scopes, change, files, openUntil }
}

const scopeWire = (codes: readonly string[]) =>
  codes.map((code) => ({ code, name: SCOPES.find((scope) => scope.code === code)?.name ?? code }))
const classWire = (codes: readonly string[] | null) => DRUG_CLASSES.filter(({ code }) => codes?.includes(code))
const timeText = (time: Date | string | null): string | null => (time === null ? null : new Date(time).toISOString())

const PERSONAL: ReadonlySet<PaperKind> = new Set(['purchaser_id', 'receiver_id'])
const veiled = (number: string) => (number.length < 8 ? number : `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`)

export interface Look {
  today: TradeDate
  /** Staff compare numbers with pictures; to the company its people's numbers are shown no more once they are on file. */
  staff: boolean
}

function versionWire(row: CertificateRow, dossier: Dossier, look: Look): CertificateWire {
  const hidden = PERSONAL.has(row.kind) && !look.staff && !isOpen(row)
  return {
    id: row.id,
    kind: row.kind,
    number: hidden ? veiled(row.number) : row.number,
    issuer: row.issuer,
    holder: row.holder,
    issued_on: row.issued_on,
    expires_on: row.expires_on,
    is_endless: row.is_endless ? 1 : 0,
    scopes: scopeWire(row.scope_codes),
    drug_classes: classWire(row.drug_classes),
    scope_text: row.scope_text,
    status: row.status,
    status_name: STATUS_NAMES[row.status] ?? '',
    reason: row.reason,
    submitted_at: timeText(row.submitted_at),
    decided_at: timeText(row.decided_at),
    files: (dossier.files.get(fileSubject(row.id)) ?? []).map(fileWire),
  }
}

/** What is in force, also where it came from the wholesaler's own records and no version of it was ever sent. */
function inForceWire(row: InForceRow, dossier: Dossier, look: Look): CertificateWire {
  const version = dossier.certificates.find(({ id }) => id === row.certificate_id)
  const hidden = PERSONAL.has(row.kind) && !look.staff
  return {
    id: row.certificate_id,
    kind: row.kind,
    number: hidden ? veiled(row.number) : row.number,
    issuer: row.issuer,
    holder: row.holder,
    issued_on: row.issued_on,
    expires_on: row.expires_on,
    is_endless: row.expires_on === null && PAPER_FORMS[row.kind]?.mayBeEndless !== false ? 1 : 0,
    scopes: scopeWire(row.scope_codes),
    drug_classes: paperStatesClasses(row.kind, dossier.company.type) ? classWire(dossier.company.drug_classes) : [],
    scope_text: version?.scope_text ?? '',
    status: row.status,
    status_name: STATUS_NAMES[row.status] ?? '',
    reason: '',
    submitted_at: timeText(version?.submitted_at ?? null),
    decided_at: timeText(version?.decided_at ?? null),
    files: version ? (dossier.files.get(fileSubject(version.id)) ?? []).map(fileWire) : [],
  }
}

/** Approved, not lapsed, and with an end where its kind must have one. */
export const standsOn = ({ kind, status, expires_on }: InForceRow, today: TradeDate): boolean =>
  isInForce({ kind, status, expiresOn: expires_on }, today)

function stateOf(inForce: InForceRow | undefined, open: CertificateRow | undefined, today: TradeDate): PaperState {
  if (inForce) {
    if (inForce.status !== CERTIFICATE.inForce) return 'stopped'
    if (!standsOn(inForce, today)) return 'expired'
    if (inForce.expires_on !== null && daysBetween(today, inForce.expires_on) <= PAPER_WARNING_DAYS) return 'soon'
    return 'ok'
  }
  if (!open) return 'none'
  return open.status === CERTIFICATE.waiting ? 'waiting' : open.status === CERTIFICATE.rejected ? 'rejected' : 'draft'
}

function paperWire(kind: PaperKind, need: PaperNeed | null, dossier: Dossier, look: Look): PaperWire {
  const form = PAPER_FORMS[kind]
  const inForce = dossier.inForce.find((one) => one.kind === kind)
  const versions = dossier.certificates.filter((one) => one.kind === kind)
  const open = versions.find(isOpen)
  const state = stateOf(inForce, open, look.today)
  return {
    kind,
    name: form.name,
    hint: form.hint,
    labels: { number: form.number, issuer: form.issuer, holder: form.holder },
    must: need?.must ? 1 : 0,
    instead_of: need !== null && need.kinds.length > 1 ? needName(need) : '',
    may_be_endless: form.mayBeEndless ? 1 : 0,
    scope_options: scopeWire(form.scopes),
    class_options: paperStatesClasses(kind, dossier.company.type) ? [...DRUG_CLASSES] : [],
    state,
    state_name: STATE_NAMES[state],
    days_left: inForce?.expires_on ? daysBetween(look.today, inForce.expires_on) : null,
    in_force: inForce ? inForceWire(inForce, dossier, look) : null,
    open: open ? versionWire(open, dossier, look) : null,
    history: versions.filter(({ status }) => status === CERTIFICATE.replaced).map((row) => versionWire(row, dossier, look)),
  }
}

/** Those of the company's type in their order, then whatever else it holds. */
export function papersOf(dossier: Dossier, look: Look): PaperWire[] {
  const needs = needsOf(dossier.company.type)
  const listed = needs.flatMap((need) => need.kinds.map((kind) => ({ kind, need })))
  const others = dossier.inForce.filter(({ kind }) => kind in PAPER_FORMS && !listed.some((one) => one.kind === kind))
  return [
    ...listed.map(({ kind, need }) => paperWire(kind, need, dossier, look)),
    ...others.map(({ kind }) => paperWire(kind, null, dossier, look)),
  ]
}

export const draftOf = (row: CertificateRow, dossier: Pick<Dossier, 'files' | 'company'>): CertificateDraft => ({
  kind: row.kind,
  number: row.number,
  issuer: row.issuer,
  holder: row.holder,
  issuedOn: row.issued_on,
  expiresOn: row.expires_on,
  isEndless: row.is_endless,
  scopeCodes: row.scope_codes,
  drugClasses: drugClassesIn(row.drug_classes),
  statesClasses: paperStatesClasses(row.kind, dossier.company.type),
  pages: dossier.files.get(fileSubject(row.id))?.length ?? 0,
})

/** The code that its papers must carry: the one that it asks to change to, if any. */
export const codeToCome = ({ company, change }: Pick<Dossier, 'company' | 'change'>): string =>
  (change?.status === CHANGE.waiting ? change.fields.credit_code : undefined) ?? company.credit_code ?? ''

export interface Missing {
  at: string
  message: string
}

/** What stands between this company and its review. at: a field of its data, or the kind of a paper. */
export function missingOf(dossier: Dossier, today: TradeDate): Missing[] {
  const { company, certificates, inForce } = dossier
  const kinds: ReadonlySet<string> = new Set(needsOf(company.type).flatMap((need) => need.kinds))
  const open = certificates.filter((row) => isOpen(row) && kinds.has(row.kind))
  const valid = inForce.filter((row) => standsOn(row, today))
  const found: Missing[] = submitProblems(dataOf(company)).map(({ field, message }) => ({ at: field, message }))
  const code = codeToCome(dossier)
  for (const row of open) {
    const { name } = PAPER_FORMS[row.kind]
    const [problem] = certificateProblems(draftOf(row, dossier), code, today)
    if (row.status === CERTIFICATE.rejected) found.push({ at: row.kind, message: `${name}被驳回：${row.reason}` })
    else if (row.status === CERTIFICATE.draft && problem) found.push({ at: row.kind, message: `${name}：${problem.message}` })
  }
  // A paper that passed carries the code that the company had then; what came from the wholesaler's own records is theirs to know.
  for (const { kind, number, certificate_id } of valid) {
    const isOld = certificate_id !== null && IDENTITY_KINDS.includes(kind) && number !== code && !open.some((row) => row.kind === kind)
    if (isOld) found.push({ at: kind, message: `${PAPER_FORMS[kind].name}上的统一社会信用代码与企业信息不一致，请更新` })
  }
  const there = new Set<string>([...open, ...valid].map(({ kind }) => kind))
  for (const need of missingNeeds(company.type, there)) {
    found.push({ at: need.kinds[0] ?? '', message: `请提交${needName(need)}` })
  }
  const holders = Object.fromEntries([...valid, ...open].map(({ kind, holder }) => [kind, holder]))
  for (const message of peopleProblems(holders)) found.push({ at: 'purchaser_id', message })
  return found
}

function changeWire(change: ChangeRow, company: CompanyRow): ChangeWire {
  const now = dataOf(company)
  return {
    id: change.id,
    status: change.status,
    status_name: change.status === CHANGE.waiting ? '审核中' : '已驳回',
    reason: change.reason,
    created_at: new Date(change.created_at).toISOString(),
    fields: Object.entries(change.fields).flatMap(([field, after]) => {
      if (!(field in now)) return []
      const key = field as keyof typeof now
      return [{ field, name: FIELD_NAMES[key], before: now[key], after }]
    }),
  }
}

/** A customer from before the shop passed without the papers that registering asks for: what it still owes. */
const toComplete = ({ company, inForce }: Dossier): string[] =>
  reviewOf(company.review_state) === 'passed' && company.imported_at !== null
    ? papersToCome({
        type: company.type,
        qualifications: inForce.map((row) => ({ ...row, expiresOn: row.expires_on, scopeCodes: row.scope_codes })),
      })
    : []

export function dossierWire(dossier: Dossier, look: Look): DossierWire {
  const { company, change } = dossier
  const missing = missingOf(dossier, look.today)
  const needs = needsOf(company.type).filter((need) => need.must)
  const lacking = (need: PaperNeed) => (missing.some(({ at }) => (need.kinds as readonly string[]).includes(at)) ? 1 : 0)
  const dataDone = submitProblems(dataOf(company)).length === 0 ? 1 : 0
  const joining = reviewOf(company.review_state) === 'draft' || reviewOf(company.review_state) === 'rejected'
  return {
    id: company.id,
    ...dataOf(company),
    types: [...COMPANY_TYPES],
    review_state: company.review_state,
    review_name: reviewName(company.review_state),
    review_note: company.review_note,
    submitted_at: timeText(company.submitted_at),
    rank: company.rank,
    manager: { name: company.manager_name, phone: company.manager_phone, is_default: company.manager_default ? 1 : 0 },
    scopes: scopeWire(dossier.scopes),
    drug_classes: {
      is_asked: statesDrugClasses(company.type) ? 1 : 0,
      list: classWire(company.drug_classes),
      read_at: timeText(company.drug_classes_read_at),
    },
    unknown_scopes: parseScopes(company.scope_text, statesDrugClasses(company.type)).unknown,
    papers: papersOf(dossier, look),
    change: change === null ? null : changeWire(change, company),
    missing,
    done: dataDone + needs.filter((need) => lacking(need) === 0).length,
    total: 1 + needs.length,
    can_edit: joining || reviewOf(company.review_state) === 'passed' ? 1 : 0,
    can_submit: joining ? 1 : 0,
    to_complete: toComplete(dossier),
    open_until:
      dossier.company.imported_at !== null && dossier.openUntil !== null && look.today <= dossier.openUntil ? dossier.openUntil : null,
  }
}

export const lookOf = (now: Date, staff: boolean): Look => ({ today: beijingDate(now), staff })
