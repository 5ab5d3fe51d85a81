import type { QueryOf } from '#contract/call.ts'
import type { MessageKind } from '#contract/messages.ts'
import type { IconName } from '#ui/Icon.tsx'

export type MessagesQuery = QueryOf<typeof import('#contract/messages.ts').messageList>

export const KIND_ICONS: Readonly<Record<MessageKind, IconName>> = { order: 'box', licence: 'shield', activity: 'gift', system: 'bell' }

const isKind = (text: string | null): text is MessageKind => text !== null && Object.hasOwn(KIND_ICONS, text)

/** What the address asks for; anything else in it is left out. */
export function messagesView(search: URLSearchParams): MessagesQuery {
  const kind = search.get('kind')
  const page = Math.trunc(Number(search.get('page') ?? 1))
  return {
    page: page >= 1 && page <= 100_000 ? page : 1,
    ...(isKind(kind) && { kind }),
    ...(search.get('unread') === '1' && { unread: 1 }),
  }
}
