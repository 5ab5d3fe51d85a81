import { sql } from 'kysely'
import type { FeedbackKind } from '#contract/selfservice.ts'
import { companiesNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import type { Period } from '../../../platform/period.ts'

export interface FeedbackListRow {
  id: number
  companyId: number
  company: string
  kind: FeedbackKind
  topic: string
  text: string
  contact: string
  orderId: number | null
  orderNo: string | null
  state: 'open' | 'answered'
  createdAt: Date
  answers: { at: string; author: string; text: string }[]
}

export interface FeedbackFilter extends Period {
  /** null: staff see those of all companies, what waits first. */
  companyId: number | null
  kind: FeedbackKind | null
  state: 'open' | 'answered' | null
  topic: string | null
  keywords: string
}

/** What a clerk remembers of it: its words or those of an answer, whose it is, of which order. */
function meant(keywords: string) {
  const inside = `%${plainLike(keywords)}%`
  return sql`
    select f.id from feedback f where ${isLike(sql`f.text`, inside)} or ${isLike(sql`f.contact`, inside)}
     union select f.id from feedback f where f.company_id in (${companiesNamed(keywords)})
     union select f.id from feedback f where f.order_id in (select id from orders where no like ${`${plainLike(keywords)}%`})
     union select fa.feedback_id from feedback_answer fa where ${isLike(sql`fa.text`, inside)}`
}

/** Looked for once, though a page asks twice: its rows, and how many there are. */
async function isMeant(connection: Connection, keywords: string) {
  if (keywords === '') return sql`true`
  const few = await fewOf(connection, meant(keywords))
  return few === null ? sql`f.id in (${meant(keywords)})` : sql`f.id = any (${few}::bigint[])`
}

export async function feedbackPage(
  connection: Connection,
  filter: FeedbackFilter,
  offset: number,
  limit: number,
): Promise<{ rows: FeedbackListRow[]; total: number }> {
  const { companyId, kind, state, topic, keywords, from, until } = filter
  const company = companyId === null ? sql`true` : sql`f.company_id = ${companyId}`
  const order = companyId === null ? sql`f.state = 'open' desc, f.id` : sql`f.id desc`
  const where = sql`${orderSeen('f.order_id', 'f.company_id')} and ${company} and (${kind}::text is null or f.kind = ${kind}) and (${state}::text is null or f.state = ${state})
                  and (${topic}::text is null or f.topic = ${topic}) and ${await isMeant(connection, keywords)}
                  and (${from}::timestamptz is null or f.created_at >= ${from}) and (${until}::timestamptz is null or f.created_at < ${until})`
  const { rows } = await sql<FeedbackListRow>`
    select f.id, f.company_id as "companyId", c.name as company, f.kind, f.topic, f.text, f.contact, f.order_id as "orderId",
           o.no as "orderNo", f.state, f.created_at as "createdAt",
           coalesce((select json_agg(json_build_object('at', a.created_at, 'author', a.author, 'text', a.text) order by a.id)
                       from feedback_answer a where a.feedback_id = f.id), '[]') as answers
      from feedback f join company c on c.id = f.company_id left join orders o on o.id = f.order_id
     where ${where} order by ${order} offset ${offset} limit ${limit}`.execute(connection)
  const counted = await sql<{ total: number }>`select count(*) as total from feedback f where ${where}`.execute(connection)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
