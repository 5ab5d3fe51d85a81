import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type {
  NewChatMessageWire,
  StaffChatsWire,
  StaffChatWire,
  staffChat,
  staffChatColleagues,
  staffChatHand,
  staffChatSend,
  staffChats,
  staffOrderChat,
} from '#contract/chat.ts'
import { reviewName } from '#domain/review.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import { loadCompany } from '../../../platform/viewer-store.ts'
import { handWork } from '../../who/work/public.ts'
import { type Chat, STRETCH } from './buyer.ts'
import { cleanText, contentFor } from './content.ts'
import { announce, announceHanded, sentBefore, write } from './send.ts'
import { type ConversationRow, conversationOf, insertHandover, lockConversation, markRead, setHandedTo, setState } from './store.ts'
import { listConversations, readAboutOrder, readColleagues, readConversation, readHandovers, readOrderName } from './views.ts'
import { conversationWire, messageWires, stretchOf } from './wire.ts'

const PER_PAGE = 30

const actorOf = ({ accountId, name, username }: Viewer): StaffActor => ({ accountId, name: name || username })

export async function staffChatsPage(
  database: DatabaseHandle,
  me: number,
  { state, keywords = '', page = 1, per_page = PER_PAGE }: NonNullable<QueryOf<typeof staffChats>>,
): Promise<StaffChatsWire> {
  const asked = { state: state ?? null, keywords: keywords.trim(), me, offset: (page - 1) * per_page, limit: per_page }
  const { rows, total, waiting, handed } = await listConversations(database.db, asked)
  return { list: rows.map((row) => conversationWire(row, me)), page, per_page, total, waiting, handed }
}

export async function staffChatPage(
  database: DatabaseHandle,
  me: number,
  id: number,
  { before, after, per_page = STRETCH }: NonNullable<QueryOf<typeof staffChat>>,
): Promise<StaffChatWire> {
  const row = await readConversation(database.db, id)
  if (row === null) throw notFound('会话')
  const stretch = await stretchOf(database.db, id, { before, after, limit: per_page })
  const handovers = await readHandovers(database.db, id)
  const { companyId, reviewState, contact, phone, manager } = row
  return {
    ...stretch,
    conversation: conversationWire(row, me),
    handovers: handovers.map(({ createdAt, ...one }) => ({ ...one, created_at: createdAt.toISOString() })),
    buyer: { company_id: companyId, review_name: reviewName(reviewState), contact, phone, manager },
  }
}

export async function chatOfOrder({ db }: DatabaseHandle, id: number): Promise<DataOf<typeof staffOrderChat>> {
  const order = await readOrderName(db, id)
  if (order === null) throw notFound('订单')
  const conversation = await conversationOf(db, order.companyId)
  if (conversation === null) return { conversation: null, list: [] }
  return { conversation: conversation.id, list: await messageWires(db, await readAboutOrder(db, conversation.id, order)) }
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
      // Whoever answers does it in the place of the one it was handed to.
      if (conversation.handedTo !== null && conversation.handedTo !== viewer.accountId) await setHandedTo(trx, id, null)
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

export async function chatColleagues(
  database: DatabaseHandle,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<DataOf<typeof staffChatColleagues>> {
  const row = await readConversation(database.db, id)
  if (row === null) throw notFound('会话')
  const colleagues = await readColleagues(database.db, viewer.accountId, row.companyId, now)
  return { list: colleagues.map(({ isHere, ...one }) => ({ ...one, is_here: Number(isHere) })) }
}

/** To a colleague by name: he has it from now on, reads why, and is told at once. */
export function handAsStaff(
  database: DatabaseHandle,
  viewer: Viewer,
  id: number,
  { to, note }: BodyOf<typeof staffChatHand>,
  now: Date,
): Promise<DataOf<typeof staffChatHand>> {
  return inConversation(database, id, async (trx, conversation) => {
    if (conversation.state === 'closed') throw conflict('会话已结束，不需要转交')
    const said = cleanText(note)
    if (said.length < 2) throw fieldErrors([{ field: 'note', message: '请写明转交的原因（至少 2 个字）' }])
    if (to === viewer.accountId) throw fieldErrors([{ field: 'to', message: '会话已经在您手里，请选择另一位同事' }])
    const colleague = (await readColleagues(trx, viewer.accountId, conversation.companyId, now)).find((one) => one.id === to)
    if (colleague === undefined) throw fieldErrors([{ field: 'to', message: '这位同事已停用、不能回复客户或看不到这家企业，请另选一位' }])
    const held = await handWork(trx, { kind: 'chat', id }, to, now)
    const from = held ?? conversation.handedTo
    await setHandedTo(trx, id, to)
    await insertHandover(trx, { conversationId: id, from, to, by: viewer.accountId, note: said }, now)
    const after = { holder: colleague.name, note: said }
    await writeAudit(trx, actorOf(viewer), { action: 'chat.hand', subject: `chat:${id}`, before: null, after }, now)
    await announceHanded(trx, id, to)
    return { holder: colleague.name }
  })
}
