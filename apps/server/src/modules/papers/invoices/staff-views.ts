import { type RawBuilder, sql } from 'kysely'
import type { InvoiceState } from '#contract/invoices.ts'
import type { InvoiceKind, InvoiceLine, InvoiceTitles } from '#domain/invoices.ts'
import type { Fen } from '#domain/money.ts'
import { companyIsNamed, fewNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import type { Period } from '../../../platform/period.ts'
import { REQUEST, type RequestView } from './views.ts'

/** Invoices of all companies, as the house looks at them. */
export interface StaffInvoiceFilter extends Period {
  no: string
  company: string
  companyId: number | null
  colour: 'blue' | 'red' | null
  kind: InvoiceKind | null
  state: InvoiceState | null
}

export interface StaffInvoiceRow {
  id: number
  number: string
  kind: InvoiceKind
  colour: 'blue' | 'red'
  ofNumber: string
  isTest: boolean
  issuedAt: Date
  companyId: number
  company: string
  orderId: number
  orderNo: string
  buyer: InvoiceTitles
  net: Fen
  tax: Fen
  total: Fen
  left: Fen
}

const BACK = sql`(select coalesce(sum(r.total), 0)::bigint from invoice r where r.of_id = i.id)`
/** What was taken back from is among the few that a red one names. */
const STATES: Readonly<Record<InvoiceState, RawBuilder<unknown>>> = {
  untouched: sql`i.colour = 'blue' and not exists (select from invoice r where r.of_id = i.id)`,
  part: sql`i.id in (select of_id from invoice where of_id is not null) and i.total + ${BACK} > 0`,
  gone: sql`i.id in (select of_id from invoice where of_id is not null) and i.total + ${BACK} <= 0`,
}

async function conditions(connection: Connection, filter: StaffInvoiceFilter): Promise<RawBuilder<unknown>> {
  const { no, company, companyId, colour, kind, state, from, until } = filter
  const like = `${plainLike(no)}%`
  const few = company === '' ? null : await fewNamed(connection, company)
  const parts = [
    orderSeen('i.order_id', 'i.company_id'),
    ...(no === ''
      ? []
      : [
          sql`i.id in (select id from invoice where number like ${like}
                       union select v.id from orders o join invoice v on v.order_id = o.id where o.no like ${like})`,
        ]),
    ...(few !== null ? [sql`i.company_id = any(${few}::bigint[])`] : company === '' ? [] : [companyIsNamed('i.company_id', company)]),
    ...(companyId === null ? [] : [sql`i.company_id = ${companyId}`]),
    ...(colour === null ? [] : [sql`i.colour = ${colour}`]),
    ...(kind === null ? [] : [sql`i.kind = ${kind}`]),
    ...(state === null ? [] : [STATES[state]]),
    ...(from === null ? [] : [sql`i.issued_at >= ${from}`]),
    ...(until === null ? [] : [sql`i.issued_at < ${until}`]),
  ]
  return sql.join(parts, sql` and `)
}

const COLUMNS = sql`
  i.id, i.number, i.kind, i.colour, coalesce(b.number, '') as "ofNumber", i.is_test as "isTest", i.issued_at as "issuedAt",
  i.company_id as "companyId", c.name as company, i.order_id as "orderId", o.no as "orderNo", i.buyer, i.net, i.tax, i.total,
  i.total + ${BACK} as left`
const JOINS = sql`join orders o on o.id = i.order_id join company c on c.id = i.company_id left join invoice b on b.id = i.of_id`

/** before: goes on after this one. One more than asked for, if there is one. */
export async function staffInvoicePage(
  connection: Connection,
  filter: StaffInvoiceFilter,
  before: number | null,
  limit: number,
): Promise<StaffInvoiceRow[]> {
  const after =
    before === null ? sql`` : sql`and (i.issued_at, i.id) < (select last.issued_at, last.id from invoice last where last.id = ${before})`
  const { rows } = await sql<StaffInvoiceRow>`
    select ${COLUMNS}
      from (select id from invoice i where ${await conditions(connection, filter)} ${after}
             order by i.issued_at desc, i.id desc limit ${limit + 1}) page
      join invoice i using (id) ${JOINS} order by i.issued_at desc, i.id desc`.execute(connection)
  return rows
}

export interface InvoiceTotals {
  count: number
  blue: Fen
  red: Fen
  net: Fen
  tax: Fen
  total: Fen
}

export async function staffInvoiceTotals(connection: Connection, filter: StaffInvoiceFilter): Promise<InvoiceTotals> {
  const { rows } = await sql<InvoiceTotals>`
    select count(*)::integer as count, coalesce(sum(i.total) filter (where i.colour = 'blue'), 0)::bigint as blue,
           coalesce(sum(i.total) filter (where i.colour = 'red'), 0)::bigint as red, coalesce(sum(i.net), 0)::bigint as net,
           coalesce(sum(i.tax), 0)::bigint as tax, coalesce(sum(i.total), 0)::bigint as total
      from invoice i where ${await conditions(connection, filter)}`.execute(connection)
  const [row] = rows
  if (!row) throw new Error('a sum of nothing is a row')
  return row
}

export interface StaffInvoiceRecord extends StaffInvoiceRow {
  seller: InvoiceTitles
  lines: InvoiceLine[]
  remark: string
  /** A change of it is asked for. */
  changing: boolean
}

export async function staffInvoiceRecord(connection: Connection, id: number): Promise<StaffInvoiceRecord | null> {
  const { rows } = await sql<StaffInvoiceRecord>`
    select ${COLUMNS}, i.seller, i.lines, i.remark,
           exists (select from invoice_request q where q.order_id = i.order_id and q.kind = 'change' and q.state in ('review', 'waiting')) as changing
      from invoice i ${JOINS} where i.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** All that was asked of an order's invoices, the last first. */
export async function requestsOfOrder(connection: Connection, orderId: number): Promise<RequestView[]> {
  const { rows } = await sql<RequestView>`
    select ${REQUEST} from invoice_request q join orders o on o.id = q.order_id join company c on c.id = q.company_id
     where q.order_id = ${orderId} order by q.id desc`.execute(connection)
  return rows
}
