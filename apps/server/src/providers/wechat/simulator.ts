import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database.ts'
import { escapeHtml, plainHtml, sendHtml } from '../../platform/plain-html.ts'
import type { WechatPerson, WechatProvider } from './provider.ts'
import { addWechatCode, takeWechatCode } from './simulator-store.ts'

const PAGE = '/demo/wechat'
/** As WeChat has it. */
const CODE_MINUTES = 5
const NICKNAME_MAX = 20

/** People of the simulated WeChat; the first opens the account of the demo's first pharmacy. */
export const DEMO_WECHATS = ['陈溪（溪桥大药房）', '林山', '苏医生'] as const

/** The same nickname is the same person, so that somebody can come back. */
export function simulatedPerson(nickname: string): WechatPerson {
  return { openid: `sim_${createHash('sha256').update(nickname).digest('base64url').slice(0, 24)}`, nickname }
}

/** For the demo shop: its WeChat is a page where one says who one is. */
export function simulatedWechat(db: Database): WechatProvider {
  return {
    simulated: true,
    authorizeUrl: (state, callbackUrl) => `${new URL(PAGE, callbackUrl).href}?state=${encodeURIComponent(state)}`,
    exchange: (code, now) => takeWechatCode(db, code, new Date(now.getTime() - CODE_MINUTES * 60_000)),
  }
}

const stateOf = (given: unknown): string => (typeof given === 'string' && /^[\w-]{10,64}$/.test(given) ? given : '')

function phonePage(state: string): string {
  const people = DEMO_WECHATS.map(
    (name, index) =>
      `<label class="pick"><input type="radio" name="who" value="${escapeHtml(name)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)}</label>`,
  ).join('')
  return plainHtml(
    '模拟微信',
    `<h1>模拟微信</h1><p>这里代替手机上的微信，仅供演示与测试。</p>
<h2>安衡药采 申请使用您的微信昵称</h2>
<p>请确认：是您本人正在电脑上登录或绑定。不认识的二维码请点“拒绝”。</p>
<form method="post" action="${PAGE}"><input type="hidden" name="state" value="${escapeHtml(state)}">
<fieldset><legend>用哪个微信</legend>${people}
<label class="pick"><input type="radio" name="who" value=""> 另一个微信</label></fieldset>
<label class="text">另一个微信的昵称<input type="text" name="nickname" maxlength="${NICKNAME_MAX}" autocomplete="off"></label>
<button class="yes" name="answer" value="yes">同意并确认</button><button name="answer" value="no">拒绝</button></form>`,
  )
}

const unknown = () => plainHtml('模拟微信', '<h1>二维码无效</h1><p>请回到电脑上刷新二维码，再扫一次。</p>')

/** The phone's side. Registered only where WeChat is simulated. callbackPath: the shop's own, which real WeChat would open. */
export function serveWechatPhone(app: FastifyInstance, db: Database, callbackPath: string, clock: () => Date): void {
  app.get<{ Querystring: { state?: unknown } }>(PAGE, async (request, reply) => {
    const state = stateOf(request.query.state)
    if (state === '') return sendHtml(reply, 404, unknown())
    // As WeChat does when its page opens: the shop hears that the code was scanned.
    await app.inject({ method: 'GET', url: `${callbackPath}?state=${state}&scanned=1` })
    return sendHtml(reply, 200, phonePage(state))
  })
  app.post<{ Body: { state?: unknown; who?: unknown; nickname?: unknown; answer?: unknown } | null }>(PAGE, async (request, reply) => {
    const { state: given, who, nickname, answer } = request.body ?? {}
    const state = stateOf(given)
    if (state === '') return sendHtml(reply, 404, unknown())
    if (answer !== 'yes') return reply.redirect(`${callbackPath}?state=${state}`, 303)
    const picked = typeof who === 'string' && who !== '' ? who : nickname
    const name = typeof picked === 'string' ? picked.trim().slice(0, NICKNAME_MAX) : ''
    if (name === '' || name.includes('\u0000')) return sendHtml(reply, 422, phonePage(state))
    const code = randomBytes(18).toString('base64url')
    await addWechatCode(db, code, simulatedPerson(name), clock())
    return reply.redirect(`${callbackPath}?state=${state}&code=${code}`, 303)
  })
}
