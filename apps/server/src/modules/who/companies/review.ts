import type { DossierWire } from '#contract/companies.ts'
import type { StaffDecisionWire } from '#contract/company-review.ts'
import { beijingDate, type TradeDate } from '#domain/dates.ts'
import { missingNeeds, needName, PAPER_FORMS } from '#domain/paper-kinds.ts'
import { CERTIFICATE, CHANGE, decideReview, REVIEW, reviewName, reviewOf } from '#domain/review.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { cutsOfRank } from '../../goods/prices/public.ts'
import { tell } from '../../talking/messages/public.ts'
import { putLicenceAddress } from '../accounts/public.ts'
import { type CompanyData, dataOf } from './company-data.ts'
import { mergedInto } from './desk/pairs-store.ts'
import { standsOn } from './dossier.ts'
import { dossierOf } from './service.ts'
import {
  type CompanyPatch,
  type CompanyRow,
  certificatesOf,
  creditCodeTaken,
  decideChange,
  findChange,
  papersInForce,
  updateCertificates,
  updateCompany,
} from './store.ts'
import { lockOwner, reasonOf, refuseUnseen, tellPages, type Verdict } from './verdict.ts'
import { ranksOfDay } from './views.ts'

/** Quality's decisions about a company as a whole, and about what it asks to change of itself. */

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
    const into = body.decision === 'unfreeze' ? await mergedInto(trx, companyId) : ''
    if (into !== '') throw conflict(`已并入“${into}”，不能解冻；确实不是同一家时，请先在疑似重复里重新判定`)
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
      // The first terms of a company are its reviewer's word; whoever had others changes them where a second person is asked.
      const ranks = { from: company.rank, to: patch.rank ?? company.rank, lately: await ranksOfDay(trx, companyId, now) }
      const cuts = company.rank === '' ? '' : await cutsOfRank(trx, companyId, ranks)
      if (cuts !== '') throw conflict(`${cuts}：请先按原等级通过，再到“等级与客户经理”提交，由财务批准`)
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
