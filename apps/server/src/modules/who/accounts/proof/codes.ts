import { randomInt } from 'node:crypto'
import { CODES } from '#contract/codes.ts'
import type { SentCodeWire } from '#contract/credentials.ts'
import { isMobile, tidy } from '#domain/identifiers.ts'
import type { AppDeps } from '../../../../context.ts'
import { lineKey } from '../../../../platform/addresses.ts'
import type { Connection } from '../../../../platform/database.ts'
import { conflict, fieldErrors, ShopError } from '../../../../platform/errors.ts'
import { NotReached, Refused, Unanswered } from '../../../../providers/outside/ask.ts'
import type { SmsPurpose } from '../../../../providers/sms/provider.ts'
import { TooManyMessages } from '../../../../providers/sms/service.ts'
import { codeNeedsCaptcha, codeRates, codeTryRates, RESEND_SECONDS, takeRates } from '../limits.ts'
import { passwordTurn } from '../passwords/password-line.ts'
import { hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { type CaptchaAnswer, requireCaptcha } from './captcha.ts'
import { insertCode, markUsed, takeTry } from './codes-store.ts'

const CODE_MINUTES = 5
const TRIES_MAX = 5

export type CodeDeps = Pick<AppDeps, 'database' | 'outside'>

export interface CodeRequest {
  phone: string
  purpose: SmsPurpose
  ip: string
  captcha: CaptchaAnswer
  /**
   * false: nobody here has this phone, and the answer must not show it: everything is done but the sending. undefined: the
   * answer hides nothing, so it waits for the message to be taken.
   */
  quiet?: { known: boolean }
}

/** A mobile number as people type it; refused with its field otherwise. */
export function mobileOf(text: string, field = 'phone'): string {
  const phone = tidy(text)
    .replace(/[\s-]/g, '')
    .replace(/^\+?86(?=1\d{10}$)/, '')
  if (!isMobile(phone)) throw fieldErrors([{ field, message: phone === '' ? '请输入手机号' : '请输入 11 位手机号' }])
  return phone
}

/**
 * Makes a code and sends it. The code itself is nowhere but in the message: what is kept is hashed as passwords are, slowly
 * enough that its few digits outlive their five minutes.
 */
export async function sendCode(
  { database, outside }: CodeDeps,
  request: CodeRequest,
  now: Date,
  warn: (error: unknown) => void,
): Promise<SentCodeWire> {
  const { sms } = outside
  if (sms === null) throw conflict('短信验证码暂未开通，请使用密码登录，或联系客服')
  const { phone, purpose, ip, captcha, quiet } = request
  if (await codeNeedsCaptcha(database.db, phone, ip, now)) await requireCaptcha(database.db, captcha, now)
  await takeRates(database.db, codeRates(phone, ip), now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const codeHash = await passwordTurn({ key: lineKey(ip) }, () => hashPassword(code))
  await insertCode(database.db, { phone, purpose, codeHash, expiresAt }, now)
  if (quiet?.known !== false) {
    const sending = sms.sendCode({ phone, purpose, code, minutes: CODE_MINUTES }, now)
    // Where the answer must not show whether a message goes out, it does not wait for it either.
    if (quiet) sending.catch(warn)
    else
      await sending.catch((error: unknown) => {
        warn(error)
        throw refusalOf(error)
      })
  }
  return { resend_after: RESEND_SECONDS, minutes: CODE_MINUTES, inbox_url: sms.inboxUrl }
}

const HOUR_SECONDS = 3600

/** Why no code comes, as the person reads it who waits for it. */
function refusalOf(error: unknown): unknown {
  if (error instanceof TooManyMessages)
    return error.of === 'phone'
      ? new ShopError(CODES.TOO_MANY, '发往这个手机号的短信太多，短信服务暂时不再发送：请一小时后再试，仍不行请明天再试，或使用密码登录', {
          retry_after: HOUR_SECONDS,
        })
      : new ShopError(CODES.TOO_MANY, '本商城今天的短信已发完，请使用密码登录，或联系客服', null)
  if (error instanceof Refused) return new ShopError(CODES.OVERLOADED, '短信没有发出，请稍后再试，或使用密码登录')
  // The handler's own sentence says that nobody was there.
  if (error instanceof NotReached || !(error instanceof Unanswered)) return error
  return new ShopError(CODES.OVERLOADED, '短信服务没有及时答复，验证码可能已经发出：1 分钟内没有收到，请再获取一次')
}

export const wrongCode = (field = 'code') => fieldErrors([{ field, message: '验证码不正确或已失效' }])

export interface MatchedCode {
  id: number
  /** Set where the code was used before: only the very same submit may use it again. */
  usedBy: number | null
}

/** Finds the code that was typed; the caller uses it up in its transaction by spendCode. Wrong, old, spent codes are refused alike. */
export async function matchCode(
  { database }: Pick<AppDeps, 'database'>,
  typed: { phone: string; purpose: SmsPurpose; code: string; ip: string; field?: string; mayBeUsed?: boolean },
  now: Date,
): Promise<MatchedCode> {
  const { phone, purpose, ip, field, mayBeUsed = false } = typed
  const code = tidy(typed.code).replace(/\s/g, '')
  if (!/^\d{6}$/.test(code))
    throw fieldErrors([{ field: field ?? 'code', message: code === '' ? '请输入短信验证码' : '请输入 6 位数字验证码' }])
  await takeRates(database.db, codeTryRates(ip), now)
  const row = await takeTry(database.db, { phone, purpose, max: TRIES_MAX }, now)
  const matches = await passwordTurn({ key: lineKey(ip) }, () => passwordMatches(row?.codeHash ?? null, code))
  if (row === null || !matches || (row.usedAt !== null && !mayBeUsed)) throw wrongCode(field)
  return { id: row.id, usedBy: row.usedBy }
}

/** Uses a matched code up, once: of two at the same time one is refused. */
export async function spendCode(
  connection: Connection,
  { id }: MatchedCode,
  accountId: number | null,
  now: Date,
  field?: string,
): Promise<void> {
  if (!(await markUsed(connection, id, accountId, now))) throw wrongCode(field)
}
