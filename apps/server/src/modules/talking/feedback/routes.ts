import { PAGE_SIZE } from '#contract/constants.ts'
import { feedbackAdd, feedbackList, staffFeedbackAnswer, staffFeedbackList } from '#contract/selfservice.ts'
import type { ModuleContext } from '../../../context.ts'
import { periodOf } from '../../../platform/period.ts'
import { feedbackForStaff, feedbackOf } from './screens.ts'
import { addFeedback, answerFeedback, KIND_NAMES } from './service.ts'

const EVERYTHING = { companyId: null, kind: null, state: null, topic: null, keywords: '', from: null, until: null }

export function feedbackRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(feedbackAdd, async ({ viewer, body, now, say }) => {
    const { id, kind } = await addFeedback(
      database,
      { companyId: viewer.company.id, accountId: viewer.accountId, phone: viewer.phone },
      body,
      now,
    )
    say(`${KIND_NAMES[kind]}已提交，我们会在 1 个工作日内答复您`)
    return { id }
  })
  serve(feedbackList, ({ viewer, query }) =>
    feedbackOf(database, { ...EVERYTHING, companyId: viewer.company.id, kind: query.kind ?? null }, query.page ?? 1),
  )
  serve(
    staffFeedbackList,
    ({ query: { kind = null, state = null, topic = null, keywords = '', page = 1, per_page = PAGE_SIZE, ...days } }) =>
      feedbackForStaff(database, { companyId: null, kind, state, topic, keywords: keywords.trim(), ...periodOf(days) }, page, per_page),
  )
  serve(staffFeedbackAnswer, async ({ viewer, params, body, now, say }) => {
    await answerFeedback(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body.text, now)
    say('已答复')
    return { state: 'answered' as const }
  })
}
