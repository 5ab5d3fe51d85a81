import { staffWantedAnswer, staffWantedList, wantedAdd, wantedClose, wantedInfo, wantedList, wantedReply } from '#contract/selfservice.ts'
import type { ModuleContext } from '../../../context.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { wantedForStaff, wantedInfoOf, wantedListOf } from './screens.ts'
import { addWanted, answerByStaff, closeByBuyer, replyByBuyer } from './service.ts'

const whoOf = (viewer: Viewer & { company: ViewerCompany }) => ({
  companyId: viewer.company.id,
  accountId: viewer.accountId,
  name: viewer.name,
})

export function wantedRoutes({ serve, deps }: ModuleContext): void {
  const { database } = deps
  serve(wantedList, ({ viewer, query }) => wantedListOf(database, viewer.company.id, query))
  serve(wantedInfo, ({ viewer, params, now }) => wantedInfoOf(deps, viewer.company, params.id, now))
  serve(wantedAdd, async ({ viewer, body, now, say }) => {
    const ids = await addWanted(database, whoOf(viewer), body, now)
    say(ids.length > 1 ? `已提交 ${ids.length} 条求购，采购部会尽快答复您` : '已提交求购，采购部会尽快答复您')
    return { ids }
  })
  serve(wantedReply, async ({ viewer, params, body, now, say }) => {
    const state = await replyByBuyer(database, whoOf(viewer), params.id, body.text, now)
    say('已发送')
    return { state }
  })
  serve(wantedClose, async ({ viewer, params, body, now, say }) => {
    const state = await closeByBuyer(database, whoOf(viewer), params.id, body.reason ?? '', now)
    say('求购已关闭')
    return { state }
  })
  serve(staffWantedList, ({ query }) => wantedForStaff(database, query))
  serve(staffWantedAnswer, async ({ viewer, params, body, now, say }) => {
    const state = await answerByStaff(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body, now)
    say('已答复')
    return { state }
  })
}
