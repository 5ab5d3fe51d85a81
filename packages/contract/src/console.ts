import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { FileShape } from './files.ts'
import { PasskeyShown } from './passkey-shapes.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, OptionalDay, PerPage } from './shapes.ts'

/** The entrance of the wholesaler's staff, and who they are. Their cookie is another than a buyer's, and travels to these calls alone. */

const Password = Type.String({ minLength: 1, maxLength: 200 })
const Code = Type.String({ minLength: 1, maxLength: 20 })

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
  roles: listOf({ key: Type.String(), name: Type.String() }),
  permissions: Type.Array(Type.String(), { description: 'words of the contract; empty until step is done' }),
  factor: { ...Flag, description: '1: has a second factor of whichever kind' },
  totp: { ...Flag, description: '1: an authenticator that makes codes' },
  passkeys: Type.Integer(),
  emergency: Type.String({ description: 'a word that he took for himself for at most an hour, empty: none' }),
  narrowed: { ...Flag, description: '1: he sees some warehouses, regions or customers only' },
  demo: Flag,
})
export type StaffMeWire = Static<typeof Me>

export const staffLogin = call('POST', '/api/staff/login', {
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
export const staffMe = call('GET', '/api/staff/me', {
  permission: 'entrance',
  summary: '当前员工、岗位与权限',
  data: Me,
})
export const staffLogout = call('POST', '/api/staff/logout', {
  permission: 'entrance',
  summary: '员工退出',
  data: Type.Object({}),
})
/** One's own; asks for the present one. Other sessions end. */
export const staffPassword = call('POST', '/api/staff/me/password', {
  permission: 'entrance',
  summary: '修改自己的密码',
  body: Type.Object({ current: Password, password: Password }),
  data: Me,
})
/** A code of the authenticator, or one of the recovery codes, each of which counts once. */
export const staffFactor = call('POST', '/api/staff/me/code', {
  permission: 'entrance',
  summary: '验证动态口令',
  body: Type.Object({ code: Code }),
  data: Me,
})
/** Begins anew each time; nothing counts before its first code was confirmed. One that counts already must be shown first. */
export const staffEnrol = call('POST', '/api/staff/me/factor', {
  permission: 'entrance',
  summary: '设置动态口令',
  body: Type.Object({
    code: Type.Optional(Code),
    passkey: Type.Optional(PasskeyShown),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'of whoever has no second factor and is at work' })),
  }),
  data: Type.Object({
    secret: Type.String({ description: 'to type in by hand, base 32' }),
    uri: Type.String({ description: 'otpauth:' }),
    qr: Type.String({ description: 'data: address of an SVG' }),
  }),
})
export const staffEnrolConfirm = call('POST', '/api/staff/me/factor/confirm', {
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
export const staffSessions = call('GET', '/api/staff/me/session', {
  permission: 'own',
  summary: '自己的登录',
  data: Type.Object({ list: Type.Array(SessionRow) }),
})
export const staffSessionEnd = call('DELETE', '/api/staff/me/session/:id', {
  permission: 'own',
  summary: '结束自己在别处的登录',
  data: Type.Object({ list: Type.Array(SessionRow) }),
})

// ── Audit ──

const AuditSubject = Type.Object({
  kind: Type.String({ description: 'order, of order:12' }),
  name: Type.String({ description: 'of the kind: 订单' }),
  text: Type.String({ description: 'its number or name; empty: it has none, or is there no more' }),
  page: Type.String({ description: 'the id by which a page shows it; empty: none does' }),
})
export type AuditSubjectWire = Static<typeof AuditSubject>
const AuditRow = Type.Object({
  id: Id,
  at: Type.String(),
  actor: Type.String(),
  roles: Type.String({ description: 'of the actor at that moment' }),
  action: Type.String(),
  action_name: Type.String({ description: 'what the deed is called: 取消订单' }),
  subject: Type.String(),
  of: AuditSubject,
  before: Type.Unknown(),
  after: Type.Unknown(),
  reason: Type.String({ description: 'empty: none was asked for' }),
  ip: Type.String(),
  call: Type.String({ description: 'empty: not by a call' }),
  request_id: Type.String(),
  sealed: { ...Flag, description: '0 for the few seconds until it is in the chain' },
})
export type AuditRowWire = Static<typeof AuditRow>
export const staffAudit = call('GET', '/api/staff/audit', {
  permission: 'audit.view',
  summary: '操作记录',
  query: Type.Object({
    actor: Type.Optional(Type.String({ maxLength: 40, description: 'the whole name' })),
    action: Type.Optional(Type.String({ maxLength: 60, description: 'its beginning, or one of them in full' })),
    subject: Type.Optional(Type.String({ maxLength: 80, description: 'one record: order:12, or its number or name in full' })),
    from: OptionalDay,
    to: OptionalDay,
    before: Type.Optional({ ...Id, description: 'the page after this row' }),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({ list: Type.Array(AuditRow), next: Type.Integer({ description: '0: no more' }) }),
})

// ── What staff need beside their work ──

/** As POST /api/file is for buyers. */
export const staffFileUpload = call('POST', '/api/staff/file', {
  permission: 'files.upload',
  summary: '员工上传文件',
  data: FileShape,
})
export const staffDocumentFile = call('GET', '/api/staff/document/:id/file', {
  permission: 'papers.view',
  summary: '单据文件',
  file: true,
  query: Type.Object({ inline: Type.Optional(Flag) }),
  data: Type.Object({}),
})
export const staffHealth = call('GET', '/api/staff/health', {
  permission: 'system.health',
  summary: '运行状态：变更的跟随与各处记忆',
  data: Type.Object({
    position: NullableText,
    age_ms: NullableInteger,
    trusted: Flag,
    memories: listOf({ name: Type.String(), entries: Type.Integer(), last_change_ms: NullableInteger }),
  }),
})

const Placed = Type.Object({ files: Type.Integer(), bytes: Type.Integer() })
export const staffFilePlaces = call('GET', '/api/staff/file_places', {
  permission: 'system.health',
  summary: '文件存储与查毒：文件内容在哪里、搬了多少、对象存储和查毒程序是否答复',
  data: Type.Object({
    storage: Type.Union([
      Type.Null({ description: 'CHANNELS_FILE names none: contents lie in the database' }),
      Type.Object({
        address: Type.String({ description: 'service, bucket and prefix' }),
        is_wanted: { ...Flag, description: '1: contents are moved there; 0: they come back' },
        keep_days: Type.Integer({ description: 'how long an object stays that no file needs any more' }),
        problem: Type.String({ description: 'what came of asking it just now; empty: it answered' }),
      }),
    ]),
    here: { ...Placed, description: 'in the database, and may move' },
    stays: { ...Placed, description: 'in the database for good: pictures of seals, large packs' },
    away: { ...Placed, description: 'in the object storage' },
    faults: Type.Integer({ description: 'that could not be moved' }),
    faulty: listOf({ id: Id, name: Type.String(), fault: Type.String(), at: Type.String() }),
    scanner: Type.Object({
      name: Type.String(),
      version: Type.String({ description: 'of itself and its signatures; empty: it has none' }),
      problem: Type.String(),
    }),
  }),
})
