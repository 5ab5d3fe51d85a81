import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ORDER_CHANGES_MAX } from './constants.ts'
import { listOf, NullableInteger, NullableText } from './shapes.ts'

/** Returns as other systems read them, with the money that goes back for each. */

const Cents = Type.Integer({ description: '分' })
const Return = {
  no: Type.String(),
  order_no: Type.String(),
  sheet_no: Type.String({ description: 'ERP 接收那张订单的单据号；空：没有接收' }),
  kind: Type.String({ description: 'return 退货退款，refund_only 仅退款' }),
  reason: Type.String(),
  reason_name: Type.String(),
  status: Type.String({ description: 'reviewing sending inspecting refunding refunded rejected cancelled' }),
  status_name: Type.String(),
  company: Type.Object({ code: Type.String(), name: Type.String() }),
  asked_at: Type.String(),
  inspected_at: NullableText,
  refunded_at: NullableText,
  carrier: Type.String(),
  waybill: Type.String(),
  expected: { ...Cents, description: '申请时估的退款，分' },
  goods_amount: { ...Cents, description: '验收后货款，分' },
  shipping_amount: { ...Cents, description: '退运费，分' },
  lines: listOf({
    goods_code: Type.String(),
    name: Type.String(),
    batch_no: Type.String(),
    expiry_date: Type.String(),
    number: Type.Integer({ description: '申请' }),
    accepted: { ...NullableInteger, description: '验收；null：还没有' },
    sellable: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: '可以再卖；null：还没有验收' }),
    worth: { ...Cents, description: '这一行退的货款，分' },
  }),
  refunds: listOf({ no: Type.String(), channel: Type.String(), amount: Cents, done_at: NullableText }),
}
const OpenReturn = Type.Object(Return)
export type OpenReturnWire = Static<typeof OpenReturn>
/** What those are told who are told of a return. */
export const OpenReturnTold = Type.Object({ no: Return.no, order_no: Return.order_no, status: Return.status, url: Type.String() })

export const openReturns = call('GET', '/open/v1/returns', {
  scope: 'aftersales.view',
  summary: '读取退货退款的变化',
  problems: ['CURSOR_GONE'],
  query: Type.Object({
    changed_after: Type.Optional(Type.String({ maxLength: 40, description: '上一次回答的 cursor；不写：从保留着的最早一条读起' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ORDER_CHANGES_MAX, default: 200 })),
  }),
  data: Type.Object({
    returns: Type.Array(OpenReturn, { description: '其间变化过的，每张一次，都是此刻的样子' }),
    cursor: Type.String({ description: '下一次从这里读' }),
    more: Type.Boolean(),
  }),
})
export const openReturn = call('GET', '/open/v1/returns/:no', {
  scope: 'aftersales.view',
  summary: '一张退货退款',
  params: Type.Object({ no: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: OpenReturn,
})
