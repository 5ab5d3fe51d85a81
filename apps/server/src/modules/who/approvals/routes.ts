import { type ApprovalKind, staffApprovalDecide, staffApprovalRules, staffApprovals } from '#contract/approvals.ts'
import type { Call } from '#contract/call.ts'
import { PERMISSIONS } from '#contract/permissions.ts'
import type { ModuleContext } from '../../../context.ts'
import { forbidden } from '../../../platform/errors.ts'
import { type AccountAsk, submitted } from '../../../platform/http.ts'
import { type AnyDeed, askBeside, decide, doOrAsk, requestsOf, rulesOf } from './service.ts'
import type { Approvals, DeedAsk } from './types.ts'

const SAID = '已提交批准，另一人批准后生效'
const DECIDED = { approve: '已批准，已经办理', refuse: '已退回', withdraw: '已撤回' } as const

/** The calls of approving, and what other modules register their deeds with. */
export function openApprovals({ serve, deps: { database } }: Pick<ModuleContext, 'serve' | 'deps'>): Approvals {
  const deeds = new Map<ApprovalKind, AnyDeed>()
  serve(staffApprovals, ({ viewer, query, now }) => requestsOf(database, viewer, query, now))
  serve(staffApprovalRules, ({ viewer, now }) => rulesOf(database, viewer, [...deeds.values()], now))
  serve(staffApprovalDecide, async ({ viewer, params, body, now, say }) => {
    const request = await decide(database, (kind) => deeds.get(kind), viewer, params, body, now)
    say(DECIDED[params.command])
    return request
  })
  return {
    serve(deed) {
      // What its call's schema let pass is what it is asked with, here and when it is approved.
      const any = deed as unknown as AnyDeed
      deeds.set(deed.kind, any)
      const handler = async ({ viewer, params, body, now, say }: AccountAsk<Call>) => {
        if (any.also !== undefined && !viewer.staff?.permissions.has(any.also))
          throw forbidden(`您的岗位没有“${PERMISSIONS[any.also].name}”的权限`)
        const asked = await doOrAsk(database, any, viewer, { params, body, now })
        if ('request' in asked) {
          say(SAID)
          return submitted(asked.request)
        }
        const text = any.said?.(asked.done)
        if (text !== undefined) say(text)
        return asked.done
      }
      serve(deed.call as Call, handler as never)
    },
    ask(call, ask, alone) {
      const deed = [...deeds.values()].find((one) => one.call === (call as Call))
      if (deed === undefined) throw new Error(`${call.path} is no deed that another person approves`)
      return askBeside(deed, ask as unknown as DeedAsk<Call>, alone)
    },
  }
}
