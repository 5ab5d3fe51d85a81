import { randomBytes } from 'node:crypto'
import { RULING_WORDS } from '#contract/approvals.ts'
import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import { clashOf, PERMISSIONS } from '#contract/permissions.ts'
import {
  type StaffPersonWire,
  type staffPeople,
  type staffPersonAdd,
  type staffPersonCommand,
  staffPersonRoles,
} from '#contract/staff-people.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import type { Approvals, Doer } from '../../approvals/public.ts'
import { insertStaff, lockPhone, setPassword } from '../account-store.ts'
import { personName } from '../passwords/credentials.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { endSessions } from '../sessions-store.ts'
import { findLoginAccount } from '../store.ts'
import {
  countManagers,
  dropFactor,
  findPerson,
  joinStaff,
  listPeople,
  lockManagers,
  lockPerson,
  type Managers,
  type PersonRow,
  setHanded,
  setRoles,
  setState,
  wordsOfRoles,
} from './people-store.ts'
import { rolesWithOne } from './role-store.ts'

type Command = 'lock' | 'unlock' | 'leave' | 'password' | 'factor' | 'sessions'

const USERNAME = /^[a-z][a-z0-9._-]{2,31}$/
const subjectOf = (id: number) => `account:${id}`

export const personWire = (row: PersonRow): StaffPersonWire => ({
  id: row.id,
  username: row.username,
  name: row.name,
  state: row.state,
  roles: row.roles,
  factor: row.factor ? 1 : 0,
  sessions: row.sessions,
  last_seen_at: row.lastSeenAt?.toISOString() ?? '',
  created_at: row.createdAt.toISOString(),
  view: row.view,
  version: row.version,
})

/** A password that is read out or written down once: no signs that look alike. */
export const handedPassword = (): string => {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789ab'
  const group = () => [...randomBytes(4)].map((byte) => signs[byte % 32]).join('')
  return `${group()}-${group()}-${group()}-7a`
}

export async function peopleOf({ db }: DatabaseHandle, query: QueryOf<typeof staffPeople>): Promise<DataOf<typeof staffPeople>> {
  const [page, perPage] = [query.page ?? 1, query.per_page ?? 40]
  const filter = { keywords: query.keywords?.trim() ?? '', state: query.state ?? null, role: query.role ?? null }
  const { rows, total } = await listPeople(db, filter, page, perPage)
  return { list: rows.map(personWire), page, per_page: perPage, total }
}

/**
 * Nobody else could give it back: the word that manages staff but whoever runs programs on the shop's machine, the one that changes
 * roles nobody at all. before: who there was when it began; a shop that has none of the latter goes on.
 */
export async function refuseWithoutManager(trx: Connection, before: Managers): Promise<void> {
  const { people, roles } = await countManagers(trx)
  if (people === 0) throw conflict('这样就没有人可以管理员工了，请先让另一位接手')
  if (roles === 0 && before.roles > 0) throw conflict('这样就没有人可以修改岗位权限了，请先让另一位接手')
}

/** Roles that there are, and whose words one person may hold together. */
async function checkRoles(trx: Connection, roles: readonly string[]): Promise<void> {
  const words = await wordsOfRoles(trx, roles)
  if (words === null) throw fieldErrors([{ field: 'roles', message: '其中有已删除的岗位，请刷新后重选' }])
  const clash = clashOf(words)
  if (clash !== null) {
    const [quality, trade] = [PERMISSIONS[clash.quality].name, PERMISSIONS[clash.trade].name]
    throw fieldErrors([{ field: 'roles', message: `质量岗位不得兼任业务岗位：“${quality}”与“${trade}”不能由同一人担任` }])
  }
}

export interface NewStaff {
  username: string
  name: string
  passwordHash: string
  roles: readonly string[]
  /** Somebody else knows the password. */
  handed: boolean
}

/** Makes the account and its place among the staff, in the caller's transaction. */
export async function makeStaffAccount(
  trx: Connection,
  { username, name, passwordHash, roles, handed }: NewStaff,
  by: number | null,
  now: Date,
) {
  // A phone's number would look like a buyer's account.
  if (!USERNAME.test(username))
    throw fieldErrors([{ field: 'username', message: '用户名应为 3 到 32 位小写字母、数字或 . _ -，以字母开头' }])
  const shown = personName(name)
  await checkRoles(trx, roles)
  await lockPhone(trx, username)
  if ((await findLoginAccount(trx, username)) !== null) throw fieldErrors([{ field: 'username', message: `用户名 ${username} 已有人使用` }])
  const id = await insertStaff(trx, { username, name: shown, passwordHash }, now)
  await joinStaff(trx, id, roles, now, { handed, by })
  return id
}

