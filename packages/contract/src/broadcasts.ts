import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { BROADCAST_COMPANY_STATES, BROADCAST_STATES } from './constants.ts'
import { OfferRequest } from './offer-desk.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging, Reason, Version, words } from './shapes.ts'

/** Messages to many companies at once (群发消息): a draft, what another person approved of it, and who had it, read it, followed its link. */

export type BroadcastState = keyof typeof BROADCAST_STATES
const State = Type.Unsafe<BroadcastState>({ type: 'string', enum: Object.keys(BROADCAST_STATES) })

/** waiting: not yet; often: it had as many that day as a company may; refused: it is not a passed company any more. */
export type BroadcastCompanyState = keyof typeof BROADCAST_COMPANY_STATES
const CompanyState = Type.Unsafe<BroadcastCompanyState>({ type: 'string', enum: Object.keys(BROADCAST_COMPANY_STATES) })

const audience = {
  all: { ...Flag, description: '1: every passed company that the sender sees' },
  segments: Type.Array(Id, { maxItems: 20, uniqueItems: true }),
  codes: Type.String({ maxLength: 6000, description: 'companies by code or credit code, a line each or with commas between' }),
}
const typed = {
  title: words(40),
  text: words(300),
  url: { ...words(300), description: 'a page of this shop; empty: none' },
  ...audience,
  at: Type.String({ maxLength: 40, description: 'empty: as soon as it is approved' }),
}
export const BroadcastDraft = Type.Object(typed)
export type BroadcastDraftWire = Static<typeof BroadcastDraft>

const head = {
  id: Id,
  title: Type.String(),
  state: State,
  audience: Type.String({ description: 'in words' }),
  due_at: { ...NullableText, description: 'when it is sent, or was to be; null: at once when it is approved' },
  total: Type.Integer({ description: 'companies; 0 before it is sent' }),
  sent: Type.Integer(),
  updated_at: Type.String(),
  updated_by: Type.String(),
}
const Broadcast = Type.Object({
  ...head,
  version: Type.Integer(),
  draft: BroadcastDraft,
  segment_names: listOf({ id: Id, name: Type.String() }),
  request: OfferRequest,
  asked_by: Type.String(),
  approved_by: Type.String(),
  counts: Type.Object({
    waiting: Type.Integer(),
    sent: Type.Integer(),
    often: Type.Integer(),
    refused: Type.Integer(),
    read: Type.Integer(),
    opened: Type.Integer({ description: 'followed its link' }),
  }),
  ended_at: NullableText,
  stopped_by: Type.String(),
  stopped_reason: Type.String(),
})
export type BroadcastWire = Static<typeof Broadcast>

export const staffBroadcasts = call('GET', '/api/staff/broadcast', {
  permission: 'messages.view',
  summary: '群发消息',
  query: Type.Object({ keywords: Type.Optional(words(60)), state: Type.Optional(State), ...Paging }),
  data: Type.Object({ ...Paged, list: Type.Array(Type.Object(head)) }),
})
export const staffBroadcastLook = call('GET', '/api/staff/broadcast_look', {
  permission: 'messages.view',
  summary: '群发草稿：发给多少企业、先看几家、什么时候发',
  query: Type.Object({ draft: Type.String({ minLength: 2, maxLength: 8000, description: 'JSON of the draft' }) }),
  data: Type.Object({
    text: Type.String({ description: 'the audience in words' }),
    companies: Type.Integer(),
    often: Type.Integer({ description: 'that had as many on the day of sending as a company may' }),
    per_day: Type.Integer(),
    unknown: Type.Array(Type.String(), { description: 'codes of no company, or of one that is not passed or not seen' }),
    send_at: Type.String({ description: 'when it would be sent, approved now' }),
    quiet: Type.String({ description: 'hours in which nothing is sent, in words' }),
    is_put_off: { ...Flag, description: '1: it waits for the end of these hours' },
    some: listOf({ id: Id, code: Type.String(), name: Type.String(), type: Type.String(), region: Type.String(), often: Flag }),
  }),
})
export const staffBroadcast = call('GET', '/api/staff/broadcast/:id', {
  permission: 'messages.view',
  summary: '一条群发消息',
  data: Broadcast,
})
/** Those that whoever asks sees. Before it is sent there is none. */
export const staffBroadcastCompanies = call('GET', '/api/staff/broadcast_company', {
  permission: 'messages.view',
  summary: '群发结果：逐家',
  query: Type.Object({ broadcast: Type.Optional(Id), state: Type.Optional(CompanyState), keywords: Type.Optional(words(60)), ...Paging }),
  data: Type.Object({
    ...Paged,
    list: listOf({
      id: Id,
      broadcast: Id,
      title: Type.String(),
      code: Type.String(),
      company: Type.String(),
      state: CompanyState,
      at: NullableText,
      read_at: NullableText,
      opened_at: NullableText,
    }),
  }),
})
export const staffBroadcastAdd = call('POST', '/api/staff/broadcast', {
  permission: 'messages.send',
  summary: '新建群发草稿',
  body: BroadcastDraft,
  data: Broadcast,
})
export const staffBroadcastSave = call('POST', '/api/staff/broadcast/:id', {
  permission: 'messages.send',
  summary: '修改群发草稿',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ ...typed, version: Version }),
  data: Broadcast,
})
export const staffBroadcastSend = call('POST', '/api/staff/broadcast/:id/send', {
  permission: 'messages.send',
  summary: '群发送审，批准后发出',
  approval: 'broadcast.send',
  refuses: ['NOBODY_TO_APPROVE', 'CHANGED_MEANWHILE'],
  body: Type.Object({ version: Version, reason: Type.Optional(words(200)) }),
  data: Broadcast,
})
/** Who had it keeps it; nobody else gets it. A draft is put away. */
export const staffBroadcastStop = call('POST', '/api/staff/broadcast/:id/stop', {
  permission: 'messages.send',
  summary: '停止群发，撤下草稿',
  body: Type.Object({ reason: Reason }),
  data: Broadcast,
})
