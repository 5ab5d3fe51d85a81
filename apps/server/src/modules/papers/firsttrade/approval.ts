import type { DataOf } from '#contract/call.ts'
import type { staffApproval } from '#contract/firsttrade.ts'
import { beijingMinute } from '#domain/dates.ts'
import { reviewOf } from '#domain/review.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { documentsOf, documentWire, reviseDocument } from '../documents/public.ts'
import type { ApprovalSnapshot } from './drawings.ts'
import { companyForApproval, decideApprovalRow, findApproval, findQuestionnaire, insertApproval } from './form-store.ts'
import { questionnaireWire } from './questionnaire.ts'

/** First-trade approval of a buyer (药品经营质量管理规范 arts. 61, 62): two people, the quality department and then the quality manager. */

type ApprovalWire = DataOf<typeof staffApproval>

const STATE_NAMES = { none: '未审核', checked: '待质量负责人审批', approved: '已批准', refused: '未批准' } as const
const subjectOf = (companyId: number): string => `first_trade_approval:${companyId}`

export async function approvalOf(connection: Connection, companyId: number): Promise<ApprovalWire> {
  if ((await companyForApproval(connection, companyId)) === null) throw notFound('企业')
  const [row, form, documents] = [
    await findApproval(connection, companyId),
    await findQuestionnaire(connection, companyId),
    await documentsOf(connection, [subjectOf(companyId)]),
  ]
  const state = row?.state ?? 'none'
  return {
    company_id: companyId,
    state,
    state_name: STATE_NAMES[state],
    checked_by: row?.checkedBy ?? '',
    checked_at: row?.checkedAt.toISOString() ?? null,
    opinion: row?.opinion ?? '',
    decided_by: row?.decidedBy ?? '',
    decided_at: row?.decidedAt?.toISOString() ?? null,
    reason: row?.reason ?? '',
    questionnaire: questionnaireWire(form),
    document: documents[0] ? documentWire(documents[0]) : null,
  }
}

/** First step. */
export async function checkCompany(
  database: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  opinion: string,
  now: Date,
): Promise<ApprovalWire> {
  requirePrintable({ opinion })
  return transact(database.db, async (trx) => {
    const company = await companyForApproval(trx, companyId)
    if (company === null) throw notFound('企业')
    if (reviewOf(company.reviewState) !== 'waiting' && reviewOf(company.reviewState) !== 'passed')
      throw conflict('企业尚未提交资料，不能审核')
    const made = await insertApproval(trx, { companyId, by: staff.name, accountId: staff.accountId, opinion }, now)
    if (!made) throw conflict('已经审核，正在等待质量负责人审批')
    await writeAudit(trx, staff, { action: 'first_trade.check', subject: `company:${companyId}`, before: null, after: { opinion } }, now)
    return approvalOf(trx, companyId)
  })
}

/** Second step, by somebody else; passed or not, the form is made. */
export async function decideApproval(
  database: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  verdict: { decision: 'pass' | 'reject'; reason?: string },
  now: Date,
): Promise<ApprovalWire> {
  const reason = verdict.reason?.trim() ?? ''
  if (verdict.decision === 'reject' && reason === '') throw fieldErrors([{ field: 'reason', message: '请写明不批准的原因' }])
  requirePrintable({ reason })
  return transact(database.db, async (trx) => {
    const row = await findApproval(trx, companyId, true)
    const company = await companyForApproval(trx, companyId)
    if (company === null) throw notFound('企业')
    if (row === null || row.state !== 'checked') throw conflict('没有等待审批的首营申请，请先由质量部门审核')
    if (row.checkedId === staff.accountId) throw forbidden('审核人不能审批自己审核的企业，请由质量负责人审批')
    const state = verdict.decision === 'pass' ? 'approved' : 'refused'
    await decideApprovalRow(trx, row.id, { state, by: staff.name, accountId: staff.accountId, reason }, now)
    await writeAudit(
      trx,
      staff,
      { action: 'first_trade.decide', subject: `company:${companyId}`, before: { state: 'checked' }, after: { state, reason } },
      now,
    )
    const form = questionnaireWire(await findQuestionnaire(trx, companyId))
    const snapshot: ApprovalSnapshot = {
      approval: {
        company: company.name,
        type: company.type,
        creditCode: company.creditCode,
        address: company.address,
        papers: company.papers,
        questionnaire: form.state_name,
        checkedBy: row.checkedBy,
        checkedAt: beijingMinute(row.checkedAt),
        opinion: row.opinion,
        decidedBy: staff.name,
        decidedAt: beijingMinute(now),
        reason: state === 'approved' ? reason || '同意' : `不同意：${reason}`,
      },
    }
    const title = `首营购货企业审批表 ${company.name}`
    const request = { kind: 'first_trade' as const, subject: subjectOf(companyId), companyId: null, title, snapshot }
    await reviseDocument(trx, request, '再次审批', staff.name, now)
    return approvalOf(trx, companyId)
  })
}
