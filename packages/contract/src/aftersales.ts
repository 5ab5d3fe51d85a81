import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { MoneyRow } from './cart-shapes.ts'
import { FileShape } from './files.ts'
import { Id, listOf, NullableText, NullableYuan, Paging, Yuan } from './shapes.ts'

/** After-sales (退货售后): applying, following, and what staff decide. */

const REASONS = ['quality', 'damaged', 'wrong', 'short', 'near_expiry', 'other'] as const
const KINDS = ['return', 'refund_only'] as const
const STATUSES = ['reviewing', 'sending', 'inspecting', 'refunding', 'refunded', 'rejected', 'cancelled'] as const
export type AfterSaleReasonWire = (typeof REASONS)[number]
export type AfterSaleKindWire = (typeof KINDS)[number]
export type AfterSaleStatusWire = (typeof STATUSES)[number]
const Reason = Type.Unsafe<AfterSaleReasonWire>({ type: 'string', enum: [...REASONS] })
const Kind = Type.Unsafe<AfterSaleKindWire>({ type: 'string', enum: [...KINDS] })
const Status = Type.Unsafe<AfterSaleStatusWire>({ type: 'string', enum: [...STATUSES] })

export const AFTER_SALE_LINES_MAX = 200
export const AFTER_SALE_PHOTOS_MAX = 9

const GoodsFields = {
  goods_id: Id,
  name: Type.String(),
  sccj: Type.String(),
  ypgg: Type.String(),
  bzdw: Type.String(),
  image: Type.String(),
  tag: Type.String({ description: '赠 | 换购 | 组合 | 秒 …' }),
  batch_no: Type.String(),
  production_date: NullableText,
  expiry_date: Type.String(),
}

/** What of an order may be applied for, batch by batch, with the reasons that are open. */
export const afterSaleForm = call('GET', '/api/after_sale/form', {
  access: 'member',
  summary: '售后申请表',
  query: Type.Object({ order_id: Id }),
  data: Type.Object({
    order_id: Id,
    order_no: Type.String(),
    status_name: Type.String(),
    why: Type.String({ description: 'why nothing of it can be applied for; empty: something may be' }),
    notes: Type.Array(Type.String()),
    reasons: listOf({
      code: Reason,
      name: Type.String(),
      why: Type.String({ description: 'why it is not open; empty: it is' }),
      needs_photo: Type.Boolean(),
      kinds: listOf({ code: Kind, name: Type.String(), note: Type.String() }),
    }),
    lines: listOf({
      id: Type.Integer({ description: 'of the batch of the order line; what is applied for' }),
      ...GoodsFields,
      price: Yuan,
      number: Type.Integer({ description: 'received of this batch' }),
      taken: Type.Integer({ description: 'returned or applied for' }),
      left: Type.Integer(),
      refused: listOf({ reason: Reason, kind: Kind, why: Type.String() }),
    }),
  }),
})

const Wish = {
  order_id: Id,
  kind: Kind,
  reason: Reason,
  lines: Type.Array(Type.Object({ id: Id, number: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }), {
    minItems: 1,
    maxItems: AFTER_SALE_LINES_MAX,
  }),
}

/** What the refund would be, before anything is applied for. */
export const afterSaleQuote = call('POST', '/api/after_sale/quote', {
  access: 'member',
  harmless: true,
  summary: '预计退款',
  body: Type.Object(Wish),
  data: Type.Object({ amount: Yuan, rows: Type.Array(MoneyRow), notes: Type.Array(Type.String()) }),
})

/** The key comes from the page; the same key is the same application. */
export const afterSaleApply = call('POST', '/api/after_sale', {
  access: 'member',
  summary: '申请售后',
  refuses: ['KEY_USED'],
  body: Type.Object({
    ...Wish,
    description: Type.Optional(Type.String({ maxLength: 500 })),
    file_ids: Type.Optional(Type.Array(Id, { maxItems: AFTER_SALE_PHOTOS_MAX })),
    key: Type.String({ minLength: 8, maxLength: 64 }),
  }),
  data: Type.Object({ id: Id, no: Type.String(), kind: Kind, status: Status }),
})

const ActionShape = Type.Object({
  key: Type.Unsafe<'send' | 'cancel'>({ type: 'string' }),
  text: Type.String(),
  open: Type.Boolean(),
  why: Type.String(),
})

const Head = {
  id: Id,
  no: Type.String(),
  order_id: Id,
  order_no: Type.String(),
  kind: Kind,
  kind_name: Type.String(),
  reason: Reason,
  reason_name: Type.String(),
  status: Status,
  status_name: Type.String(),
  created_at: Type.String(),
  number: Type.Integer({ description: 'units applied for' }),
  amount: Yuan,
  is_final: Type.Boolean({ description: 'amount is what is refunded; else what is expected' }),
  actions: Type.Array(ActionShape),
}
const AppliedLine = Type.Object({
  id: Id,
  ...GoodsFields,
  price: Yuan,
  number: Type.Integer(),
  accepted: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: not inspected yet' }),
  worth: Yuan,
})

export const AfterSaleRow = Type.Object({
  ...Head,
  lines: Type.Array(AppliedLine, { description: 'the first lines only' }),
  line_count: Type.Integer(),
})
export type AfterSaleRowWire = Static<typeof AfterSaleRow>

