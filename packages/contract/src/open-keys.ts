import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { OPEN_KEY_ADDRESSES_MAX, OPEN_KEY_DAYS_MAX, OPEN_KEY_STATES } from './constants.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging, Reason } from './shapes.ts'

/** Keys with which other systems of the house call /open/v1, and who may make and stop them. */

export type OpenKeyState = keyof typeof OPEN_KEY_STATES

const Secret = Type.Object({
  id: Id,
  shown: Type.String({ description: 'how it begins: ak_live_Xy3kQ9aB…' }),
  issued_at: Type.String(),
  issued_by: Type.String(),
  last_used_at: NullableText,
  last_used_from: Type.String({ description: 'address; empty: never used' }),
})
const Key = Type.Object({
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
  stopped_by: Type.String(),
  stopped_reason: Type.String(),
  company: Type.Unsafe<{ id: number; name: string; blocked: string } | null>({
    anyOf: [
      Type.Object({ id: Id, name: Type.String(), blocked: Type.String({ description: 'why no key of it is let in; empty: they are' }) }),
      { type: 'null' },
    ],
    description: 'a buyer, whose owner made it; null: the house',
  }),
  secret_for: Type.String({ description: 'who may take a secret that two people agreed to; empty: none waits' }),
  may_take: { ...Flag, description: '1: that is whoever asks' },
  secrets: Type.Array(Secret, { description: 'that count at this moment: two while one is being replaced' }),
})
export type OpenKeyWire = Static<typeof Key>

export const staffOpenKeys = call('GET', '/api/staff/open/key', {
  permission: 'integration.view',
  summary: '接口密钥',
  query: Type.Object({
    state: Type.Optional(Type.Unsafe<OpenKeyState>({ type: 'string', enum: Object.keys(OPEN_KEY_STATES) })),
    of: Type.Optional(Type.Unsafe<'house' | 'buyers'>({ type: 'string', enum: ['house', 'buyers'] })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Key) }),
})
export const staffOpenScopes = call('GET', '/api/staff/open/scope', {
  permission: 'integration.view',
  summary: '接口密钥可以有的权限',
  data: Type.Object({ list: listOf({ word: Type.String(), name: Type.String(), calls: Type.Array(Type.String()) }) }),
})
/** What another system may do here is said by two; it has no secret yet. */
export const staffOpenKeyAdd = call('POST', '/api/staff/open/key', {
  permission: 'integration.manage',
  approval: 'integration.key',
  summary: '新建接口密钥',
  refuses: ['NOBODY_TO_APPROVE'],
  body: Type.Object({
    name: Type.String({ minLength: 2, maxLength: 40 }),
    scopes: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 40 }),
    addresses: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: OPEN_KEY_ADDRESSES_MAX })),
    signs: Type.Optional(Flag),
    days: Type.Integer({ minimum: 1, maximum: OPEN_KEY_DAYS_MAX, description: 'how long it counts, today included' }),
    reason: Reason,
  }),
  data: Key,
})
/** One secret more, said by two as the first: whoever has it acts as the other system. The former goes on until it is stopped. */
export const staffOpenKeyRenew = call('POST', '/api/staff/open/key/:id/renew', {
  permission: 'integration.manage',
  approval: 'integration.renew',
  summary: '更换接口密钥',
  refuses: ['NOBODY_TO_APPROVE'],
  body: Type.Object({ reason: Reason }),
  data: Key,
})
/** The only answer that ever has it; to whoever asked for it, once. */
export const staffOpenKeyIssue = call('POST', '/api/staff/open/key/:id/issue', {
  permission: 'integration.manage',
  summary: '领取接口密钥',
  data: Type.Object({ secret: Type.String({ description: 'shown once' }), key: Key }),
})
export const staffOpenKeyStop = call('POST', '/api/staff/open/key/:id/stop', {
  permission: 'integration.manage',
  summary: '停用接口密钥',
  body: Type.Object({ reason: Reason }),
  data: Key,
})
export const staffOpenSecretStop = call('POST', '/api/staff/open/secret/:id/stop', {
  permission: 'integration.manage',
  summary: '停用更换下来的接口密钥',
  data: Key,
})

const manage = 'integration.manage'
/** Keys of a buyer, those that it will make too: shut out at once, and let in again. */
export const staffOpenCompany = call('POST', '/api/staff/open/company/:id/:command', {
  permission: { param: 'command', words: { block: manage, allow: manage } },
  summary: '停用、恢复企业的接口',
  params: Type.Object({ id: Id, command: Type.Unsafe<'block' | 'allow'>({ type: 'string', enum: ['block', 'allow'] }) }),
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ blocked: Type.String({ description: 'why; empty: let in' }) }),
})
