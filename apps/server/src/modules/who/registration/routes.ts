import { register, registerStore } from '#contract/credentials.ts'
import type { ModuleContext } from '../../../context.ts'
import { enter } from '../accounts/public.ts'
import { acceptedFrom } from '../agreements/public.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { registerAccount, registerFurtherStore } from './service.ts'

export function registrationRoutes(context: ModuleContext): void {
  const { serve, deps } = context
  invitationRoutes(context)

  serve(register, async ({ body, request, reply, now, say }) => {
    const account = await registerAccount(deps, body, { request, reply, now })
    say('账号已创建，请继续填写企业资料')
    return enter(deps, account, { request, reply, now })
  })

  // The session goes on in another store: under a new token, as at every change of what it may do.
  serve(registerStore, async ({ viewer, body, request, reply, now, say }) => {
    const companyId = await registerFurtherStore(deps, viewer, body, acceptedFrom(request), now)
    say('门店已添加，请继续填写门店资料')
    return enter(deps, { id: viewer.accountId, companyId }, { request, reply, now })
  })
}
