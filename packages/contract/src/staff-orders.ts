import { type Static, Type } from 'typebox'
import type { DocumentState } from '#domain/documents.ts'
import { call } from './call.ts'
import { MoneyRow } from './cart-shapes.ts'
import { ORDER_BULK_MAX } from './constants.ts'
import { ORDER_STATES, OrderEditShape, OrderShipment, OrderSplitShape, type OrderState } from './order.ts'
import { PointsOrderShape } from './points.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, NullableYuan, OptionalDay, Paged, Paging, PerPage, Yuan } from './shapes.ts'

/** Everybody's orders, for the wholesaler's staff. Amounts are null for whoever may not see prices (orders.prices). */

const StateShape = Type.Unsafe<OrderState>({ type: 'string' })
const OptionalYuan = Type.Optional(Type.String({ pattern: '^(\\d{1,9}(\\.\\d{1,2})?)?$' }))

const SoldTo = Type.Optional(Type.String({ maxLength: 60, description: 'of the company when it ordered' }))

const Filter = {
  status: Type.Optional(Type.Unsafe<OrderState>({ type: 'string', enum: [...ORDER_STATES] })),
  held: Type.Optional(Flag),
  after_sale: Type.Optional({ ...Flag, description: 'with an after-sale that is not over' }),
  company_id: Type.Optional(Id),
  company: Type.Optional(Type.String({ maxLength: 40, description: 'a part of its name' })),
  no: Type.Optional(Type.String({ maxLength: 30, description: 'the beginning of the number' })),
  goods: Type.Optional(Type.String({ maxLength: 40, description: 'code, or a part of the name of what was bought' })),
  from: OptionalDay,
  to: OptionalDay,
  warehouse_id: Type.Optional(Id),
  is_hm: Type.Optional(Flag),
  min: OptionalYuan,
  max: OptionalYuan,
  ids: Type.Optional(Type.Array(Id, { maxItems: ORDER_BULK_MAX, uniqueItems: true, description: 'these alone' })),
  // What stands behind a figure of a report, as the report counts it.
  shipped_from: OptionalDay,
  shipped_to: OptionalDay,
  sold_province: SoldTo,
  sold_city: SoldTo,
  sold_manager: SoldTo,
  sold_type: SoldTo,
  top_category_id: Type.Optional(Id),
  maker_id: Type.Optional(Id),
  goods_id: Type.Optional(Id),
  price_source: Type.Optional(Type.String({ maxLength: 20 })),
}

const Row = Type.Object({
  id: Id,
  no: Type.String(),
  status: StateShape,
  status_name: Type.String(),
  created_at: Type.String(),
  company_id: Id,
  company: Type.String(),
  place: Type.String(),
  warehouse: Type.String(),
  is_hm: Flag,
  held_at: NullableText,
  hold_text: Type.String(),
  after_sale: Flag,
  short: Type.String({ description: 'what could not be found on the shelf; empty: nothing, or it has left' }),
  total: NullableYuan,
  line_count: Type.Integer(),
  number: Type.Integer(),
  goods: Type.String({ description: 'names of the first lines' }),
  remark: Type.String({ description: 'of the buyer' }),
})
export type StaffOrderRowWire = Static<typeof Row>

export const staffOrderList = call('GET', '/api/staff/order', {
  permission: 'orders.view',
  summary: '订单列表',
  query: Type.Object({ ...Filter, before: Type.Optional(Id), per_page: Type.Optional(PerPage) }),
  data: Type.Object({ list: Type.Array(Row), next: { ...NullableInteger, description: 'before of the next page' } }),
})
/** Of each state and both queues, under the same filters. What waits for somebody is counted up to the first, what is behind up to the second. */
export const STAFF_ORDER_COUNT_MAX = 10_000
export const STAFF_ORDER_PAST_MAX = 1_000
export const staffOrderCounts = call('GET', '/api/staff/order/counts', {
  permission: 'orders.view',
  summary: '各状态订单数',
  query: Type.Object(Filter),
  data: Type.Object({
    counts: Type.Array(
      Type.Object({
        key: Type.String({ description: 'all | a state | held | after_sale' }),
        name: Type.String(),
        count: Type.Integer(),
        is_more: { ...Flag, description: 'there are more than that' },
      }),
    ),
    warehouses: listOf({ id: Id, name: Type.String() }),
  }),
})
export const STAFF_ORDER_EXPORT_MAX = 10_000
/** A row an order. */
export const staffOrderExport = call('GET', '/api/staff/order/export', {
  permission: 'orders.prices',
  file: true,
  summary: '导出订单列表',
  query: Type.Object(Filter),
  data: Type.Object({}),
})

