import { tidy } from '#domain/identifiers.ts'
import { cleaned } from '#domain/paper-text.ts'
import { passwordProblem } from '#domain/passwords.ts'
import type { AppDeps } from '../../../../context.ts'
import type { Connection } from '../../../../platform/database.ts'
import { fieldErrors } from '../../../../platform/errors.ts'
import { requirePrintable } from '../../../../platform/paper-fields.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { tellMany } from '../../../talking/messages/public.ts'
import { companiesOf, findAccount, findByPhone, lockPhone, setName, setPassword, setPhone } from '../account-store.ts'
import { isPhoneInvited } from '../handed/handed-store.ts'
import { phoneKnownRates, takeRates } from '../limits.ts'
import { matchCode, mobileOf, spendCode } from '../proof/codes.ts'
import { requireProof, useProof } from '../proof/proof.ts'
import { endSessions } from '../sessions-store.ts'
import { commonPasswords } from './common-passwords.ts'
import { passwordTurn } from './password-line.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

type Deps = Pick<AppDeps, 'database'>

const NAME_MAX = 20

/** A person's name as it is shown; refused with its field otherwise. */
export function personName(text: string, field = 'name'): string {
  const name = tidy(cleaned(text))
  if (name === '') throw fieldErrors([{ field, message: '请输入姓名' }])
  if ([...name].length < 2 || [...name].length > NAME_MAX) throw fieldErrors([{ field, message: `姓名为 2–${NAME_MAX} 个字` }])
  if (!/^[\p{Script=Han}\p{L}][\p{L}\p{M}·• .'-]*$/u.test(name)) throw fieldErrors([{ field, message: '姓名只能含汉字、字母和间隔号' }])
  // A company's first contact stands on its papers.
  requirePrintable({ [field]: name })
  return name
}

export async function checkPassword(password: string, known: readonly (string | null)[], field = 'password'): Promise<void> {
  const message = passwordProblem(password, { known: known.flatMap((text) => text ?? []), common: await commonPasswords() })
  if (message !== null) throw fieldErrors([{ field, message }])
}

export const masked = (phone: string): string => phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')

/** What happened to an account is told to its companies: whoever did not do it themselves learns of it. */
export async function tellChange(
  connection: Connection,
  accountId: number,
  change: { title: string; text: string },
  now: Date,
): Promise<void> {
  const companies = await companiesOf(connection, accountId)
  await tellMany(
    connection,
    companies.map((companyId) => ({
      companyId,
      kind: 'system' as const,
      title: change.title,
      text: `${change.text}如非本人操作，请立即重置密码并联系客服。`,
      url: '/basic',
      key: `account:${accountId}:${change.title}:${now.getTime()}`,
    })),
    now,
  )
}

/** A new password; every other session of the account ends. */
export async function changePassword({ database }: Deps, viewer: Viewer, password: string, now: Date): Promise<void> {
  await requireProof(database.db, viewer, now)
  const account = await findAccount(database.db, viewer.accountId)
  await checkPassword(password, [viewer.username, account?.phone ?? null])
  const passwordHash = await passwordTurn({ key: viewer.accountId }, async () => {
    if (await passwordMatches(account?.passwordHash ?? null, password))
      throw fieldErrors([{ field: 'password', message: '新密码不能与当前密码相同' }])
    return hashPassword(password)
  })
  await transact(database.db, async (transaction) => {
    await useProof(transaction, viewer, now)
    await setPassword(transaction, viewer.accountId, passwordHash)
    await endSessions(transaction, viewer.accountId, viewer.sessionId)
    await tellChange(
      transaction,
      viewer.accountId,
      { title: '登录密码已修改', text: `账号 ${masked(viewer.username)} 的登录密码已修改，其他设备已退出登录。` },
      now,
    )
  })
}

export interface InfoChange {
  name?: string | undefined
  phone?: string | undefined
  code?: string | undefined
}

/** Answers whether the phone changed, for then the session goes on under a new token. */
export async function updateInfo(
  { database, outside }: Pick<AppDeps, 'database' | 'outside'>,
  viewer: Viewer,
  change: InfoChange,
  ip: string,
  now: Date,
): Promise<boolean> {
  if (change.name === undefined && change.phone === undefined) throw fieldErrors([{ field: 'name', message: '请填写要修改的内容' }])
  const name = change.name === undefined ? null : personName(change.name)
  const phone = change.phone === undefined ? null : mobileOf(change.phone)
  if (phone === null || phone === viewer.phone) {
    if (name !== null) await setName(database.db, viewer.accountId, name)
    return false
  }
  await requireProof(database.db, viewer, now)
  // Where no code can be sent the phone is the name one signs in with and no more; looking numbers up stays as rare.
  if (outside.sms === null) await takeRates(database.db, phoneKnownRates(ip), now)
  const matched = outside.sms === null ? null : await matchCode({ database }, { phone, purpose: 'phone', code: change.code ?? '', ip }, now)
  await transact(database.db, async (transaction) => {
    await lockPhone(transaction, phone)
    await refuseTaken(transaction, phone, viewer.accountId)
    if (outside.sms === null && (await isPhoneInvited(transaction, phone, now)))
      throw fieldErrors([{ field: 'phone', message: '该手机号有一份待接受的邀请，请用那份邀请登录，或联系客服' }])
    await useProof(transaction, viewer, now)
    if (matched !== null) await spendCode(transaction, matched, viewer.accountId, now)
    if (name !== null) await setName(transaction, viewer.accountId, name)
    await setPhone(transaction, viewer.accountId, phone)
    await endSessions(transaction, viewer.accountId, viewer.sessionId)
    await tellChange(
      transaction,
      viewer.accountId,
      { title: '登录手机号已更换', text: `登录手机号已由 ${masked(viewer.phone)} 更换为 ${masked(phone)}，其他设备已退出登录。` },
      now,
    )
  })
  return true
}

/** Asked by somebody who is signed in, and only for a few phones (limits.ts), so it may say it. */
export async function refuseTaken(connection: Connection, phone: string, accountId: number): Promise<void> {
  const owner = await findByPhone(connection, phone)
  if (owner !== null && owner.id !== accountId) throw fieldErrors([{ field: 'phone', message: '该手机号已被其他账号使用' }])
}
