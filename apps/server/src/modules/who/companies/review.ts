import type { DossierWire } from '#contract/companies.ts'
import type { StaffDecisionWire } from '#contract/company-review.ts'
import { beijingDate, isValidOn, type TradeDate } from '#domain/dates.ts'
import { drugClassesIn, type LicensedClass, paperStatesClasses, statesDrugClasses } from '#domain/drug-classes.ts'
import { missingNeeds, needName, PAPER_FORMS } from '#domain/paper-kinds.ts'
import {
  CERTIFICATE,
  CHANGE,
  certificateOf,
  decideCertificate as decideCertificateState,
  decideReview,
  REVIEW,
  reviewName,
  reviewOf,
} from '#domain/review.ts'
import { FREE_SCOPE } from '#domain/scopes.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { tellLive } from '../../../platform/live.ts'
import { transact } from '../../../platform/transact.ts'
import { tell } from '../../talking/messages/public.ts'
import { putLicenceAddress } from '../accounts/public.ts'
import { type CompanyData, dataOf } from './company-data.ts'
import { standsOn } from './dossier.ts'
import { dossierOf } from './service.ts'
import {
  type CertificateRow,
  type CompanyPatch,
  type CompanyRow,
  certificatesOf,
  creditCodeTaken,
  decideChange,
  findCertificate,
  findChange,
  papersInForce,
  putInForce,
  readCompany,
  scopesOf,
  setScopes,
  updateCertificates,
  updateCompany,
} from './store.ts'

interface Verdict {
  decision: 'pass' | 'reject'
  reason?: string
  submitted_at?: string
  /** Of a retail pharmacy's licence: what the paper states, as quality reads it; left out: as it was filled in. */
  drug_classes?: readonly string[]
}

function reasonOf({ reason }: { reason?: string }, byDefault = ''): string {
  const text = reason?.trim() || byDefault
  if (text === '') throw fieldErrors([{ field: 'reason', message: '请写明原因和修改方法' }])
  return text
}

/** A page that was opened before the company withdrew, changed and sent it again shows what is no longer there. */
function refuseUnseen(seen: string | undefined, submittedAt: Date | string | null): void {
  const submitted = submittedAt === null ? undefined : new Date(submittedAt).toISOString()
  if (seen !== submitted) throw conflict('企业在您打开之后撤回并修改过，请刷新后再审核')
}

async function lockOwner(trx: Connection, companyId: number): Promise<CompanyRow> {
  const company = await readCompany(trx, companyId, true)
  if (company === null) throw notFound('企业')
  return company
}

/** The company's open pages ask anew what it may do. */
const tellPages = (trx: Connection, companyId: number) => tellLive(trx, { companyId }, { type: 'account' })

/** What came later of the same kind takes the place of what was in force; what is sold to the company follows its papers. */
async function bringIntoForce(trx: Connection, row: CertificateRow): Promise<void> {
  const inForce = await papersInForce(trx, row.company_id)
  const former = inForce.find((paper) => paper.kind === row.kind)
  await putInForce(trx, row.company_id, {
    kind: row.kind,
    name: PAPER_FORMS[row.kind].name,
    number: row.number,
    issuer: row.issuer,
    holder: row.holder,
    issued_on: row.issued_on,
    expires_on: row.expires_on,
    scope_codes: row.scope_codes,
    status: CERTIFICATE.inForce,
    certificate_id: row.id,
  })
  // An imported paper names no scopes: all that can stand on its kind stood on it.
  const formerly: readonly string[] = former && former.scope_codes.length === 0 ? PAPER_FORMS[row.kind].scopes : (former?.scope_codes ?? [])
  const kept = (await scopesOf(trx, row.company_id)).filter((code) => !formerly.includes(code))
  const others = inForce.filter((paper) => paper !== former).flatMap((paper) => paper.scope_codes)
  await setScopes(trx, row.company_id, [...new Set([...kept, ...others, ...row.scope_codes, FREE_SCOPE])])
}

