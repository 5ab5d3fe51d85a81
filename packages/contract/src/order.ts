import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { MoneyRow } from './cart-shapes.ts'
import { CartonShape } from './packing.ts'
import { Flag, Id, listOf, NullableText, Paging, Yuan } from './shapes.ts'

export const ORDER_STATES = ['pending_payment', 'paid', 'picking', 'shipped', 'received', 'completed', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]
const StateShape = Type.Unsafe<OrderState>({ type: 'string' })

/** Why an order waits: not paid, picked or shipped until the cause is gone. null: it does not. */
export const OrderHold = Type.Object({
  since: Type.String(),
  reasons: listOf({ code: Type.String(), message: Type.String(), goods: Type.String({ description: 'empty: the company itself' }) }),
  text: Type.String({ description: 'the reasons in one sentence' }),
})

/** What may be done with an order now, and why not when it may not. */
export const OrderAction = Type.Object({
  key: Type.Unsafe<'pay' | 'cancel' | 'receive' | 'reorder' | 'after_sale'>({ type: 'string' }),
  text: Type.String(),
  open: Type.Boolean(),
  why: Type.String(),
})

export const OrderLineShape = Type.Object({
  id: Id,
  goods_id: Id,
  name: Type.String(),
  sccj: Type.String(),
  ypgg: Type.String(),
  bzdw: Type.String(),
  image: Type.String(),
  number: Type.Integer(),
  price: Yuan,
  amount: Yuan,
  paid: Yuan,
  reduction: Yuan,
  shares: listOf({ name: Type.String(), amount: Yuan }),
  tag: Type.String({ description: '赠 | 换购 | 组合 | 秒 …; empty for ordinary lines' }),
  combination_name: Type.String({ description: 'the bundle that the line is a part of, or empty' }),
  price_note: Type.String(),
  explanation: Type.Array(Type.String(), { description: 'each yuan in words' }),
  batches: listOf({ batch_no: Type.String(), production_date: NullableText, expiry_date: Type.String(), number: Type.Integer() }),
})

const Head = {
  id: Id,
  no: Type.String(),
  status: StateShape,
  status_name: Type.String(),
  created_at: Type.String(),
  ck_name: Type.String(),
  is_hm: Flag,
  goods_amount: Yuan,
  reduction_amount: Yuan,
  cashback: Type.String({ description: '元 back to the balance once the order completes' }),
  points: Type.Integer({ description: 'earned once the order completes' }),
  total: Yuan,
  payable: Yuan,
  pay_before: NullableText,
  line_count: Type.Integer(),
  number: Type.Integer(),
  split_from: Type.String({ description: 'number of the order that it was split from; empty: of none' }),
  hold: Type.Unsafe<Static<typeof OrderHold> | null>({ anyOf: [OrderHold, { type: 'null' }] }),
  actions: Type.Array(OrderAction),
}
export const OrderRow = Type.Object({ ...Head, lines: Type.Array(OrderLineShape, { description: 'the first lines only' }) })
export type OrderRowWire = Static<typeof OrderRow>

