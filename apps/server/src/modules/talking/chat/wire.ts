import type { ChatMessageWire, ConversationWire } from '#contract/chat.ts'
import type { Connection } from '../../../platform/database.ts'
import { filesOf, fileWire } from '../../who/files/public.ts'
import { type MessageRow, type Range, readMessages } from './store.ts'
import type { ListedConversation } from './views.ts'

export const subjectOf = (messageId: number) => `chat:${messageId}`

/** Messages with their pictures, which are read together. */
export async function messageWires(connection: Connection, rows: readonly MessageRow[]): Promise<ChatMessageWire[]> {
  const pictures = await filesOf(
    connection,
    rows.filter(({ kind }) => kind === 'picture').map(({ id }) => subjectOf(id)),
  )
  return rows.map((row) => {
    const [picture] = pictures.get(subjectOf(row.id)) ?? []
    return {
      id: row.id,
      sender: row.sender,
      name: row.name,
      kind: row.kind,
      text: row.text,
      card: row.card,
      picture: picture ? fileWire(picture) : null,
      client_id: row.clientKey,
      created_at: row.createdAt.toISOString(),
    }
  })
}

/** A stretch of a conversation, the oldest first, and whether there is more in the direction that was asked for. */
export async function stretchOf(
  connection: Connection,
  conversationId: number,
  range: Range,
): Promise<{ list: ChatMessageWire[]; has_more: number }> {
  const rows = await readMessages(connection, conversationId, range)
  const kept = rows.slice(0, range.limit)
  const list = await messageWires(connection, range.after === undefined ? kept.reverse() : kept)
  return { list, has_more: Number(rows.length > range.limit) }
}

export function conversationWire(row: ListedConversation, me: number): ConversationWire {
  return {
    id: row.id,
    company: row.company,
    company_type: row.companyType,
    city: row.city,
    state: row.state,
    unread: row.unread,
    last_text: row.lastText,
    last_sender: row.lastSender,
    last_at: row.lastAt.toISOString(),
    handed_to: row.handedName ?? '',
    handed_note: row.handedNote ?? '',
    handed_at: row.handedAt?.toISOString() ?? null,
    mine: Number(row.handedTo === me),
  }
}