const UNSAID = { field: 'drug_classes', message: '请登记许可证载明的经营类别' }

/** null: this paper states none. A version from before it was asked for says nothing: whoever passes it reads it. */
function classesRead({ type }: CompanyRow, row: CertificateRow, { drug_classes: said }: Verdict): LicensedClass[] | null {
  if (!paperStatesClasses(row.kind, type)) return null
  const classes = drugClassesIn(said ?? row.drug_classes)
  if (classes === null) throw fieldErrors([UNSAID])
  return classes
}

/** One paper: passed, it is in force at once; rejected, its reason tells how to mend it. */
export async function decideCertificate(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  verdict: Verdict,
  now: Date,
): Promise<DossierWire> {
  const companyId = await transact(database.db, async (trx) => {
    const found = await findCertificate(trx, id)
    if (found === null) throw notFound('证照')
    const company = await lockOwner(trx, found.company_id)
    // Read again: the company was locked by whoever decided before.
    const row = (await findCertificate(trx, id)) ?? found
    const { name } = PAPER_FORMS[row.kind]
    const to = decideCertificateState(certificateOf(row.status), verdict.decision)
    if (to === null) {
      throw conflict(row.decided_by ? `这张证照已由 ${row.decided_by} 处理` : '这张证照不在待审核状态')
    }
    refuseUnseen(verdict.submitted_at, row.submitted_at)
    if (reviewOf(company.review_state) === 'frozen') throw conflict('企业已冻结，请先解冻')
    const decided = { decided_at: now, decided_by: staff.name }
    const classes = verdict.decision === 'pass' ? classesRead(company, row, verdict) : null
    if (verdict.decision === 'pass') {
      if (!isValidOn(row.expires_on, beijingDate(now))) throw conflict(`这张${name}已经过期，不能通过`)
      const former = (await certificatesOf(trx, row.company_id)).filter(
        (one) => one.kind === row.kind && one.status === CERTIFICATE.inForce,
      )
      await updateCertificates(
        trx,
        former.map((one) => one.id),
        { status: CERTIFICATE.replaced },
      )
      await updateCertificates(trx, [id], { ...decided, status: CERTIFICATE[to], reason: '' })
      await bringIntoForce(trx, row)
      if (classes !== null) {
        await updateCertificates(trx, [id], { drug_classes: classes })
        await updateCompany(trx, company.id, { drug_classes: classes, drug_classes_read_at: now }, now)
      }
    } else {
      await updateCertificates(trx, [id], { ...decided, status: CERTIFICATE[to], reason: reasonOf(verdict) })
    }
    const after = {
      decision: verdict.decision,
      reason: verdict.reason ?? '',
      kind: row.kind,
      expires_on: row.expires_on,
      ...(classes === null ? {} : { drug_classes: classes }),
    }
    await writeAudit(
      trx,
      staff,
      { action: 'certificate.decide', subject: `company:${company.id}`, before: { certificate: id, status: row.status }, after },
      now,
    )
    await tellPages(trx, company.id)
    // While the company itself waits, it is told once, of everything.
    if (reviewOf(company.review_state) === 'passed') {
      const passed = verdict.decision === 'pass'
      await tell(
        trx,
        {
          companyId: company.id,
          kind: 'licence',
          title: passed ? `${name}已通过审核` : `${name}未通过审核`,
          text: passed
            ? `新的${name}已生效${row.expires_on ? `，有效期至 ${row.expires_on}` : '，长期有效'}。`
            : `原因：${verdict.reason ?? ''}。请修改后重新提交。`,
          url: '/zzzj',
          key: `certificate:${id}:${now.getTime()}`,
        },
        now,
      )
    }
    return company.id
  })
  return dossierOf(database, companyId, now, true)
}

