import type { DataOf, QueryOf } from '#contract/call.ts'
import { MESSAGE_KINDS, MESSAGES_PER_PAGE, type MessageKind, type messageList, type messageRead } from '#contract/messages.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { tellLive } from '../../../platform/live.ts'
import { transact } from '../../../platform/transact.ts'
import { clearMessages, markOpened, markRead, messagePage, setDeleted, unreadCounts } from './store.ts'

type UnreadWire = DataOf<typeof messageRead>

const KIND_NAMES: Readonly<Record<MessageKind, string>> = {
  order: '订单消息',
  licence: '资质消息',
  activity: '活动消息',
  system: '系统消息',
}

export async function unreadOf({ db }: DatabaseHandle, companyId: number): Promise<UnreadWire> {
  const counts = await unreadCounts(db, companyId)
  return {
    unread: [...counts.values()].reduce((sum, count) => sum + count, 0),
    kinds: MESSAGE_KINDS.map((kind) => ({ kind, name: KIND_NAMES[kind], unread: counts.get(kind) ?? 0 })),
  }
}

export async function messagesOf(
  database: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof messageList>,
): Promise<DataOf<typeof messageList>> {
  const { kind, unread, page = 1, per_page: perPage = MESSAGES_PER_PAGE } = query
  const [{ rows, total }, counts] = await Promise.all([
    messagePage(database.db, companyId, { kind: kind ?? null, unreadOnly: unread === 1 }, (page - 1) * perPage, perPage),
    unreadOf(database, companyId),
  ])
  const list = rows.map(({ createdAt, isRead, ...row }) => ({ ...row, created_at: createdAt.toISOString(), is_read: isRead ? 1 : 0 }))
  return { list, page, per_page: perPage, total, ...counts }
}

export async function readMessages(
  database: DatabaseHandle,
  companyId: number,
  { ids = null, kind = null, opened = 0 }: { ids?: number[] | null; kind?: MessageKind | null; opened?: number },
  now: Date,
): Promise<UnreadWire> {
  await changing(database, companyId, async (connection) => {
    if (opened === 1 && ids !== null) await markOpened(connection, companyId, ids, now)
    return markRead(connection, companyId, { ids, kind }, now)
  })
  return unreadOf(database, companyId)
}

/** Ids that are not this company's are as if they did not exist; where none is, there is nothing to delete. */
export async function deleteMessages(
  database: DatabaseHandle,
  companyId: number,
  ids: readonly number[],
  deleted: boolean,
  now: Date,
): Promise<UnreadWire> {
  const changed = await changing(database, companyId, (connection) => setDeleted(connection, companyId, ids, deleted, now))
  if (changed === 0) throw notFound('消息')
  return unreadOf(database, companyId)
}

/** The badges of the company's other open pages follow. */
async function changing(
  { db }: DatabaseHandle,
  companyId: number,
  change: (connection: DatabaseHandle['db']) => Promise<number>,
): Promise<number> {
  return transact(db, async (transaction) => {
    const changed = await change(transaction)
    if (changed > 0) await tellLive(transaction, { companyId }, { type: 'messages' })
    return changed
  })
}

const DAY_MS = 86_400_000
/** Deleted ones stay so long that whatever they told of cannot be told again. */
const DELETED_DAYS = 180
const KEPT_DAYS = 730

export async function clearOldMessages({ db }: DatabaseHandle, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await clearMessages(db, before(DELETED_DAYS), before(KEPT_DAYS))
}
