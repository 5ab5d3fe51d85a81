import { randomUUID } from 'node:crypto'
import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { InvoiceRequestWire, InvoiceWire, invoiceChange, invoiceList, staffInvoiceRequests } from '#contract/invoices.ts'
import { addDays } from '#domain/dates.ts'
import { isCreditCode, isTradeDate } from '#domain/identifiers.ts'
import { INVOICE_KIND_NAMES, type InvoiceTitles } from '#domain/invoices.ts'
import { yuan } from '#domain/money.ts'
import { cleaned } from '#domain/paper-text.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, forbidden, notFound } from '../../../platform/errors.ts'
import { requirePrintable } from '../../../platform/paper-fields.ts'
import { transact } from '../../../platform/transact.ts'
import { startOfDay } from '../../goods/catalogue/public.ts'
import { tell } from '../../talking/messages/public.ts'
import { filesOf, fileWire } from '../../who/files/public.ts'
import { enqueueRequest } from './requests.ts'
import { insertRequest, lockOrderOf, lockRequest, type RequestKind, type RequestWish, setRequestState, takeTurn } from './store.ts'
import {
  changeRequests,
  type InvoiceFilter,
  type InvoiceView,
  invoicePage,
  invoiceTotals,
  invoiceView,
  ownTitles,
  type RequestView,
  redsOf,
  requestsInState,
} from './views.ts'
import { invoiceSubject } from './work-store.ts'

const INVOICES_A_PAGE = 20
const REQUEST_STATES = { review: '待审核', waiting: '开具中', done: '已换开', rejected: '已驳回', void: '已撤回' } as const

function dayOf(field: string, text: string | undefined, plusDays: number): Date | null {
  if (!text) return null
  if (!isTradeDate(text)) throw fieldErrors([{ field, message: '日期不存在' }])
  return startOfDay(addDays(text, plusDays))
}

/** Of what no company asks for: it follows from what became of the order. */
const KIND_WORDS: Readonly<Partial<Record<RequestKind, string>>> = { issue: '开具发票', red: '开具红字发票' }

export const requestWire = (request: RequestView): InvoiceRequestWire => ({
  id: request.id,
  kind: request.kind,
  kind_name: KIND_WORDS[request.kind] ?? `换开${request.wish.kind ? INVOICE_KIND_NAMES[request.wish.kind] : '发票'}`,
  order_id: request.orderId,
  order_no: request.orderNo,
  state: request.state,
  state_name: request.state === 'done' && request.kind !== 'change' ? '已开具' : REQUEST_STATES[request.state],
  reason: request.reason,
  answer: request.answer,
  created_at: request.createdAt.toISOString(),
})

/** Why no change of this invoice can be asked for; '': it can. */
export function whyNoChange({ colour, left, changing }: Pick<InvoiceView, 'colour' | 'left' | 'changing'>): string {
  if (colour === 'red') return '红字发票不能换开'
  if (left <= 0) return '该发票已全部冲红'
  return changing ? '该订单的换开申请正在处理' : ''
}

export const formOf = (mime: string): string => mime.replace('application/', '').toUpperCase()

function leftNote({ colour, left, total }: InvoiceView): string {
  if (colour === 'red' || left === total) return ''
  return left <= 0 ? '已全部冲红' : `已部分冲红，余 ¥${yuan(left)}`
}

/** Which invoices a list or a ZIP is of. */
export const filterOf = (
  companyId: number,
  { colour = 'all', keywords = '', ...days }: Omit<QueryOf<typeof invoiceList>, 'page' | 'per_page'>,
): InvoiceFilter => ({
  companyId,
  colour,
  keywords: keywords.trim(),
  from: dayOf('start_time', days.start_time, 0),
  until: dayOf('end_time', days.end_time, 1),
})