/** What quality reads on an imported licence, of which no version was ever sent, or corrects on one that it passed. */
export async function readDrugClasses(
  database: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  codes: readonly string[],
  now: Date,
): Promise<DossierWire> {
  await transact(database.db, async (trx) => {
    const company = await lockOwner(trx, companyId)
    if (!statesDrugClasses(company.type)) throw conflict(`${company.type}的许可证不载明经营类别，无需登记`)
    if (!(await papersInForce(trx, companyId)).some(({ kind }) => kind === 'drug_licence')) throw conflict('该企业没有在档的药品经营许可证')
    const classes = drugClassesIn(codes)
    if (classes === null) throw fieldErrors([UNSAID])
    const before = { drug_classes: company.drug_classes, drug_classes_read_at: company.drug_classes_read_at }
    const after = { drug_classes: classes, drug_classes_read_at: now }
    await updateCompany(trx, companyId, after, now)
    await writeAudit(trx, staff, { action: 'company.drug_classes', subject: `company:${companyId}`, before, after }, now)
    await tellPages(trx, companyId)
  })
  return dossierOf(database, companyId, now, true)
}

export async function decideCompanyChange(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  verdict: Verdict,
  now: Date,
): Promise<DossierWire> {
  const companyId = await transact(database.db, async (trx) => {
    const found = await findChange(trx, id)
    if (found === null) throw notFound('变更申请')
    const company = await lockOwner(trx, found.company_id)
    const change = (await findChange(trx, id)) ?? found
    if (change.status !== CHANGE.waiting)
      throw conflict(change.decided_by ? `该变更已由 ${change.decided_by} 处理` : '该变更不在待审核状态')
    const decided = { decided_at: now, decided_by: staff.name }
    const before = dataOf(company)
    if (verdict.decision === 'pass') {
      await refuseUnfounded(trx, company, change.fields)
      await updateCompany(trx, company.id, change.fields, now)
      await placeLicence(trx, { ...company, ...change.fields }, now)
      await decideChange(trx, id, { ...decided, status: CHANGE.passed, reason: '' })
    } else await decideChange(trx, id, { ...decided, status: CHANGE.rejected, reason: reasonOf(verdict) })
    const was = Object.fromEntries(Object.keys(change.fields).map((field) => [field, before[field as keyof CompanyData]]))
    const after = { ...change.fields, decision: verdict.decision, reason: verdict.reason ?? '' }
    await writeAudit(trx, staff, { action: 'company.change', subject: `company:${company.id}`, before: was, after }, now)
    await tellPages(trx, company.id)
    const passed = verdict.decision === 'pass'
    await tell(
      trx,
      {
        companyId: company.id,
        kind: 'licence',
        title: passed ? '企业资料变更已生效' : '企业资料变更未通过审核',
        text: passed ? '您申请的企业资料变更已审核通过。' : `原因：${verdict.reason ?? ''}。`,
        url: '/basic',
        key: `company_change:${id}`,
      },
      now,
    )
    return company.id
  })
  return dossierOf(database, companyId, now, true)
}

/** Goods go to the licensed premises unless the buyer names another place. */
async function placeLicence(trx: Connection, company: CompanyRow, now: Date): Promise<void> {
  const { province, city, district, address, contact, phone } = company
  await putLicenceAddress(trx, company.id, { receiver: contact, phone, province, city, district, detail: address }, now)
}

/** A new type or code must be shown by papers in force first. */
async function refuseUnfounded(trx: Connection, company: CompanyRow, fields: Record<string, string>): Promise<void> {
  const inForce = await papersInForce(trx, company.id)
  if (fields.type !== undefined) {
    const lacking = missingNeeds(fields.type, new Set(inForce.map(({ kind }) => kind)))
    if (lacking.length > 0) throw conflict(`变更为${fields.type}还缺少：${lacking.map(needName).join('、')}`)
  }
  if (fields.credit_code !== undefined) {
    if (await creditCodeTaken(trx, fields.credit_code, company.id)) throw conflict('另一家企业已登记该统一社会信用代码')
    const licence = inForce.find(({ kind }) => kind === 'business_licence')
    if (licence && licence.number !== fields.credit_code) throw conflict('请先审核载有新统一社会信用代码的营业执照')
  }
}

