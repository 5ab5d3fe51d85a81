import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { MESSAGE_TEMPLATES, type MessageTemplate, SENT_STATES, type SentState } from './constants.ts'
import { Flag, Id, OptionalDay, Paged, Paging, Reason } from './shapes.ts'

/** The services of the outside world that this shop has contracts with, and every short message and mail that it sent. */

const one = <Key extends string>(names: Readonly<Record<Key, string>>) => Type.Unsafe<Key>({ type: 'string', enum: Object.keys(names) })
const Way = Type.Unsafe<'sms' | 'mail'>({ type: 'string', enum: ['sms', 'mail'] })

const SentMessage = Type.Object({
  id: Id,
  way: Way,
  way_name: Type.String(),
  template: Type.String(),
  template_name: Type.String(),
  receiver: Type.String({ description: 'masked' }),
  company: Type.String({ description: 'empty: of a code, or a mail' }),
  company_id: Type.Integer({ description: '0: none' }),
  state: one<SentState>(SENT_STATES),
  state_name: Type.String(),
  service: Type.String({ description: 'who was asked last' }),
  service_id: Type.String({ description: 'its number of the message' }),
  error: Type.String({ description: 'what every service said that was asked in vain, or the network' }),
  tries: Type.Integer(),
  created_at: Type.String(),
  sent_at: Type.String({ description: 'empty: not yet' }),
  reported_at: Type.String({ description: 'when the receipt came; empty: none' }),
})
export type SentMessageWire = Static<typeof SentMessage>

export const staffSentMessages = call('GET', '/api/staff/sent_message', {
  permission: 'channels.view',
  summary: '发出的短信与邮件',
  query: Type.Object({
    way: Type.Optional(Way),
    template: Type.Optional(one<MessageTemplate>(MESSAGE_TEMPLATES)),
    state: Type.Optional(one<SentState>(SENT_STATES)),
    receiver: Type.Optional(Type.String({ maxLength: 60, description: 'a phone or an address, whole or masked' })),
    start_time: OptionalDay,
    end_time: OptionalDay,
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(SentMessage) }),
})

const Channel = Type.Object({
  key: Type.String(),
  name: Type.String(),
  kind: Type.Unsafe<'payment' | 'sms' | 'mail' | 'parcels' | 'storage' | 'scanner'>({ type: 'string' }),
  is_simulated: { ...Flag, description: 'it stands in for the outside world' },
  uses: Type.String({ description: 'what it is for, in words' }),
  state: Type.Unsafe<'good' | 'failing' | 'resting' | 'unused'>({ type: 'string' }),
  state_name: Type.String(),
  answered_at: Type.String({ description: 'it answered last; empty: never' }),
  failed_at: Type.String({ description: 'it did not; empty: never' }),
  error: Type.String({ description: 'why, the last time' }),
  rests_until: Type.String({ description: 'nobody asks it until then; empty: it is asked' }),
  refused_at: Type.String({ description: 'of messages: it took one not; empty: never' }),
  refusal: Type.String(),
  test: Type.Unsafe<'phone' | 'mail' | 'ask' | ''>({ type: 'string', description: 'what a test needs; empty: there is none' }),
})
export type ChannelWire = Static<typeof Channel>

export const staffChannels = call('GET', '/api/staff/channel', {
  permission: 'channels.view',
  summary: '外部通道的状态',
  data: Type.Object({ list: Type.Array(Channel) }),
})

/** A short message or a mail to whom the caller names, or a question that changes nothing. On record, with how it ended. */
export const staffChannelTest = call('POST', '/api/staff/channel/:key/test', {
  permission: 'channels.test',
  summary: '试一次外部通道',
  params: Type.Object({ key: Type.String({ maxLength: 30 }) }),
  body: Type.Object({
    to: Type.Optional(Type.String({ maxLength: 100, description: 'a phone or a mail address; nothing for a question' })),
    reason: Reason,
  }),
  data: Type.Object({ is_good: Flag, said: Type.String({ description: 'how it ended, in words' }) }),
})

/** What a service of short messages reports of those that it took. key: known to it and to the shop alone. */
export const smsReceipts = call('POST', '/api/sms/receipt/:service/:key', {
  access: 'public',
  summary: '短信回执',
  params: Type.Object({ service: Type.String({ maxLength: 20 }), key: Type.String({ maxLength: 128 }) }),
  data: Type.Object({ taken: Type.Integer() }),
})
