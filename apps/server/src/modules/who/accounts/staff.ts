import { randomBytes } from 'node:crypto'
import { writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { QUALITY_ROLE } from '../../../platform/quality.ts'
import { transact } from '../../../platform/transact.ts'
import { insertStaff, lockPhone, shutStaff } from './account-store.ts'
import { checkPassword, personName } from './passwords/credentials.ts'
import { hashPassword } from './passwords/passwords.ts'
import { endSessions } from './sessions-store.ts'
import { findLoginAccount } from './store.ts'

const USERNAME = /^[a-z][a-z0-9._-]{2,31}$/

/** A member of the wholesaler's staff, made by whoever may run programs on the shop's machine. role '质管': of the quality department. */
export async function addStaff(
  { db }: DatabaseHandle,
  { username, name, password, role = '' }: { username: string; name: string; password: string; role?: string },
  now: Date,
): Promise<void> {
  // A phone's number would look like a buyer's account.
  if (!USERNAME.test(username))
    throw fieldErrors([{ field: 'username', message: '用户名应为 3 到 32 位小写字母、数字或 . _ -，以字母开头' }])
  if (role !== '' && role !== QUALITY_ROLE) throw fieldErrors([{ field: 'role', message: `岗位只能是 ${QUALITY_ROLE}` }])
  const shown = personName(name)
  await checkPassword(password, [username])
  const passwordHash = await hashPassword(password)
  await transact(db, async (trx) => {
    await lockPhone(trx, username)
    if ((await findLoginAccount(trx, username)) !== null)
      throw fieldErrors([{ field: 'username', message: `用户名 ${username} 已有人使用` }])
    const accountId = await insertStaff(trx, { username, name: shown, role, passwordHash }, now)
    await writeAudit(
      trx,
      { accountId, name: '命令行' },
      {
        action: 'staff.add',
        subject: `account:${accountId}`,
        before: null,
        after: { username, name: shown, ...(role !== '' && { role }) },
      },
      now,
    )
  })
}

/** Whoever leaves the house is out at once: sessions end, open pages close, and nothing opens the account again. */
export async function removeStaff({ db }: DatabaseHandle, username: string, now: Date): Promise<void> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await transact(db, async (trx) => {
    const shut = await shutStaff(trx, username, passwordHash)
    if (shut === null) throw fieldErrors([{ field: 'username', message: `没有员工 ${username}` }])
    await endSessions(trx, shut.id, null)
    const before = { username, name: shut.name, role: shut.role }
    await writeAudit(
      trx,
      { accountId: null, name: '命令行' },
      { action: 'staff.remove', subject: `account:${shut.id}`, before, after: null },
      now,
    )
  })
}
