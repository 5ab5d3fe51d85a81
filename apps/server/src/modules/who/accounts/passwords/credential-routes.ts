import {
  captcha,
  forgetCheck,
  forgetLook,
  forgetReset,
  loginWays,
  smsCode,
  userPhone,
  userProve,
  userResetPassword,
  userSessionEnd,
  userSessionEndOthers,
  userSessions,
  userSmsCode,
  userUpdateInfo,
} from '#contract/credentials.ts'
import type { ModuleContext } from '../../../../context.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { siteOrigin } from '../../../../platform/qr.ts'
import { tokenOf } from '../../../../platform/session.ts'
import { serveSmsInbox } from '../../../../providers/sms/simulator.ts'
import { findByPhone } from '../account-store.ts'
import { senderOf } from '../handed/handed.ts'
import { captchaRates, phoneKnownRates, takeRates } from '../limits.ts'
import { baseOfSession, renewToken } from '../login/entrance.ts'
import { checkForgotten, lookForgotten, resetForgotten } from '../login/forgot.ts'
import { makeCaptcha } from '../proof/captcha.ts'
import { mobileOf, sendCode } from '../proof/codes.ts'
import { PROOF_MINUTES, prove } from '../proof/proof.ts'
import { endSession, endSessions } from '../sessions-store.ts'
import { changePassword, refuseTaken, updateInfo } from './credentials.ts'
import { sessionsWire } from './session-list.ts'

/** Other processes hear by notification which sessions ended or changed; this one forgets them before it answers. */
export function credentialRoutes({ app, serve, deps }: ModuleContext): void {
  const { database, outside } = deps
  const { db } = database
  if (outside.sms?.inboxUrl) serveSmsInbox(app, db)
  const warn = (error: unknown) => app.log.error({ err: error }, 'a code could not be sent')

  serve(loginWays, async ({ request }) => ({
    sms: Number(outside.sms !== null),
    wechat: Number(outside.wechat !== null),
    help: await senderOf(db, siteOrigin(request, deps.config)),
  }))

  serve(captcha, async ({ request, now }) => {
    await takeRates(db, captchaRates(request.ip), now)
    return makeCaptcha(db, now)
  })

  serve(userPhone, async ({ params, request, now }) => {
    const phone = mobileOf(params.phone)
    await takeRates(db, phoneKnownRates(request.ip), now)
    return { known: Number((await findByPhone(db, phone)) !== null) }
  })

  serve(smsCode, async ({ body, request, now, say }) => {
    const phone = mobileOf(body.phone)
    const known = (await findByPhone(db, phone)) !== null
    if (body.purpose === 'register' && known) {
      // Says what GET /api/user/phone/:phone says, and as rarely.
      await takeRates(db, phoneKnownRates(request.ip), now)
      throw fieldErrors([{ field: 'phone', message: '该手机号已注册，请直接登录或找回密码' }])
    }
    const quiet = body.purpose === 'register' ? {} : { quiet: { known } }
    const sent = await sendCode(deps, { phone, purpose: body.purpose, ip: request.ip, captcha: body, ...quiet }, now, warn)
    say(quiet.quiet ? '如果该手机号已注册，验证码将很快送达' : '验证码已发送')
    return sent
  })

  serve(userSmsCode, async ({ viewer, body, request, now, say }) => {
    const phone = body.phone === undefined ? viewer.phone : mobileOf(body.phone)
    if (phone === '') throw fieldErrors([{ field: 'phone', message: '账号没有手机号，请用密码验证' }])
    if (phone !== viewer.phone) {
      if (body.purpose !== 'phone') throw fieldErrors([{ field: 'phone', message: '只能向账号自己的手机号发送' }])
      await takeRates(db, phoneKnownRates(request.ip), now)
      await refuseTaken(db, phone, viewer.accountId)
    }
    const sent = await sendCode(deps, { phone, purpose: body.purpose, ip: request.ip, captcha: body }, now, warn)
    say('验证码已发送')
    return sent
  })

  serve(userProve, async ({ viewer, body, request, reply, now, say }) => {
    await prove(deps, viewer, body, request.ip, now)
    await renewToken(deps, request, reply)
    say('身份已验证')
    return { minutes: PROOF_MINUTES }
  })

  serve(userResetPassword, async ({ viewer, body, request, reply, now, say }) => {
    await changePassword(deps, viewer, body.password, now)
    deps.sessions.forget()
    await renewToken(deps, request, reply)
    say('密码已修改，其他设备已退出登录')
    return {}
  })

  serve(userUpdateInfo, async ({ viewer, body, request, reply, now, say }) => {
    const renewed = await updateInfo(deps, viewer, body, request.ip, now)
    const token = renewed ? await renewToken(deps, request, reply) : (tokenOf(request) ?? '')
    deps.sessions.forget()
    say(renewed ? '手机号已更换，其他设备已退出登录' : '已保存')
    return baseOfSession(deps, token, now)
  })

  serve(userSessions, ({ viewer, now }) => sessionsWire(db, viewer, now))
  serve(userSessionEnd, async ({ viewer, params, now, say }) => {
    if (params.id === viewer.sessionId) throw conflict('这是当前设备，请使用“安全退出”')
    if (!(await endSession(db, viewer.accountId, params.id))) throw notFound('这个登录')
    deps.sessions.forget()
    say('已结束该设备的登录')
    return sessionsWire(db, viewer, now)
  })
  serve(userSessionEndOthers, async ({ viewer, now, say }) => {
    const ended = await endSessions(db, viewer.accountId, viewer.sessionId)
    deps.sessions.forget()
    say(ended > 0 ? `已结束其他 ${ended} 台设备的登录` : '没有其他设备登录')
    return sessionsWire(db, viewer, now)
  })

  serve(forgetCheck, async ({ body, request, now }) => ({ ticket: await checkForgotten(deps, body, request.ip, now) }))
  serve(forgetLook, ({ body, request, now }) => lookForgotten(deps, body.ticket, request.ip, now))
  serve(forgetReset, async ({ body, request, now, say }) => {
    await resetForgotten(deps, body, request.ip, now)
    deps.sessions.forget()
    say('密码已重置，请用新密码登录')
    return {}
  })
}