const Line = Type.Object({
  id: Id,
  goods_id: Id,
  name: Type.String(),
  maker: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  number: Type.Integer(),
  price: NullableYuan,
  amount: NullableYuan,
  reduction: NullableYuan,
  paid: NullableYuan,
  shares: listOf({ name: Type.String(), amount: Yuan }),
  tag: Type.String({ description: '赠 | 换购 | 组合 | 秒 …' }),
  bundle: Type.String(),
  price_source: Type.String(),
  source_name: Type.String({ description: 'where its unit price comes from; empty: this person sees no prices' }),
  explanation: Type.Array(Type.String(), { description: 'each yuan in words, as the order keeps it' }),
  batches: listOf({
    batch_no: Type.String(),
    production_date: NullableText,
    expiry_date: Type.String(),
    number: Type.Integer(),
  }),
})

const Paper = Type.Object({
  id: Id,
  no: Type.String(),
  kind_name: Type.String(),
  version: Type.Integer(),
  state: Type.Unsafe<DocumentState>({ type: 'string' }),
  state_name: Type.String(),
  change: Type.String(),
  ready: Flag,
})

const Parcel = Type.Object({
  ...OrderShipment.properties,
  packages: NullableInteger,
  picked_by: Type.String(),
  checked_by: Type.String(),
  remark: Type.String(),
  transport: Type.String(),
  box_no: Type.String(),
  recorder_no: Type.String(),
  papers: Type.Array(Paper),
})

const InWave = Type.Object({ id: Id, no: Type.String(), tote: Type.Integer() })

export const NOTE_KINDS = ['inside', 'short', 'buyer'] as const
const Note = Type.Object({
  id: Id,
  kind: Type.Unsafe<'inside' | 'short'>({ type: 'string' }),
  at: Type.String(),
  actor: Type.String(),
  text: Type.String(),
})

export const staffOrderInfo = call('GET', '/api/staff/order/:id', {
  permission: 'orders.view',
  summary: '订单详情',
  data: Type.Object({
    ...Row.properties,
    cold_chain: Flag,
    company_facts: Type.Object({
      type: Type.String(),
      rank: Type.String(),
      place: Type.String(),
      contact: Type.String(),
      phone: Type.String(),
      manager: Type.String(),
      state_name: Type.String(),
    }),
    bought_by: Type.String(),
    entered_by: Type.String({ description: 'the member of staff who entered it for the company; empty: it ordered by itself' }),
    edits: Type.Array(OrderEditShape, { description: 'changes before picking; without orders.prices their sums are empty' }),
    splits: Type.Array(OrderSplitShape),
    receiver: Type.Object({ receiver: Type.String(), phone: Type.String(), address: Type.String() }),
    invoice_kind: Type.String(),
    cancel_reason: Type.String(),
    picker: Type.String({ description: 'who took it from the shelf' }),
    picked_by_me: { ...Flag, description: 'has had its goods in his hands, in its wave too: another one checks' },
    wave: Type.Unsafe<Static<typeof InWave> | null>({ anyOf: [InWave, { type: 'null' }] }),
    gathered_at: NullableText,
    steps: listOf({ name: Type.String(), at: NullableText, state: Type.Unsafe<'done' | 'now' | 'todo'>({ type: 'string' }) }),
    hold_reasons: listOf({ code: Type.String(), message: Type.String(), goods: Type.String() }),
    locked: listOf({ batch_no: Type.String(), goods: Type.String(), reason: Type.String() }),
    lines: Type.Array(Line),
    money: Type.Array(MoneyRow, { description: 'sums to what is paid through a channel; empty without orders.prices' }),
    payable: NullableYuan,
    payments: listOf({
      no: Type.String(),
      channel_name: Type.String(),
      amount: Yuan,
      status: Type.String(),
      payer: Type.String({ description: 'who paid, as the channel tells it and masked; empty where it does not, or without money.view' }),
      at: Type.String(),
    }),
    refunds: listOf({ no: Type.String(), channel_name: Type.String(), amount: Yuan, status: Type.String(), at: Type.String() }),
    invoices: listOf({ number: Type.String(), colour: Type.String(), total: Yuan, issued_at: Type.String() }),
    parcel: Type.Unsafe<Static<typeof Parcel> | null>({ anyOf: [Parcel, { type: 'null' }] }),
    after_sales: listOf({
      id: Id,
      no: Type.String(),
      kind: Type.String(),
      reason: Type.String(),
      status: Type.String(),
      status_name: Type.String(),
      created_at: Type.String(),
      amount: NullableYuan,
    }),
    log: Type.Array(Type.Object({ at: Type.String(), actor: Type.String(), text: Type.String() }), {
      description: 'what the buyer reads, too',
    }),
    notes: Type.Array(Note, { description: 'for staff alone' }),
  }),
})
export type StaffOrderWire = Static<(typeof staffOrderInfo)['data']>

