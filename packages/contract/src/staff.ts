import { Type } from 'typebox'
import { call } from './call.ts'
import { Id, listOf, Paging } from './shapes.ts'

/** What the wholesaler's staff do with orders. Each is on record in the audit log. */
export const STAFF_ORDER_COMMANDS = ['pick', 'ship', 'receive', 'complete', 'cancel'] as const

/** What stands on the papers of a shipment beside its goods. */
export const ShippingFields = {
  carrier: Type.Optional(Type.String({ maxLength: 30, description: 'none: the shop’s own drivers' })),
  waybill: Type.Optional(Type.String({ maxLength: 40 })),
  packages: Type.Optional(Type.Integer({ minimum: 1, maximum: 9999 })),
  checker: Type.Optional(Type.String({ maxLength: 30, description: 'who has checked it once more; none: who ships it' })),
  remark: Type.Optional(Type.String({ maxLength: 100 })),
  transport: Type.Optional(Type.String({ maxLength: 30, description: 'of cold goods: what they go in' })),
  box_no: Type.Optional(Type.String({ maxLength: 30 })),
  recorder_no: Type.Optional(Type.String({ maxLength: 30 })),
  start_celsius: Type.Optional(Type.Number({ minimum: -80, maximum: 60 })),
}

export const staffOrder = call('POST', '/api/staff/order/:id/:command', {
  permission: {
    param: 'command',
    words: { pick: 'orders.pick', ship: 'orders.ship', receive: 'orders.ship', complete: 'orders.ship', cancel: 'orders.cancel' },
  },
  summary: '订单处理：拣货、发货、代收货、完成、取消',
  refuses: ['ORDER_HELD', 'DOCUMENT_WAITING'],
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<(typeof STAFF_ORDER_COMMANDS)[number]>({ type: 'string', enum: [...STAFF_ORDER_COMMANDS] }),
  }),
  body: Type.Object({
    reason: Type.Optional(Type.String({ maxLength: 100, description: 'cancel only' })),
    ...ShippingFields,
  }),
  data: Type.Object({ status: Type.String() }),
})
export const staffPointsOrder = call('POST', '/api/staff/points_order/:id/:command', {
  permission: 'points_orders.handle',
  summary: '积分订单处理：发货、完成、取消',
  refuses: ['ORDER_HELD'],
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<'ship' | 'complete' | 'cancel'>({ type: 'string', enum: ['ship', 'complete', 'cancel'] }),
  }),
  body: Type.Object({
    carrier: Type.Optional(Type.String({ maxLength: 30, description: 'ship only' })),
    waybill: Type.Optional(Type.String({ maxLength: 40, description: 'ship only' })),
  }),
  data: Type.Object({ status: Type.String() }),
})

// ── Places of delivery ──

/** Places that wait for the quality department, the longest waiting first. */
export const staffAddressList = call('GET', '/api/staff/address', {
  permission: 'addresses.view',
  summary: '待审核的收货地址',
  query: Type.Object({
    review: Type.Optional(Type.Unsafe<'waiting' | 'passed' | 'rejected'>({ type: 'string', enum: ['waiting', 'passed', 'rejected'] })),
    ...Paging,
  }),
  data: Type.Object({
    list: listOf({
      id: Id,
      company_id: Id,
      company: Type.String(),
      licence_address: Type.String({ description: 'the company’s registered premises' }),
      receiver: Type.String(),
      phone: Type.String(),
      address: Type.String(),
      review: Type.String(),
      review_reason: Type.String(),
      reviewed_by: Type.String(),
      changed_at: Type.String({ description: 'send it with the decision: what changed since is another place' }),
    }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
export const staffAddressDecide = call('POST', '/api/staff/address/:id/decide', {
  permission: 'addresses.review',
  summary: '收货地址审核：通过、驳回',
  body: Type.Object({
    decision: Type.Unsafe<'pass' | 'reject'>({ type: 'string', enum: ['pass', 'reject'] }),
    reason: Type.String({ minLength: 2, maxLength: 200, description: 'what was checked, or what is wrong with it' }),
    changed_at: Type.String({ maxLength: 40, description: 'as the queue showed it: what was seen is what is decided on' }),
  }),
  data: Type.Object({ review: Type.String() }),
})

// ── Orders that wait ──

export const HoldReasonShape = Type.Object({
  code: Type.String(),
  message: Type.String(),
  goods: Type.String({ description: 'empty: the company itself' }),
})

export const staffHeldOrders = call('GET', '/api/staff/held_order', {
  permission: 'orders.view',
  summary: '暂停的订单及原因',
  query: Type.Object(Paging),
  data: Type.Object({
    list: listOf({
      id: Id,
      no: Type.String(),
      company_id: Id,
      company: Type.String(),
      status: Type.String(),
      held_at: Type.String(),
      reasons: Type.Array(HoldReasonShape, { description: 'as its buyer reads them' }),
      locked: Type.Array(Type.Object({ batch_no: Type.String(), goods: Type.String(), reason: Type.String() }), {
        description: 'its batches that quality holds now, and why in the words of quality: for staff alone',
      }),
    }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
/** Refused while a reason of the law or of the buyer's standing still holds; the house's own reasons are waived with it. */
export const staffOrderRelease = call('POST', '/api/staff/held_order/:id/release', {
  permission: 'orders.release',
  summary: '解除订单暂停',
  refuses: ['ORDER_HELD'],
  body: Type.Object({ reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: Type.Object({ status: Type.String() }),
})
