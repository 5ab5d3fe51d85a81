import { CODES } from '#contract/codes.ts'
import { addressKey } from '../../platform/addresses.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import { ShopError } from '../../platform/errors.ts'
import { addFailure, clearFailures, readFailures } from './store.ts'

export const LOCK_MINUTES = 15

/**
 * One guesser on one account is stopped soon, an address as a whole later. A name is never locked: anybody can fail a
 * pharmacy's name, from as many addresses as they have, and the pharmacy must get in all the same.
 */
const LOCKS = { pair: 5, ip: 100 }

interface Counted {
  pair: string
  name: string
  ip: string
}

function keysOf(username: string, address: string): Counted {
  const [name, from] = [username.toLowerCase(), addressKey(address)]
  return { pair: `name:${name}|ip:${from}`, name: `name:${name}`, ip: `ip:${from}` }
}

const windowStart = (now: Date) => new Date(now.getTime() - LOCK_MINUTES * 60_000)

async function countsOf(database: DatabaseHandle, username: string, address: string, now: Date): Promise<Record<keyof Counted, number>> {
  const keys = keysOf(username, address)
  const failures = await readFailures(database.db, Object.values(keys), windowStart(now))
  const count = (key: string) => failures.get(key) ?? 0
  return { pair: count(keys.pair), name: count(keys.name), ip: count(keys.ip) }
}

/** Refuses with 429 while a limit is used up. Asked before the password is checked and again after it matched. */
export async function refuseIfLocked(database: DatabaseHandle, username: string, ip: string, now: Date): Promise<void> {
  const counts = await countsOf(database, username, ip, now)
  if (counts.pair >= LOCKS.pair || counts.ip >= LOCKS.ip)
    throw new ShopError(CODES.TOO_MANY, `登录失败次数过多，请 ${LOCK_MINUTES} 分钟后再试，或联系客户经理`)
}

/** After so many failures a captcha goes with the next try: it stops programs long before the lock stops people. */
const CAPTCHA_AFTER = { pair: 3, name: 10, ip: 30 }
/** A name that so many tries failed on is being guessed at; each further one from a strange browser takes its time. */
const SLOW_AFTER = 30

export interface Guesses {
  /** Until this guesser is locked out. */
  left: number
  /** Whether the next try needs a captcha. */
  captcha: boolean
  /** Whether it is to be slow. */
  slow: boolean
}

/** known: a browser that the account has logged in from before, which answers for its own failures only. */
export async function guessesLeft(database: DatabaseHandle, username: string, ip: string, known: boolean, now: Date): Promise<Guesses> {
  const counts = await countsOf(database, username, ip, now)
  const ofName = known ? 0 : counts.name
  return {
    left: Math.max(0, LOCKS.pair - counts.pair),
    captcha: counts.pair >= CAPTCHA_AFTER.pair || ofName >= CAPTCHA_AFTER.name || counts.ip >= CAPTCHA_AFTER.ip,
    slow: ofName >= SLOW_AFTER,
  }
}

export async function countFailure(database: DatabaseHandle, username: string, ip: string, now: Date): Promise<void> {
  await addFailure(database.db, Object.values(keysOf(username, ip)), now, windowStart(now))
}

/** A right password forgives what this guesser and this name failed; the address as a whole stays counted. */
export async function forgive(database: DatabaseHandle, username: string, ip: string): Promise<void> {
  const { pair, name } = keysOf(username, ip)
  await clearFailures(database.db, [pair, name])
}
