import { type Static, Type } from 'typebox'
import type { RefundStanding } from '#domain/refund-standing.ts'
import { call } from './call.ts'
import { Id, NullableInteger, NullableText, Paging, Yuan } from './shapes.ts'

/** Money on its way back to buyers, as staff find it and send it. */

export const staffRefundSent = call('POST', '/api/staff/refund/:no/sent', {
  permission: 'refunds.pay',
  summary: '财务确认退款已汇出',
  params: Type.Object({ no: Type.String({ maxLength: 40 }) }),
  data: Type.Object({ status: Type.String() }),
})

const STANDINGS = ['reviewing', 'sending', 'inspecting', 'channel', 'bank', 'done'] as const satisfies readonly RefundStanding[]
const StaffRefund = Type.Object({
  key: Type.String(),
  source: Type.Unsafe<'after_sale' | 'edit' | 'cancel' | 'payment' | 'purse'>({
    type: 'string',
    enum: ['after_sale', 'edit', 'cancel', 'payment', 'purse'],
    description: 'payment: an order that was cancelled, or paid twice; purse: what balance and vouchers had paid of a cancelled one',
  }),
  source_name: Type.String(),
  no: Type.String({ description: 'of the refund; of the application while nothing is sent' }),
  after_sale_id: NullableInteger,
  after_sale_no: Type.String(),
  order_id: Id,
  order_no: Type.String(),
  company_id: Id,
  company: Type.String(),
  channel_name: Type.String({ description: 'the way back; empty while none is chosen' }),
  amount: Yuan,
  is_final: Type.Boolean({ description: 'false: what is expected' }),
  standing: Type.Unsafe<RefundStanding>({ type: 'string', enum: [...STANDINGS] }),
  standing_name: Type.String(),
  next: Type.String({ description: 'what happens next, as a customer may be told' }),
  at: Type.String({ description: 'asked for, or sent' }),
  done_at: NullableText,
})
export type StaffRefundWire = Static<typeof StaffRefund>
/** Every refund, also of cancelled orders, also expected ones: the answer to "where is my refund" in one search. */
export const staffRefunds = call('GET', '/api/staff/refund', {
  permission: 'refunds.view',
  summary: '退款查询',
  query: Type.Object({
    standing: Type.Optional(Type.Unsafe<RefundStanding | 'open'>({ type: 'string', enum: ['open', ...STANDINGS] })),
    keywords: Type.Optional(
      Type.String({ maxLength: 60, description: 'beginning of the number of an order, application or refund; part of the company name' }),
    ),
    company_id: Type.Optional(Id),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(StaffRefund, { description: 'the latest first' }),
    total: Type.Integer({ description: '10,000 at most' }),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
