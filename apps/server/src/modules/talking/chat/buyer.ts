import type { DataOf, QueryOf } from '#contract/call.ts'
import type { ChatWire, chatMessages, chatSend, NewChatMessageWire } from '#contract/chat.ts'
import { CODES } from '#contract/codes.ts'
import { hoursText, isServiceOpen, nextServiceText, type ServiceHours } from '#domain/service-hours.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { forbidden, ShopError } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer, ViewerCompany } from '../../../platform/viewer.ts'
import type { Catalogue } from '../../goods/catalogue/public.ts'
import { contentFor } from './content.ts'
import { announce, sentBefore, write } from './send.ts'
import { chatSettings } from './settings.ts'
import { type ConversationRow, conversationOf, countSince, lockOrBegin, markRead } from './store.ts'
import { messageWires, stretchOf } from './wire.ts'

/** Messages on a page when the page does not say. */
export const STRETCH = 30
/** Of one company, whoever of its people writes. */
const PER_MINUTE = 20
const PER_DAY = 500
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Outside of the hours the shop answers by itself, once for what is written in one go. */
const AUTO_PAUSE_MS = 4 * 3_600_000

export interface Chat {
  database: DatabaseHandle
  catalogue: Catalogue
}
type Buyer = Viewer & { company: ViewerCompany }

async function openSettings(connection: Connection) {
  const settings = await chatSettings(connection)
  if (!settings.isOpen) throw forbidden('在线客服暂未开放，请通过 QQ 或服务热线联系我们')
  return settings
}

/** What a buyer may expect outside of the hours; empty within them. */
function noticeOf(hours: ServiceHours | null, now: Date): string {
  if (hours === null || isServiceOpen(hours, now)) return ''
  const next = nextServiceText(hours, now)
  return `现在不在服务时间内，您可以先留言${next ? `，我们将在${next} 后回复` : ''}`
}

export async function readChat(
  { database }: Chat,
  { company }: Buyer,
  { before, after, per_page = STRETCH }: NonNullable<QueryOf<typeof chatMessages>>,
  now: Date,
): Promise<ChatWire> {
  const { hours } = await openSettings(database.db)
  const conversation = await conversationOf(database.db, company.id)
  const stretch = conversation
    ? await stretchOf(database.db, conversation.id, { before, after, limit: per_page })
    : { list: [], has_more: 0 }
  return {
    ...stretch,
    conversation: conversation?.id ?? null,
    unread: conversation?.buyerUnread ?? 0,
    is_open_now: Number(hours === null || isServiceOpen(hours, now)),
    hours: hours === null ? '' : hoursText(hours),
    notice: noticeOf(hours, now),
  }
}

async function refuseFlood(connection: Connection, conversation: ConversationRow, now: Date): Promise<void> {
  const count = (ms: number, max: number) => countSince(connection, conversation.id, 'buyer', new Date(now.getTime() - ms), max)
  if ((await count(MINUTE_MS, PER_MINUTE)) >= PER_MINUTE) throw new ShopError(CODES.TOO_MANY, '您发送得太快了，请稍候再发')
  if ((await count(DAY_MS, PER_DAY)) >= PER_DAY) throw new ShopError(CODES.TOO_MANY, '今天发送的消息过多，请拨打服务热线联系我们')
}

async function answerByItself(
  connection: Connection,
  conversation: ConversationRow,
  hours: ServiceHours | null,
  message: { id: number },
  now: Date,
): Promise<void> {
  const notice = noticeOf(hours, now)
  if (notice === '') return
  const since = new Date(now.getTime() - AUTO_PAUSE_MS)
  const recent = await Promise.all(
    (['auto', 'staff'] as const).map((sender) => countSince(connection, conversation.id, sender, since, PER_DAY)),
  )
  if (recent.some((count) => count > 0)) return
  const text = `${notice.replace('您可以先留言', '您的留言已收到')}。药品质量的急事请拨打服务热线。`
  await write(
    connection,
    conversation,
    { sender: 'auto', accountId: null, name: '自动回复' },
    { content: { kind: 'text', text, card: null, fileId: null }, clientKey: `auto-${message.id}` },
    now,
  )
}

/** Saved first, then told: an answer means that the message is there. Sent again with the same client_id it is not sent twice. */
export async function sendAsBuyer(chat: Chat, viewer: Buyer, body: NewChatMessageWire, now: Date): Promise<DataOf<typeof chatSend>> {
  const { database, catalogue } = chat
  const { company } = viewer
  const { hours } = await openSettings(database.db)
  const content = await contentFor({ connection: database.db, catalogue }, body, company, now)
  const author = { sender: 'buyer', accountId: viewer.accountId, name: viewer.name || viewer.username } as const
  return transact(database.db, async (trx) => {
    const conversation = await lockOrBegin(trx, company.id, now)
    let row = await sentBefore(trx, conversation, author, body.client_id)
    if (row === null) {
      await refuseFlood(trx, conversation, now)
      row = await write(trx, conversation, author, { content, clientKey: body.client_id }, now)
      await answerByItself(trx, conversation, hours, row, now)
      await announce(trx, conversation)
    }
    const [message] = await messageWires(trx, [row])
    if (!message) throw new Error('a message has its wire')
    return { conversation: conversation.id, message }
  })
}

export async function readAsBuyer({ database }: Chat, { company }: Buyer, upTo: number): Promise<{ unread: number }> {
  return transact(database.db, async (trx) => {
    const conversation = await conversationOf(trx, company.id)
    if (conversation === null || conversation.buyerUnread === 0) return { unread: 0 }
    const unread = await markRead(trx, conversation.id, 'buyer', upTo)
    if (unread !== null) await announce(trx, conversation)
    return { unread: unread ?? conversation.buyerUnread }
  })
}
