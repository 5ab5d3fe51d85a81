import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { FileShape } from './files.ts'
import { DecisionParams, Flag, Id, listOf, OptionalDay, Paged, Paging, ReasonBody, Yuan } from './shapes.ts'

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
export const staffInvoiceRequests = call('GET', '/api/staff/invoice_requests', {
  permission: 'invoices.view',
  summary: '待审核的换开申请',
  query: Type.Object(Paging),
  data: Type.Object({
    list: listOf({ request: InvoiceRequest, company: Type.String(), titles: Type.Object({ name: Type.String(), tax_no: Type.String() }) }),
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
