import type { BodyOf } from '#contract/call.ts'
import { CODES } from '#contract/codes.ts'
import { COMPLAINT_TOPICS, FEEDBACK_TOPICS } from '#contract/constants.ts'
import type { FeedbackKind, feedbackAdd } from '#contract/selfservice.ts'
import { isEmail, isPhone } from '#domain/identifiers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { type FieldError, fieldErrors, notFound, ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { claimFiles } from '../../who/files/public.ts'
import { tell } from '../messages/public.ts'
import { insertAnswer, insertFeedback, lockAndCount, lockFeedback, ownOrder } from './store.ts'

const HOUR_MS = 3_600_000
const AN_HOUR_MAX = 5
const A_DAY_MAX = 20
const TEXT_MIN = 10

export const feedbackSubject = (id: number) => `feedback:${id}`
export const KIND_NAMES: Readonly<Record<FeedbackKind, string>> = { feedback: '反馈', complaint: '投诉' }
const TOPICS: Readonly<Record<FeedbackKind, readonly string[]>> = { feedback: FEEDBACK_TOPICS, complaint: COMPLAINT_TOPICS }

interface Who {
  companyId: number
  accountId: number
  phone: string
}

function readForm({ kind = 'feedback', topic, ...body }: BodyOf<typeof feedbackAdd>, phone: string) {
  const errors: FieldError[] = []
  const text = body.text.trim()
  const contact = (body.contact ?? '').trim() || phone
  if (!TOPICS[kind].includes(topic)) errors.push({ field: 'topic', message: `请选择${KIND_NAMES[kind]}类型` })
  // Counted as people count: an emoji is one.
  if ([...text].length < TEXT_MIN) errors.push({ field: 'text', message: `请写得具体一些，至少 ${TEXT_MIN} 个字` })
  if (contact !== '' && !isPhone(contact) && !isEmail(contact))
    errors.push({ field: 'contact', message: '请填写手机号、座机（区号-号码）或邮箱' })
  if (errors.length > 0) throw fieldErrors(errors)
  return { kind, topic, text, contact, orderNo: (body.order_no ?? '').trim(), files: body.files ?? [] }
}

export async function addFeedback(
  database: DatabaseHandle,
  who: Who,
  body: BodyOf<typeof feedbackAdd>,
  now: Date,
): Promise<{ id: number; kind: FeedbackKind }> {
  const { kind, topic, text, contact, orderNo, files } = readForm(body, who.phone)
  return transact(database.db, async (trx) => {
    const at = now.getTime()
    const { hour, day } = await lockAndCount(trx, who.companyId, new Date(at - HOUR_MS), new Date(at - 24 * HOUR_MS))
    if (hour >= AN_HOUR_MAX || day >= A_DAY_MAX) throw new ShopError(CODES.TOO_MANY, '您提交得有些频繁，请稍后再试，急事请拨打投诉热线')
    const orderId = orderNo === '' ? null : await ownOrder(trx, who.companyId, orderNo)
    if (orderNo !== '' && orderId === null) throw fieldErrors([{ field: 'order_no', message: '没有这个订单，请核对订单号' }])
    const id = await insertFeedback(trx, { companyId: who.companyId, accountId: who.accountId, kind, topic, orderId, text, contact }, now)
    if (files.length > 0) await claimFiles(trx, { companyId: who.companyId, ids: files, purpose: 'feedback', subject: feedbackSubject(id) })
    return { id, kind }
  })
}

export async function answerFeedback(database: DatabaseHandle, staff: StaffActor, id: number, text: string, now: Date): Promise<void> {
  const said = text.trim()
  if (said === '') throw fieldErrors([{ field: 'text', message: '请填写答复内容' }])
  await transact(database.db, async (trx) => {
    const feedback = await lockFeedback(trx, id)
    if (feedback === null) throw notFound('反馈')
    const answer = await insertAnswer(trx, id, { accountId: staff.accountId, author: '安衡药采客服', text: said }, now)
    await writeAudit(
      trx,
      staff,
      {
        action: 'feedback.answer',
        subject: feedbackSubject(id),
        before: { state: feedback.state },
        after: { state: 'answered', text: said },
      },
      now,
    )
    const { kind, companyId } = feedback
    const url = kind === 'complaint' ? '/help/us/tsjy' : '/yjfk'
    await tell(
      trx,
      { companyId, kind: 'system', title: `您的${KIND_NAMES[kind]}有了答复`, text: said, url, key: `feedback:${id}:${answer}` },
      now,
    )
  })
}
