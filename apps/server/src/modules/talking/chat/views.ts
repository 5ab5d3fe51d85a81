import { sql } from 'kysely'
import type { ChatFilter } from '#contract/chat.ts'
import { companyIsNamed, fewNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import { MESSAGE, type MessageRow } from './store.ts'

/** A conversation as the staff's list shows it. */
export interface ListedConversation {
  id: number
  company: string
  companyType: string
  city: string
  state: 'open' | 'closed'
  unread: number
  lastText: string
  lastSender: string
  lastAt: Date
  handedTo: number | null
  handedName: string | null
  handedNote: string | null
  handedAt: Date | null
}

const LISTED = sql`
  c.id, company.name as company, company.type as "companyType", company.city, c.state, c.staff_unread as unread,
  c.last_text as "lastText", c.last_sender as "lastSender", c.last_at as "lastAt",
  c.handed_to as "handedTo", (select name from account where id = c.handed_to) as "handedName",
  handed.note as "handedNote", handed.created_at as "handedAt"`

/** The last time that it was handed on, as long as that counts. */
const HANDED = sql`left join lateral (
  select note, created_at from chat_handover where conversation_id = c.id and c.handed_to is not null order by id desc limit 1) handed on true`

const filterOf = (state: ChatFilter | null, me: number): ReturnType<typeof sql> => {
  if (state === 'waiting') return sql`c.staff_unread > 0`
  if (state === 'mine') return sql`c.handed_to = ${me}`
  return state === null ? sql`true` : sql`c.state = ${state}`
}

export async function listConversations(
  connection: Connection,
  { state, keywords, me, offset, limit }: { state: ChatFilter | null; keywords: string; me: number; offset: number; limit: number },
): Promise<{ rows: ListedConversation[]; total: number; waiting: number; handed: number }> {
  const few = keywords === '' ? null : await fewNamed(connection, keywords)
  const named =
    few !== null ? sql`c.company_id = any(${few}::bigint[])` : keywords === '' ? sql`true` : companyIsNamed('c.company_id', keywords)
  const where = sql`where ${companySeen('c.company_id')} and ${filterOf(state, me)} and ${named}`
  // Who has waited longest comes first; otherwise what happened last.
  const order = state === 'waiting' ? sql`c.last_at, c.id` : sql`c.last_at desc, c.id desc`
  const { rows } =
    await sql<ListedConversation>`select ${LISTED} from chat_conversation c join company on company.id = c.company_id ${HANDED} ${where} order by ${order} offset ${offset} limit ${limit}`.execute(
      connection,
    )
  const counts = await sql<{ total: number; waiting: number; handed: number }>`
    select (select count(*) from (select from chat_conversation c ${where} limit ${COUNTED}) found) as total, (select count(*) from chat_conversation c where staff_unread > 0 and ${companySeen('c.company_id')}) as waiting,
      (select count(*) from chat_conversation c where c.handed_to = ${me} and ${companySeen('c.company_id')}) as handed`.execute(connection)
  return { rows, total: counts.rows[0]?.total ?? 0, waiting: counts.rows[0]?.waiting ?? 0, handed: counts.rows[0]?.handed ?? 0 }
}

export interface ConversationWithBuyer extends ListedConversation {
  companyId: number
  reviewState: number
  contact: string
  phone: string
  manager: string
}

export async function readConversation(connection: Connection, id: number): Promise<ConversationWithBuyer | null> {
  const { rows } = await sql<ConversationWithBuyer>`
    select ${LISTED}, c.company_id as "companyId", company.review_state as "reviewState", company.contact, company.phone, company.manager_name as manager
      from chat_conversation c join company on company.id = c.company_id ${HANDED} where c.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** What a card says of an order of this company. */
export async function readOrderFacts(
  connection: Connection,
  orderId: number,
  companyId: number,
): Promise<{ no: string; status: string; lines: number; name: string } | null> {
  const { rows } = await sql<{ no: string; status: string; lines: number; name: string }>`
    select o.no, o.status, (select count(*)::integer from order_line where order_id = o.id) as lines,
           coalesce((select goods ->> 'name' from order_line where order_id = o.id order by id limit 1), '') as name
      from orders o where o.id = ${orderId} and o.company_id = ${companyId}`.execute(connection)
  return rows[0] ?? null
}

export interface Colleague {
  id: number
  name: string
  roles: string
  isHere: boolean
  open: number
}

/** Somebody who did anything in the console since then sits there. */
const HERE_MINUTES = 10

/** Who else may answer this company: at work, by his roles, and within what he sees. */
export async function readColleagues(connection: Connection, me: number, companyId: number, now: Date): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select a.id, a.name, string_agg(r.name, '、' order by r.id) as roles,
           exists (select from session o where o.account_id = a.id and o.expires_at > ${now}
                      and o.last_seen_at > ${now}::timestamptz - make_interval(mins => ${HERE_MINUTES})) as "isHere",
           (select count(*)::integer from chat_conversation where handed_to = a.id) as open
      from staff s join account a on a.id = s.account_id join staff_grant g on g.account_id = a.id join staff_role r on r.id = g.role_id
      join company c on c.id = ${companyId}
     where s.state = 'active' and a.id <> ${me}
       and (s.narrow_provinces is null or c.province = any (s.narrow_provinces))
       and (s.narrow_managers is null or c.manager_name = any (s.narrow_managers))
     group by a.id, a.name having bool_or('chat.answer' = any (r.permissions)) order by "isHere" desc, open, a.name, a.id`.execute(
    connection,
  )
  return rows
}

export interface Handover {
  id: number
  from: string
  to: string
  by: string
  note: string
  createdAt: Date
}
const HANDOVERS_SHOWN = 100

export async function readHandovers(connection: Connection, conversationId: number): Promise<Handover[]> {
  const { rows } = await sql<Handover>`
    select h.id, coalesce(former.name, '') as "from", taker.name as "to", giver.name as "by", h.note, h.created_at as "createdAt"
      from chat_handover h join account taker on taker.id = h.to_id join account giver on giver.id = h.by_id
      left join account former on former.id = h.from_id
     where h.conversation_id = ${conversationId} order by h.id desc limit ${HANDOVERS_SHOWN}`.execute(connection)
  return rows.reverse()
}

const ABOUT_ORDER_MAX = 100

/** Messages that show an order or name its number, with what was said around them. */
export async function readAboutOrder(
  connection: Connection,
  conversationId: number,
  { id, no }: { id: number; no: string },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with named as (
      select created_at from chat_message
       where conversation_id = ${conversationId}
         and ((kind = 'order' and card ->> 'url' = ${`/order/info/${id}`}) or position(${no} in text) > 0))
    select ${MESSAGE} from chat_message m
     where conversation_id = ${conversationId}
       and exists (select from named n where m.created_at between n.created_at - interval '10 minutes' and n.created_at + interval '2 hours')
     order by id desc limit ${ABOUT_ORDER_MAX}`.execute(connection)
  return rows.reverse()
}

export async function readOrderName(connection: Connection, id: number): Promise<{ id: number; no: string; companyId: number } | null> {
  const row = await connection.selectFrom('orders').select(['id', 'no', 'company_id as companyId']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}
