import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { WEBHOOK_MESSAGE_STATES, WEBHOOK_STATES } from './constants.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging, Reason } from './shapes.ts'

/** Other systems that are told what happens, and whether they heard it (Standard Webhooks 1.0). */

/** Of the message by which an endpoint is tried. */
export const WEBHOOK_TEST = 'test.ping'

export type WebhookState = keyof typeof WEBHOOK_STATES
const State = Type.Unsafe<WebhookState>({ type: 'string', enum: Object.keys(WEBHOOK_STATES) })

const Endpoint = Type.Object({
  id: Id,
  name: Type.String(),
  url: Type.String(),
  types: Type.Array(Type.String()),
  in_order: Flag,
  state: State,
  state_name: Type.String(),
  state_reason: Type.String(),
  made_at: Type.String(),
  made_by: Type.String(),
  failing_since: NullableText,
  waiting: Type.Integer({ description: 'messages that have not got through yet' }),
  failed: Type.Integer({ description: 'messages that were given up' }),
  secrets: listOf({ id: Id, issued_at: Type.String(), issued_by: Type.String() }),
})
export type WebhookWire = Static<typeof Endpoint>

export const staffWebhooks = call('GET', '/api/staff/open/webhook', {
  permission: 'integration.view',
  summary: '事件推送',
  query: Type.Object({ state: Type.Optional(State), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Endpoint) }),
})
/** Orders leave the house to whatever stands at that address: said by two. */
export const staffWebhookAdd = call('POST', '/api/staff/open/webhook', {
  permission: 'integration.manage',
  approval: 'integration.webhook',
  summary: '新建事件推送',
  refuses: ['NOBODY_TO_APPROVE'],
  body: Type.Object({
    name: Type.String({ minLength: 2, maxLength: 40 }),
    url: Type.String({ minLength: 8, maxLength: 300 }),
    types: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 50 }),
    in_order: Type.Optional({ ...Flag, description: '1: one after the other, as they happened' }),
    reason: Reason,
  }),
  data: Endpoint,
})
export const staffWebhookIssue = call('POST', '/api/staff/open/webhook/:id/issue', {
  permission: 'integration.manage',
  summary: '领取、更换推送的签名密钥',
  data: Type.Object({ secret: Type.String({ description: 'shown once' }), endpoint: Endpoint }),
})
export const staffWebhookSecretStop = call('POST', '/api/staff/open/webhook_secret/:id/stop', {
  permission: 'integration.manage',
  summary: '停用更换下来的签名密钥',
  data: Endpoint,
})
export const WEBHOOK_COMMANDS = ['pause', 'resume', 'stop', 'test'] as const
const Command = Type.Unsafe<(typeof WEBHOOK_COMMANDS)[number]>({ type: 'string', enum: [...WEBHOOK_COMMANDS] })
const manage = 'integration.manage'
/** Paused, nothing is lost: what happened meanwhile is sent when it goes on. */
export const staffWebhookCommand = call('POST', '/api/staff/open/webhook/:id/:command', {
  permission: { param: 'command', words: { pause: manage, resume: manage, stop: manage, test: manage } },
  summary: '暂停、恢复、停用、试发事件推送',
  params: Type.Object({ id: Id, command: Command }),
  body: Type.Object({ reason: Reason }),
  data: Endpoint,
})

export type WebhookMessageState = keyof typeof WEBHOOK_MESSAGE_STATES
const MessageState = Type.Unsafe<WebhookMessageState>({ type: 'string', enum: Object.keys(WEBHOOK_MESSAGE_STATES) })
const Message = Type.Object({
  id: Id,
  message_id: Type.String(),
  type: Type.String(),
  about: Type.String({ description: 'number of the order' }),
  state: MessageState,
  state_name: Type.String(),
  made_at: Type.String(),
  next_at: NullableText,
  body: Type.String(),
  tries: listOf({
    at: Type.String(),
    status: Type.Integer({ description: '0: no answer' }),
    fault: Type.String(),
    answer: Type.String({ description: 'the first 4 kB' }),
    took_ms: Type.Integer(),
  }),
})
export type WebhookMessageWire = Static<typeof Message>
export const staffWebhookMessages = call('GET', '/api/staff/open/webhook/:id/message', {
  permission: 'integration.view',
  summary: '推送记录',
  query: Type.Object({
    state: Type.Optional(MessageState),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'number of an order, id of a message' })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Message) }),
})
/** Under the id that it had: whoever has it already passes over it. */
export const staffWebhookAgain = call('POST', '/api/staff/open/webhook/:id/again', {
  permission: 'integration.manage',
  summary: '再次推送',
  body: Type.Object({
    message: Type.Optional({ ...Id, description: 'this one alone' }),
    from: Type.Optional(Type.String({ maxLength: 40, description: 'those that were made from then on; RFC 3339' })),
    until: Type.Optional(Type.String({ maxLength: 40 })),
    failed: Type.Optional({ ...Flag, description: '1: only those that were given up' }),
    reason: Reason,
  }),
  data: Type.Object({ messages: Type.Integer() }),
})
