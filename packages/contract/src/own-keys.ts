import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { OPEN_KEY_ADDRESSES_MAX, OPEN_KEY_DAYS_MAX, OPEN_KEY_STATES, OPEN_OWN_SCOPES } from './constants.ts'
import type { OpenKeyState } from './open-keys.ts'
import { Flag, Id, listOf, NullableText } from './shapes.ts'

/** Keys that a company makes for its own systems: by its owner, who shows first once more who he is. */

export type OwnScope = keyof typeof OPEN_OWN_SCOPES
const Word = Type.Unsafe<OwnScope>({ type: 'string', enum: Object.keys(OPEN_OWN_SCOPES) })

const OwnKey = Type.Object({
  id: Id,
  name: Type.String(),
  state: Type.Unsafe<OpenKeyState>({ type: 'string', enum: Object.keys(OPEN_KEY_STATES) }),
  state_name: Type.String(),
  scopes: listOf({ word: Type.String(), name: Type.String() }),
  addresses: Type.Array(Type.String(), { description: 'from which it counts; empty: from anywhere' }),
  signs: { ...Flag, description: '1: only requests that it signed come in, its secret never travels' },
  expires_on: Type.String({ description: 'the last day on which it counts' }),
  made_at: Type.String(),
  made_by: Type.String(),
  stopped_at: NullableText,
  stopped_reason: Type.String(),
  secrets: listOf({ id: Id, shown: Type.String(), issued_at: Type.String(), last_used_at: NullableText, last_used_from: Type.String() }),
})
export type OwnKeyWire = Static<typeof OwnKey>

const OwnKeys = Type.Object({
  list: Type.Array(OwnKey),
  why_not: Type.String({ description: 'why no key can be made now; empty: one can' }),
})
export type OwnKeysWire = Static<typeof OwnKeys>
const Issued = Type.Object({ secret: Type.String({ description: 'shown once' }), keys: OwnKeys })
export type OwnKeyIssued = Static<typeof Issued>

export const userOpenKeys = call('GET', '/api/user/open_key', { access: 'member', summary: '本企业的接口密钥', data: OwnKeys })
/** The only answer that ever has the secret. */
export const userOpenKeyAdd = call('POST', '/api/user/open_key', {
  access: 'passed',
  summary: '新建本企业的接口密钥',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 40 }),
    scopes: Type.Array(Word, { minItems: 1, maxItems: 3 }),
    addresses: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: OPEN_KEY_ADDRESSES_MAX })),
    signs: Type.Optional(Flag),
    days: Type.Integer({ minimum: 1, maximum: OPEN_KEY_DAYS_MAX }),
  }),
  data: Issued,
})
/** One secret more; the former goes on until it is stopped. */
export const userOpenKeyRenew = call('POST', '/api/user/open_key/:id/renew', {
  access: 'passed',
  summary: '更换本企业的接口密钥',
  data: Issued,
})
export const userOpenKeyStop = call('POST', '/api/user/open_key/:id/stop', {
  access: 'member',
  summary: '停用本企业的接口密钥',
  data: OwnKeys,
})
export const userOpenSecretStop = call('POST', '/api/user/open_secret/:id/stop', {
  access: 'member',
  summary: '停用更换下来的本企业接口密钥',
  data: OwnKeys,
})
