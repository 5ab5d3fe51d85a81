import type { FastifyRequest } from 'fastify'
import { addressAdd, addressList, userBase, userLogin, userLogout, userSwitchStore } from '#contract/user.ts'
import { loginRequired } from '../../platform/errors.ts'
import { clearSessionCookie, SESSION_COOKIE, setSessionCookie } from '../../platform/session.ts'
import type { ModuleContext } from '../modules.ts'
import { userBaseOf } from './base.ts'
import { addAddress, logIn, switchStore } from './service.ts'
import { listAddresses } from './store.ts'

const tokenOf = (request: FastifyRequest) => request.cookies[SESSION_COOKIE]

export function accountRoutes({ serve, deps }: ModuleContext): void {
  const { database, sessions, config } = deps

  /** The base of the session that this very answer sets or changed. */
  async function baseOfSession(token: string, now: Date) {
    const viewer = await sessions.find(token, now)
    if (viewer === null) throw loginRequired()
    return userBaseOf(database, viewer, now)
  }

  async function addresses(companyId: number) {
    const rows = await listAddresses(database.db, companyId)
    return { list: rows.map((row) => ({ ...row, is_default: Number(row.is_default), is_licence: Number(row.is_licence) })) }
  }

  serve(userBase, ({ viewer, now }) => userBaseOf(database, viewer, now))

  serve(userLogin, async ({ body, request, reply, now, say }) => {
    const visitor = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', token: tokenOf(request) }
    const token = await logIn(database, sessions, body, visitor, now)
    setSessionCookie(reply, token, config.secureCookies)
    say('登录成功')
    return baseOfSession(token, now)
  })

  serve(userLogout, async ({ request, reply, say }) => {
    const token = tokenOf(request)
    if (token) await sessions.close(token)
    clearSessionCookie(reply)
    say('已安全退出')
    return {}
  })

  serve(userSwitchStore, async ({ viewer, body, request, now, say }) => {
    const token = tokenOf(request) ?? ''
    await switchStore(database, sessions, viewer.accountId, body.company_id, token)
    const base = await baseOfSession(token, now)
    say(`已切换到 ${base.company}`)
    return base
  })

  serve(addressList, ({ viewer }) => addresses(viewer.company.id))

  serve(addressAdd, async ({ viewer, body, now, say }) => {
    await addAddress(database, viewer.company.id, body, now)
    say('收货地址已保存')
    return addresses(viewer.company.id)
  })
}
