import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ORDER_CHANGES_MAX } from './constants.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging } from './shapes.ts'

/** Orders as other systems read them: what changed since a place in one stream, one with all of it, and that it was taken over. */

const Cents = Type.Integer({ description: '分' })
const OrderNo = Type.Object({ no: Type.String({ minLength: 1, maxLength: 40 }) })

/** What the house's systems and a buyer's own are told of an order alike. */
export const OrderFacts = {
  no: Type.String(),
  status: Type.String({ description: 'pending_payment paid picking shipped received completed cancelled' }),
  status_name: Type.String(),
  held: Type.Boolean({ description: 'true：暂停处理' }),
  is_ephedrine: Type.Boolean(),
  placed_at: Type.String(),
  paid_at: NullableText,
  shipped_at: NullableText,
  cancelled_at: NullableText,
  cancel_reason: Type.String(),
}
const Head = {
  ...OrderFacts,
  held: Type.Boolean({ description: 'true：暂停处理，不要发货' }),
  warehouse_code: Type.String(),
  company: Type.Object({ code: Type.String(), name: Type.String(), credit_code: Type.String(), type: Type.String() }),
  payable: { ...Cents, description: '应付，分' },
  paid: { ...Cents, description: '已付，分' },
  taken_over: Type.Unsafe<{ sheet_no: string; at: string } | null>({
    anyOf: [Type.Object({ sheet_no: Type.String(), at: Type.String() }), { type: 'null' }],
    description: 'ERP 的单据号与接收时间；null：还没有接收',
  }),
}
const OrderHead = Type.Object(Head)
export type OpenOrderHead = Static<typeof OrderHead>
/** What those are told who are told of an order. */
export const OpenOrderTold = Type.Object({ ...Head, url: Type.String({ description: '在哪里读它的全部：/open/v1/orders/…' }) })

export const openOrders = call('GET', '/open/v1/orders', {
  scope: 'orders.prices',
  summary: '读取订单的变化',
  problems: ['CURSOR_GONE'],
  query: Type.Object({
    changed_after: Type.Optional(Type.String({ maxLength: 40, description: '上一次回答的 cursor；不写：从保留着的最早一条读起' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ORDER_CHANGES_MAX, default: 200 })),
  }),
  data: Type.Object({
    orders: Type.Array(OrderHead, { description: '其间变化过的订单，每张一次，都是此刻的样子' }),
    cursor: Type.String({ description: '下一次从这里读' }),
    more: Type.Boolean({ description: 'true：后面还有，马上再读' }),
  }),
})

const Line = Type.Object({
  line_id: Id,
  goods_code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  manufacturer: Type.String(),
  approval_no: Type.String(),
  number: Type.Integer(),
  unit_price: Cents,
  amount: { ...Cents, description: '数量 × 单价' },
  reduction: { ...Cents, description: '摊到这一行的优惠' },
  net: { ...Cents, description: 'amount − reduction' },
  reductions: listOf({ kind: Type.String(), name: Type.String(), amount: Cents }),
  price_source: Type.String(),
  returned: Type.Integer({ description: '已退数量' }),
  batches: Type.Array(
    Type.Object({ batch_no: Type.String(), production_date: NullableText, expiry_date: Type.String(), number: Type.Integer() }),
    { description: '先到期先出分到的批号' },
  ),
})
const Order = Type.Object({
  ...Head,
  goods_amount: Cents,
  reduction_amount: Cents,
  shipping_amount: Cents,
  voucher_amount: { ...Cents, description: '现金券抵扣' },
  balance_amount: { ...Cents, description: '余额抵扣' },
  receiver: Type.Object({ name: Type.String(), phone: Type.String(), address: Type.String() }),
  invoice_kind: Type.String(),
  remark: Type.String(),
  payments: listOf({ no: Type.String(), channel: Type.String(), amount: Cents, paid_at: Type.String() }),
  lines: Type.Array(Line),
})
export type OpenOrderWire = Static<typeof Order>
export type OpenOrderLine = Static<typeof Line>

export const openOrder = call('GET', '/open/v1/orders/:no', {
  scope: 'orders.prices',
  summary: '一张订单',
  params: OrderNo,
  data: Order,
})
/** The same sheet again is the same deed; another sheet for the same order is refused. */
export const openOrderAck = call('POST', '/open/v1/orders/:no/ack', {
  scope: 'orders.note',
  summary: '接收订单',
  problems: ['TAKEN_OVER', 'NOT_PAYABLE_YET', 'ORDER_CANCELLED'],
  params: OrderNo,
  body: Type.Object({
    sheet_no: Type.String({ minLength: 1, maxLength: 40, description: 'ERP 的单据号' }),
    taken_over_at: Type.Optional(
      Type.String({ maxLength: 40, description: 'ERP 记账的时间（RFC 3339），与库存的 cutoff 同一个时钟；不写：此刻' }),
    ),
  }),
  data: Type.Object({ no: Type.String(), sheet_no: Type.String(), taken_over_at: Type.String(), again: Type.Boolean() }),
})

const Waiting = Type.Object({
  id: Id,
  no: Type.String(),
  status: Type.String(),
  status_name: Type.String(),
  held: Flag,
  company_id: Id,
  company: Type.String(),
  company_code: Type.String(),
  since: Type.String({ description: 'when it could have been taken over' }),
  minutes: Type.Integer({ description: 'so long it has waited' }),
})
export type OpenWaitingWire = Static<typeof Waiting>
/** The longest waiting first. None, as long as no key may take orders over. */
export const staffOpenWaiting = call('GET', '/api/staff/open/waiting', {
  permission: 'integration.view',
  summary: 'ERP 未接收的订单',
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 60, description: 'number of an order, part of a company’s name' })),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Waiting) }),
})
