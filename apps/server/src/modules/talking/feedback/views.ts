import { sql } from 'kysely'
import type { FeedbackKind } from '#contract/selfservice.ts'
import { isNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
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
function isMeant(keywords: string) {
  if (keywords === '') return sql`true`
  const inside = `%${plainLike(keywords)}%`
  return sql`(${isLike(sql`f.text`, inside)} or ${isLike(sql`f.contact`, inside)}
    or exists (select from company co where co.id = f.company_id and ${isNamed('co', keywords)})
    or exists (select from orders fo where fo.id = f.order_id and fo.no like ${`${plainLike(keywords)}%`})
    or exists (select from feedback_answer fa where fa.feedback_id = f.id and ${isLike(sql`fa.text`, inside)}))`
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
                  and (${topic}::text is null or f.topic = ${topic}) and ${isMeant(keywords)}
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
