import { endpoint } from '#api-client/endpoint.ts'

type Chat = typeof import('#contract/chat.ts')
type Content = typeof import('#contract/content.ts')

/** Calls of the service: help, the buyer's chat, and the staff's side of it. */
export const serviceApi = {
  articleSearch: endpoint<Content['articleSearch']>('GET', '/api/article/search'),
  articleVote: endpoint<Content['articleVote']>('POST', '/api/article/vote'),
  messages: endpoint<Chat['chatMessages']>('GET', '/api/chat'),
  send: endpoint<Chat['chatSend']>('POST', '/api/chat/message'),
  read: endpoint<Chat['chatRead']>('POST', '/api/chat/read'),
  staffChats: endpoint<Chat['staffChats']>('GET', '/api/staff/chat'),
  staffChat: endpoint<Chat['staffChat']>('GET', '/api/staff/chat/:id'),
  staffSend: endpoint<Chat['staffChatSend']>('POST', '/api/staff/chat/:id/message'),
  staffRead: endpoint<Chat['staffChatRead']>('POST', '/api/staff/chat/:id/read'),
  staffClose: endpoint<Chat['staffChatClose']>('POST', '/api/staff/chat/:id/close'),
} as const
