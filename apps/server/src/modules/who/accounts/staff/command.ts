import { randomBytes } from 'node:crypto'
import { writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { fieldErrors } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import { setPassword } from '../account-store.ts'
import { checkPassword } from '../passwords/credentials.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { endSessions } from '../sessions-store.ts'
import { makeStaffAccount } from './people.ts'
import { dropFactor, findPerson, findStaffId, setHanded, setState } from './people-store.ts'
import { listRoles, seedRoles } from './role-store.ts'

const COMMAND = { accountId: null, name: '命令行' }
export const FIRST_ROLE = '管理员'

/**
 * A member of the wholesaler's staff, made by whoever may run programs on the shop's machine: the first way into a shop that nobody
 * can enter yet. roles: by the names on the screen, such as 管理员.
 */
export async function addStaff(
  { db }: DatabaseHandle,
  { username, name, password, roles = [FIRST_ROLE] }: { username: string; name: string; password: string; roles?: readonly string[] },
  now: Date,
): Promise<void> {
  await checkPassword(password, [username])
  const passwordHash = await hashPassword(password)
  await transact(db, async (trx) => {
    await seedRoles(trx)
    const known = await listRoles(trx)
    const keys = roles.map((role) => known.find((one) => one.name === role)?.key)
    const missing = roles.find((_, index) => keys[index] === undefined)
    if (missing !== undefined)
      throw fieldErrors([{ field: 'roles', message: `没有岗位“${missing}”，有：${known.map((one) => one.name).join('、')}` }])
    const accountId = await makeStaffAccount(
      trx,
      { username, name, passwordHash, roles: keys.filter((key) => key !== undefined), handed: false },
      null,
      now,
    )
    const after = { username, name, roles: roles.join('、') }
    await writeAudit(trx, COMMAND, { action: 'staff.add', subject: `account:${accountId}`, before: null, after }, now)
  })
}

/** Whoever leaves the house is out at once: sessions end, open pages close, and nothing opens the account again. */
export async function removeStaff({ db }: DatabaseHandle, username: string, now: Date): Promise<void> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await transact(db, async (trx) => {
    const id = await findStaffId(trx, username)
    const person = id === null ? null : await findPerson(trx, id)
    if (person === null) throw fieldErrors([{ field: 'username', message: `没有员工 ${username}` }])
    await setState(trx, person.id, 'left')
    await setPassword(trx, person.id, passwordHash)
    await dropFactor(trx, person.id)
    await endSessions(trx, person.id, null)
    const before = { username, name: person.name, roles: person.roles.map((role) => role.name).join('、') }
    await writeAudit(trx, COMMAND, { action: 'staff.leave', subject: `account:${person.id}`, before, after: null }, now)
  })
}

/** For whoever lost password and authenticator and has nobody to ask: a new password, no second factor, no open session. */
export async function resetStaff(
  { db }: DatabaseHandle,
  { username, password }: { username: string; password: string },
  now: Date,
): Promise<void> {
  await checkPassword(password, [username])
  const passwordHash = await hashPassword(password)
  await transact(db, async (trx) => {
    const id = await findStaffId(trx, username)
    if (id === null) throw fieldErrors([{ field: 'username', message: `没有员工 ${username}` }])
    await setPassword(trx, id, passwordHash)
    await setHanded(trx, id, false)
    await dropFactor(trx, id)
    await setState(trx, id, 'active')
    await endSessions(trx, id, null)
    await writeAudit(trx, COMMAND, { action: 'staff.reset', subject: `account:${id}`, before: null, after: { username } }, now)
  })
}
