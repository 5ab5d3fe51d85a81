import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type {
  InvoiceRequestWire,
  InvoiceState,
  StaffInvoiceWire,
  staffInvoiceChange,
  staffInvoiceInfo,
  staffInvoices,
} from '#contract/invoices.ts'
import { INVOICE_KIND_NAMES, unitPriceText } from '#domain/invoices.ts'
import { yuan } from '#domain/money.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { periodOf } from '../../../platform/period.ts'
import { transact } from '../../../platform/transact.ts'
import { filesOf, fileWire } from '../../who/files/public.ts'
import { askChangeOf, changeFrom, formOf, requestWire, whyNoChange } from './service.ts'
import {
  requestsOfOrder,
  type StaffInvoiceFilter,
  type StaffInvoiceRow,
  staffInvoicePage,
  staffInvoiceRecord,
  staffInvoiceTotals,
} from './staff-views.ts'
import { redsOf } from './views.ts'
import { invoiceSubject } from './work-store.ts'

const INVOICES_A_PAGE = 50
const STATE_NAMES: Readonly<Record<InvoiceState, string>> = { untouched: '未冲红', part: '部分冲红', gone: '已全部冲红' }

function stateOf({ colour, left, total }: StaffInvoiceRow): InvoiceState | '' {
  if (colour === 'red') return ''
  return left === total ? 'untouched' : left > 0 ? 'part' : 'gone'
}

function wireOf(row: StaffInvoiceRow): StaffInvoiceWire {
  const state = stateOf(row)
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    kind_name: INVOICE_KIND_NAMES[row.kind],
    colour: row.colour,
    of_number: row.ofNumber,
    is_test: Number(row.isTest),
    issued_at: row.issuedAt.toISOString(),
    company_id: row.companyId,
    company: row.company,
    order_id: row.orderId,
    order_no: row.orderNo,
    buyer_name: row.buyer.name,
    buyer_tax_no: row.buyer.tax_no,
    net: yuan(row.net),
    tax: yuan(row.tax),
    total: yuan(row.total),
    state,
    state_name: state === '' ? '' : STATE_NAMES[state],
    left: yuan(row.left),
  }
}

export async function invoicesOfAll(
  { db }: DatabaseHandle,
  query: NonNullable<QueryOf<typeof staffInvoices>>,
): Promise<DataOf<typeof staffInvoices>> {
  const { before, per_page: limit = INVOICES_A_PAGE } = query
  const filter: StaffInvoiceFilter = {
    no: query.no?.trim() ?? '',
    company: query.company?.trim() ?? '',
    companyId: query.company_id ?? null,
    colour: query.colour ?? null,
    kind: query.kind ?? null,
    state: query.state ?? null,
    ...periodOf(query),
  }
  const rows = await staffInvoicePage(db, filter, before ?? null, limit)
  const list = rows.slice(0, limit).map(wireOf)
  const isBounded = filter.from !== null || filter.companyId !== null || filter.no !== '' || filter.company !== ''
  const sums = isBounded && before === undefined ? await staffInvoiceTotals(db, filter) : null
  return {
    list,
    next: rows.length > limit ? (list.at(-1)?.id ?? null) : null,
    sums: sums && {
      count: sums.count,
      blue: yuan(sums.blue),
      red: yuan(sums.red),
      net: yuan(sums.net),
      tax: yuan(sums.tax),
      total: yuan(sums.total),
    },
  }
}

export async function invoiceForStaff({ db }: DatabaseHandle, id: number): Promise<DataOf<typeof staffInvoiceInfo>> {
  const row = await staffInvoiceRecord(db, id)
  if (row === null) throw notFound('发票')
  const subject = invoiceSubject(id)
  const [reds, files, requests] = await Promise.all([redsOf(db, [id]), filesOf(db, [subject]), requestsOfOrder(db, row.orderId)])
  const why = whyNoChange(row)
  return {
    ...wireOf(row),
    buyer: row.buyer,
    seller: row.seller,
    remark: row.remark,
    lines: row.lines.map((line) => ({
      item: line.item,
      spec: line.spec,
      unit: line.unit,
      number: line.number === null ? '' : String(line.number),
      price: unitPriceText(line),
      net: yuan(line.net),
      rate: line.rate,
      tax: yuan(line.tax),
    })),
    reds: reds.map((red) => ({ id: red.id, number: red.number, total: yuan(red.total), issued_at: red.issuedAt.toISOString() })),
    files: (files.get(subject) ?? []).map((one) => ({ ...fileWire(one), form: formOf(one.mime) })),
    requests: requests.map(requestWire),
    can_change: Number(why === ''),
    why,
  }
}

/** What a customer asks for by phone. Another person agrees to it: nobody approves what he entered himself. */
export function askChangeForCustomer(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffInvoiceChange>,
  now: Date,
): Promise<InvoiceRequestWire> {
  const change = changeFrom(body)
  return transact(db, async (trx) => {
    const row = await staffInvoiceRecord(trx, id)
    if (row === null) throw notFound('发票')
    const request = await askChangeOf(trx, row, change, { by: staff.accountId, now })
    const after = { invoice: row.number, kind: body.kind, title: body.name, reason: request.reason }
    await writeAudit(trx, staff, { action: 'invoice.change_ask', subject: `invoice_request:${request.id}`, before: null, after }, now)
    return request
  })
}
