import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PAGE_SIZE_MAX } from './constants.ts'
import { Flag, Id, Ids, listOf, Page } from './shapes.ts'

export const MESSAGES_PER_PAGE = 20

/** What the shop tells a company about. */
export const MESSAGE_KINDS = ['order', 'licence', 'activity', 'system'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]
const Kind = Type.Unsafe<MessageKind>({ type: 'string', enum: [...MESSAGE_KINDS] })

const PerPage = Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: MESSAGES_PER_PAGE }))

const Message = Type.Object({
  id: Id,
  kind: Kind,
  title: Type.String(),
  text: Type.String(),
  url: Type.String({ description: 'where it leads; may be empty' }),
  created_at: Type.String({ description: 'ISO 8601' }),
  is_read: Flag,
})
export type MessageWire = Static<typeof Message>

const Unread = Type.Object({
  unread: Type.Integer({ description: 'all unread messages of the store' }),
  kinds: listOf({ kind: Kind, name: Type.String(), unread: Type.Integer() }),
})

export const messageList = call('GET', '/api/user/message', {
  access: 'member',
  summary: '我的消息',
  query: Type.Object({ kind: Type.Optional(Kind), unread: Type.Optional(Flag), page: Page, per_page: PerPage }),
  data: Type.Object({
    list: Type.Array(Message),
    page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
    ...Unread.properties,
  }),
})
/** Without ids: all unread ones, of one kind if it is named. */
export const messageRead = call('POST', '/api/user/message/read', {
  access: 'member',
  summary: '消息标为已读',
  body: Type.Object({
    ids: Type.Optional(Ids),
    kind: Type.Optional(Kind),
    opened: Type.Optional({ ...Flag, description: '1: their links were followed' }),
  }),
  data: Unread,
})
export const messageDelete = call('POST', '/api/user/message/delete', {
  access: 'member',
  summary: '删除消息',
  body: Type.Object({ ids: Ids }),
  data: Unread,
})
/** Takes a deletion back; a deleted message is cleared for good after a while. */
export const messageRestore = call('POST', '/api/user/message/restore', {
  access: 'member',
  summary: '撤销删除消息',
  body: Type.Object({ ids: Ids }),
  data: Unread,
})
