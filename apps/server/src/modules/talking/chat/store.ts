import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export type Sender = 'buyer' | 'staff' | 'auto'
export interface CardJson {
  title: string
  text: string
  url: string
  image: string
}

export interface ConversationRow {
  id: number
  companyId: number
  state: 'open' | 'closed'
  buyerUnread: number
  staffUnread: number
  handedTo: number | null
}

export interface MessageRow {
  id: number
  conversationId: number
  sender: Sender
  name: string
  kind: 'text' | 'picture' | 'order' | 'goods'
  text: string
  card: CardJson | null
  clientKey: string
  createdAt: Date
}

const CONVERSATION = sql`
  id, company_id as "companyId", state, buyer_unread as "buyerUnread", staff_unread as "staffUnread", handed_to as "handedTo"`
export const MESSAGE = sql`
  id, conversation_id as "conversationId", sender, name, kind, text, card, client_key as "clientKey", created_at as "createdAt"`

/** The company's conversation, begun if there is none, locked until the transaction ends. */
export async function lockOrBegin(connection: Connection, companyId: number, now: Date): Promise<ConversationRow> {
  const { rows } = await sql<ConversationRow>`
    insert into chat_conversation (company_id, last_at) values (${companyId}, ${now})
    on conflict (company_id) do update set company_id = excluded.company_id
    returning ${CONVERSATION}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a conversation is begun or found')
  return row
}

export async function conversationOf(connection: Connection, companyId: number): Promise<ConversationRow | null> {
  const { rows } = await sql<ConversationRow>`select ${CONVERSATION} from chat_conversation where company_id = ${companyId}`.execute(
    connection,
  )
  return rows[0] ?? null
}

/** For staff: any company's conversation. */
export async function lockConversation(connection: Connection, id: number): Promise<ConversationRow | null> {
  const { rows } = await sql<ConversationRow>`select ${CONVERSATION} from chat_conversation where id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

export async function findByClientKey(
  connection: Connection,
  conversationId: number,
  sender: Sender,
  clientKey: string,
): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from chat_message
     where conversation_id = ${conversationId} and sender = ${sender} and client_key = ${clientKey}`.execute(connection)
  return rows[0] ?? null
}

export type NewMessage = Omit<MessageRow, 'id'> & { accountId: number | null }

export async function insertMessage(connection: Connection, message: NewMessage): Promise<MessageRow> {
  const { accountId, ...row } = message
  const { id } = await connection
    .insertInto('chat_message')
    .values({
      conversation_id: row.conversationId,
      sender: row.sender,
      account_id: accountId,
      name: row.name,
      kind: row.kind,
      text: row.text,
      card: row.card === null ? null : JSON.stringify(row.card),
      client_key: row.clientKey,
      created_at: row.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...row, id }
}

/** What the conversation's row says after a message: who waits for whom, and the line that lists show. */
export async function noteMessage(
  connection: Connection,
  conversationId: number,
  { sender, text, createdAt }: Pick<MessageRow, 'sender' | 'text' | 'createdAt'>,
): Promise<void> {
  const change = {
    // The buyer's word opens a conversation that was dealt with.
    buyer: sql`state = 'open', staff_unread = staff_unread + 1`,
    staff: sql`buyer_unread = buyer_unread + 1, staff_unread = 0`,
    auto: sql`buyer_unread = buyer_unread + 1`,
  }[sender]
  // The shop's own answer is not what staff look for in their list.
  const last = sender === 'auto' ? sql`` : sql`, last_text = ${text.slice(0, 100)}, last_sender = ${sender}, last_at = ${createdAt}`
  await sql`update chat_conversation set ${change}${last} where id = ${conversationId}`.execute(connection)
}

/** Counts what this side has not seen after a message, never more than before; answers the new figure, null: it is the same. */
export async function markRead(
  connection: Connection,
  conversationId: number,
  side: 'buyer' | 'staff',
  upTo: number,
): Promise<number | null> {
  const column = sql.ref(`${side}_unread`)
  const theirs = side === 'buyer' ? sql`sender <> 'buyer'` : sql`sender = 'buyer'`
  const left = sql`(select count(*)::integer from chat_message where conversation_id = ${conversationId} and id > ${upTo} and ${theirs})`
  const { rows } = await sql<{ unread: number }>`
    update chat_conversation set ${column} = ${left}
     where id = ${conversationId} and ${column} > ${left} returning ${column} as unread`.execute(connection)
  return rows[0]?.unread ?? null
}

export async function setState(connection: Connection, id: number, state: 'open' | 'closed'): Promise<void> {
  await connection
    .updateTable('chat_conversation')
    .set({ state, staff_unread: 0, ...(state === 'closed' && { handed_to: null }) })
    .where('id', '=', id)
    .execute()
}

/** Whose it is from now on; null: nobody's in particular. */
export async function setHandedTo(connection: Connection, id: number, to: number | null): Promise<void> {
  await connection.updateTable('chat_conversation').set({ handed_to: to }).where('id', '=', id).execute()
}

export interface NewHandover {
  conversationId: number
  from: number | null
  to: number
  by: number
  note: string
}

export async function insertHandover(
  connection: Connection,
  { conversationId, from, to, by, note }: NewHandover,
  now: Date,
): Promise<void> {
  await connection
    .insertInto('chat_handover')
    .values({ conversation_id: conversationId, from_id: from, to_id: to, by_id: by, note, created_at: now })
    .execute()
}

/** How many messages of this side are newer than a moment, by the index of the newest ones; counted no further than max. */
export async function countSince(
  connection: Connection,
  conversationId: number,
  sender: Sender,
  since: Date,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select created_at, sender from chat_message where conversation_id = ${conversationId} order by id desc limit ${max * 2}) newest
     where sender = ${sender} and created_at > ${since}`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface Range {
  before?: number | undefined
  after?: number | undefined
  limit: number
}

/** One more than asked for, if there is one: the oldest first after a message, else the newest first. */
export async function readMessages(connection: Connection, conversationId: number, { before, after, limit }: Range): Promise<MessageRow[]> {
  const where =
    after !== undefined
      ? sql`and id > ${after} order by id`
      : before !== undefined
        ? sql`and id < ${before} order by id desc`
        : sql`order by id desc`
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from chat_message where conversation_id = ${conversationId} ${where} limit ${limit + 1}`.execute(connection)
  return rows
}
