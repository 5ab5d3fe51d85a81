import { sql } from 'kysely'
import type { InvoiceKind, InvoiceTitles } from '#domain/invoices.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import type { RequestKind, RequestState, RequestWish } from './store.ts'

export interface InvoiceFilter {
  companyId: number
  colour: 'all' | 'blue' | 'red'
  keywords: string
  from: Date | null
  /** The moment after the last day. */
  until: Date | null
}

export interface InvoiceView {
  id: number
  number: string
  kind: InvoiceKind
  colour: 'blue' | 'red'
  ofNumber: string
  isTest: boolean
  issuedAt: Date
  orderId: number
  orderNo: string
  buyer: InvoiceTitles
  net: Fen
  tax: Fen
  total: Fen
  /** Blue: after everything that was taken back. */
  left: Fen
  /** A change of it is asked for. */
  changing: boolean
  fileId: number | null
}

/** By the beginning of the invoice's number, or of its order's. */
function conditions({ companyId, colour, keywords, from, until }: InvoiceFilter) {
  const like = `${plainLike(keywords)}%`
  const words = keywords
    ? sql`and i.id in (select id from invoice where company_id = ${companyId} and number like ${like}
                       union select v.id from orders o join invoice v on v.order_id = o.id where o.company_id = ${companyId} and o.no like ${like})`
    : sql``
  return sql`
    i.company_id = ${companyId} and (${from}::timestamptz is null or i.issued_at >= ${from})
    and (${until}::timestamptz is null or i.issued_at < ${until}) ${colour === 'all' ? sql`` : sql`and i.colour = ${colour}`} ${words}`
}

const COLUMNS = sql`
  i.id, i.number, i.kind, i.colour, coalesce(b.number, '') as "ofNumber", i.is_test as "isTest", i.issued_at as "issuedAt", i.order_id as "orderId",
  o.no as "orderNo", i.buyer, i.net, i.tax, i.total,
  i.total + (select coalesce(sum(r.total), 0)::bigint from invoice r where r.of_id = i.id) as left,
  exists (select from invoice_request q where q.order_id = i.order_id and q.kind = 'change' and q.state in ('review', 'waiting')) as changing,
  i.file_id as "fileId"`
const JOINS = sql`join orders o on o.id = i.order_id left join invoice b on b.id = i.of_id`

export async function invoicePage(connection: Connection, filter: InvoiceFilter, offset: number, limit: number): Promise<InvoiceView[]> {
  const { rows } = await sql<InvoiceView>`
    select ${COLUMNS}
      from (select id from invoice i where ${conditions(filter)} order by i.issued_at desc, i.id desc limit ${limit} offset ${offset}) page
      join invoice i using (id) ${JOINS} order by i.issued_at desc, i.id desc`.execute(connection)
  return rows
}

export async function invoiceView(connection: Connection, companyId: number, id: number): Promise<InvoiceView | null> {
  const { rows } = await sql<InvoiceView>`
    select ${COLUMNS} from invoice i ${JOINS} where i.id = ${id} and i.company_id = ${companyId}`.execute(connection)
  return rows[0] ?? null
}

/** How many the filter finds, and their sum: red ones count against it. */
export async function invoiceTotals(connection: Connection, filter: InvoiceFilter): Promise<{ total: number; sum: Fen }> {
  const { rows } = await sql<{ total: number; sum: Fen }>`
    select count(*)::integer as total, coalesce(sum(total), 0)::bigint as sum from invoice i where ${conditions(filter)}`.execute(
    connection,
  )
  return rows[0] ?? { total: 0, sum: 0 as Fen }
}

/** What took these invoices back. */
export async function redsOf(
  connection: Connection,
  ids: readonly number[],
): Promise<{ ofId: number; id: number; number: string; total: Fen; issuedAt: Date }[]> {
  const { rows } = await sql<{ ofId: number; id: number; number: string; total: Fen; issuedAt: Date }>`
    select of_id as "ofId", id, number, total, issued_at as "issuedAt" from invoice where of_id = any(${ids}::bigint[]) order by id`.execute(
    connection,
  )
  return rows
}

