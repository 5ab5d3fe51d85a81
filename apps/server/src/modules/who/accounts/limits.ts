import { CODES } from '#contract/codes.ts'
import { addressKey, lineKey } from '../../../platform/addresses.ts'
import type { Connection, Database } from '../../../platform/database.ts'
import { ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { countRates, type Rate, readRates } from './rate-store.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

export const RESEND_SECONDS = MINUTE

/** A line of IPv6 is sixty-five thousand addresses: together they may do a little more than one. */
const LINE_FACTOR = 4
function ofAddress(what: string, ip: string, max: number, seconds: number): Rate[] {
  const [one, line] = [addressKey(ip), lineKey(ip)]
  const own = { key: `${what}:ip:${one}`, max, seconds }
  return line === one ? [own] : [own, { key: `${what}:line:${line}`, max: max * LINE_FACTOR, seconds }]
}

const codeHour = (phone: string): Rate => ({ key: `sms:hour:phone:${phone}`, max: 5, seconds: HOUR })
const codeHourFrom = (ip: string): Rate[] => ofAddress('sms:hour', ip, 40, HOUR)
/** Messages cost money: far more than all customers of a shop ask for, whoever asks and from however many addresses. */
const CODE_HOUR: Rate = { key: 'sms:hour:shop', max: 3_000, seconds: HOUR }
const CODE_DAY: Rate = { key: 'sms:day:shop', max: 20_000, seconds: DAY }

/** A phone is not to be flooded by anybody; an address may serve a whole pharmacy, and still not ask for ever. */
export const codeRates = (phone: string, ip: string): Rate[] => [
  { key: `sms:minute:phone:${phone}`, max: 1, seconds: RESEND_SECONDS },
  codeHour(phone),
  { key: `sms:day:phone:${phone}`, max: 10, seconds: DAY },
  ...codeHourFrom(ip),
  ...ofAddress('sms:day', ip, 150, DAY),
  CODE_HOUR,
  CODE_DAY,
]
/** From here on a captcha goes with the request for a code. */
const CAPTCHA_AFTER = { phone: 2, ip: 20, shop: 300 }

/** Codes tried from one address, whatever the phone: each code has its own limit of tries beside. */
export const codeTryRates = (ip: string): Rate[] => ofAddress('code_try', ip, 60, HOUR)
/** Who asks whether phones are known learns of few of them. */
export const phoneKnownRates = (ip: string): Rate[] => [...ofAddress('known:hour', ip, 30, HOUR), ...ofAddress('known:day', ip, 100, DAY)]
/** Codes of letters tried from one address: an office opens some of them, and nobody thousands. */
export const handedTryRates = (ip: string): Rate[] => [...ofAddress('handed:hour', ip, 60, HOUR), ...ofAddress('handed:day', ip, 300, DAY)]
export const registerRates = (ip: string): Rate[] => ofAddress('register', ip, 30, HOUR)
export const captchaRates = (ip: string): Rate[] => ofAddress('captcha', ip, 120, HOUR)
/** Each asking leaves a row in the record of what staff did. */
export const passkeyAskRate = (accountId: number): Rate => ({ key: `passkey:account:${accountId}`, max: 30, seconds: 15 * MINUTE })
export const ticketRates = (ip: string): Rate[] => ofAddress('wechat', ip, 120, HOUR)

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

/** Counts one more, and says whether it was still free: for what is simply not done again so soon. */
export async function tookRate(connection: Connection, rate: Rate, now: Date): Promise<boolean> {
  const counted = (await countRates(connection, [rate], now)).get(rate.key)
  return counted !== undefined && counted.count <= rate.max
}

export async function codeNeedsCaptcha(db: Database, phone: string, ip: string, now: Date): Promise<boolean> {
  const asked: [Rate, number][] = [
    [codeHour(phone), CAPTCHA_AFTER.phone],
    ...codeHourFrom(ip).map((rate, at): [Rate, number] => [rate, CAPTCHA_AFTER.ip * (at === 0 ? 1 : LINE_FACTOR)]),
    [CODE_HOUR, CAPTCHA_AFTER.shop],
  ]
  const counts = await readRates(
    db,
    asked.map(([{ key }]) => key),
    now,
  )
  return asked.some(([{ key }, after]) => (counts.get(key) ?? 0) >= after)
}
