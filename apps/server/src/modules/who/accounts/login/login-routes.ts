import { userLoginSms } from '#contract/credentials.ts'
import { userLogin, userLogout } from '#contract/user.ts'
import type { ModuleContext } from '../../../../context.ts'
import { ShopError } from '../../../../platform/errors.ts'
import { clearSessionCookie, tokenOf } from '../../../../platform/session.ts'
import { transact } from '../../../../platform/transact.ts'
import { heldTicket } from '../proof/held-ticket.ts'
import type { LoginAccount } from '../store.ts'
import { attachAndTell } from '../wechat/wechat.ts'
import { type Entering, enter } from './entrance.ts'
import { logInByPassword, logInBySms } from './login.ts'

export function loginRoutes({ serve, deps }: ModuleContext): void {
  const { database, sessions } = deps

  /** Somebody scanned a WeChat that opens no account yet and shows which one it should open. A WeChat that cannot be bound keeps nobody out. */
  async function welcome(account: LoginAccount, ticketId: string | undefined, entering: Entering, shown?: string) {
    let message = '登录成功'
    if (ticketId !== undefined) {
      try {
        const held = heldTicket(entering.request, ticketId)
        const nickname = await transact(database.db, (transaction) => attachAndTell(transaction, account.id, held, entering.now))
        message = `登录成功，已绑定微信“${nickname}”`
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        message = `登录成功，微信未绑定：${error.message}`
      }
    }
    return { message, user: await enter(deps, account, entering, shown) }
  }

  serve(userLogin, async ({ body, request, reply, now, say }) => {
    const account = await logInByPassword(deps, body, request, now)
    const { message, user } = await welcome(account, body.wechat, { request, reply, now }, account.passwordHash)
    say(message)
    return user
  })

  serve(userLoginSms, async ({ body, request, reply, now, say }) => {
    const account = await logInBySms(deps, body, request.ip, now)
    const { message, user } = await welcome(account, body.wechat, { request, reply, now })
    say(message)
    return user
  })

  serve(userLogout, async ({ request, reply, say }) => {
    const token = tokenOf(request)
    if (token) await sessions.close(token)
    clearSessionCookie(reply)
    say('已安全退出')
    return {}
  })
}
