import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { FileShape } from './files.ts'
import { PasskeyShown } from './passkey-shapes.ts'
import { Flag, Id, IdParams, NullableInteger, NullableText, OptionalDay, Page, Paged, PerPage } from './shapes.ts'

/** The entrance of the wholesaler's staff, and who they are. Their cookie is another than a buyer's, and travels to these calls alone. */

const Password = Type.String({ minLength: 1, maxLength: 200 })
const Code = Type.String({ minLength: 1, maxLength: 20 })
const Reason = Type.String({ minLength: 2, maxLength: 200 })

/**
 * What is still missing before work can begin: a password of one's own in place of the one that was handed over, a second factor
 * to set up, its code, or nothing.
 */
export const ENTRANCE_STEPS = ['password', 'enrol', 'code', 'done'] as const
export type EntranceStep = (typeof ENTRANCE_STEPS)[number]
const Step = Type.Unsafe<EntranceStep>({ type: 'string', enum: [...ENTRANCE_STEPS] })

export const Me = Type.Object({
  step: Step,
  id: Id,
  username: Type.String(),
  name: Type.String(),
  roles: Type.Array(Type.Object({ key: Type.String(), name: Type.String() })),
  permissions: Type.Array(Type.String(), { description: 'words of the contract; empty until step is done' }),
  factor: { ...Flag, description: '1: has a second factor of whichever kind' },
  totp: { ...Flag, description: '1: an authenticator that makes codes' },
  passkeys: Type.Integer(),
  emergency: Type.String({ description: 'a word that he took for himself for at most an hour, empty: none' }),
  narrowed: { ...Flag, description: '1: he sees some warehouses, regions or customers only' },
  demo: Flag,
})
export type StaffMeWire = Static<typeof Me>

export const staffLogin = call({
  method: 'POST',
  path: '/api/staff/login',
  access: 'public',
  summary: '员工登录',
  body: Type.Object({
    username: Type.String({ minLength: 1, maxLength: 60 }),
    password: Password,
    captcha_id: Type.Optional(Type.String({ maxLength: 64 })),
    captcha: Type.Optional(Type.String({ maxLength: 12, description: 'asked for by an error of this field' })),
  }),
  data: Me,
})
export const staffMe = call({
  method: 'GET',
  path: '/api/staff/me',
  access: 'staff',
  permission: 'entrance',
  summary: '当前员工、岗位与权限',
  data: Me,
})
export const staffLogout = call({
  method: 'POST',
  path: '/api/staff/logout',
  access: 'staff',
  permission: 'entrance',
  summary: '员工退出',
  data: Type.Object({}),
})
/** One's own; asks for the present one. Other sessions end. */
export const staffPassword = call({
  method: 'POST',
  path: '/api/staff/me/password',
  access: 'staff',
  permission: 'entrance',
  summary: '修改自己的密码',
  body: Type.Object({ current: Password, password: Password }),
  data: Me,
})
/** A code of the authenticator, or one of the recovery codes, each of which counts once. */
export const staffFactor = call({
  method: 'POST',
  path: '/api/staff/me/code',
  access: 'staff',
  permission: 'entrance',
  summary: '验证动态口令',
  body: Type.Object({ code: Code }),
  data: Me,
})
/** Begins anew each time; nothing counts before its first code was confirmed. One that counts already must be shown first. */
export const staffEnrol = call({
  method: 'POST',
  path: '/api/staff/me/factor',
  access: 'staff',
  permission: 'entrance',
  summary: '设置动态口令',
  body: Type.Object({ code: Type.Optional(Code), passkey: Type.Optional(PasskeyShown) }),
  data: Type.Object({
    secret: Type.String({ description: 'to type in by hand, base 32' }),
    uri: Type.String({ description: 'otpauth:' }),
    qr: Type.String({ description: 'data: address of an SVG' }),
  }),
})
export const staffEnrolConfirm = call({
  method: 'POST',
  path: '/api/staff/me/factor/confirm',
  access: 'staff',
  permission: 'entrance',
  summary: '确认动态口令，领取恢复码',
  body: Type.Object({ code: Code }),
  data: Type.Object({ recovery_codes: Type.Array(Type.String()), me: Me }),
})

const SessionRow = Type.Object({
  id: Id,
  device: Type.String(),
  place: Type.String(),
  ip: Type.String(),
  created_at: Type.String(),
  last_seen_at: Type.String(),
  current: Flag,
})
export const staffSessions = call({
  method: 'GET',
  path: '/api/staff/me/session',
  access: 'staff',
  permission: 'own',
  summary: '自己的登录',
  data: Type.Object({ list: Type.Array(SessionRow) }),
})
export const staffSessionEnd = call({
  method: 'DELETE',
  path: '/api/staff/me/session/:id',
  access: 'staff',
  permission: 'own',
  summary: '结束自己在别处的登录',
  params: IdParams,
  data: Type.Object({ list: Type.Array(SessionRow) }),
})

// ── People ──

