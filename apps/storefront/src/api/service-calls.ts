import { endpoint } from '#api-client/endpoint.ts'

type Chat = typeof import('#contract/chat.ts')
type Content = typeof import('#contract/content.ts')

/** Calls of the service: help and the chat. */
export const serviceApi = {
  articleSearch: endpoint<Content['articleSearch']>('GET', '/api/article/search'),
  articleVote: endpoint<Content['articleVote']>('POST', '/api/article/vote'),
  messages: endpoint<Chat['chatMessages']>('GET', '/api/chat'),
  send: endpoint<Chat['chatSend']>('POST', '/api/chat/message'),
  read: endpoint<Chat['chatRead']>('POST', '/api/chat/read'),
} as const
