import {
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceTitles,
  invoiceLines,
  leftOf,
  redLines,
  redLinesOfRefund,
  SHIPPING_ITEM,
  sumsOf,
  wholeBack,
} from '#domain/invoices.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { transact } from '../../../platform/transact.ts'
import type { InvoiceProvider } from '../../../providers/invoice/provider.ts'
import { tell } from '../../talking/messages/public.ts'
import { keepMadeFile } from '../../who/files/public.ts'
import { readSupplier } from '../documents/public.ts'
import { invoicePaper } from './paper.ts'
import {
  earlierWaiting,
  findRequest,
  type InvoiceRow,
  insertInvoice,
  invoicesOfOrder,
  lockRequest,
  orderForInvoice,
  type RequestRow,
  setInvoiceFile,
  setRequestState,
} from './store.ts'

export interface InvoiceDeps {
  database: DatabaseHandle
  provider: InvoiceProvider
}

export const invoiceSubject = (invoiceId: number) => `invoice:${invoiceId}`

/**
 * The task 'invoices.work': asks the provider outside any transaction, then writes what came of it. Safe to run twice and to
 * break off: the provider knows each invoice by its request, and a request keeps one invoice of a colour. Requests of one
 * order go in their order, so that nothing is taken back before it was given.
 */
export async function workRequest(deps: InvoiceDeps, id: number, now: Date): Promise<void> {
  const { db } = deps.database
  const request = await findRequest(db, id)
  if (request === null || request.state !== 'waiting') return
  for (const earlier of await earlierWaiting(db, request.orderId, id)) await workRequest(deps, earlier, now)
  const done = await answerTo(deps, request, now)
  await transact(db, async (trx) => {
    const locked = await lockRequest(trx, id, null)
    if (locked?.state !== 'waiting') return
    await setRequestState(trx, id, { state: done ? 'done' : 'void' }, now)
    if (done && request.kind !== 'issue') await tell(trx, newsOf(request), now)
  })
}

function newsOf({ id, kind, companyId, reason }: RequestRow) {
  const title = kind === 'red' ? '已开具红字发票' : '发票已换开'
  const text = kind === 'red' ? `因${reason || '退款'}，相应金额的红字发票已开具。` : '原发票已冲红，新的发票已开具，可在电子发票页下载。'
  return { companyId, kind: 'order' as const, title, text, url: '/dzfp', key: `invoice:request:${id}` }
}

/** False: there is nothing to do (the order was never invoiced, or all of it was taken back already). */
async function answerTo(deps: InvoiceDeps, request: RequestRow, now: Date): Promise<boolean> {
  if (request.kind === 'issue') return issueOrder(deps, request, now)
  // A run that broke off may have written some of this already.
  const standing = await standingInvoice(deps.database.db, request)
  if (standing === null) return false
  const { blue, left } = standing
  if (request.kind === 'red') {
    const { parts = [], withheld } = request.wish
    const lines = withheld === undefined ? redLines(left, parts) : redLinesOfRefund(left, parts, withheld)
    return takeBack(deps, request, blue, lines, now)
  }
  if (left.length === 0) return false
  await takeBack(deps, request, blue, wholeBack(left), now)
  const { kind = blue.kind, titles = blue.buyer } = request.wish
  await keep(deps, request, { ...blue, kind, buyer: titles, lines: left, remark: `${blue.remark}；换开自 ${blue.number}` }, null, now)
  return true
}

interface Standing {
  blue: InvoiceRow
  left: InvoiceLine[]
}

/** The order's blue invoice, with what is left of it beside what this request took. */
async function standingInvoice(connection: Connection, request: RequestRow): Promise<Standing | null> {
  const all = await invoicesOfOrder(connection, request.orderId)
  const own = new Set((await ownInvoices(connection, request.id)).map((row) => row.id))
  const blue = all.findLast((one) => one.colour === 'blue' && !own.has(one.id))
  if (!blue) return null
  const reds = all.filter((one) => one.ofId === blue.id && !own.has(one.id)).flatMap((one) => one.lines)
  return { blue, left: leftOf(blue.lines, reds) }
}

const ownInvoices = (connection: Connection, requestId: number) =>
  connection.selectFrom('invoice').select('id').where('request_id', '=', requestId).execute()

async function issueOrder(deps: InvoiceDeps, request: RequestRow, now: Date): Promise<boolean> {
  const { db } = deps.database
  const order = await orderForInvoice(db, request.orderId)
  if (order === null || order.status === 'cancelled') return false
  const shipping = { orderLineId: null, item: SHIPPING_ITEM, spec: '', unit: '', number: null, gross: order.shipping, rate: 13 }
  const lines = invoiceLines([...order.lines, shipping])
  if (lines.length === 0) return false
  const supplier = await readSupplier(db)
  const seller: InvoiceTitles = {
    name: supplier.name,
    tax_no: supplier.taxNo,
    address: supplier.address,
    phone: supplier.phone,
    bank: supplier.bank,
    account: supplier.account,
  }
  await keep(deps, request, { kind: order.kind, seller, buyer: order.buyer, lines, remark: `订单 ${order.no}` }, null, now)
  return true
}

async function takeBack(deps: InvoiceDeps, request: RequestRow, blue: InvoiceRow, lines: InvoiceLine[], now: Date): Promise<boolean> {
  if (lines.length === 0) return false
  const remark = `${blue.remark}；冲红 ${blue.number}${request.reason ? `，${request.reason}` : ''}`
  await keep(deps, request, { kind: blue.kind, seller: blue.seller, buyer: blue.buyer, lines, remark }, blue, now)
  return true
}

interface Content {
  kind: InvoiceKind
  seller: InvoiceTitles
  buyer: InvoiceTitles
  lines: InvoiceLine[]
  remark: string
}

/** Issues one invoice and keeps it with its paper. of: red, taken back from this one. */
async function keep({ database: { db }, provider }: InvoiceDeps, request: RequestRow, content: Content, of: InvoiceRow | null, now: Date) {
  const colour = of === null ? 'blue' : 'red'
  const { kind, seller, buyer, lines, remark } = content
  const asked = { kind, colour, seller, buyer, lines, remark } as const
  const { orderId, companyId, createdAt: askedAt } = request
  const { papers, ...issued } = await provider.issue(
    { ...asked, requestNo: `R${request.id}-${colour}`, ofNumber: of?.number ?? null, askedAt },
    now,
  )
  const invoice = { ...asked, ...issued, orderId, companyId, ofId: of?.id ?? null, isTest: provider.isTest }
  const kept = papers ?? [{ form: 'pdf' as const, content: await invoicePaper(invoice, of?.number ?? null) }]
  await transact(db, async (trx) => {
    const id = await insertInvoice(trx, { ...invoice, ...sumsOf(lines), requestId: request.id })
    if (id === null) return
    for (const { form, content } of kept) {
      const name = `${provider.isTest ? '测试发票' : '发票'}-${issued.number}.${form}`
      const file = { companyId, purpose: 'document' as const, subject: invoiceSubject(id), name, mime: `application/${form}`, content }
      const fileId = await keepMadeFile(trx, file, now)
      if (form === 'pdf') await setInvoiceFile(trx, id, fileId)
    }
  })
}
