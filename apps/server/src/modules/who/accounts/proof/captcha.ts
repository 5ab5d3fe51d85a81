import { createHash, randomBytes, randomInt } from 'node:crypto'
import { tidy } from '#domain/identifiers.ts'
import type { Database } from '../../../../platform/database.ts'
import { fieldErrors } from '../../../../platform/errors.ts'
import { CAPTCHA_SIGNS, drawCaptcha } from './captcha-drawing.ts'
import { insertCaptcha, takeCaptcha } from './captcha-store.ts'

const LENGTH = 4
const MINUTES = 5

export interface CaptchaAnswer {
  captcha_id?: string | undefined
  captcha?: string | undefined
}

const answerHash = (id: string, answer: string) => createHash('sha256').update(`${id}:${answer}`).digest()

export async function makeCaptcha(db: Database, now: Date): Promise<{ id: string; image: string }> {
  const id = randomBytes(18).toString('base64url')
  const answer = Array.from({ length: LENGTH }, () => CAPTCHA_SIGNS[randomInt(CAPTCHA_SIGNS.length)] ?? '').join('')
  await insertCaptcha(db, { id, answerHash: answerHash(id, answer), expiresAt: new Date(now.getTime() + MINUTES * 60_000) })
  return { id, image: `data:image/svg+xml;base64,${Buffer.from(drawCaptcha(answer)).toString('base64')}` }
}

/** Each picture can be answered once, right or wrong. */
export async function requireCaptcha(db: Database, { captcha_id: id, captcha }: CaptchaAnswer, now: Date): Promise<void> {
  const typed = tidy(captcha ?? '')
    .replace(/\s/g, '')
    .toUpperCase()
  if (!id || typed === '') throw fieldErrors([{ field: 'captcha', message: '请输入图形验证码' }])
  const kept = await takeCaptcha(db, id, now)
  if (kept === null || !kept.equals(answerHash(id, typed)))
    throw fieldErrors([{ field: 'captcha', message: '图形验证码不正确，请重新输入' }])
}
