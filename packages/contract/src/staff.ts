import { Type } from 'typebox'
import { call } from './call.ts'
import { Id } from './shapes.ts'

/** What the wholesaler's staff do with orders. Each is on record in the audit log. */
export const STAFF_ORDER_COMMANDS = ['pick', 'ship', 'receive', 'complete', 'cancel'] as const

export const staffOrder = call({
  method: 'POST',
  path: '/api/staff/order/:id/:command',
  access: 'staff',
  summary: '订单处理：拣货、发货、代收货、完成、取消',
  params: Type.Object({
    id: Id,
    command: Type.Unsafe<(typeof STAFF_ORDER_COMMANDS)[number]>({ type: 'string', enum: [...STAFF_ORDER_COMMANDS] }),
  }),
  body: Type.Object({
    reason: Type.Optional(Type.String({ maxLength: 100, description: 'cancel only' })),
    carrier: Type.Optional(Type.String({ maxLength: 30, description: 'ship only; none: the shop’s own drivers' })),
    waybill: Type.Optional(Type.String({ maxLength: 40, description: 'ship only' })),
  }),
  data: Type.Object({ status: Type.String() }),
})
export const staffPointsOrder = call({
  method: 'POST',
  path: '/api/staff/points_order/:id/:command',
  access: 'staff',
  summary: '积分订单处理：发货、完成、取消',
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
