import { sql } from 'kysely'
import type { InvoiceKind, InvoiceLine, InvoiceTitles, SoldLine } from '#domain/invoices.ts'
import { itemName } from '#domain/invoices.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { settingsFrom } from '../../../platform/settings.ts'

export type RequestKind = 'issue' | 'red' | 'change'
export type RequestState = 'review' | 'waiting' | 'done' | 'rejected' | 'void'

/** What a request wishes: titles and kind of a change, or the parts that come back. */
export interface RequestWish {
  kind?: InvoiceKind
  titles?: InvoiceTitles
  parts?: { orderLineId: number | null; number: number | null; gross: Fen }[]
  /** Out of what the parts come to; negative: paid out beside them. */
  withheld?: Fen
}
export interface RequestRow {
  id: number
  kind: RequestKind
  orderId: number
  companyId: number
  state: RequestState
  reason: string
  wish: RequestWish
  /** Of the staff, in the company's place. */
  askedBy: number | null
  createdAt: Date
}

const REQUEST = sql`id, kind, order_id as "orderId", company_id as "companyId", state, reason, coalesce(wish, '{}') as wish,
  asked_by as "askedBy", created_at as "createdAt"`

/** Null: the same deed has asked already. */
export async function insertRequest(
  connection: Connection,
  request: {
    key: string
    kind: RequestKind
    orderId: number
    companyId: number
    state: 'review' | 'waiting'
    reason: string
    wish: RequestWish | null
    askedBy?: number | null
  },
  now: Date,
): Promise<number | null> {
  const wish = request.wish === null ? null : JSON.stringify(request.wish)
  const { rows } = await sql<{ id: number }>`
    insert into invoice_request (key, kind, order_id, company_id, state, reason, wish, asked_by, created_at)
    values (${request.key}, ${request.kind}, ${request.orderId}, ${request.companyId}, ${request.state}, ${request.reason}, ${wish}::jsonb, ${request.askedBy ?? null}, ${now})
    on conflict (key) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export async function findRequest(connection: Connection, id: number): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`select ${REQUEST} from invoice_request where id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** companyId null: for staff and jobs. */
export async function lockRequest(connection: Connection, id: number, companyId: number | null): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`
    select ${REQUEST} from invoice_request
     where id = ${id} and (${companyId}::bigint is null or company_id = ${companyId}) for update`.execute(connection)
  return rows[0] ?? null
}

