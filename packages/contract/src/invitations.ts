import { type Static, Type } from 'typebox'
import { ReadAgreements } from './agreements.ts'
import { call } from './call.ts'
import { INVITATION_STATES, INVITED_AT_ONCE } from './constants.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging } from './shapes.ts'
import { UserBase } from './user.ts'

/**
 * Ways in that staff hand out: a letter with a secret, which its receiver opens by a link, by its QR code or by typing the code.
 * For a company without a login, or for one that is not here yet.
 */

/** Rows are counted no further. */
export const INVITATIONS_COUNTED = 10_000
export type InvitationState = (typeof INVITATION_STATES)[number]

const oneOf = <const Words extends readonly string[]>(words: Words) => Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] })
const Secret = Type.String({ minLength: 1, maxLength: 60, description: 'the code of the letter, blanks and hyphens as they come' })
const Contact = Type.String({ maxLength: 30 })
const Phone = Type.String({ maxLength: 20 })

/** What the secret is handed over as; it is told this once and kept nowhere. */
export const Handed = Type.Object({
  link: Type.String(),
  code: Type.String({ description: 'to be typed where there is no camera: ABCD-EFGH-JKMN-PQRS' }),
  qr: Type.String({ description: 'data: address of the QR code of the link' }),
  expires_at: Type.String(),
})
export type HandedWire = Static<typeof Handed>
/** Who writes, and where the receiver asks. */
export const Sender = Type.Object({
  shop: Type.String(),
  hot_line: Type.String(),
  hours: Type.Array(Type.String()),
  address: Type.String(),
  site: Type.String({ description: 'address of the shop' }),
})
export type SenderWire = Static<typeof Sender>

const Letter = Type.Intersect([
  Type.Object({
    id: Id,
    company: Type.String(),
    is_new: Flag,
    contact: Type.String(),
    phone: Type.String({ description: 'empty: bound to none' }),
    has_account: Flag,
  }),
  Handed,
])
export type LetterWire = Static<typeof Letter>
const Letters = Type.Object({
  sender: Sender,
  letters: Type.Array(Letter),
  skipped: listOf({ company_id: Id, name: Type.String(), why: Type.String() }),
})
export type LettersWire = Static<typeof Letters>

const Row = Type.Object({
  id: Id,
  company_id: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'also the one that the letter registered; null: none yet',
  }),
  company: Type.String(),
  is_new: Flag,
  contact: Type.String(),
  phone: Type.String(),
  state: oneOf(INVITATION_STATES),
  is_locked: Flag,
  sends: Type.Integer(),
  sent_at: Type.String(),
  sent_by: Type.String(),
  expires_at: Type.String(),
  opened_at: NullableText,
  ended_at: NullableText,
  ended_by: Type.String({ description: 'who came in by it, or revoked it' }),
  version: Type.Integer(),
})
export type InvitationWire = Static<typeof Row>

/** The latest first. */
export const staffInvitations = call('GET', '/api/staff/invitation/list', {
  permission: 'companies.view',
  summary: '企业邀请',
  query: Type.Object({
    state: Type.Optional(oneOf(INVITATION_STATES)),
    kind: Type.Optional(oneOf(['company', 'new'] as const)),
    company: Type.Optional(Id),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'part of a name, or how a phone begins' })),
    ...Paging,
  }),
  data: Type.Object({ list: Type.Array(Row), ...Paged, is_capped: Flag }),
})
/** Each company's letter is bound to its own mobile number, where it has one. phone: for a single one, another number, or '' for none. */
export const staffInvite = call('POST', '/api/staff/invitation', {
  permission: 'companies.invite',
  summary: '邀请已有企业登录',
  body: Type.Object({
    company_ids: Type.Array(Id, { minItems: 1, maxItems: INVITED_AT_ONCE, uniqueItems: true }),
    phone: Type.Optional(Phone),
  }),
  data: Letters,
})
export const staffInviteNew = call('POST', '/api/staff/invitation/new', {
  permission: 'companies.invite',
  summary: '邀请新企业注册',
  body: Type.Object({
    name: Type.String({ maxLength: 60 }),
    contact: Type.Optional(Contact),
    phone: Type.Optional(Phone),
  }),
  data: Letters,
})
const INVITATION_COMMANDS = ['resend', 'revoke'] as const
/** resend: a new letter with a new secret; the former one is good for nothing any more. */
export const staffInvitationCommand = call('POST', '/api/staff/invitation/:id/:command', {
  permission: 'companies.invite',
  summary: '企业邀请：重新发出、撤回',
  refuses: ['CHANGED_MEANWHILE'],
  params: Type.Object({ id: Id, command: oneOf(INVITATION_COMMANDS) }),
  body: Type.Object({
    version: Type.Integer({ minimum: 0, description: 'as it was read' }),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  data: Letters,
})

/** What the letter is for. A code that is none, or none any more, is refused in words. */
export const invitationLook = call('POST', '/api/invitation/look', {
  access: 'public',
  summary: '打开邀请',
  body: Type.Object({ secret: Secret }),
  data: Type.Object({
    company: Type.String(),
    is_new: Flag,
    contact: Type.String(),
    phone: Type.String({ description: 'masked; empty: bound to none' }),
    has_account: Flag,
    expires_at: Type.String(),
  }),
})
export type InvitationLookWire = Static<typeof invitationLook.data>
/** An account of its own, signed in; the same submit again answers the same account. */
export const registerInvited = call('POST', '/api/register/invited', {
  access: 'public',
  summary: '凭邀请注册',
  body: Type.Object({
    secret: Secret,
    phone: Phone,
    password: Type.String({ maxLength: 200 }),
    name: Type.String({ maxLength: 60 }),
    agree: Type.Optional(Flag),
    agreements: ReadAgreements,
  }),
  data: UserBase,
})
/** The signed-in account takes the company in beside its own; the session goes on in it. */
export const invitationAccept = call('POST', '/api/invitation/accept', {
  access: 'account',
  summary: '用已有账号接受邀请',
  body: Type.Object({ secret: Secret, agree: Type.Optional(Flag), agreements: ReadAgreements }),
  data: UserBase,
})
