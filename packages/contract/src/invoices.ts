import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { FileShape } from './files.ts'
import { DecisionParams, Flag, Id, listOf, NullableInteger, OptionalDay, Paged, Paging, PerPage, ReasonBody, Yuan } from './shapes.ts'

/** Electronic invoices, and changes of them that buyers ask for. */

const Title = {
  name: Type.String({ minLength: 2, maxLength: 100 }),
  tax_no: Type.String({ maxLength: 20 }),
  address: Type.Optional(Type.String({ maxLength: 100 })),
  phone: Type.Optional(Type.String({ maxLength: 30 })),
  bank: Type.Optional(Type.String({ maxLength: 60 })),
  account: Type.Optional(Type.String({ maxLength: 40 })),
}
const Invoice = Type.Object({
  id: Id,
  number: Type.String(),
  kind: Type.String(),
  kind_name: Type.String(),
  colour: Type.Unsafe<'blue' | 'red'>({ type: 'string' }),
  of_number: Type.String({ description: 'red: of which invoice; else empty' }),
  is_test: Flag,
  issued_at: Type.String(),
  order_id: Id,
  order_no: Type.String(),
  buyer_name: Type.String(),
  buyer_tax_no: Type.String(),
  net: Yuan,
  tax: Yuan,
  total: Yuan,
  left: Yuan,
  left_note: Type.String({ description: 'blue: taken back in part or in whole; else empty' }),
  can_change: Flag,
  why: Type.String({ description: 'why a change cannot be asked for' }),
  reds: Type.Array(Type.Object({ id: Id, number: Type.String(), total: Yuan, issued_at: Type.String() }), {
    description: 'blue: what took it back, the first first',
  }),
  file: Type.Unsafe<Static<typeof FileShape> | null>({ anyOf: [FileShape, { type: 'null' }] }),
  files: listOf({ form: Type.String({ description: 'PDF | OFD | XML' }), ...FileShape.properties }),
})
export type InvoiceWire = Static<typeof Invoice>
const InvoiceRequest = Type.Object({
  id: Id,
  kind: Type.String(),
  kind_name: Type.String(),
  order_id: Id,
  order_no: Type.String(),
  state: Type.String(),
  state_name: Type.String(),
  reason: Type.String(),
  answer: Type.String(),
  created_at: Type.String(),
})
export type InvoiceRequestWire = Static<typeof InvoiceRequest>