/** Roles that say what others may do wait for a second person: whoever is new begins with the others. Answers what was asked for. */
export async function addPerson(
  database: DatabaseHandle,
  { doer, alone }: { doer: Doer; alone: boolean },
  approvals: Pick<Approvals, 'ask'>,
  body: BodyOf<typeof staffPersonAdd>,
  now: Date,
): Promise<{ added: DataOf<typeof staffPersonAdd>; waits: string }> {
  const password = handedPassword()
  const passwordHash = await hashPassword(password)
  return transact(database.db, async (trx) => {
    const ruling = alone ? [] : await rolesWithOne(trx, body.roles, RULING_WORDS)
    const roles = body.roles.filter((role) => !ruling.includes(role))
    await checkRoles(trx, body.roles)
    const id = await makeStaffAccount(
      trx,
      { ...body, username: body.username.trim(), roles, passwordHash, handed: true },
      doer.accountId,
      now,
    )
    const after = { username: body.username.trim(), name: body.name.trim(), roles }
    await writeAudit(trx, doer, { action: 'staff.add', subject: subjectOf(id), before: null, after }, now)
    const { version } = await present(trx, id)
    const wish = { roles: body.roles, reason: '新员工的岗位', version }
    const ask = { database: { ...database, db: trx }, doer, params: { id }, body: wish, now }
    const waits = ruling.length === 0 ? '' : await approvals.ask(staffPersonRoles, ask, alone)
    return { added: { person: personWire(await present(trx, id)), password }, waits }
  })
}

async function present(trx: Connection, id: number): Promise<PersonRow> {
  const row = await findPerson(trx, id)
  if (row === null) throw notFound('员工')
  return row
}

const rolesText = (row: PersonRow) => row.roles.map(({ name }) => name).join('、')

export async function changeRoles(
  { db }: DatabaseHandle,
  viewer: Doer,
  id: number,
  { roles, reason, version }: BodyOf<typeof staffPersonRoles>,
  now: Date,
): Promise<StaffPersonWire> {
  if (id === viewer.accountId) throw conflict('自己的岗位由另一位管理员变更')
  return transact(db, async (trx) => {
    const managers = await lockManagers(trx)
    const row = await lockPerson(trx, id)
    if (row === null || row.state === 'left') throw notFound('员工')
    if (row.version !== version) throw changedMeanwhile(row.version, [{ field: 'roles', theirs: rolesText(row) }])
    await checkRoles(trx, roles)
    await setRoles(trx, id, roles, viewer.accountId, now)
    await refuseWithoutManager(trx, managers)
    await endSessions(trx, id, null)
    const fresh = await present(trx, id)
    const before = { roles: rolesText(row) }
    await writeAudit(
      trx,
      viewer,
      { action: 'staff.roles', subject: subjectOf(id), before, after: { roles: rolesText(fresh), reason } },
      now,
    )
    return personWire(fresh)
  })
}

const FROM: Partial<Record<Command, { state: PersonRow['state']; refusal: string }>> = {
  lock: { state: 'active', refusal: '只有在岗的员工可以停用' },
  unlock: { state: 'locked', refusal: '只有停用的员工可以恢复' },
}

/** What one member of staff does about another's account; about his own he asks somebody else. */
export async function commandPerson(
  { db }: DatabaseHandle,
  viewer: Viewer,
  { id, command }: { id: number; command: Command },
  reason: string,
  now: Date,
): Promise<DataOf<typeof staffPersonCommand>> {
  if (id === viewer.accountId) throw conflict('不能对自己的账号这样做，请由另一位管理员办理')
  const password = command === 'password' ? handedPassword() : ''
  // Nobody knows the other one.
  const secret = command === 'leave' ? randomBytes(32).toString('base64url') : password
  const hash = secret === '' ? null : await hashPassword(secret)
  return transact(db, async (trx) => {
    const managers = await lockManagers(trx)
    const row = await lockPerson(trx, id)
    if (row === null || row.state === 'left') throw notFound('员工')
    const from = FROM[command]
    if (from && row.state !== from.state) throw conflict(from.refusal)
    if (command === 'lock') await setState(trx, id, 'locked')
    if (command === 'unlock') await setState(trx, id, 'active')
    if (command === 'leave') await setState(trx, id, 'left')
    await refuseWithoutManager(trx, managers)
    if (hash !== null) await setPassword(trx, id, hash)
    if (command === 'password') await setHanded(trx, id, true)
    if (command === 'factor' || command === 'leave') await dropFactor(trx, id)
    if (command !== 'unlock') await endSessions(trx, id, null)
    const entry = { action: `staff.${command}` as const, subject: subjectOf(id), before: { state: row.state, factor: row.factor } }
    const fresh = await present(trx, id)
    await writeAudit(trx, viewer, { ...entry, after: { state: fresh.state, factor: fresh.factor, reason } }, now)
    return { person: personWire(fresh), password }
  })
}
