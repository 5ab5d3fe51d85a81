import type { FastifyRequest } from 'fastify'
import { storeAnswer, storeInvite, storeList, storeUnbind, storeWithdraw } from '#contract/stores.ts'
import type { ModuleContext } from '../../../context.ts'
import { loginRequired } from '../../../platform/errors.ts'
import { tokenOf } from '../../../platform/session.ts'
import { answer, invite, withdraw } from './invitations.ts'
import { type Member, storesOf } from './screens.ts'
import { unbind } from './unbind.ts'

export function storeRoutes({ serve, deps }: ModuleContext): void {
  const { database, sessions } = deps

  /** The viewer as the session has them now: an unbinding may have moved them to another store. */
  async function fresh(request: FastifyRequest, now: Date): Promise<Member> {
    sessions.forget()
    const viewer = await sessions.find(tokenOf(request) ?? '', now)
    if (viewer === null || viewer.company === null) throw loginRequired()
    return { ...viewer, company: viewer.company }
  }

  serve(storeList, ({ viewer, now }) => storesOf(database, viewer, now))
  serve(storeInvite, async ({ viewer, body, now, say }) => {
    await invite(deps, viewer, { target: body.target, note: body.note?.trim() ?? '' }, now)
    say('邀请已发出，如该门店已在本站注册，其负责人会收到消息')
    return storesOf(database, viewer, now)
  })
  serve(storeWithdraw, async ({ viewer, params, now, say }) => {
    await withdraw(deps, viewer, params.id, now)
    say('邀请已撤回')
    return storesOf(database, viewer, now)
  })
  serve(storeAnswer, async ({ viewer, params, body, now, say }) => {
    say(await answer(deps, viewer, params.id, { agree: body.agree === 1, companyId: body.company_id ?? null }, now))
    return storesOf(database, viewer, now)
  })
  serve(storeUnbind, async ({ viewer, body, request, now, say }) => {
    say(await unbind(deps, viewer, { companyId: body.company_id, accountId: body.account_id ?? null }, now))
    return storesOf(database, await fresh(request, now), now)
  })
}
