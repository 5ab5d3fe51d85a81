import type { LiveEvent } from '#contract/live.ts'
import type { Connection } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { tellLive } from '../../../platform/live.ts'
import { claimFiles } from '../../who/files/public.ts'
import { type Content, lineOf } from './content.ts'
import { type ConversationRow, findByClientKey, insertMessage, type MessageRow, noteMessage, type Sender } from './store.ts'
import { subjectOf } from './wire.ts'

export interface Author {
  sender: Sender
  accountId: number | null
  name: string
}

/** Both sides learn that the conversation changed; they ask for the rest. */
export async function announce(connection: Connection, { id, companyId }: Pick<ConversationRow, 'id' | 'companyId'>): Promise<void> {
  const event: LiveEvent = { type: 'chat', conversation: id }
  await tellLive(connection, { companyId }, event)
  await tellLive(connection, { staff: true }, event)
}

/** What staff arrange among themselves is no news for the buyer. */
export const announceHanded = (connection: Connection, id: number, to: number): Promise<void> =>
  tellLive(connection, { staff: true }, { type: 'chat', conversation: id, to })

/** A message with this key that is there already: it was sent before, and the answer was lost on the way. */
export const sentBefore = (connection: Connection, conversation: ConversationRow, { sender }: Author, clientKey: string) =>
  findByClientKey(connection, conversation.id, sender, clientKey)

/** Writes a message into a conversation that is locked. */
export async function write(
  connection: Connection,
  conversation: ConversationRow,
  author: Author,
  { content, clientKey }: { content: Content; clientKey: string },
  now: Date,
): Promise<MessageRow> {
  const { sender, accountId, name } = author
  const { kind, text, card, fileId } = content
  const row = await insertMessage(connection, {
    conversationId: conversation.id,
    sender,
    accountId,
    name,
    kind,
    text,
    card,
    clientKey,
    createdAt: now,
  })
  if (fileId !== null) {
    const owner = sender === 'staff' ? { companyId: null, handTo: conversation.companyId } : { companyId: conversation.companyId }
    const [file] = await claimFiles(connection, { ...owner, ids: [fileId], purpose: 'chat', subject: subjectOf(row.id), field: 'file_id' })
    if (!file?.mime.startsWith('image/')) throw fieldErrors([{ field: 'file_id', message: '这里只能发送图片' }])
  }
  await noteMessage(connection, conversation.id, { sender, text: lineOf(content), createdAt: now })
  return row
}
