import { createHash, randomBytes } from 'node:crypto'
import { simulatedPerson } from '../src/providers/wechat/simulator.ts'
import { addWechatCode } from '../src/providers/wechat/simulator-store.ts'
import type { Answer, Shop } from './harness.ts'
import { addRow } from './rows.ts'

/** A captcha whose answer the test knows: its picture is for people. */
export async function knownCaptcha(shop: Shop): Promise<{ captcha_id: string; captcha: string }> {
  const id = randomBytes(9).toString('base64url')
  await addRow(shop.database.db, 'captcha', {
    id,
    answer_hash: createHash('sha256').update(`${id}:AB23`).digest(),
    expires_at: new Date(shop.clock.now.getTime() + 60_000),
  })
  return { captcha_id: id, captcha: 'ab23' }
}

/** Asks for a code and answers what the phone received. */
export async function codeTo(shop: Shop, phone: string, purpose: 'register' | 'login' | 'reset', ip = '127.0.0.1'): Promise<string> {
  const before = shop.sms.length
  const answer = await shop.ask('POST', '/api/sms/code', { body: { purpose, phone, ...(await knownCaptcha(shop)) }, ip })
  if (answer.code !== 200) throw new Error(answer.text)
  const sent = shop.sms[before]
  if (!sent) throw new Error(`nothing was sent to ${phone}`)
  return sent.code
}

export const cookieNamed = (answer: Pick<Answer, 'headers'>, name: string): string =>
  new RegExp(`(?:^|[,\\s])${name}=([^;]*)`).exec(String(answer.headers['set-cookie']))?.[1] ?? ''
export const sessionOf = (answer: Pick<Answer, 'headers'>): string => cookieNamed(answer, 'sid')

/** A new account with its company, signed in; ready for step 2. */
export async function registerBuyer(
  shop: Shop,
  phone: string,
  body: { password?: string; name?: string; wechat?: string } = {},
): Promise<{ cookie: string; answer: Answer }> {
  const code = await codeTo(shop, phone, 'register')
  const answer = await shop.ask('POST', '/api/register', {
    body: { phone, code, password: 'Demo-2026', name: '陈店员', agree: 1, ...body },
  })
  return { cookie: sessionOf(answer), answer }
}

export interface OpenedTicket {
  id: string
  /** The browser's cookies: the ticket's secret, and the session if there is one. */
  headers: { cookie: string }
}

/** A QR code as a browser asks for it. */
export async function openTicket(shop: Shop, session = ''): Promise<OpenedTicket> {
  const path = session ? '/api/user/create_code' : '/api/wechat/ticket'
  const answer = await shop.ask('POST', path, session ? { cookie: session } : {})
  if (answer.code !== 200) throw new Error(answer.text)
  const secret = cookieNamed(answer, 'wechat_ticket')
  return { id: answer.data.id, headers: { cookie: `wechat_ticket=${secret}${session ? `; sid=${session}` : ''}` } }
}

/** The phone agrees, as WeChat then tells the shop. */
export async function confirmOnPhone(shop: Shop, ticketId: string, nickname: string): Promise<Answer> {
  const code = randomBytes(12).toString('base64url')
  await addWechatCode(shop.database.db, code, simulatedPerson(nickname), shop.clock.now)
  return shop.ask('GET', `/wechat/callback?state=${ticketId}&code=${code}`)
}