const InvoiceQuery = {
  start_time: OptionalDay,
  end_time: OptionalDay,
  keywords: Type.Optional(Type.String({ maxLength: 40, description: 'number of the invoice or of the order' })),
  colour: Type.Optional(Type.Unsafe<'all' | 'blue' | 'red'>({ type: 'string', enum: ['all', 'blue', 'red'] })),
}
export const invoiceList = call('GET', '/api/invoice/list', {
  access: 'member',
  summary: '电子发票查询',
  query: Type.Object({ ...InvoiceQuery, ...Paging }),
  data: Type.Object({
    list: Type.Array(Invoice),
    ...Paged,
    sum: Yuan,
    titles: Type.Object({
      name: Type.String(),
      tax_no: Type.String(),
      address: Type.String(),
      phone: Type.String(),
      bank: Type.String(),
      account: Type.String(),
    }),
    requests: Type.Array(InvoiceRequest, { description: 'open ones, and the last answered' }),
  }),
})
/** Takes the invoice back whole and issues it anew with other titles, once staff agree. */
export const invoiceChange = call('POST', '/api/invoice/:id/change', {
  access: 'member',
  summary: '申请换开发票',
  body: Type.Object({
    kind: Type.Unsafe<'special' | 'normal'>({ type: 'string', enum: ['normal', 'special'] }),
    ...Title,
    reason: Type.String({ minLength: 2, maxLength: 200 }),
  }),
  data: InvoiceRequest,
})
export const invoiceChangeCancel = call('POST', '/api/invoice/request/:id/cancel', {
  access: 'member',
  summary: '撤回换开申请',
  data: Type.Object({ state: Type.String() }),
})
export const INVOICE_ZIP_MAX = 50
export const INVOICE_PERIOD_MAX = 300
/** Some invoices, or all of a period, in one ZIP: their files as they came, and a list of them. */
export const invoiceZip = call('GET', '/api/invoice/zip', {
  access: 'member',
  file: true,
  summary: '批量下载发票',
  query: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: INVOICE_ZIP_MAX, uniqueItems: true })),
    ...InvoiceQuery,
  }),
  data: Type.Object({}),
})
/** untouched, part, gone: how much of a blue invoice was taken back. */
export const INVOICE_STATES = ['untouched', 'part', 'gone'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

const StaffInvoice = Type.Object({
  id: Id,
  number: Type.String(),
  kind: Type.String(),
  kind_name: Type.String(),
  colour: Type.Unsafe<'blue' | 'red'>({ type: 'string' }),
  of_number: Type.String({ description: 'red: of which invoice; else empty' }),
  is_test: Flag,
  issued_at: Type.String(),
  company_id: Id,
  company: Type.String(),
  order_id: Id,
  order_no: Type.String(),
  buyer_name: Type.String(),
  buyer_tax_no: Type.String(),
  net: Yuan,
  tax: Yuan,
  total: Yuan,
  state: Type.Unsafe<InvoiceState | ''>({ type: 'string', description: 'of a blue one' }),
  state_name: Type.String(),
  left: Yuan,
})
export type StaffInvoiceWire = Static<typeof StaffInvoice>

/** Invoices of all companies, the latest first. sums only where a period, a company or a number says which: of all that were ever issued nobody asks. */
export const staffInvoices = call('GET', '/api/staff/invoice', {
  permission: 'invoices.view',
  summary: '发票列表',
  query: Type.Object({
    no: Type.Optional(Type.String({ maxLength: 30, description: 'the beginning of its number, or of its order’s' })),
    company: Type.Optional(Type.String({ maxLength: 40, description: 'a part of its name' })),
    company_id: Type.Optional(Id),
    colour: Type.Optional(Type.Unsafe<'blue' | 'red'>({ type: 'string', enum: ['blue', 'red'] })),
    kind: Type.Optional(Type.Unsafe<'special' | 'normal'>({ type: 'string', enum: ['normal', 'special'] })),
    state: Type.Optional(Type.Unsafe<InvoiceState>({ type: 'string', enum: [...INVOICE_STATES] })),
    start_time: OptionalDay,
    end_time: OptionalDay,
    before: Type.Optional(Id),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({
    list: Type.Array(StaffInvoice),
    next: { ...NullableInteger, description: 'before of the next page' },
    sums: Type.Unsafe<{ count: number; blue: string; red: string; net: string; tax: string; total: string } | null>({
      anyOf: [Type.Object({ count: Type.Integer(), blue: Yuan, red: Yuan, net: Yuan, tax: Yuan, total: Yuan }), { type: 'null' }],
      description: 'of the first page’s filter',
    }),
  }),
})
export const staffInvoiceInfo = call('GET', '/api/staff/invoice/:id', {
  permission: 'invoices.view',
  summary: '发票',
  data: Type.Object({
    ...StaffInvoice.properties,
    buyer: Type.Object(Title),
    seller: Type.Object(Title),
    remark: Type.String(),
    lines: listOf({
      item: Type.String(),
      spec: Type.String(),
      unit: Type.String(),
      number: Type.String({ description: 'empty: shipping' }),
      price: Type.String({ description: '元, without tax' }),
      net: Yuan,
      rate: Type.Integer({ description: 'percent' }),
      tax: Yuan,
    }),
    reds: listOf({ id: Id, number: Type.String(), total: Yuan, issued_at: Type.String() }),
    files: listOf({ form: Type.String({ description: 'PDF | OFD | XML' }), ...FileShape.properties }),
    requests: Type.Array(InvoiceRequest, { description: 'what was asked of its order’s invoices, the last first' }),
    can_change: Flag,
    why: Type.String({ description: 'why a change cannot be asked for' }),
  }),
})
export type StaffInvoiceInfoWire = Static<typeof staffInvoiceInfo.data>
/** In the customer's place, who rang up: another of the staff agrees to it, as to what the customer asks for himself. */
export const staffInvoiceChange = call('POST', '/api/staff/invoice/:id/change', {
  permission: 'invoices.review',
  summary: '代客户申请换开发票（另一人审核）',
  body: invoiceChange.body,
  data: InvoiceRequest,
})
/** What waits for an answer (review), or for the issuer (waiting); the others: the last first. */
const RequestStates = ['review', 'waiting', 'done', 'rejected', 'void'] as const
export const staffInvoiceRequests = call('GET', '/api/staff/invoice_requests', {
  permission: 'invoices.view',
  summary: '开具、冲红、换开的申请',
  query: Type.Object({
    state: Type.Optional(Type.Unsafe<(typeof RequestStates)[number]>({ type: 'string', enum: [...RequestStates], description: 'review' })),
    ...Paging,
  }),
  data: Type.Object({
    list: listOf({
      request: InvoiceRequest,
      company: Type.String(),
      titles: Type.Object({ name: Type.String(), tax_no: Type.String() }),
      asked_by: Type.String({ description: 'of the staff, in the customer’s place; empty: the customer himself, or a deed' }),
      mine: { ...Flag, description: 'whoever looks asked for it: another one decides' },
    }),
    waiting: Type.Integer({ description: 'how many wait for the issuer' }),
    ...Paged,
  }),
})
export const staffInvoiceReview = call('POST', '/api/staff/invoice_request/:id/:decision', {
  permission: 'invoices.review',
  summary: '审核换开申请',
  params: DecisionParams,
  body: ReasonBody,
  data: Type.Object({ state: Type.String() }),
})