/** Those of a company among some, by their numbers. */
export async function invoicesAmong(connection: Connection, companyId: number, ids: readonly number[]): Promise<InvoiceView[]> {
  const { rows } = await sql<InvoiceView>`
    select ${COLUMNS} from invoice i ${JOINS} where i.id = any(${ids}::bigint[]) and i.company_id = ${companyId} order by i.number`.execute(
    connection,
  )
  return rows
}

/** Every file of some invoices (which the caller has found to be the company's), by the invoice's number. */
export async function invoiceFiles(
  connection: Connection,
  subjects: readonly string[],
): Promise<{ id: number; subject: string; name: string }[]> {
  const { rows } = await sql<{ id: number; subject: string; name: string }>`
    select id, subject, name from stored_file where subject = any(${subjects}::text[]) order by name, id`.execute(connection)
  return rows
}

export interface RequestView {
  id: number
  kind: RequestKind
  orderId: number
  orderNo: string
  company: string
  state: RequestState
  reason: string
  answer: string
  wish: RequestWish
  /** Of the staff, in the company's place. */
  askedBy: number | null
  askedName: string
  createdAt: Date
}

export const REQUEST = sql`
  q.id, q.kind, q.order_id as "orderId", o.no as "orderNo", c.name as company, q.state, q.reason, q.answer, coalesce(q.wish, '{}') as wish,
  q.asked_by as "askedBy", coalesce((select name from account where id = q.asked_by), '') as "askedName", q.created_at as "createdAt"`

/** Of changes that the company asked for: the open ones, and the last that were answered. */
export async function changeRequests(connection: Connection, companyId: number): Promise<RequestView[]> {
  const { rows } = await sql<RequestView>`
    select ${REQUEST} from invoice_request q join orders o on o.id = q.order_id join company c on c.id = q.company_id
     where q.company_id = ${companyId} and q.kind = 'change' order by q.state in ('review', 'waiting') desc, q.id desc limit 5`.execute(
    connection,
  )
  return rows
}

/** Those that wait for somebody the oldest first, what is done the last first; waiting: for the issuer. */
export async function requestsInState(
  connection: Connection,
  state: RequestState,
  offset: number,
  limit: number,
): Promise<{ rows: RequestView[]; total: number; waiting: number }> {
  const seen = orderSeen('q.order_id', 'q.company_id')
  const order = state === 'review' || state === 'waiting' ? sql`q.id` : sql`q.id desc`
  const { rows } = await sql<RequestView>`
    select ${REQUEST} from invoice_request q join orders o on o.id = q.order_id join company c on c.id = q.company_id
     where q.state = ${state} and ${seen} order by ${order} limit ${limit} offset ${offset}`.execute(connection)
  const count = await sql<{ total: number; waiting: number }>`
    select (select count(*)::integer from (select from invoice_request q where q.state = ${state} and ${seen} limit ${COUNTED}) found) as total,
           (select count(*)::integer from (select from invoice_request q where q.state = 'waiting' and ${seen} limit ${COUNTED}) found) as waiting`.execute(
    connection,
  )
  return { rows, total: count.rows[0]?.total ?? 0, waiting: count.rows[0]?.waiting ?? 0 }
}

/** What the company's own data would put on an invoice today. */
export async function ownTitles(connection: Connection, companyId: number): Promise<InvoiceTitles> {
  const { rows } = await sql<InvoiceTitles>`
    select name, coalesce(credit_code, '') as tax_no,
           coalesce(nullif(invoice_address, ''), case when province = city then '' else province end || city || district || address) as address,
           coalesce(nullif(invoice_phone, ''), phone) as phone, invoice_bank as bank, invoice_account as account
      from company where id = ${companyId}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error(`company ${companyId} is gone`)
  return row
}