/** after_sale: with an after-sale that is not over. */
export type OrderFilterState = OrderState | 'all' | 'after_sale'
const Filter = {
  status: Type.Optional(Type.Unsafe<OrderFilterState>({ type: 'string', enum: [...ORDER_STATES, 'all', 'after_sale'] })),
  keywords: Type.Optional(Type.String({ maxLength: 60, description: 'order number or goods name' })),
  start_time: Type.Optional(Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' })),
  end_time: Type.Optional(Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' })),
}

export const orderList = call('GET', '/api/order/list', {
  access: 'member',
  summary: '我的订单',
  query: Type.Object({
    ...Paging,
    ...Filter,
  }),
  data: Type.Object({
    list: Type.Array(OrderRow),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
    counts: listOf({ status: Type.String(), name: Type.String(), count: Type.Integer() }),
  }),
})

/** An Excel file: a row for each batch of each line. */
export const ORDER_EXPORT_MAX = 5_000
export const orderExport = call('GET', '/api/order/export', {
  access: 'member',
  file: true,
  summary: '导出订单',
  query: Type.Object(Filter),
  data: Type.Object({}),
})

/** Who brings it and where it is; the latest event first. */
export const OrderShipment = Type.Object({
  cartons: Type.Array(CartonShape, { description: 'what lies in which; none: the order was not packed by carton' }),
  carrier: Type.String(),
  waybill: Type.String(),
  cold_chain: Flag,
  shipped_at: Type.String(),
  delivered_at: NullableText,
  events: listOf({ at: Type.String(), place: Type.String(), text: Type.String() }),
  temperatures: Type.Array(Type.Object({ at: Type.String(), celsius: Type.Number() }), { description: 'cold chain only' }),
  temperature_note: Type.String(),
})
export type OrderShipmentWire = Static<typeof OrderShipment>

/** What staff changed before picking, as buyer and staff read it. */
export const OrderEditShape = Type.Object({
  at: Type.String(),
  actor: Type.String(),
  cause: Type.Unsafe<'buyer' | 'shop'>({ type: 'string' }),
  reason: Type.String(),
  back: Type.String({ description: '元 by which the order costs less' }),
  lines: listOf({ name: Type.String(), unit: Type.String(), before: Type.Integer(), after: Type.Integer() }),
})

/** An order that this one was split from, or into, before it left the house. */
export const OrderSplitShape = Type.Object({
  way: Type.Unsafe<'from' | 'into'>({ type: 'string', enum: ['from', 'into'] }),
  id: Id,
  no: Type.String(),
  status_name: Type.String(),
  at: Type.String(),
  actor: Type.String(),
  stage: Type.Unsafe<'desk' | 'picking'>({ type: 'string', description: 'picking: what was there went first' }),
  reason: Type.String(),
  goods: Type.Array(Type.Object({ name: Type.String(), unit: Type.String(), number: Type.Integer() }), {
    description: 'what went to the new order, as it was then',
  }),
})
export type OrderSplitWire = Static<typeof OrderSplitShape>

export const OrderDetail = Type.Object({
  ...Head,
  lines: Type.Array(OrderLineShape),
  rows: Type.Array(MoneyRow),
  receiver: Type.Object({
    receiver: Type.String(),
    phone: Type.String(),
    province: Type.String(),
    city: Type.String(),
    district: Type.String(),
    detail: Type.String(),
  }),
  invoice_kind: Type.String(),
  invoice_name: Type.String(),
  remark: Type.String(),
  cancel_reason: Type.String(),
  steps: listOf({ name: Type.String(), at: NullableText, state: Type.Unsafe<'done' | 'now' | 'todo'>({ type: 'string' }) }),
  shipment: Type.Unsafe<OrderShipmentWire | null>({ anyOf: [OrderShipment, { type: 'null' }] }),
  log: listOf({ at: Type.String(), actor: Type.String(), text: Type.String() }),
  entered_by: Type.String({ description: 'the member of staff who entered it for the company; empty: it ordered by itself' }),
  edits: Type.Array(OrderEditShape, { description: 'changes before picking, the latest first' }),
  splits: Type.Array(OrderSplitShape),
  payments: listOf({
    no: Type.String(),
    channel: Type.String(),
    channel_name: Type.String(),
    amount: Yuan,
    status: Type.String(),
    at: Type.String(),
  }),
})
export type OrderDetailWire = Static<typeof OrderDetail>

export const orderInfo = call('GET', '/api/order/info/:id', {
  access: 'member',
  summary: '订单详情',
  data: OrderDetail,
})
export const orderCancel = call('POST', '/api/order/:id/cancel', {
  access: 'member',
  summary: '取消订单',
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 100 })) }),
  data: Type.Object({ status: StateShape }),
})
export const orderReceive = call('POST', '/api/order/:id/receive', {
  access: 'member',
  summary: '确认收货',
  data: Type.Object({ status: StateShape }),
})
export const orderReorder = call('POST', '/api/order/:id/reorder', {
  access: 'member',
  summary: '再来一单',
  data: Type.Object({
    added: Type.Integer(),
    refused: listOf({ goods_id: Id, name: Type.String(), message: Type.String() }),
    line_count: Type.Integer(),
  }),
})

// ── Payment (step 3) ──

export const payInfo = call('GET', '/api/pay/order/:id', {
  access: 'member',
  summary: '待支付订单',
  data: Type.Object({
    orders: Type.Array(
      Type.Object({ id: Id, no: Type.String(), status: StateShape, is_hm: Flag, payable: Yuan, pay_before: NullableText }),
      { description: 'this order and those of the same checkout' },
    ),
    id: Id,
    no: Type.String(),
    status: StateShape,
    payable: Yuan,
    pay_before: NullableText,
    balance: Yuan,
    channels: listOf({ code: Type.String(), name: Type.String(), note: Type.String(), open: Type.Boolean(), why: Type.String() }),
  }),
})
/**
 * Starts (or finds again) the payment of an order through a channel; 'balance' settles at once. Whoever may not have the goods any
 * more is told by the order, which waits from then on.
 */
export const payCreate = call('POST', '/api/pay/order/:id', {
  access: 'member',
  summary: '发起支付',
  refuses: ['ORDER_HELD'],
  body: Type.Object({ channel: Type.String({ maxLength: 30 }) }),
  data: Type.Object({ payment_no: Type.String(), status: Type.String(), pay_url: NullableText, amount: Yuan }),
})
/** Asks whether the payment has arrived; also asks the gateway itself when no callback came. */
export const payCheck = call('POST', '/api/pay/order/:id/check', {
  access: 'member',
  summary: '查询支付结果',
  data: Type.Object({ status: StateShape, paid: Type.Boolean(), message: Type.String() }),
})
/** The gateway's callback; verified by its signature over headers and body, not by a session. The body is as the channel sends it. */
export const payNotify = call('POST', '/api/pay/notify/:channel', {
  access: 'public',
  summary: '支付渠道回调',
  params: Type.Object({ channel: Type.String({ maxLength: 30 }) }),
  data: Type.Object({ outcome: Type.String() }),
})
