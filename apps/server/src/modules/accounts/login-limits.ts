import { CODES } from '#contract/codes.ts'
import { addressKey } from '../../platform/addresses.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import { ShopError } from '../../platform/errors.ts'
import { addFailure, clearFailures, readFailures } from './store.ts'

export const LOCK_MINUTES = 15

/** One guesser on one account is stopped soon; an account or an address as a whole later, so that a stranger cannot easily lock a pharmacy out. */
const LIMITS = { pair: 5, name: 30, ip: 100 }

interface Limit {
  key: string
  max: number
}

function limitsOf(username: string, ip: string): Limit[] {
  const [name, from] = [username.toLowerCase(), addressKey(ip)]
  return [
    { key: `name:${name}|ip:${from}`, max: LIMITS.pair },
    { key: `name:${name}`, max: LIMITS.name },
    { key: `ip:${from}`, max: LIMITS.ip },
  ]
}

const windowStart = (now: Date) => new Date(now.getTime() - LOCK_MINUTES * 60_000)

/** Refuses with 429 while a limit is used up. Asked before the password is checked and again after it matched. */
export async function refuseIfLocked(database: DatabaseHandle, username: string, ip: string, now: Date): Promise<void> {
  const limits = limitsOf(username, ip)
  const failures = await readFailures(
    database.db,
    limits.map((limit) => limit.key),
    windowStart(now),
  )
  if (limits.some(({ key, max }) => (failures.get(key) ?? 0) >= max)) {
    throw new ShopError(CODES.TOO_MANY, `登录失败次数过多，请 ${LOCK_MINUTES} 分钟后再试，或联系客户经理`)
  }
}

/** After so many failures a captcha goes with the next try: it stops programs long before the lock stops people. */
const CAPTCHA_AFTER = { pair: 3, name: 10, ip: 30 }

export interface Guesses {
  /** Until this guesser is locked out. */
  left: number
  /** Whether the next try needs a captcha. */
  captcha: boolean
}

export async function guessesLeft(database: DatabaseHandle, username: string, ip: string, now: Date): Promise<Guesses> {
  const [pair, name, address] = limitsOf(username, ip).map((limit) => limit.key) as [string, string, string]
  const failures = await readFailures(database.db, [pair, name, address], windowStart(now))
  const count = (key: string) => failures.get(key) ?? 0
  return {
    left: Math.max(0, LIMITS.pair - count(pair)),
    captcha: count(pair) >= CAPTCHA_AFTER.pair || count(name) >= CAPTCHA_AFTER.name || count(address) >= CAPTCHA_AFTER.ip,
  }
}

export async function countFailure(database: DatabaseHandle, username: string, ip: string, now: Date): Promise<void> {
  await addFailure(
    database.db,
    limitsOf(username, ip).map((limit) => limit.key),
    now,
    windowStart(now),
  )
}

/** A right password forgives what this guesser and this name failed; the address as a whole stays counted. */
export async function forgive(database: DatabaseHandle, username: string, ip: string): Promise<void> {
  await clearFailures(
    database.db,
    limitsOf(username, ip)
      .map((limit) => limit.key)
      .filter((key) => !key.startsWith('ip:')),
  )
}
