import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Me } from './console.ts'
import { AddOptions, PasskeyMade, PasskeyShown, ShowOptions } from './passkey-shapes.ts'
import { Flag, Id } from './shapes.ts'

/** 通行密钥: a second factor of the staff beside the authenticator's codes. A member of staff changes his own alone. */

const Name = Type.String({ minLength: 1, maxLength: 60 })

/** Of somebody with a second factor one of the two: a code (or a recovery code), or a passkey that was just asked for; else the password. */
const Proof = {
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  passkey: Type.Optional(PasskeyShown),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
}

const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Type.String(),
  used_at: Type.String({ description: 'empty: never' }),
  synced: { ...Flag, description: '1: kept by a service that brings it to other devices too' },
  here: { ...Flag, description: '1: made at the address at which the shop is open now, and only there it can be shown' },
})
const Passkeys = Type.Object({
  list: Type.Array(Passkey),
  origin: Type.String({ description: 'the address at which passkeys are made and shown; empty: not at this one' }),
})
export type PasskeysWire = Static<typeof Passkeys>

export const staffPasskeys = call('GET', '/api/staff/me/passkey', {
  permission: 'own',
  summary: '自己的通行密钥',
  data: Passkeys,
})
/** Good for one answer of this session, within five minutes. */
export const staffPasskeyAsk = call('POST', '/api/staff/me/passkey/ask', {
  permission: 'entrance',
  summary: '请求出示通行密钥',
  data: ShowOptions,
})
export const staffPasskeyPass = call('POST', '/api/staff/me/passkey/pass', {
  permission: 'entrance',
  summary: '用通行密钥完成登录',
  body: Type.Object({ passkey: PasskeyShown }),
  data: Me,
})
export const staffPasskeyBegin = call('POST', '/api/staff/me/passkey/begin', {
  permission: 'entrance',
  summary: '开始添加通行密钥',
  body: Type.Object(Proof),
  data: AddOptions,
})
/** Other sessions end. recovery_codes: where there were none. */
export const staffPasskeyAdd = call('POST', '/api/staff/me/passkey', {
  permission: 'entrance',
  summary: '添加通行密钥',
  body: Type.Object({ name: Name, passkey: PasskeyMade }),
  data: Type.Object({ recovery_codes: Type.Array(Type.String()), me: Me }),
})
export const staffPasskeyRename = call('POST', '/api/staff/me/passkey/:id/name', {
  permission: 'own',
  summary: '给通行密钥改名',
  body: Type.Object({ name: Name }),
  data: Passkeys,
})
/** Never the last second factor where one is demanded. Other sessions end. */
export const staffPasskeyRemove = call('POST', '/api/staff/me/passkey/:id/remove', {
  permission: 'own',
  summary: '移除通行密钥',
  body: Type.Object(Proof),
  data: Me,
})
