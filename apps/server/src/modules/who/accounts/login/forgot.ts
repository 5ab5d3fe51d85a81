import { randomBytes } from 'node:crypto'
import type { AppDeps } from '../../../../context.ts'
import { fieldErrors } from '../../../../platform/errors.ts'
import { hashOf } from '../../../../platform/session.ts'
import { transact } from '../../../../platform/transact.ts'
import { type AccountRow, findAccount, findByPhone, setPassword } from '../account-store.ts'
import { secretHash } from '../handed/secret.ts'
import { handedTryRates, takeRates } from '../limits.ts'
import { checkPassword, masked, tellChange } from '../passwords/credentials.ts'
import { passwordTurn } from '../passwords/password-line.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { matchCode, mobileOf, spendCode, wrongCode } from '../proof/codes.ts'
import { endSessions } from '../sessions-store.ts'
import { clearFailuresOfName } from '../store.ts'
import { insertReset, type KeptReset, readReset, takeReset } from './forgot-store.ts'

type Deps = Pick<AppDeps, 'database'>

const TICKET_MINUTES = 15
const ticketLost = () => fieldErrors([{ field: 'ticket', message: '验证已失效，请重新获取验证码' }])

/** The code becomes a ticket: the new password may be thought about longer than a code lives. */
export async function checkForgotten(
  { database }: Deps,
  { phone: typed, code }: { phone: string; code: string },
  ip: string,
  now: Date,
): Promise<string> {
  const phone = mobileOf(typed)
  const matched = await matchCode({ database }, { phone, purpose: 'reset', code, ip }, now)
  const account = await findByPhone(database.db, phone)
  if (account === null) throw wrongCode()
  const ticket = randomBytes(32).toString('base64url')
  await transact(database.db, async (transaction) => {
    await spendCode(transaction, matched, account.id, now)
    await insertReset(transaction, {
      tokenHash: hashOf(ticket),
      accountId: account.id,
      expiresAt: new Date(now.getTime() + TICKET_MINUTES * 60_000),
    })
  })
  return ticket
}

const linkLost = () => fieldErrors([{ field: 'ticket', message: '找回链接不存在、已用过或已过期，请联系客服重新获取' }])

interface Known {
  hash: Buffer
  reset: KeptReset
  account: AccountRow
}

/** A code of a letter may be typed by anybody, so tries are counted; what came of a code that was shown is too long to be guessed. */
async function known({ database }: Deps, ticket: string, ip: string, now: Date): Promise<Known> {
  const handed = secretHash(ticket)
  if (handed !== null) await takeRates(database.db, handedTryRates(ip), now)
  const hash = handed ?? hashOf(ticket)
  const reset = await readReset(database.db, hash, now)
  const account = reset === null ? null : await findAccount(database.db, reset.accountId)
  if (reset === null || account === null || reset.isHanded !== (handed !== null)) throw handed === null ? ticketLost() : linkLost()
  return { hash, reset, account }
}

/** Whose password the link sets, for the one who holds it. */
export async function lookForgotten(deps: Deps, ticket: string, ip: string, now: Date): Promise<{ username: string; expires_at: string }> {
  if (secretHash(ticket) === null) throw linkLost()
  const { reset, account } = await known(deps, ticket, ip, now)
  return { username: masked(account.username), expires_at: reset.expiresAt.toISOString() }
}

/** The ticket is good for one new password; with it every session of the account ends, and the lock of its login. */
export async function resetForgotten(
  deps: Deps,
  { ticket, password }: { ticket: string; password: string },
  ip: string,
  now: Date,
): Promise<void> {
  const { hash, reset, account } = await known(deps, ticket, ip, now)
  await checkPassword(password, [account.username, account.phone])
  const passwordHash = await passwordTurn({ key: account.id }, () => hashPassword(password))
  await transact(deps.database.db, async (transaction) => {
    if (!(await takeReset(transaction, hash, now))) throw reset.isHanded ? linkLost() : ticketLost()
    await setPassword(transaction, account.id, passwordHash)
    await endSessions(transaction, account.id, null)
    await clearFailuresOfName(transaction, account.username)
    const way = reset.isHanded ? '客服核实身份后发出的找回链接' : '短信验证码'
    await tellChange(
      transaction,
      account.id,
      { title: '登录密码已重置', text: `账号 ${masked(account.username)} 通过${way}重置了登录密码，所有设备已退出登录。` },
      now,
    )
  })
}
