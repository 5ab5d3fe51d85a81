import { RULING_WORDS } from '#contract/approvals.ts'
import { isPermission, PERMISSIONS } from '#contract/permissions.ts'
import { staffPersonRoles, staffRoleSave } from '#contract/staff-people.ts'
import type { Deed } from '../../approvals/public.ts'
import { changeRoles } from './people.ts'
import { lockManagers, lockPerson, wordsOfRoles } from './people-store.ts'
import { lockRole, namesOfRoles } from './role-store.ts'
import { saveRole } from './roles-service.ts'

/** Words that decide what others may do, and that are new here. */
const gained = (before: readonly string[], after: readonly string[]): string[] =>
  RULING_WORDS.filter((word) => after.includes(word) && !before.includes(word))
const namesOf = (words: readonly string[]): string => words.map((word) => (isPermission(word) ? PERMISSIONS[word].name : word)).join('、')

/** Whoever gets a say over what others may do, gets it from two. */
export const rolesDeed: Deed<typeof staffPersonRoles> = {
  call: staffPersonRoles,
  kind: 'staff.roles',
  async weigh({ database: { db }, params: { id }, body }) {
    await lockManagers(db)
    const person = await lockPerson(db, id)
    if (person === null || person.version !== body.version) return null
    const before = person.roles.map(({ key }) => key)
    const words = gained((await wordsOfRoles(db, before)) ?? [], (await wordsOfRoles(db, body.roles)) ?? [])
    if (words.length === 0) return null
    const names = await namesOfRoles(db, body.roles)
    return {
      subject: `account:${id}`,
      title: `${person.name}（${person.username}）的岗位改为 ${names.join('、')}`,
      changes: [
        { name: '岗位', before: person.roles.map(({ name }) => name).join('、'), after: names.join('、') },
        { name: '得到的管理权限', before: '', after: namesOf(words) },
      ],
      stands: String(person.version),
      reason: body.reason,
    }
  },
  run: ({ database, doer, params, body, now }) => changeRoles(database, doer, params.id, body, now),
  said: (person) => `${person.name} 的岗位已变更，已在各处退出登录`,
}

export const roleDeed: Deed<typeof staffRoleSave> = {
  call: staffRoleSave,
  kind: 'role.save',
  async weigh({ database: { db }, body }) {
    await lockManagers(db)
    const role = body.key === '' ? null : await lockRole(db, body.key)
    const before = role?.permissions ?? []
    const words = gained(before, body.permissions)
    if (words.length === 0 || (role !== null && role.version !== body.version)) return null
    const added = body.permissions.filter((word) => !before.includes(word))
    const taken = before.filter((word) => !body.permissions.includes(word))
    return {
      subject: `role:${role?.key ?? body.name.trim()}`,
      title: `岗位“${body.name.trim()}”增加管理权限：${namesOf(words)}`,
      changes: [
        { name: '增加', before: '', after: namesOf(added) },
        ...(taken.length > 0 ? [{ name: '去掉', before: namesOf(taken), after: '' }] : []),
        { name: '在岗人数', before: String(role?.people ?? 0), after: String(role?.people ?? 0) },
      ],
      stands: String(role?.version ?? 0),
      reason: body.reason,
    }
  },
  run: ({ database, doer, body, now }) => saveRole(database, doer, body, now),
  said: (role) => `岗位“${role.name}”已保存`,
}