const DEEDS: Readonly<Record<StaffDecisionWire['decision'], string>> = {
  pass: '通过审核',
  reject: '驳回',
  freeze: '冻结',
  unfreeze: '解冻',
}

async function refuseUnready(trx: Connection, company: CompanyRow, today: TradeDate): Promise<void> {
  const waiting = (await certificatesOf(trx, company.id)).filter((row) => row.status === CERTIFICATE.waiting)
  if (waiting.length > 0)
    throw conflict(`还有 ${waiting.length} 张证照未审核：${waiting.map((row) => PAPER_FORMS[row.kind].name).join('、')}`)
  const valid = (await papersInForce(trx, company.id)).filter((paper) => standsOn(paper, today))
  const lacking = missingNeeds(company.type, new Set(valid.map(({ kind }) => kind)))
  if (lacking.length > 0) throw conflict(`必须的证照尚未通过或已到期：${lacking.map(needName).join('、')}`)
}

const TITLES: Readonly<Record<StaffDecisionWire['decision'], string>> = {
  pass: '企业资质已通过审核',
  reject: '企业资质未通过审核',
  freeze: '账户已被冻结',
  unfreeze: '账户已恢复',
}

/** The company as a whole. */
export async function decideCompany(
  database: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  body: StaffDecisionWire,
  now: Date,
): Promise<DossierWire> {
  await transact(database.db, async (trx) => {
    const company = await lockOwner(trx, companyId)
    const state = reviewOf(company.review_state)
    const to = decideReview(state, body.decision)
    if (to === null) {
      throw conflict(`企业当前为“${reviewName(company.review_state)}”，不能${DEEDS[body.decision]}`)
    }
    if (state === 'waiting') refuseUnseen(body.submitted_at, company.submitted_at)
    const patch: CompanyPatch = { review_state: REVIEW[to], reviewed_at: now, review_note: '' }
    const certificates = await certificatesOf(trx, companyId)
    const rejected = certificates.filter((row) => row.status === CERTIFICATE.rejected)
    let text = ''
    let url = '/zzzj'
    if (body.decision === 'pass') {
      await refuseUnready(trx, company, beijingDate(now))
      await placeLicence(trx, company, now)
      if (body.rank !== undefined) patch.rank = body.rank.trim()
      if (body.manager_name !== undefined)
        Object.assign(patch, {
          manager_name: body.manager_name.trim(),
          manager_phone: body.manager_phone?.trim() ?? '',
          manager_default: false,
        })
      text = company.contract_signed ? '您现在可以查看价格并下单采购。' : '您现在可以查看价格。请先阅读并签署电子合同，签署后即可下单采购。'
      url = company.contract_signed ? '/' : '/dzht'
    } else if (body.decision === 'reject') {
      patch.review_note = reasonOf(body, rejected.length > 0 ? '部分证照未通过，请按各证照的原因修改' : '')
      const waiting = certificates.filter((row) => row.status === CERTIFICATE.waiting).map((row) => row.id)
      await updateCertificates(trx, waiting, { status: CERTIFICATE.draft })
      text = [patch.review_note, ...rejected.map((row) => `${PAPER_FORMS[row.kind].name}：${row.reason}`)].join('；')
    } else if (body.decision === 'freeze') {
      patch.review_note = reasonOf(body)
      text = `原因：${patch.review_note}。如有疑问请联系客户经理。`
    } else text = '您现在可以继续下单采购。'
    await updateCompany(trx, companyId, patch, now)
    const before = { review_state: company.review_state, rank: company.rank, manager_name: company.manager_name }
    await writeAudit(
      trx,
      staff,
      { action: `company.${body.decision}`, subject: `company:${companyId}`, before, after: { ...patch, reviewed_at: undefined } },
      now,
    )
    await tellPages(trx, companyId)
    await tell(
      trx,
      {
        companyId,
        kind: 'licence',
        title: TITLES[body.decision],
        text,
        url,
        key: `company:${to}:${now.getTime()}`,
      },
      now,
    )
  })
  return dossierOf(database, companyId, now, true)
}
