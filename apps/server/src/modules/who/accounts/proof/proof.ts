import { CODES } from '#contract/codes.ts'
import type { AppDeps } from '../../../../context.ts'
import type { Connection } from '../../../../platform/database.ts'
import { fieldErrors, ShopError } from '../../../../platform/errors.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import type { SmsPurpose } from '../../../../providers/sms/provider.ts'
import { findAccount } from '../account-store.ts'
import { countFailure, forgive, refuseIfLocked } from '../login/login-limits.ts'
import { passwordTurn } from '../passwords/password-line.ts'
import { passwordMatches } from '../passwords/passwords.ts'
import { isProven, markProven, spendProof } from '../sessions-store.ts'
import { matchCode, spendCode } from './codes.ts'

/** How long a proof waits for the change that it was given for. */
export const PROOF_MINUTES = 10

const since = (now: Date) => new Date(now.getTime() - PROOF_MINUTES * 60_000)
const proofWanted = () => new ShopError(CODES.FORBIDDEN, '为了账号安全，请先验证身份', { prove: 1 })

export interface Proof {
  password?: string | undefined
  code?: string | undefined
  purpose?: SmsPurpose | undefined
}

/**
 * A session alone, which may have been left open at a counter, changes no credentials: its holder shows the password, or a
 * code sent to the account's phone, once more. Guesses count as those at the login.
 */
export async function prove(
  { database }: Pick<AppDeps, 'database'>,
  viewer: Viewer,
  { password, code, purpose }: Proof,
  ip: string,
  now: Date,
): Promise<void> {
  if (code !== undefined) {
    if (viewer.phone === '') throw fieldErrors([{ field: 'code', message: '账号没有手机号，请用密码验证' }])
    const matched = await matchCode({ database }, { phone: viewer.phone, purpose: purpose ?? 'reset', code, ip }, now)
    await spendCode(database.db, matched, viewer.accountId, now)
  } else {
    if (!password) throw fieldErrors([{ field: 'password', message: '请输入登录密码' }])
    await provePassword({ database }, viewer, password, ip, now)
  }
  await markProven(database.db, viewer.sessionId, now)
}

async function provePassword(
  { database }: Pick<AppDeps, 'database'>,
  viewer: Viewer,
  password: string,
  ip: string,
  now: Date,
): Promise<void> {
  const guesser = { username: viewer.username, ip, device: null }
  await refuseIfLocked(database, guesser, now)
  await passwordTurn({ key: viewer.accountId }, async () => {
    // Those that waited before it may have used up the limit.
    await refuseIfLocked(database, guesser, now)
    const account = await findAccount(database.db, viewer.accountId)
    if (!(await passwordMatches(account?.passwordHash ?? null, password))) {
      await countFailure(database, guesser, now)
      throw fieldErrors([{ field: 'password', message: '密码不正确' }])
    }
    // Another process may have counted meanwhile.
    await refuseIfLocked(database, guesser, now)
    await forgive(database, guesser)
  })
}

/** Refuses before any work is done or any code is used up. */
export async function requireProof(connection: Connection, { sessionId }: Viewer, now: Date): Promise<void> {
  if (!(await isProven(connection, sessionId, since(now)))) throw proofWanted()
}

/** In the transaction of the change that it was given for. */
export async function useProof(connection: Connection, { sessionId }: Viewer, now: Date): Promise<void> {
  if (!(await spendProof(connection, sessionId, since(now)))) throw proofWanted()
}
