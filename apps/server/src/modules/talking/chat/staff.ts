import type { DataOf, QueryOf } from '#contract/call.ts'
import type { NewChatMessageWire, StaffChatsWire, StaffChatWire, staffChat, staffChatSend, staffChats } from '#contract/chat.ts'
import { reviewName } from '#domain/review.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { type Chat, STRETCH } from './buyer.ts'
import { contentFor } from './content.ts'
import { announce, sentBefore, write } from './send.ts'
import { type ConversationRow, lockConversation, markRead, setState } from './store.ts'
import { listConversations, readConversation } from './views.ts'
import { conversationWire, messageWires, stretchOf } from './wire.ts'

const PER_PAGE = 30

const actorOf = ({ accountId, name, username }: Viewer): StaffActor => ({ accountId, name: name || username })

export async function staffChatsPage(
  database: DatabaseHandle,
  { state, keywords = '', page = 1, per_page = PER_PAGE }: NonNullable<QueryOf<typeof staffChats>>,
): Promise<StaffChatsWire> {
  const asked = { state: state ?? null, keywords: keywords.trim(), offset: (page - 1) * per_page, limit: per_page }
  const { rows, total, waiting } = await listConversations(database.db, asked)
  return { list: rows.map(conversationWire), page, per_page, total, waiting }
}

export async function staffChatPage(
  database: DatabaseHandle,
  id: number,
  { before, after, per_page = STRETCH }: NonNullable<QueryOf<typeof staffChat>>,
): Promise<StaffChatWire> {
  const row = await readConversation(database.db, id)
  if (row === null) throw notFound('会话')
  const stretch = await stretchOf(database.db, id, { before, after, limit: per_page })
  const { companyId, reviewState, contact, phone, manager } = row
  return {
    ...stretch,
    conversation: conversationWire(row),
    buyer: { company_id: companyId, review_name: reviewName(reviewState), contact, phone, manager },
  }
}

/** Does something with a conversation that nobody else changes meanwhile. */
function inConversation<Result>(
  database: DatabaseHandle,
  id: number,
  run: (trx: Connection, conversation: ConversationRow) => Promise<Result>,
): Promise<Result> {
  return transact(database.db, async (trx) => {
    const conversation = await lockConversation(trx, id)
    if (conversation === null) throw notFound('会话')
    return run(trx, conversation)
  })
}

async function companyOf(connection: Connection, { companyId }: ConversationRow): Promise<ViewerCompany> {
  const company = await loadCompany(connection, companyId)
  if (company === null) throw notFound('企业')
  return company
}

/** The message itself is the record of who answered what and when; the audit log points to it. */
export function sendAsStaff(
  { database, catalogue }: Chat,
  viewer: Viewer,
  id: number,
  body: NewChatMessageWire,
  now: Date,
): Promise<DataOf<typeof staffChatSend>> {
  const actor = actorOf(viewer)
  const author = { sender: 'staff', accountId: viewer.accountId, name: actor.name } as const
  return inConversation(database, id, async (trx, conversation) => {
    let row = await sentBefore(trx, conversation, author, body.client_id)
    if (row === null) {
      const content = await contentFor({ connection: trx, catalogue }, body, await companyOf(trx, conversation), now)
      row = await write(trx, conversation, author, { content, clientKey: body.client_id }, now)
      const after = { message: row.id, kind: row.kind }
      await writeAudit(trx, actor, { action: 'chat.answer', subject: `chat:${id}`, before: null, after }, now)
      await announce(trx, conversation)
    }
    const [message] = await messageWires(trx, [row])
    if (!message) throw new Error('a message has its wire')
    return { message }
  })
}

export function readAsStaff(database: DatabaseHandle, viewer: Viewer, id: number, upTo: number, now: Date): Promise<{ unread: number }> {
  return inConversation(database, id, async (trx, conversation) => {
    if (conversation.staffUnread === 0) return { unread: 0 }
    const unread = await markRead(trx, id, 'staff', upTo)
    if (unread !== null) {
      const [before, after] = [{ unread: conversation.staffUnread }, { unread, up_to: upTo }]
      await writeAudit(trx, actorOf(viewer), { action: 'chat.read', subject: `chat:${id}`, before, after }, now)
      await announce(trx, conversation)
    }
    return { unread: unread ?? conversation.staffUnread }
  })
}

/** Dealt with, until the buyer writes again. */
export function closeAsStaff(database: DatabaseHandle, viewer: Viewer, id: number, now: Date): Promise<{ state: string }> {
  return inConversation(database, id, async (trx, conversation) => {
    if (conversation.state === 'open') {
      await setState(trx, id, 'closed')
      const [before, after] = [{ state: conversation.state }, { state: 'closed' }]
      await writeAudit(trx, actorOf(viewer), { action: 'chat.close', subject: `chat:${id}`, before, after }, now)
      await announce(trx, conversation)
    }
    return { state: 'closed' }
  })
}
