import { CODES } from '#contract/codes.ts'
import { addressKey } from '../../../../platform/addresses.ts'
import type { Connection } from '../../../../platform/database.ts'
import { ShopError } from '../../../../platform/errors.ts'
import { addFailure, clearFailures, readFailures } from '../store.ts'

export const LOCK_MINUTES = 15

/** The database, or a transaction that a count is part of. */
interface Counting {
  db: Connection
}

/**
 * One guesser on one account is stopped soon, an address as a whole later. A name is never locked: anybody can fail a
 * pharmacy's name, from as many addresses as they have, and the pharmacy must get in all the same.
 */
const LOCKS = { pair: 5, ip: 100 }

/** Who tries. device: a browser that the account has logged in from before; it answers for its own failures, and for no one else's. */
export interface Guesser {
  username: string
  ip: string
  device: string | null
}

interface Counted {
  pair: string
  name: string
  ip: string
}

function keysOf({ username, ip, device }: Guesser): Counted {
  // Whoever types the signs that part a key's pieces must not fail under another one's key.
  const [name, from] = [encodeURIComponent(username.toWellFormed().toLowerCase()), addressKey(ip)]
  return { pair: device === null ? `name:${name}|ip:${from}` : `device:${device}`, name: `name:${name}`, ip: `ip:${from}` }
}

/** Failures since then count. */
export const lockWindow = (now: Date) => new Date(now.getTime() - LOCK_MINUTES * 60_000)
/** So many failures from one place on one name keep that place out. */
export const isLockedBy = (failures: number): boolean => failures >= LOCKS.pair

async function countsOf(database: Counting, guesser: Guesser, now: Date): Promise<Record<keyof Counted, number>> {
  const keys = keysOf(guesser)
  const failures = await readFailures(database.db, Object.values(keys), lockWindow(now))
  const count = (key: string) => failures.get(key) ?? 0
  // Behind the address of a whole office, or under a name that strangers fail, a known browser is let in all the same.
  return { pair: count(keys.pair), name: guesser.device ? 0 : count(keys.name), ip: guesser.device ? 0 : count(keys.ip) }
}

/** Refuses with 429 while a limit is used up. Asked before the password is checked and again after it matched. */
export async function refuseIfLocked(database: Counting, guesser: Guesser, now: Date): Promise<void> {
  const counts = await countsOf(database, guesser, now)
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

export async function guessesLeft(database: Counting, guesser: Guesser, now: Date): Promise<Guesses> {
  const counts = await countsOf(database, guesser, now)
  return {
    left: Math.max(0, LOCKS.pair - counts.pair),
    captcha: counts.pair >= CAPTCHA_AFTER.pair || counts.name >= CAPTCHA_AFTER.name || counts.ip >= CAPTCHA_AFTER.ip,
    slow: counts.name >= SLOW_AFTER,
  }
}

export async function countFailure(database: Counting, guesser: Guesser, now: Date): Promise<void> {
  const { pair, name, ip } = keysOf(guesser)
  await addFailure(database.db, guesser.device === null ? [pair, name, ip] : [pair], now, lockWindow(now))
}

/** A right password forgives what this guesser and this name failed; the address as a whole stays counted. */
export async function forgive(database: Counting, guesser: Guesser): Promise<void> {
  const { pair, name } = keysOf(guesser)
  await clearFailures(database.db, [pair, name])
}
