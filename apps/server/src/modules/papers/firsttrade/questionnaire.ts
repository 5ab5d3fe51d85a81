import type { BodyOf } from '#contract/call.ts'
import type { QuestionnaireWire, questionnaireSend } from '#contract/firsttrade.ts'
import { CHOICES, QUESTIONS, questionnaireFaults } from '#domain/first-trade.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { tell } from '../../talking/messages/public.ts'
import { decideQuestionnaireRow, findQuestionnaire, insertQuestionnaire, type QuestionnaireRow } from './form-store.ts'

const STATE_NAMES = { none: '未填写', sent: '待审核', accepted: '已通过', returned: '已退回' } as const

export function questionnaireWire(row: QuestionnaireRow | null): QuestionnaireWire {
  const state = row?.state ?? 'none'
  return {
    questions: QUESTIONS.map(({ must, ...question }) => ({ ...question, must: must ? 1 : 0 })),
    choices: [...CHOICES],
    answers: row?.answers ?? {},
    filled_by: row?.filledBy ?? '',
    filled_title: row?.filledTitle ?? '',
    state,
    state_name: STATE_NAMES[state],
    reason: row?.reason ?? '',
    sent_at: row?.sentAt.toISOString() ?? null,
  }
}

export const questionnaireOf = async (connection: Connection, companyId: number): Promise<QuestionnaireWire> =>
  questionnaireWire(await findQuestionnaire(connection, companyId))

/** Each sending is kept; the newest counts. */
export async function sendQuestionnaire(
  database: DatabaseHandle,
  viewer: Viewer & { company: { id: number } },
  body: BodyOf<typeof questionnaireSend>,
  now: Date,
): Promise<QuestionnaireWire> {
  const known = QUESTIONS.map(({ key }) => [key, (body.answers[key] ?? '').trim()] as const)
  const answers = Object.fromEntries(known.filter(([, value]) => value !== ''))
  const [filledBy, filledTitle] = [body.filled_by.trim(), body.filled_title.trim()]
  const faults = questionnaireFaults(answers).map(({ field, message }) => ({ field: `answers.${field}`, message }))
  if (filledBy === '') faults.push({ field: 'filled_by', message: '请填写填表人' })
  if (filledTitle === '') faults.push({ field: 'filled_title', message: '请填写职务' })
  if (faults.length > 0) throw fieldErrors(faults)
  return transact(database.db, async (trx) => {
    await insertQuestionnaire(trx, { companyId: viewer.company.id, answers, filledBy, filledTitle, accountId: viewer.accountId }, now)
    return questionnaireOf(trx, viewer.company.id)
  })
}

export async function decideQuestionnaire(
  database: DatabaseHandle,
  staff: StaffActor,
  companyId: number,
  verdict: { decision: 'pass' | 'reject'; reason?: string },
  now: Date,
): Promise<QuestionnaireWire> {
  const reason = verdict.reason?.trim() ?? ''
  if (verdict.decision === 'reject' && reason === '') throw fieldErrors([{ field: 'reason', message: '请写明需要补充或更正的内容' }])
  return transact(database.db, async (trx) => {
    const row = await findQuestionnaire(trx, companyId, true)
    if (row === null || row.state !== 'sent') throw conflict('没有待审核的质量体系调查表')
    const state = verdict.decision === 'pass' ? 'accepted' : 'returned'
    await decideQuestionnaireRow(trx, row.id, { state, reason, by: staff.name }, now)
    await writeAudit(
      trx,
      staff,
      { action: 'questionnaire.decide', subject: `company:${companyId}`, before: { state: 'sent' }, after: { state, reason } },
      now,
    )
    if (state === 'returned')
      await tell(
        trx,
        {
          companyId,
          kind: 'licence',
          title: '质量体系调查表需要补充',
          text: `原因：${reason}。请修改后重新提交。`,
          url: '/syzl',
          key: `questionnaire:${row.id}`,
        },
        now,
      )
    return questionnaireOf(trx, companyId)
  })
}
