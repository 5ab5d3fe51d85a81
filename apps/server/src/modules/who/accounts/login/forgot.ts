import { randomBytes } from 'node:crypto'
import type { AppDeps } from '../../../../context.ts'
import { fieldErrors } from '../../../../platform/errors.ts'
import { hashOf } from '../../../../platform/session.ts'
import { transact } from '../../../../platform/transact.ts'
import { findAccount, findByPhone, setPassword } from '../account-store.ts'
import { checkPassword, masked, tellChange } from '../passwords/credentials.ts'
import { passwordTurn } from '../passwords/password-line.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { matchCode, mobileOf, spendCode, wrongCode } from '../proof/codes.ts'
import { endSessions } from '../sessions-store.ts'
import { clearFailuresOfName } from '../store.ts'
import { insertReset, readReset, takeReset } from './forgot-store.ts'

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
    await insertReset(transaction, hashOf(ticket), account.id, new Date(now.getTime() + TICKET_MINUTES * 60_000))
  })
  return ticket
}

/** The ticket is good for one new password; with it every session of the account ends, and the lock of its login. */
export async function resetForgotten(
  { database }: Deps,
  { ticket, password }: { ticket: string; password: string },
  now: Date,
): Promise<void> {
  const accountId = await readReset(database.db, hashOf(ticket), now)
  const account = accountId === null ? null : await findAccount(database.db, accountId)
  if (account === null) throw ticketLost()
  await checkPassword(password, [account.username, account.phone])
  const passwordHash = await passwordTurn({ key: account.id }, () => hashPassword(password))
  await transact(database.db, async (transaction) => {
    if (!(await takeReset(transaction, hashOf(ticket), now))) throw ticketLost()
    await setPassword(transaction, account.id, passwordHash)
    await endSessions(transaction, account.id, null)
    await clearFailuresOfName(transaction, account.username)
    await tellChange(
      transaction,
      account.id,
      { title: '登录密码已重置', text: `账号 ${masked(account.username)} 通过短信验证码重置了登录密码，所有设备已退出登录。` },
      now,
    )
  })
}