export const staffOrderNote = call('POST', '/api/staff/order/:id/note', {
  permission: 'orders.note',
  summary: '订单备注：内部、报缺、告知买家',
  body: Type.Object({
    kind: Type.Unsafe<(typeof NOTE_KINDS)[number]>({ type: 'string', enum: [...NOTE_KINDS] }),
    text: Type.String({ minLength: 2, maxLength: 200 }),
  }),
  data: Type.Object({ at: Type.String() }),
})

// ── The warehouse ──

const ToDo = Type.Object({
  id: Id,
  no: Type.String(),
  company: Type.String(),
  place: Type.String(),
  warehouse: Type.String(),
  status: StateShape,
  paid_at: NullableText,
  is_hm: Flag,
  cold_chain: Flag,
  line_count: Type.Integer(),
  number: Type.Integer(),
  picker: Type.String(),
  picked_by_me: Flag,
  gathered_at: NullableText,
  short: Type.String(),
  wave: Type.String({ description: 'number of the wave that it is in; empty: none' }),
})
export type PickingToDoWire = Static<typeof ToDo>

/** What waits in the warehouse, the oldest first; nothing of it is held. */
export const PICKING_STAGES = ['pick', 'picking', 'check'] as const
export const staffPickingQueue = call('GET', '/api/staff/picking', {
  permission: 'orders.pick',
  summary: '待拣货、拣货中、待复核的订单',
  query: Type.Object({
    stage: Type.Optional(Type.Unsafe<(typeof PICKING_STAGES)[number]>({ type: 'string', enum: [...PICKING_STAGES] })),
    warehouse_id: Type.Optional(Id),
    paid_before: Type.Optional(
      Type.String({
        pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$',
        description: 'before this hour of today: 14:00; what is cut off for a route',
      }),
    ),
    place: Type.Optional(Type.String({ maxLength: 40, description: 'a part of where it goes: province, city, district; of its route' })),
    zone: Type.Optional(Type.String({ maxLength: 20, description: 'all of its goods lie at places that begin so' })),
    cold: Type.Optional({ ...Flag, description: '1: with cold goods, 0: without' }),
    in_wave: Type.Optional(Flag),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    list: Type.Array(ToDo),
    counts: Type.Object({ pick: Type.Integer(), picking: Type.Integer(), check: Type.Integer() }),
    warehouses: listOf({ id: Id, name: Type.String() }),
  }),
})
/** All of it lies on the table: somebody else checks it now. */
export const staffOrderGathered = call('POST', '/api/staff/order/:id/gathered', {
  permission: 'orders.pick',
  summary: '拣货完毕，交复核',
  refuses: ['ORDER_HELD'],
  body: Type.Object({}),
  data: Type.Object({ gathered_at: Type.String() }),
})

// ── Orders of the points mall ──

export const POINTS_ORDER_STATES = ['placed', 'shipped', 'completed', 'cancelled'] as const
export const staffPointsOrders = call('GET', '/api/staff/points_order', {
  permission: 'points_orders.handle',
  summary: '积分订单列表',
  query: Type.Object({
    status: Type.Optional(Type.Unsafe<(typeof POINTS_ORDER_STATES)[number]>({ type: 'string', enum: [...POINTS_ORDER_STATES] })),
    no: Type.Optional(Type.String({ maxLength: 30, description: 'the beginning of the number' })),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    list: listOf({ ...PointsOrderShape.properties, company_id: Id, company: Type.String() }),
  }),
})