export async function invoiceListOf(
  { db }: DatabaseHandle,
  companyId: number,
  query: QueryOf<typeof invoiceList>,
): Promise<DataOf<typeof invoiceList>> {
  const { page = 1, per_page: perPage = INVOICES_A_PAGE } = query
  const filter = filterOf(companyId, query)
  const [rows, { total, sum }, requests, titles] = await Promise.all([
    invoicePage(db, filter, (page - 1) * perPage, perPage),
    invoiceTotals(db, filter),
    changeRequests(db, companyId),
    ownTitles(db, companyId),
  ])
  const files = await filesOf(
    db,
    rows.map((row) => invoiceSubject(row.id)),
  )
  const reds = Map.groupBy(
    await redsOf(
      db,
      rows.map((row) => row.id),
    ),
    (red) => red.ofId,
  )
  const list = rows.map((row): InvoiceWire => {
    const why = whyNoChange(row)
    const own = files.get(invoiceSubject(row.id)) ?? []
    const file = own.find((one) => one.id === row.fileId)
    return {
      id: row.id,
      number: row.number,
      kind: row.kind,
      kind_name: INVOICE_KIND_NAMES[row.kind],
      colour: row.colour,
      of_number: row.ofNumber,
      is_test: row.isTest ? 1 : 0,
      issued_at: row.issuedAt.toISOString(),
      order_id: row.orderId,
      order_no: row.orderNo,
      buyer_name: row.buyer.name,
      buyer_tax_no: row.buyer.tax_no,
      net: yuan(row.net),
      tax: yuan(row.tax),
      total: yuan(row.total),
      left: yuan(row.left),
      left_note: leftNote(row),
      can_change: why === '' ? 1 : 0,
      why,
      reds: (reds.get(row.id) ?? []).map((red) => ({
        id: red.id,
        number: red.number,
        total: yuan(red.total),
        issued_at: red.issuedAt.toISOString(),
      })),
      file: file ? fileWire(file) : null,
      files: own.map((one) => ({ ...fileWire(one), form: formOf(one.mime) })),
    }
  })
  return { list, page, per_page: perPage, total, sum: yuan(sum), titles, requests: requests.map(requestWire) }
}

/** Titles as they are asked for; a special invoice needs a valid tax number, for its tax is deducted by it. */
function titlesFrom(body: BodyOf<typeof invoiceChange>): InvoiceTitles {
  const tidy = (text: string | undefined) => cleaned(text ?? '').trim()
  const titles = {
    name: tidy(body.name),
    tax_no: tidy(body.tax_no).toUpperCase(),
    address: tidy(body.address),
    phone: tidy(body.phone),
    bank: tidy(body.bank),
    account: tidy(body.account),
  }
  requirePrintable({ name: titles.name, address: titles.address, bank: titles.bank })
  if (titles.name.length < 2) throw fieldErrors([{ field: 'name', message: '请填写发票抬头' }])
  if (titles.tax_no === '' && body.kind === 'special') throw fieldErrors([{ field: 'tax_no', message: '开具专用发票需要纳税人识别号' }])
  if (titles.tax_no !== '' && !isTaxNo(titles.tax_no)) {
    throw fieldErrors([{ field: 'tax_no', message: '纳税人识别号有误，请按营业执照核对' }])
  }
  return titles
}

/** A unified social credit code, or one of the older 15 or 20 signs. */
const isTaxNo = (text: string): boolean => (text.length === 18 ? isCreditCode(text) : /^[0-9A-Z]{15}$|^[0-9A-Z]{20}$/.test(text))

export async function askChange(
  { db }: DatabaseHandle,
  companyId: number,
  invoiceId: number,
  body: BodyOf<typeof invoiceChange>,
  now: Date,
): Promise<InvoiceRequestWire> {
  const wish = changeFrom(body)
  const invoice = await invoiceView(db, companyId, invoiceId)
  if (invoice === null) throw notFound('发票')
  return askChangeOf(db, { ...invoice, companyId }, wish, { by: null, now })
}

