import { sql } from 'kysely'
import type { ChatFilter } from '#contract/chat.ts'
import { companyIsNamed, fewNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { companySeen } from '../../../platform/narrowing.ts'

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
}

const LISTED = sql`
  c.id, company.name as company, company.type as "companyType", company.city, c.state, c.staff_unread as unread,
  c.last_text as "lastText", c.last_sender as "lastSender", c.last_at as "lastAt"`

const FILTERS: Record<ChatFilter, ReturnType<typeof sql>> = {
  waiting: sql`c.staff_unread > 0`,
  open: sql`c.state = 'open'`,
  closed: sql`c.state = 'closed'`,
}

export async function listConversations(
  connection: Connection,
  { state, keywords, offset, limit }: { state: ChatFilter | null; keywords: string; offset: number; limit: number },
): Promise<{ rows: ListedConversation[]; total: number; waiting: number }> {
  const few = keywords === '' ? null : await fewNamed(connection, keywords)
  const named =
    few !== null ? sql`c.company_id = any(${few}::bigint[])` : keywords === '' ? sql`true` : companyIsNamed('c.company_id', keywords)
  const where = sql`where ${companySeen('c.company_id')} and ${state === null ? sql`true` : FILTERS[state]} and ${named}`
  // Who has waited longest comes first; otherwise what happened last.
  const order = state === 'waiting' ? sql`c.last_at, c.id` : sql`c.last_at desc, c.id desc`
  const { rows } =
    await sql<ListedConversation>`select ${LISTED} from chat_conversation c join company on company.id = c.company_id ${where} order by ${order} offset ${offset} limit ${limit}`.execute(
      connection,
    )
  const counts = await sql<{ total: number; waiting: number }>`
    select (select count(*) from (select from chat_conversation c ${where} limit ${COUNTED}) found) as total, (select count(*) from chat_conversation c where staff_unread > 0 and ${companySeen('c.company_id')}) as waiting`.execute(
    connection,
  )
  return { rows, total: counts.rows[0]?.total ?? 0, waiting: counts.rows[0]?.waiting ?? 0 }
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
      from chat_conversation c join company on company.id = c.company_id where c.id = ${id}`.execute(connection)
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
