import type { DataOf } from '#contract/call.ts'

type Roles = DataOf<typeof import('#contract/staff-people.ts')['staffRoles']>
export type Role = Roles['list'][number]
export type PermissionRow = Roles['permissions'][number]

/** Words of changed roles, as they would be saved; roles that stand as they were are absent. */
export type Draft = ReadonlyMap<string, readonly string[]>

export const wordsIn = (draft: Draft, role: Role): readonly string[] => draft.get(role.key) ?? role.permissions

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word) => other.includes(word))

/** The draft after a cell was pressed; a role that is as it was again is no change. */
export function toggled(draft: Draft, role: Role, word: string): Draft {
  const words = wordsIn(draft, role)
  const next = words.includes(word) ? words.filter((one) => one !== word) : [...words, word]
  const changed = new Map(draft)
  if (same(next, role.permissions)) changed.delete(role.key)
  else changed.set(role.key, next)
  return changed
}

export interface RoleChange {
  role: Role
  words: readonly string[]
  added: readonly string[]
  removed: readonly string[]
}

export const changesOf = (draft: Draft, roles: readonly Role[]): RoleChange[] =>
  roles.flatMap((role) => {
    const words = draft.get(role.key)
    if (words === undefined) return []
    const added = words.filter((word) => !role.permissions.includes(word))
    const removed = role.permissions.filter((word) => !words.includes(word))
    return added.length + removed.length > 0 ? [{ role, words, added, removed }] : []
  })

/** The role as somebody else saved it meanwhile, and one's own changes on top of that. */
export function rebased(
  { role, added, removed }: RoleChange,
  words: readonly string[],
  version: number,
): { role: Role; words: readonly string[] } {
  const kept = words.filter((word) => !removed.includes(word))
  return { role: { ...role, permissions: [...words], version }, words: [...kept, ...added.filter((word) => !kept.includes(word))] }
}

const SIDES: Readonly<Record<string, string>> = { quality: '质量', trade: '购销与仓储' }
export const sideName = (side: string): string => SIDES[side] ?? side

/** Deciding words of both sides in one role: the law keeps quality apart from those whose work it judges. */
export function clashOf(words: readonly string[], permissions: readonly PermissionRow[]): { side: string; names: string[] }[] {
  const held = permissions.filter(({ word, side }) => side !== '' && words.includes(word))
  const sides = [...new Set(held.map(({ side }) => side))]
  return sides.length < 2
    ? []
    : sides.map((side) => ({ side: sideName(side), names: held.filter((one) => one.side === side).map(({ name }) => name) }))
}

/** Permissions under their areas, both in the order in which they come. */
export function byArea(permissions: readonly PermissionRow[]): { area: string; rows: PermissionRow[] }[] {
  const areas = [...new Set(permissions.map(({ area }) => area))]
  return areas.map((area) => ({ area, rows: permissions.filter((one) => one.area === area) }))
}