/** A change as it is wished for, every field of it looked at. */
export function changeFrom(body: BodyOf<typeof invoiceChange>): { reason: string; wish: RequestWish } {
  const titles = titlesFrom(body)
  const reason = body.reason.trim()
  if (reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请填写换开原因' }])
  return { reason, wish: { kind: body.kind, titles } }
}

/** by: of the staff, in the company's place. */
export async function askChangeOf(
  db: Connection,
  invoice: Pick<InvoiceView, 'id' | 'orderId' | 'colour' | 'left' | 'changing'> & { companyId: number },
  change: ReturnType<typeof changeFrom>,
  { by, now }: { by: number | null; now: Date },
): Promise<InvoiceRequestWire> {
  const why = whyNoChange(invoice)
  if (why !== '') throw conflict(why)
  const { companyId } = invoice
  const request = {
    key: `change:${invoice.id}:${randomUUID()}`,
    kind: 'change',
    orderId: invoice.orderId,
    companyId,
    state: 'review',
    ...change,
    askedBy: by,
  } as const
  const id = await insertRequest(db, request, now).catch((error: unknown) => {
    // Two at once: the index lets one through.
    if (error instanceof Error && 'code' in error && error.code === '23505') throw conflict('该订单的换开申请正在处理')
    throw error
  })
  const made = (await changeRequests(db, companyId)).find((one) => one.id === id)
  if (!made) throw conflict('该订单的换开申请正在处理')
  return requestWire(made)
}

export async function cancelChange({ db }: DatabaseHandle, companyId: number, id: number, now: Date): Promise<string> {
  return transact(db, async (trx) => {
    const request = await lockRequest(trx, id, companyId)
    if (request === null || request.kind !== 'change') throw notFound('换开申请')
    if (request.state === 'void') return request.state
    if (request.state !== 'review') throw conflict(`该申请${REQUEST_STATES[request.state]}，不能撤回`)
    await setRequestState(trx, id, { state: 'void' }, now)
    return 'void'
  })
}

export async function reviewChange(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  passed: boolean,
  answer: string,
  now: Date,
): Promise<string> {
  if (!passed && answer === '') throw fieldErrors([{ field: 'reason', message: '请填写驳回原因' }])
  return transact(db, async (trx) => {
    await lockOrderOf(trx, id)
    const request = await lockRequest(trx, id, null)
    if (request === null || request.kind !== 'change') throw notFound('换开申请')
    if (request.askedBy === staff.accountId) throw forbidden('这份申请是您代客户提出的，须由另一人审核')
    const to = passed ? 'waiting' : 'rejected'
    if (request.state !== 'review') {
      if (request.state === to || (passed && request.state === 'done')) return request.state
      throw conflict(`该申请${REQUEST_STATES[request.state]}，不能审核`)
    }
    await setRequestState(trx, id, { state: to, answer, by: staff.name }, now)
    await writeAudit(
      trx,
      staff,
      {
        action: passed ? 'invoice.change_pass' : 'invoice.change_reject',
        subject: `invoice_request:${id}`,
        before: { state: 'review' },
        after: { state: to, answer },
      },
      now,
    )
    if (passed) {
      await takeTurn(trx, request)
      await enqueueRequest(trx, id, now)
    } else {
      const news = { companyId: request.companyId, kind: 'order' as const, title: '发票换开申请被驳回', text: answer, url: '/dzfp' }
      await tell(trx, { ...news, key: `invoice:request:${id}` }, now)
    }
    return to
  })
}

export async function requestsForStaff(
  { db }: DatabaseHandle,
  me: number,
  { state = 'review', page = 1, per_page: perPage = 40 }: NonNullable<QueryOf<typeof staffInvoiceRequests>>,
): Promise<DataOf<typeof staffInvoiceRequests>> {
  const { rows, total, waiting } = await requestsInState(db, state, (page - 1) * perPage, perPage)
  const list = rows.map((row) => ({
    request: requestWire(row),
    company: row.company,
    titles: { name: row.wish.titles?.name ?? '', tax_no: row.wish.titles?.tax_no ?? '' },
    asked_by: row.askedName,
    mine: Number(row.askedBy === me),
  }))
  return { list, page, per_page: perPage, total, waiting }
}