const ListQuery = Type.Object({
  status: Type.Optional(Type.Unsafe<AfterSaleStatusWire | 'all' | 'open'>({ type: 'string', enum: ['all', 'open', ...STATUSES] })),
  keywords: Type.Optional(Type.String({ maxLength: 60, description: 'number of the application or order, or goods name' })),
  order_id: Type.Optional(Id),
  ...Paging,
})
const ListData = {
  list: Type.Array(AfterSaleRow),
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  counts: listOf({ status: Type.String(), name: Type.String(), count: Type.Integer() }),
}

export const afterSaleList = call('GET', '/api/after_sale/list', {
  access: 'member',
  summary: '退货售后',
  query: ListQuery,
  data: Type.Object(ListData),
})

export const AfterSaleDetail = Type.Object({
  ...Head,
  lines: Type.Array(AppliedLine),
  description: Type.String(),
  reject_reason: Type.String(),
  inspect_note: Type.String(),
  photos: Type.Array(FileShape),
  return_to: Type.Unsafe<{ receiver: string; phone: string; address: string } | null>({
    anyOf: [Type.Object({ receiver: Type.String(), phone: Type.String(), address: Type.String() }), { type: 'null' }],
  }),
  send_before: NullableText,
  carrier: Type.String(),
  waybill: Type.String(),
  steps: listOf({ name: Type.String(), at: NullableText, state: Type.Unsafe<'done' | 'now' | 'todo'>({ type: 'string' }) }),
  rows: Type.Array(MoneyRow, { description: 'they sum to amount' }),
  points_note: Type.String(),
  refunds: listOf({
    no: Type.String(),
    channel: Type.String(),
    channel_name: Type.String(),
    amount: Yuan,
    status: Type.Unsafe<'pending' | 'done'>({ type: 'string' }),
    status_name: Type.String(),
    at: Type.String(),
  }),
  log: listOf({ at: Type.String(), actor: Type.String(), text: Type.String() }),
})
export type AfterSaleDetailWire = Static<typeof AfterSaleDetail>

export const afterSaleInfo = call('GET', '/api/after_sale/info/:id', {
  access: 'member',
  summary: '售后详情',
  data: AfterSaleDetail,
})
const Moved = Type.Object({ status: Status, status_name: Type.String() })
export const afterSaleCancel = call('POST', '/api/after_sale/:id/cancel', {
  access: 'member',
  summary: '撤销售后申请',
  data: Moved,
})
export const afterSaleSend = call('POST', '/api/after_sale/:id/send', {
  access: 'member',
  summary: '填写寄回运单',
  body: Type.Object({ carrier: Type.String({ minLength: 1, maxLength: 30 }), waybill: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: Moved,
})

// ── Staff; each is on record in the audit log ──

/** Who judges what came back (the warehouse) needs no refunds.view, and is told no amount. */
const StaffSale = {
  company: Type.String(),
  amount: NullableYuan,
  lines: Type.Array(Type.Object({ ...AppliedLine.properties, price: NullableYuan, worth: NullableYuan })),
}
export const staffAfterSaleList = call('GET', '/api/staff/after_sale/list', {
  permission: 'aftersales.view',
  summary: '售后处理列表',
  query: ListQuery,
  data: Type.Object({ ...ListData, list: listOf({ ...AfterSaleRow.properties, ...StaffSale }) }),
})
export const staffAfterSaleInfo = call('GET', '/api/staff/after_sale/info/:id', {
  permission: 'aftersales.view',
  summary: '售后申请（员工）',
  data: Type.Object({ ...AfterSaleDetail.properties, ...StaffSale, company_id: Id }),
})
export const staffAfterSaleApprove = call('POST', '/api/staff/after_sale/:id/approve', {
  permission: 'aftersales.decide',
  summary: '售后审核通过，告知寄回地址',
  approval: 'after_sale.approve',
  refuses: ['GIFT_MISSING', 'NOBODY_TO_APPROVE'],
  body: Type.Object({
    receiver: Type.Optional(Type.String({ maxLength: 30 })),
    phone: Type.Optional(Type.String({ maxLength: 20 })),
    address: Type.Optional(
      Type.String({
        maxLength: 120,
        description: 'the three together; none: the shop’s own return address. Another one than that takes two people',
      }),
    ),
  }),
  data: Moved,
})
export const staffAfterSaleReject = call('POST', '/api/staff/after_sale/:id/reject', {
  permission: 'aftersales.decide',
  summary: '售后驳回',
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 200 }) }),
  data: Moved,
})
/**
 * Lines that are not named are accepted in full. sellable left out: goods that came back are fit to be sold again. What came back for its
 * quality, or broken, or out of a cold chain never is, nor what did not come back.
 */
export const staffAfterSaleRefund = call('POST', '/api/staff/after_sale/:id/refund', {
  permission: 'aftersales.refund',
  summary: '验收并退款',
  approval: 'after_sale.refund',
  refuses: ['NOBODY_TO_APPROVE', 'GIFT_MISSING'],
  body: Type.Object({
    lines: Type.Optional(
      Type.Array(
        Type.Object({
          id: Id,
          accepted: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
          sellable: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
        }),
        { maxItems: AFTER_SALE_LINES_MAX },
      ),
    ),
    note: Type.Optional(Type.String({ maxLength: 200, description: 'why less was accepted than applied for' })),
  }),
  data: Moved,
})
