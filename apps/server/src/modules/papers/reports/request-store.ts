import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { companySeen } from '../../../platform/narrowing.ts'

/** SQL of document_request: reports that buyers wait for. */

/** How many this company has open; its other requests wait until the transaction ends. */
export async function lockOpen(connection: Connection, companyId: number): Promise<number> {
  await sql`select 1 from company where id = ${companyId} for no key update`.execute(connection)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document_request where company_id = ${companyId} and state = 'open'`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface NewRequest {
  companyId: number
  accountId: number
  goodsId: number
  batchNo: string
}

/** Asked for already: one request. */
export async function insertRequest(connection: Connection, request: NewRequest, now: Date): Promise<void> {
  await sql`
    insert into document_request (goods_id, batch_no, company_id, account_id, asked_at)
    values (${request.goodsId}, ${request.batchNo}, ${request.companyId}, ${request.accountId}, ${now})
    on conflict do nothing`.execute(connection)
}

export interface Answered {
  id: number
  companyId: number
}

/** Everybody who waits for this batch waits no more. */
export async function answerRequests(connection: Connection, goodsId: number, batchNo: string, by: string, now: Date): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    update document_request set state = 'answered', answered_at = ${now}, answered_by = ${by}
     where goods_id = ${goodsId} and batch_no = ${batchNo} and state = 'open' returning id, company_id as "companyId"`.execute(connection)
  return rows
}

/** Companies to which some of the batch went. */
export async function companiesSent(connection: Connection, goodsId: number, batchNo: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.company_id as id
      from order_line_batch b join order_line l on l.id = b.order_line_id join orders o on o.id = l.order_id
     where b.batch_no = ${batchNo} and l.goods_id = ${goodsId} and o.status in ('shipped', 'received', 'completed')`.execute(connection)
  return rows.map(({ id }) => id)
}

export interface OpenRequest {
  id: number
  companyId: number
  goodsId: number
  company: string
  code: string
  name: string
  spec: string
  manufacturer: string
  batchNo: string
  askedAt: Date
}

const OPEN = sql`
  select q.id, q.company_id as "companyId", q.goods_id as "goodsId", c.name as company, g.code, g.name, g.spec,
         coalesce(m.name, '') as manufacturer, q.batch_no as "batchNo", q.asked_at as "askedAt"
    from document_request q join company c on c.id = q.company_id join goods g on g.id = q.goods_id
    left join manufacturer m on m.id = g.manufacturer_id`

export async function lockRequest(connection: Connection, id: number): Promise<OpenRequest | null> {
  const { rows } = await sql<OpenRequest>`${OPEN} where q.id = ${id} and q.state = 'open' for update of q`.execute(connection)
  return rows[0] ?? null
}

export async function closeRequest(connection: Connection, id: number, answer: string, by: string, now: Date): Promise<void> {
  await sql`
    update document_request set state = 'closed', answer = ${answer}, answered_at = ${now}, answered_by = ${by} where id = ${id}`.execute(
    connection,
  )
}

export async function openRequests(
  connection: Connection,
  { keyword, before, oldest }: { keyword: string; before: number | null; oldest: boolean },
  limit: number,
): Promise<OpenRequest[]> {
  const plain = plainLike(keyword)
  const [start, inside] = [`${plain}%`, `%${plain}%`]
  const on = oldest ? sql`q.id > ${before}` : sql`q.id < ${before}`
  const { rows } = await sql<OpenRequest>`
    ${OPEN} where q.state = 'open' and ${companySeen('q.company_id')} and (${before}::bigint is null or ${on})
      and (${keyword} = '' or q.batch_no ilike ${start} or g.code ilike ${start} or g.name ilike ${inside} or c.name ilike ${inside})
    order by ${oldest ? sql`q.id` : sql`q.id desc`} limit ${limit}`.execute(connection)
  return rows
}

export async function openCount(connection: Connection): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from document_request q where q.state = 'open' and ${companySeen('q.company_id')}`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}
