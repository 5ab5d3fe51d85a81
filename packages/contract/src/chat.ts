import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CHAT_NOTE_MAX, CHAT_TEXT_MAX } from './constants.ts'
import { FileShape, type FileWire } from './files.ts'
import { Flag, Id, NullableInteger, NullableText, Paging, PerPage } from './shapes.ts'

/** Both sides may show what they speak of: an order of the company, a goods that it sees. As it was when it was sent. */
const Card = Type.Object({ title: Type.String(), text: Type.String(), url: Type.String(), image: Type.String() })

const Message = Type.Object({
  id: Id,
  sender: Type.Unsafe<'buyer' | 'staff' | 'auto'>({
    type: 'string',
    description: 'auto: the shop itself, outside of the hours of service',
  }),
  name: Type.String(),
  kind: Type.Unsafe<'text' | 'picture' | 'order' | 'goods'>({ type: 'string' }),
  text: Type.String(),
  card: Type.Unsafe<Static<typeof Card> | null>({ anyOf: [Card, { type: 'null' }] }),
  picture: Type.Unsafe<FileWire | null>({ anyOf: [FileShape, { type: 'null' }] }),
  client_id: Type.String({ description: 'what the page called it' }),
  created_at: Type.String({ description: 'ISO 8601' }),
})
export type ChatMessageWire = Static<typeof Message>

/** Messages lie in the order of their ids. */
const Messages = {
  list: Type.Array(Message, { description: 'the oldest first' }),
  has_more: Flag,
}
/** Without either: the newest ones. */
const Range = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'those older than this message' })),
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'those newer than this message' })),
  per_page: Type.Optional(PerPage),
})

const NewMessage = Type.Object({
  client_id: Type.String({ pattern: '^[\\w-]{8,64}$', description: 'made by the page; sent again it is the same message' }),
  text: Type.Optional(Type.String({ maxLength: CHAT_TEXT_MAX })),
  file_id: Type.Optional(Id),
  order_id: Type.Optional(Id),
  goods_id: Type.Optional(Id),
})
export type NewChatMessageWire = Static<typeof NewMessage>

export const chatMessages = call('GET', '/api/chat', {
  access: 'member',
  summary: '在线客服会话',
  query: Range,
  data: Type.Object({
    ...Messages,
    conversation: NullableInteger,
    unread: Type.Integer(),
    is_open_now: Flag,
    hours: Type.String({ description: '周一至周六 8:30–18:00' }),
    notice: Type.String({ description: 'what to expect now, outside of the hours of service; empty within them' }),
  }),
})
export type ChatWire = Static<typeof chatMessages.data>

/** One of text, file_id, order_id and goods_id. */
export const chatSend = call('POST', '/api/chat/message', {
  access: 'member',
  summary: '向客服发送消息',
  body: NewMessage,
  data: Type.Object({ conversation: Id, message: Message }),
})
export const chatRead = call('POST', '/api/chat/read', {
  access: 'member',
  summary: '客服消息标为已读',
  body: Type.Object({ up_to: Id }),
  data: Type.Object({ unread: Type.Integer() }),
})

const Conversation = Type.Object({
  id: Id,
  company: Type.String(),
  company_type: Type.String(),
  city: Type.String(),
  state: Type.Unsafe<'open' | 'closed'>({ type: 'string' }),
  unread: Type.Integer(),
  last_text: Type.String(),
  last_sender: Type.String(),
  last_at: Type.String(),
  handed_to: Type.String({ description: 'the colleague it was handed to and who has not done with it; empty: nobody' }),
  handed_note: Type.String({ description: 'the word that went with it' }),
  handed_at: NullableText,
  mine: { ...Flag, description: 'it was handed to whoever asks' },
})
export type ConversationWire = Static<typeof Conversation>

export const CHAT_FILTERS = ['waiting', 'mine', 'open', 'closed'] as const
export type ChatFilter = (typeof CHAT_FILTERS)[number]

/** waiting: something unread, the longest waiting first; mine: handed to whoever asks; the others: the latest first. */
export const staffChats = call('GET', '/api/staff/chat', {
  permission: 'chat.view',
  summary: '客服会话列表',
  query: Type.Object({
    state: Type.Optional(Type.Unsafe<ChatFilter>({ type: 'string', enum: [...CHAT_FILTERS] })),
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'part of the company name' })),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(Conversation),
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
    waiting: Type.Integer({ description: 'conversations with something unread' }),
    handed: Type.Integer({ description: 'conversations handed to whoever asks' }),
  }),
})
export type StaffChatsWire = Static<typeof staffChats.data>

const Handover = Type.Object({
  id: Id,
  from: Type.String({ description: 'who had it; empty: nobody' }),
  to: Type.String(),
  by: Type.String(),
  note: Type.String(),
  created_at: Type.String({ description: 'ISO 8601' }),
})
export type ChatHandoverWire = Static<typeof Handover>

export const staffChat = call('GET', '/api/staff/chat/:id', {
  permission: 'chat.view',
  summary: '客服会话',
  query: Range,
  data: Type.Object({
    ...Messages,
    conversation: Conversation,
    handovers: Type.Array(Handover, { description: 'the last hundred, the oldest first' }),
    buyer: Type.Object({
      company_id: Id,
      review_name: Type.String(),
      contact: Type.String(),
      phone: Type.String(),
      manager: Type.String(),
    }),
  }),
})
export type StaffChatWire = Static<typeof staffChat.data>

export const staffChatSend = call('POST', '/api/staff/chat/:id/message', {
  permission: 'chat.answer',
  summary: '回复客户',
  body: NewMessage,
  data: Type.Object({ message: Message }),
})
export const staffChatRead = call('POST', '/api/staff/chat/:id/read', {
  permission: 'chat.answer',
  summary: '客户消息标为已读',
  body: Type.Object({ up_to: Id }),
  data: Type.Object({ unread: Type.Integer() }),
})
export const staffChatClose = call('POST', '/api/staff/chat/:id/close', {
  permission: 'chat.answer',
  summary: '结束客服会话',
  data: Type.Object({ state: Type.String() }),
})

/** Who may answer this company: at work, allowed to, and not kept from it by a narrower view. */
export const staffChatColleagues = call('GET', '/api/staff/chat/:id/colleagues', {
  permission: 'chat.answer',
  summary: '会话可以转交给谁',
  data: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        roles: Type.String(),
        is_here: { ...Flag, description: 'did something in the console in the last minutes' },
        open: Type.Integer({ description: 'conversations that were handed to him' }),
      }),
    ),
  }),
})
export type ChatColleagueWire = Static<typeof staffChatColleagues.data>['list'][number]
export const staffChatHand = call('POST', '/api/staff/chat/:id/hand', {
  permission: 'chat.answer',
  summary: '把会话转交给同事',
  body: Type.Object({ to: Id, note: Type.String({ minLength: 2, maxLength: CHAT_NOTE_MAX }) }),
  data: Type.Object({ holder: Type.String() }),
})

/** What was said of an order: where it is shown or named, with what was said shortly before and after. */
export const staffOrderChat = call('GET', '/api/staff/order/:id/chat', {
  permission: 'chat.view',
  summary: '订单的客服对话',
  data: Type.Object({
    conversation: { ...NullableInteger, description: 'of its company; null: it has never written' },
    list: Type.Array(Message, { description: 'the oldest first, the last hundred' }),
  }),
})
