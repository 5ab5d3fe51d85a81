import type { PasskeyShownWire } from '#contract/passkey-shapes.ts'
import type { AppDeps } from '../../../../context.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import type { Connection } from '../../../../platform/database.ts'
import { conflict, fieldErrors, loginRequired, type ShopError } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { countFailure, type Guesser, refuseIfLocked } from '../login/login-limits.ts'
import { recoveryHash, stepOfCode, wrongFactor } from './factor.ts'
import { countPasskeys, findPasskey, markUsed, takeChallenge } from './passkey-store.ts'
import { type FactorRow, lockFactor, markStep, spendRecoveryCode } from './people-store.ts'
import { handleOf, type PasskeySite, readShown } from './webauthn.ts'

/** Showing a second factor, of whichever kind, and how often one may fail at it. */

/**
 * One answer after another, however many come at once, and five wrong ones in a quarter of an hour, from wherever: whoever guesses has
 * the password already, so nobody else is kept out by it. A wrong one (null) is counted, and what the check took away stays taken.
 */
export async function guarded<T>(
  { database }: Pick<AppDeps, 'database'>,
  { accountId, username }: Viewer,
  now: Date,
  refusal: () => ShopError,
  check: (trx: Connection, factor: FactorRow) => Promise<T | null>,
): Promise<T> {
  const guesser: Guesser = { username, ip: '', device: `code:${accountId}` }
  const passed = await transact(database.db, async (trx) => {
    const factor = await lockFactor(trx, accountId)
    if (factor === null) throw loginRequired()
    await refuseIfLocked({ db: trx }, guesser, now)
    const checked = await check(trx, factor)
    if (checked === null) await countFailure({ db: trx }, guesser, now)
    return checked
  })
  if (passed === null) throw refusal()
  return passed
}

/** With the row of the staff locked. */
export const hasFactor = async (trx: Connection, accountId: number, { secret }: FactorRow): Promise<boolean> =>
  secret !== null || (await countPasskeys(trx, accountId)) > 0

/** A code of the authenticator, or one of the recovery codes; null: neither. */
export async function showCode(
  trx: Connection,
  accountId: number,
  { secret, step: last }: FactorRow,
  code: string,
  now: Date,
): Promise<'code' | 'recovery' | null> {
  const step = secret === null ? null : stepOfCode(secret, code.trim(), now, last)
  if (step !== null) {
    await markStep(trx, accountId, step)
    return 'code'
  }
  return (await spendRecoveryCode(trx, accountId, recoveryHash(code))) ? 'recovery' : null
}

/** Answers whether it was one of his own, for what this session was just asked, at this address. */
export async function showPasskey(
  trx: Connection,
  viewer: Viewer,
  passkey: PasskeyShownWire,
  site: PasskeySite | null,
  now: Date,
): Promise<boolean> {
  const { accountId, sessionId } = viewer
  const challenge = await takeChallenge(trx, sessionId, 'show', now)
  const known = await findPasskey(trx, accountId, passkey.id)
  const { userHandle } = passkey.response
  if (challenge === null || known === null || site === null || known.rpId !== site.rpId) return false
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(accountId))) return false
  const shown = await readShown(passkey, known, challenge, site)
  if (shown === null) return false
  if (shown.doubted) {
    const counts = { before: { counter: known.counter }, after: { counter: shown.counter, name: known.name } }
    await writeAudit(trx, viewer, { action: 'staff.passkey.doubted', subject: `account:${accountId}`, ...counts }, now)
    return false
  }
  await markUsed(trx, known.id, shown, now)
  return true
}

export const wrongPasskey = () => fieldErrors([{ field: 'passkey', message: '通行密钥没有通过验证，请再试一次，或改用口令' }])
export interface Proof {
  code?: string | undefined
  passkey?: PasskeyShownWire | undefined
}
export const refusalOf = ({ passkey }: Proof) => (passkey === undefined ? wrongFactor : wrongPasskey)

/** Whoever has a second factor shows it anew before he changes which; null: what he showed is none of his. */
export async function proveFactor(
  trx: Connection,
  viewer: Viewer,
  factor: FactorRow,
  { code, passkey }: Proof,
  site: PasskeySite | null,
  now: Date,
): Promise<true | null> {
  if (passkey !== undefined) return (await showPasskey(trx, viewer, passkey, site, now)) || null
  if (code === undefined) throw fieldErrors([{ field: 'code', message: '请先验证：输入现在的动态口令或恢复码，或出示通行密钥' }])
  const shown = await showCode(trx, viewer.accountId, factor, code, now)
  if (shown === 'recovery')
    await writeAudit(trx, viewer, { action: 'staff.recovery', subject: `account:${viewer.accountId}`, before: null, after: null }, now)
  return shown === null ? null : true
}

/** Not before the password is one's own, nor while a factor that counts has not been shown. */
export function refuseFactorYet({ staff }: Viewer): void {
  if (staff?.step === 'password') throw conflict('请先设置自己的密码')
  if (staff?.step === 'code') throw conflict('请先完成二次验证')
}