/** Requests of an order that are still to be worked and whose turn is before this one's: they go first. */
export async function earlierWaiting(connection: Connection, orderId: number, before: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from invoice_request r join invoice_request own on own.id = ${before}
     where r.order_id = ${orderId} and r.state = 'waiting' and coalesce(r.turn, r.id) < coalesce(own.turn, own.id)
     order by coalesce(r.turn, r.id)`.execute(connection)
  return rows.map((row) => row.id)
}

/**
 * From now on it waits for the issuer, behind all that was asked of the order before. The order is locked, as by whoever asks for
 * something of it: so that of two that come at once both see which goes first.
 */
export async function takeTurn(connection: Connection, request: Pick<RequestRow, 'id'>): Promise<void> {
  await sql`update invoice_request set turn = nextval(pg_get_serial_sequence('invoice_request', 'id')) where id = ${request.id}`.execute(
    connection,
  )
}

/** Before any of its requests: everybody takes locks in this order. */
export async function lockOrderOf(connection: Connection, requestId: number): Promise<void> {
  await sql`select from orders where id = (select order_id from invoice_request where id = ${requestId}) for update`.execute(connection)
}

export async function setRequestState(
  connection: Connection,
  id: number,
  to: { state: RequestState; answer?: string; by?: string },
  now: Date,
): Promise<void> {
  await connection
    .updateTable('invoice_request')
    .set({
      state: to.state,
      done_at: now,
      ...(to.answer !== undefined && { answer: to.answer }),
      ...(to.by !== undefined && { reviewed_by: to.by }),
    })
    .where('id', '=', id)
    .execute()
}

export interface OrderForInvoice {
  no: string
  status: string
  kind: InvoiceKind
  shipping: Fen
  buyer: InvoiceTitles
  lines: SoldLine[]
}

interface LineRow {
  id: number
  name: string
  spec: string
  unit: string
  scope: string
  kind: string
  number: number
  gross: Fen
}

/** Percent of VAT by kind of goods, where the setting says nothing. */
const DEFAULT_RATE = 13
const RATES: Readonly<Record<string, number>> = { herb: 9 }

const rateOf = (rates: Readonly<Record<string, number>>, kind: string): number =>
  rates[kind] ?? RATES[kind] ?? rates.default ?? DEFAULT_RATE

/** The order as it is invoiced: what was really paid for each line. */
export async function orderForInvoice(connection: Connection, orderId: number): Promise<OrderForInvoice | null> {
  const { rows } = await sql<Omit<OrderForInvoice, 'lines'> & { rates: unknown; lines: LineRow[] }>`
    select o.no, o.status, o.invoice_kind as kind, o.shipping_amount as shipping,
           json_build_object('name', c.name, 'tax_no', coalesce(c.credit_code, ''),
             'address', coalesce(nullif(c.invoice_address, ''), case when c.province = c.city then '' else c.province end || c.city || c.district || c.address),
             'phone', coalesce(nullif(c.invoice_phone, ''), c.phone), 'bank', c.invoice_bank, 'account', c.invoice_account) as buyer,
           (select value from setting where key = 'tax_rates') as rates,
           (select json_agg(json_build_object('id', l.id, 'name', coalesce(l.goods ->> 'name', g.name), 'spec', coalesce(l.goods ->> 'spec', g.spec),
                                              'unit', coalesce(l.goods ->> 'unit', g.unit), 'scope', g.scope_code, 'kind', g.kind,
                                              'number', l.number, 'gross', l.amount - l.reduction) order by l.id)
              from order_line l join goods g on g.id = l.goods_id where l.order_id = o.id) as lines
      from orders o join company c on c.id = o.company_id where o.id = ${orderId}`.execute(connection)
  const [row] = rows
  if (!row) return null
  const { rates: said, lines, ...order } = row
  const rates = settingsFrom(['tax_rates'], { tax_rates: said }).tax_rates ?? {}
  return {
    ...order,
    lines: lines.map((line) => ({
      orderLineId: line.id,
      item: itemName(line.scope, line.name),
      spec: line.spec,
      unit: line.unit,
      number: line.number,
      gross: line.gross,
      rate: rateOf(rates, line.kind),
    })),
  }
}

export interface InvoiceRow {
  id: number
  number: string
  orderId: number
  companyId: number
  kind: InvoiceKind
  colour: 'blue' | 'red'
  ofId: number | null
  isTest: boolean
  issuedAt: Date
  seller: InvoiceTitles
  buyer: InvoiceTitles
  lines: InvoiceLine[]
  remark: string
}

const INVOICE = sql`
  id, number, order_id as "orderId", company_id as "companyId", kind, colour, of_id as "ofId", is_test as "isTest", issued_at as "issuedAt",
  seller, buyer, lines, remark`

/** All of an order, in the order in which they were issued. */
export async function invoicesOfOrder(connection: Connection, orderId: number): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`select ${INVOICE} from invoice where order_id = ${orderId} order by id`.execute(connection)
  return rows
}

export type NewInvoice = Omit<InvoiceRow, 'id'> & { requestId: number; net: Fen; tax: Fen; total: Fen }

/** Null: the request has its invoice of this colour already. */
export async function insertInvoice(connection: Connection, invoice: NewInvoice): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into invoice (number, request_id, order_id, company_id, kind, colour, of_id, is_test, issued_at, seller, buyer, lines, net, tax, total, remark)
    values (${invoice.number}, ${invoice.requestId}, ${invoice.orderId}, ${invoice.companyId}, ${invoice.kind}, ${invoice.colour}, ${invoice.ofId},
            ${invoice.isTest}, ${invoice.issuedAt}, ${JSON.stringify(invoice.seller)}::jsonb, ${JSON.stringify(invoice.buyer)}::jsonb,
            ${JSON.stringify(invoice.lines)}::jsonb, ${invoice.net}, ${invoice.tax}, ${invoice.total}, ${invoice.remark})
    on conflict (request_id, colour) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export async function setInvoiceFile(connection: Connection, id: number, fileId: number): Promise<void> {
  await connection.updateTable('invoice').set({ file_id: fileId }).where('id', '=', id).execute()
}