export const STAFF_STATES = ['active', 'locked', 'left'] as const
const State = Type.Unsafe<(typeof STAFF_STATES)[number]>({ type: 'string', enum: [...STAFF_STATES] })
const RoleKeys = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20, uniqueItems: true })
const Version = Type.Integer({ minimum: 0, description: 'as it was read: a save over someone else’s is refused' })

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
  roles: Type.Array(Type.Object({ key: Type.String(), name: Type.String() })),
  factor: Flag,
  sessions: Type.Integer({ description: 'open ones' }),
  last_seen_at: Type.String({ description: 'empty: never' }),
  created_at: Type.String(),
  view: View,
  version: Type.Integer(),
})
export type StaffPersonWire = Static<typeof Person>
export const staffPeople = call({
  method: 'GET',
  path: '/api/staff/person',
  access: 'staff',
  permission: 'staff.view',
  summary: '员工列表',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60 })),
    state: Type.Optional(State),
    role: Type.Optional(Type.String({ maxLength: 40 })),
    page: Type.Optional(Page),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({ list: Type.Array(Person), ...Paged }),
})
/** Answers the password that is handed over, once; its owner sets his own at the first login. */
export const staffPersonAdd = call({
  method: 'POST',
  path: '/api/staff/person',
  access: 'staff',
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
export const staffPersonRoles = call({
  method: 'POST',
  path: '/api/staff/person/:id/roles',
  access: 'staff',
  permission: 'staff.manage',
  summary: '变更员工岗位',
  approval: 'staff.roles',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  params: IdParams,
  body: Type.Object({ roles: RoleKeys, reason: Reason, version: Version }),
  data: Person,
})
/** Lists show less, and records that he does not see are not there for him, at once. */
export const staffPersonView = call({
  method: 'POST',
  path: '/api/staff/person/:id/view',
  access: 'staff',
  permission: 'staff.manage',
  summary: '限定员工的查看范围：仓库、地区、自己的客户',
  refuses: ['CHANGED_MEANWHILE'],
  params: IdParams,
  // Forms send no empty list.
  body: Type.Object({ view: Type.Optional(Type.Partial(View)), reason: Reason, version: Version }),
  data: Person,
})
export const staffViewChoices = call({
  method: 'GET',
  path: '/api/staff/view_choices',
  access: 'staff',
  permission: 'staff.manage',
  summary: '可限定的仓库、地区、客户经理',
  data: Type.Object({
    warehouses: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    provinces: Type.Array(Type.String()),
    managers: Type.Array(Type.String()),
  }),
})
const PERSON_COMMANDS = ['lock', 'unlock', 'leave', 'password', 'factor', 'sessions'] as const
/** password and factor: takes them away, a new password is handed over. sessions: ends all. leave: for good. */
export const staffPersonCommand = call({
  method: 'POST',
  path: '/api/staff/person/:id/:command',
  access: 'staff',
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
export const staffRoles = call({
  method: 'GET',
  path: '/api/staff/role',
  access: 'staff',
  permission: 'staff.view',
  summary: '岗位与权限',
  data: Type.Object({
    list: Type.Array(Role),
    permissions: Type.Array(
      Type.Object({
        word: Type.String(),
        area: Type.String(),
        name: Type.String(),
        side: Type.String({ description: 'quality | trade | "": one role holds deciding words of one side only' }),
      }),
    ),
  }),
})
export const staffRoleSave = call({
  method: 'POST',
  path: '/api/staff/role',
  access: 'staff',
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
export const staffRoleRemove = call({
  method: 'DELETE',
  path: '/api/staff/role/:key',
  access: 'staff',
  permission: 'roles.change',
  summary: '删除自设岗位',
  params: Type.Object({ key: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: Type.Object({}),
})

// ── Audit ──

const AuditRow = Type.Object({
  id: Id,
  at: Type.String(),
  actor: Type.String(),
  roles: Type.String({ description: 'of the actor at that moment' }),
  action: Type.String(),
  subject: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
  reason: Type.String({ description: 'empty: none was asked for' }),
  ip: Type.String(),
  call: Type.String({ description: 'empty: not by a call' }),
  request_id: Type.String(),
  sealed: { ...Flag, description: '0 for the few seconds until it is in the chain' },
})
export type AuditRowWire = Static<typeof AuditRow>
export const staffAudit = call({
  method: 'GET',
  path: '/api/staff/audit',
  access: 'staff',
  permission: 'audit.view',
  summary: '操作记录',
  query: Type.Object({
    actor: Type.Optional(Type.String({ maxLength: 40, description: 'the whole name' })),
    action: Type.Optional(Type.String({ maxLength: 60, description: 'its beginning' })),
    subject: Type.Optional(Type.String({ maxLength: 80, description: 'one record: order:12' })),
    from: OptionalDay,
    to: OptionalDay,
    before: Type.Optional({ ...Id, description: 'the page after this row' }),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({ list: Type.Array(AuditRow), next: Type.Integer({ description: '0: no more' }) }),
})

// ── What staff need beside their work ──

/** As POST /api/file is for buyers. */
export const staffFileUpload = call({
  method: 'POST',
  path: '/api/staff/file',
  access: 'staff',
  permission: 'files.upload',
  summary: '员工上传文件',
  data: FileShape,
})
export const staffDocumentFile = call({
  method: 'GET',
  path: '/api/staff/document/:id/file',
  access: 'staff',
  permission: 'papers.view',
  summary: '单据文件',
  file: true,
  params: IdParams,
  query: Type.Object({ inline: Type.Optional(Flag) }),
  data: Type.Object({}),
})
export const staffHealth = call({
  method: 'GET',
  path: '/api/staff/health',
  access: 'staff',
  permission: 'system.health',
  summary: '运行状态：变更的跟随与各处记忆',
  data: Type.Object({
    position: NullableText,
    age_ms: NullableInteger,
    trusted: Flag,
    memories: Type.Array(Type.Object({ name: Type.String(), entries: Type.Integer(), last_change_ms: NullableInteger })),
  }),
})
