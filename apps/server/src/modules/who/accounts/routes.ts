import { userBase, userSwitchStore } from '#contract/user.ts'
import type { ModuleContext } from '../../../context.ts'
import { tokenOf } from '../../../platform/session.ts'
import { addressRoutes } from './addresses/address-routes.ts'
import { userBaseOf } from './base.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import { seeingRoutes } from './customers/seeing.ts'
import { baseOfSession } from './login/entrance.ts'
import { loginRoutes } from './login/login-routes.ts'
import { credentialRoutes } from './passwords/credential-routes.ts'
import { switchStore } from './service.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { wechatRoutes } from './wechat/wechat-routes.ts'

export function accountRoutes(context: ModuleContext): void {
  const { serve, deps } = context
  const { database, sessions } = deps
  loginRoutes(context)
  addressRoutes(context)
  credentialRoutes(context)
  wechatRoutes(context)
  staffRoutes(context)
  customerRoutes(context)
  seeingRoutes(context)

  serve(userBase, ({ viewer, now }) => userBaseOf(database, viewer, now))

  serve(userSwitchStore, async ({ viewer, body, request, now, say }) => {
    const token = tokenOf(request) ?? ''
    await switchStore(database, sessions, viewer.accountId, body.company_id, token)
    const base = await baseOfSession(deps, token, now)
    say(`已切换到 ${base.company}`)
    return base
  })
}
