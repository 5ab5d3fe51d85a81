import type { FastifyInstance } from 'fastify'
import { hidePhone } from '#domain/masking.ts'
import type { Database } from '../../platform/database.ts'
import { escapeHtml, plainHtml, sendHtml } from '../../platform/plain-html.ts'
import { beginMessage, settleMessage } from '../messages/store.ts'
import { type SmsProvider, smsText } from './provider.ts'
import { addSms, lastSms } from './simulator-store.ts'

export const SMS_INBOX = '/demo/sms'
const SHOWN = 30
const MINUTES = 5

/** For the demo shop: nothing reaches a phone, what was sent is written to the log and shown on a page. */
export function simulatedSms(db: Database, log: (line: string) => void): SmsProvider {
  return {
    inboxUrl: SMS_INBOX,
    async sendCode(message, now) {
      const { phone, purpose, code } = message
      const id = await beginMessage(db, { way: 'sms', template: 'code', purpose, receiver: hidePhone(phone) }, now)
      await addSms(db, { phone, purpose, code, sent_at: now })
      if (id !== null) await settleMessage(db, id, { state: 'sent', service: 'sms_inbox', serviceId: '', error: '' }, now)
      log(`模拟短信 ${phone}：${smsText(message)}`)
    },
  }
}

const beijingTime = (at: Date) => at.toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false })

/** The phones of the demo shop. Registered only where messages are simulated. */
export function serveSmsInbox(app: FastifyInstance, db: Database): void {
  app.get<{ Querystring: { phone?: unknown } }>(SMS_INBOX, async (request, reply) => {
    const { phone } = request.query
    const messages = await lastSms(db, typeof phone === 'string' && /^\d{11}$/.test(phone) ? phone : null, SHOWN)
    const items = messages.map(
      (one) => `<li data-phone="${escapeHtml(one.phone)}" data-purpose="${one.purpose}">
<b class="code">${escapeHtml(one.code)}</b> <small>${escapeHtml(one.phone)} · <time>${beijingTime(one.sent_at)}</time></small><br>
${escapeHtml(smsText({ ...one, minutes: MINUTES }))}</li>`,
    )
    const body = `<h1>模拟短信</h1><p>演示商店不会向真实手机发送短信，发出的验证码都在这里。刷新页面查看最新的一条。</p>
${items.length > 0 ? `<ol>${items.join('')}</ol>` : '<p>还没有发出过短信。</p>'}<p style="margin-top:16px"><a class="back" href="/login">返回登录</a></p>`
    return sendHtml(reply, 200, plainHtml('模拟短信', body, { wide: true }))
  })
}
