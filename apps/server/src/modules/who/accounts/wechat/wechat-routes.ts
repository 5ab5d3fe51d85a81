import {
  userBindWechat,
  userCreateCode,
  userUnbindWechat,
  userWechat,
  wechatLogin,
  wechatTicket,
  wechatTicketState,
} from '#contract/credentials.ts'
import type { ModuleContext } from '../../../../context.ts'
import { escapeHtml, plainHtml, sendHtml } from '../../../../platform/plain-html.ts'
import { siteOrigin } from '../../../../platform/qr.ts'
import { serveWechatPhone } from '../../../../providers/wechat/simulator.ts'
import { takeRates, ticketRates } from '../limits.ts'
import { enter, renewToken } from '../login/entrance.ts'
import { giveSecret, heldTicket } from '../proof/held-ticket.ts'
import { bindWechat, logInByWechat, openTicket, phoneCameBack, ticketState, unbindWechat, WECHAT_CALLBACK, wechatOf } from './wechat.ts'

const word = (value: unknown): string => (typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : '')

export function wechatRoutes({ app, serve, deps }: ModuleContext): void {
  const { database, config, clock, outside } = deps
  if (outside.wechat?.simulated) serveWechatPhone(app, database.db, WECHAT_CALLBACK, clock)

  serve(wechatTicket, async ({ request, reply, now }) => {
    await takeRates(database.db, ticketRates(request.ip), now)
    const { wire, secret } = await openTicket(deps, { purpose: 'login', accountId: null, origin: siteOrigin(request, config) }, now)
    giveSecret(reply, secret)
    return wire
  })

  serve(userCreateCode, async ({ viewer, request, reply, now }) => {
    await takeRates(database.db, ticketRates(request.ip), now)
    const { wire, secret } = await openTicket(
      deps,
      { purpose: 'bind', accountId: viewer.accountId, origin: siteOrigin(request, config) },
      now,
    )
    giveSecret(reply, secret)
    return wire
  })

  serve(wechatTicketState, ({ params, request, now }) => ticketState(deps, heldTicket(request, params.id), now))

  serve(wechatLogin, async ({ body, request, reply, now, say }) => {
    const { account, nickname } = await logInByWechat(deps, heldTicket(request, body.id), now)
    if (account === null) return { nickname, user: null }
    say('登录成功')
    return { nickname, user: await enter(deps, account, { request, reply, now }) }
  })

  serve(userWechat, ({ viewer }) => wechatOf(deps, viewer.accountId))

  serve(userBindWechat, async ({ viewer, body, request, reply, now, say }) => {
    await bindWechat(deps, viewer, heldTicket(request, body.id), now)
    deps.sessions.forget()
    await renewToken(deps, request, reply)
    say('微信绑定成功')
    return wechatOf(deps, viewer.accountId)
  })

  serve(userUnbindWechat, async ({ viewer, request, reply, now, say }) => {
    await unbindWechat(deps, viewer, now)
    deps.sessions.forget()
    await renewToken(deps, request, reply)
    say('微信已解绑')
    return wechatOf(deps, viewer.accountId)
  })

  /** Opened by the phone, which has no session here: it says only what happened. */
  app.get<{ Querystring: Record<string, unknown> }>(WECHAT_CALLBACK, async (request, reply) => {
    const { state, code, scanned } = request.query
    const { ok, title, text } = await phoneCameBack(deps, { state: word(state), code: word(code), scanned: scanned === '1' }, clock())
    return sendHtml(reply, ok ? 200 : 410, plainHtml(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`))
  })
}
