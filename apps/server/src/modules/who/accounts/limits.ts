import { CODES } from '#contract/codes.ts'
import { addressKey } from '../../../platform/addresses.ts'
import type { Database } from '../../../platform/database.ts'
import { ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { countRates, type Rate, readRates } from './rate-store.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

export const RESEND_SECONDS = MINUTE

const codeHour = (phone: string): Rate => ({ key: `sms:hour:phone:${phone}`, max: 5, seconds: HOUR })
const codeHourFrom = (ip: string): Rate => ({ key: `sms:hour:ip:${addressKey(ip)}`, max: 40, seconds: HOUR })

/** A phone is not to be flooded by anybody; an address may serve a whole pharmacy, and still not ask for ever. */
export const codeRates = (phone: string, ip: string): Rate[] => [
  { key: `sms:minute:phone:${phone}`, max: 1, seconds: RESEND_SECONDS },
  codeHour(phone),
  { key: `sms:day:phone:${phone}`, max: 10, seconds: DAY },
  codeHourFrom(ip),
  { key: `sms:day:ip:${addressKey(ip)}`, max: 150, seconds: DAY },
]
/** From here on a captcha goes with the request for a code. */
const CAPTCHA_AFTER = { phone: 2, ip: 20 }

/** Codes tried from one address, whatever the phone: each code has its own limit of tries beside. */
export const codeTryRate = (ip: string): Rate => ({ key: `code_try:ip:${addressKey(ip)}`, max: 60, seconds: HOUR })
/** Who asks whether phones are known learns of few of them. */
export const phoneKnownRates = (ip: string): Rate[] => [
  { key: `known:hour:ip:${addressKey(ip)}`, max: 30, seconds: HOUR },
  { key: `known:day:ip:${addressKey(ip)}`, max: 100, seconds: DAY },
]
/** Codes of letters tried from one address: an office opens some of them, and nobody thousands. */
export const handedTryRates = (ip: string): Rate[] => [
  { key: `handed:hour:ip:${addressKey(ip)}`, max: 60, seconds: HOUR },
  { key: `handed:day:ip:${addressKey(ip)}`, max: 300, seconds: DAY },
]
export const registerRate = (ip: string): Rate => ({ key: `register:ip:${addressKey(ip)}`, max: 30, seconds: HOUR })
export const captchaRate = (ip: string): Rate => ({ key: `captcha:ip:${addressKey(ip)}`, max: 120, seconds: HOUR })
/** Each asking leaves a row in the record of what staff did. */
export const passkeyAskRate = (accountId: number): Rate => ({ key: `passkey:account:${accountId}`, max: 30, seconds: 15 * MINUTE })
export const ticketRate = (ip: string): Rate => ({ key: `wechat:ip:${addressKey(ip)}`, max: 120, seconds: HOUR })

function waitText(seconds: number): string {
  if (seconds < 2 * MINUTE) return `${seconds} 秒`
  return seconds < 2 * HOUR ? `${Math.ceil(seconds / MINUTE)} 分钟` : `${Math.ceil(seconds / HOUR)} 小时`
}

/** Counts one more of each, all or none; refuses with 429, and the time to wait, when one is used up. */
export async function takeRates(db: Database, rates: readonly Rate[], now: Date): Promise<void> {
  await transact(db, async (transaction) => {
    const counts = await countRates(transaction, rates, now)
    const waits = rates.flatMap(({ key, max }) => {
      const found = counts.get(key)
      return found && found.count > max ? [Math.max(1, Math.ceil((found.expiresAt.getTime() - now.getTime()) / 1000))] : []
    })
    if (waits.length === 0) return
    const wait = Math.max(...waits)
    throw new ShopError(CODES.TOO_MANY, `操作过于频繁，请 ${waitText(wait)}后再试`, { retry_after: wait })
  })
}

export async function codeNeedsCaptcha(db: Database, phone: string, ip: string, now: Date): Promise<boolean> {
  const [ofPhone, ofAddress] = [codeHour(phone), codeHourFrom(ip)]
  const counts = await readRates(db, [ofPhone.key, ofAddress.key], now)
  return (counts.get(ofPhone.key) ?? 0) >= CAPTCHA_AFTER.phone || (counts.get(ofAddress.key) ?? 0) >= CAPTCHA_AFTER.ip
}
