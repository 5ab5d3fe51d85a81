import { APPROVAL_KINDS, APPROVALS } from '#contract/approvals.ts'
import type { BodyOf, DataOf } from '#contract/call.ts'
import { CALLS } from '#contract/calls.ts'
import { clashOf, isPermission, PERMISSION_WORDS, PERMISSIONS, wordsOf } from '#contract/permissions.ts'
import type { StaffRoleWire, staffRoleSave, staffRoles } from '#contract/staff-people.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import type { Doer } from '../../approvals/public.ts'
import { refuseWithoutManager } from './people.ts'
import { lockManagers } from './people-store.ts'
import {
  deleteRole,
  endSessionsOfRole,
  insertRole,
  isNameTaken,
  listRoles,
  lockRole,
  type RoleRow,
  updateRole,
  wordsOfHolders,
} from './role-store.ts'

const roleWire = ({ key, name, builtin, permissions, people, version }: RoleRow): StaffRoleWire => ({
  key,
  name,
  builtin: builtin ? 1 : 0,
  // A word that this release no longer has opens nothing.
  permissions: permissions.filter(isPermission),
  people,
  version,
})

/** What another person approves, whatever the amount or the change is that asks for him. */
const SECOND_PERSON = new Set(
  CALLS.flatMap((call) => {
    const kind = APPROVAL_KINDS.find((one) => one === call.approval)
    if (kind === undefined) return []
    const words = wordsOf(call)
    // Of a call that does several deeds by its command, the one that is approved is its approver's own.
    return words.length === 1 ? words : words.filter((word) => word === APPROVALS[kind].approver)
  }),
)

export async function rolesOf({ db }: DatabaseHandle): Promise<DataOf<typeof staffRoles>> {
  return {
    list: (await listRoles(db)).map(roleWire),
    permissions: PERMISSION_WORDS.map((word) => ({ word, ...PERMISSIONS[word], second: SECOND_PERSON.has(word) ? 1 : 0 })),
  }
}

function checkWords(words: readonly string[]): void {
  const strange = words.find((word) => !isPermission(word))
  if (strange !== undefined) throw fieldErrors([{ field: 'permissions', message: `没有这项权限：${strange}` }])
  const clash = clashOf(words)
  if (clash !== null)
    throw fieldErrors([
      {
        field: 'permissions',
        message: `质量权限与业务权限不能在同一岗位：“${PERMISSIONS[clash.quality].name}”与“${PERMISSIONS[clash.trade].name}”`,
      },
    ])
}

export async function saveRole(
  { db }: DatabaseHandle,
  viewer: Doer,
  { key, name: typed, permissions, reason, version }: BodyOf<typeof staffRoleSave>,
  now: Date,
): Promise<StaffRoleWire> {
  const name = typed.trim()
  if (name === '') throw fieldErrors([{ field: 'name', message: '请填写岗位名称' }])
  checkWords(permissions)
  return transact(db, async (trx) => {
    const managers = await lockManagers(trx)
    const row = key === '' ? null : await lockRole(trx, key)
    if (key !== '' && row === null) throw notFound('岗位')
    if (row !== null && row.version !== version)
      throw changedMeanwhile(row.version, [
        { field: 'name', theirs: row.name },
        { field: 'permissions', theirs: row.permissions.join(' ') },
      ])
    if (await isNameTaken(trx, name, key)) throw fieldErrors([{ field: 'name', message: `已有名为“${name}”的岗位` }])
    // Whoever may change roles would otherwise give himself whatever he likes.
    const own = viewer.roles.includes(key)
    const gained = permissions.filter((word) => !(row?.permissions.includes(word) ?? false))
    if (own && gained.length > 0) throw conflict('不能给自己所在的岗位增加权限，请由另一位管理员办理')
    if (row !== null)
      for (const holder of await wordsOfHolders(trx, row.id)) {
        const clash = clashOf([...holder.others, ...permissions])
        if (clash !== null)
          throw conflict(
            `${holder.name} 还有别的岗位，“${PERMISSIONS[clash.quality].name}”与“${PERMISSIONS[clash.trade].name}”不能由同一人担任`,
          )
      }
    if (row !== null) {
      await updateRole(trx, row.id, name, permissions)
      await refuseWithoutManager(trx, managers)
      await endSessionsOfRole(trx, row.id, viewer.sessionId)
    }
    const saved = row?.key ?? (await insertRole(trx, name, permissions))
    const before = row === null ? null : { name: row.name, permissions: row.permissions }
    await writeAudit(trx, viewer, { action: 'role.save', subject: `role:${saved}`, before, after: { name, permissions, reason } }, now)
    const fresh = await lockRole(trx, saved)
    if (fresh === null) throw notFound('岗位')
    return roleWire(fresh)
  })
}

export async function removeRole({ db }: DatabaseHandle, viewer: Viewer, key: string, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    // Locked first: somebody may just be getting it, who is counted only once he has it.
    await lockRole(trx, key)
    const row = await lockRole(trx, key)
    if (row === null) throw notFound('岗位')
    if (row.builtin) throw conflict('系统岗位不能删除，可以修改它的权限')
    if (row.people > 0) throw conflict(`还有 ${row.people} 人在这个岗位，请先变更他们的岗位`)
    await deleteRole(trx, row.id)
    const before = { name: row.name, permissions: row.permissions }
    await writeAudit(trx, viewer, { action: 'role.remove', subject: `role:${key}`, before, after: null }, now)
  })
}
