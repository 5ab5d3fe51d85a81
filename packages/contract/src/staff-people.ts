import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, Paged, Paging, Reason, Version } from './shapes.ts'

/** The wholesaler's own people: who they are, what their roles let them do, and what of it they see. */

export const STAFF_STATES = ['active', 'locked', 'left'] as const
const State = Type.Unsafe<(typeof STAFF_STATES)[number]>({ type: 'string', enum: [...STAFF_STATES] })
const RoleKeys = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20, uniqueItems: true })

/** What he sees of what his roles open; an empty list: everything. */
const View = Type.Object({
  warehouses: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  provinces: Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { maxItems: 60, uniqueItems: true }),
  managers: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'names by which companies name their account manager',
  }),
})
export type StaffViewWire = Static<typeof View>

const Person = Type.Object({
  id: Id,
  username: Type.String(),
  name: Type.String(),
  state: State,
  roles: listOf({ key: Type.String(), name: Type.String() }),
  factor: Flag,
  sessions: Type.Integer({ description: 'open ones' }),
  last_seen_at: Type.String({ description: 'empty: never' }),
  created_at: Type.String(),
  view: View,
  version: Type.Integer(),
})
export type StaffPersonWire = Static<typeof Person>
export const staffPeople = call('GET', '/api/staff/person', {
  permission: 'staff.view',
  summary: '员工列表',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
    state: Type.Optional(State),
    role: Type.Optional(Type.String({ maxLength: 40 })),
    ...Paging,
  }),
  data: Type.Object({ list: Type.Array(Person), ...Paged }),
})
/** Answers the password that is handed over, once; its owner sets his own at the first login. */
export const staffPersonAdd = call('POST', '/api/staff/person', {
  permission: 'staff.manage',
  summary: '新增员工',
  refuses: ['NOBODY_TO_APPROVE'],
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 60 }),
    name: Type.String({ minLength: 1, maxLength: 40 }),
    roles: RoleKeys,
  }),
  data: Type.Object({ person: Person, password: Type.String() }),
})
/** Roles that one person must not hold together are refused; whoever's roles change is signed out. Nobody changes his own. */
export const staffPersonRoles = call('POST', '/api/staff/person/:id/roles', {
  permission: 'staff.manage',
  summary: '变更员工岗位',
  approval: 'staff.roles',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ roles: RoleKeys, reason: Reason, version: Version }),
  data: Person,
})
/** Lists show less, and records that he does not see are not there for him, at once. */
export const staffPersonView = call('POST', '/api/staff/person/:id/view', {
  permission: 'staff.manage',
  summary: '限定员工的查看范围：仓库、地区、自己的客户',
  refuses: ['CHANGED_MEANWHILE'],
  // Forms send no empty list.
  body: Type.Object({ view: Type.Optional(Type.Partial(View)), reason: Reason, version: Version }),
  data: Person,
})
export const staffViewChoices = call('GET', '/api/staff/view_choices', {
  permission: 'staff.manage',
  summary: '可限定的仓库、地区、客户经理',
  data: Type.Object({
    warehouses: listOf({ id: Id, name: Type.String() }),
    provinces: Type.Array(Type.String()),
    managers: Type.Array(Type.String()),
  }),
})
const PERSON_COMMANDS = ['lock', 'unlock', 'leave', 'password', 'factor', 'sessions'] as const
/** password and factor: takes them away, a new password is handed over. sessions: ends all. leave: for good. */
export const staffPersonCommand = call('POST', '/api/staff/person/:id/:command', {
  permission: 'staff.manage',
  summary: '员工：停用、恢复、离职、重置密码、重置动态口令、结束登录',
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<(typeof PERSON_COMMANDS)[number]>({ type: 'string', enum: [...PERSON_COMMANDS] }),
  }),
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ person: Person, password: Type.String({ description: 'empty but after password' }) }),
})

// ── Roles ──

const Role = Type.Object({
  key: Type.String(),
  name: Type.String(),
  builtin: Flag,
  permissions: Type.Array(Type.String()),
  people: Type.Integer(),
  version: Type.Integer(),
})
export type StaffRoleWire = Static<typeof Role>
export const staffRoles = call('GET', '/api/staff/role', {
  permission: 'staff.view',
  summary: '岗位与权限',
  data: Type.Object({
    list: Type.Array(Role),
    permissions: listOf({
      word: Type.String(),
      area: Type.String(),
      name: Type.String(),
      side: Type.String({ description: 'quality | trade | "": one role holds deciding words of one side only' }),
      second: { ...Flag, description: '1: of what it allows another person approves some, or all' },
    }),
  }),
})
export const staffRoleSave = call('POST', '/api/staff/role', {
  permission: 'roles.change',
  summary: '新增或修改岗位',
  approval: 'role.save',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({
    key: Type.String({ maxLength: 40, description: 'empty: a new one' }),
    name: Type.String({ minLength: 1, maxLength: 20 }),
    permissions: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 300, uniqueItems: true }),
    reason: Reason,
    version: Version,
  }),
  data: Role,
})
export const staffRoleRemove = call('DELETE', '/api/staff/role/:key', {
  permission: 'roles.change',
  summary: '删除自设岗位',
  params: Type.Object({ key: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: Type.Object({}),
})
