import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { CODES } from '#contract/codes.ts'
import type { LoginBodyWire } from '#contract/user.ts'
import type { AppDeps } from '../../../../context.ts'
import { lineKey } from '../../../../platform/addresses.ts'
import { ShopError } from '../../../../platform/errors.ts'
import type { SessionSide } from '../../../../platform/viewer-store.ts'
import { passwordTurn } from '../passwords/password-line.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { requireCaptcha } from '../proof/captcha.ts'
import { matchCode, mobileOf, spendCode, wrongCode } from '../proof/codes.ts'
import { findLoginAccount, type LoginAccount } from '../store.ts'
import { knownDevice } from './known-devices.ts'
import { countFailure, forgive, type Guesses, guessesLeft, refuseIfLocked } from './login-limits.ts'

type LoginDeps = Pick<AppDeps, 'database'>

function wrongPassword({ left, captcha }: Guesses): ShopError {
  const message = captcha && left > 0 ? `用户名或密码不正确，还可尝试 ${left} 次` : '用户名或密码不正确'
  return new ShopError(CODES.FIELD_ERRORS, message, { errors: [{ field: 'password', message }], captcha: captcha ? 1 : 0 })
}

/** What a guess at a name under attack takes at least. */
const SLOW_MS = 1_000

/** An unknown name and a wrong password are refused alike, in the same time. */
export async function logInByPassword(
  { database }: LoginDeps,
  { username, password, captcha_id, captcha }: Pick<LoginBodyWire, 'username' | 'password' | 'captcha_id' | 'captcha'>,
  request: FastifyRequest,
  now: Date,
  side: SessionSide = 'buyer',
): Promise<LoginAccount> {
  const name = username.trim()
  const { ip } = request
  const found = await findLoginAccount(database.db, name)
  // Each side has its own entrance: at the other one a name is unknown.
  const account = found !== null && found.isStaff === (side === 'staff') ? found : null
  const device = account && (await knownDevice(database, request, account.id, now))
  const guesser = { username: name, ip, device }
  await refuseIfLocked(database, guesser, now)
  const guesses = await guessesLeft(database, guesser, now)
  if (guesses.captcha) await requireCaptcha(database.db, { captcha_id, captcha }, now)
  if (guesses.slow) await sleep(SLOW_MS)
  const key = account !== null && device !== null ? account.id : lineKey(ip)
  return passwordTurn({ key, isGone: () => request.raw.socket.destroyed }, async () => {
    // Those that waited before it may have used up the limit.
    await refuseIfLocked(database, guesser, now)
    const matches = await passwordMatches(account?.passwordHash ?? null, password)
    if (account === null || !matches) {
      await countFailure(database, guesser, now)
      throw wrongPassword(await guessesLeft(database, guesser, now))
    }
    // Another process may have counted meanwhile.
    await refuseIfLocked(database, guesser, now)
    await forgive(database, guesser)
    return account
  })
}

/** A phone that nobody here has is refused as a wrong code is: no code that was ever sent can match. */
export async function logInBySms(
  { database }: LoginDeps,
  { phone: typed, code }: { phone: string; code: string },
  ip: string,
  now: Date,
): Promise<LoginAccount> {
  const phone = mobileOf(typed)
  const matched = await matchCode({ database }, { phone, purpose: 'login', code, ip }, now)
  const account = await findLoginAccount(database.db, phone)
  if (account === null || account.isStaff) throw wrongCode()
  await spendCode(database.db, matched, account.id, now)
  return account
}
