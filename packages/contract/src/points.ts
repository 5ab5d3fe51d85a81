import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, NullableYuan, Paging } from './shapes.ts'

/** Points mall (积分商城), perks of brands (优益惠) and their orders (积分订单). */

export const MALLS = ['points', 'perks'] as const
export const PointsGoodsShape = Type.Object({
  id: Id,
  kind: Type.Unsafe<'goods' | 'coupon' | 'voucher'>({ type: 'string' }),
  name: Type.String(),
  intro: Type.String(),
  image: Type.String(),
  brand: Type.String(),
  brand_id: NullableInteger,
  points: Type.Integer(),
  money: NullableYuan,
  worth: NullableYuan,
  left: NullableInteger,
  per_buyer: NullableInteger,
  taken_by_me: Type.Integer(),
  starts_at: NullableText,
  ends_at: NullableText,
  can_take: Flag,
  why: Type.String(),
})
export type PointsGoodsWire = Static<typeof PointsGoodsShape>

export const pointsMall = call('GET', '/api/points/goods', {
  access: 'public',
  summary: '积分商城',
  query: Type.Object({
    mall: Type.Optional(Type.Unsafe<(typeof MALLS)[number]>({ type: 'string', enum: [...MALLS] })),
    kind: Type.Optional(Type.String({ maxLength: 10 })),
    brand_id: Type.Optional(Id),
    affordable: Type.Optional(Flag),
    sort: Type.Optional(
      Type.Unsafe<'default' | 'points_asc' | 'points_desc'>({ type: 'string', enum: ['default', 'points_asc', 'points_desc'] }),
    ),
    ...Paging,
  }),
  data: Type.Object({
    list: Type.Array(PointsGoodsShape),
    brands: listOf({ id: Id, name: Type.String(), logo: Type.String(), count: Type.Integer() }),
    points: Type.Integer({ description: 'what this company holds; 0 for a visitor' }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})

export const PointsOrderShape = Type.Object({
  id: Id,
  no: Type.String(),
  name: Type.String(),
  image: Type.String(),
  kind: Type.String(),
  number: Type.Integer(),
  points: Type.Integer(),
  money: Type.String(),
  status: Type.Unsafe<'placed' | 'shipped' | 'completed' | 'cancelled'>({ type: 'string' }),
  status_name: Type.String(),
  created_at: Type.String(),
  receiver: Type.String(),
  waybill: Type.String({ description: 'carrier and number; empty before it was sent, and where the shop’s own drivers bring it' }),
  can_cancel: Flag,
  can_receive: Flag,
})
export type PointsOrderWire = Static<typeof PointsOrderShape>

export const pointsOrderPlace = call('POST', '/api/points/order', {
  access: 'passed',
  summary: '积分兑换',
  refuses: ['KEY_USED'],
  body: Type.Object({
    points_goods_id: Id,
    number: Type.Integer({ minimum: 1, maximum: 1000 }),
    key: Type.String({ minLength: 8, maxLength: 64 }),
    address_id: Type.Optional(Id),
  }),
  data: Type.Object({ order: PointsOrderShape, points: Type.Integer() }),
})
export const pointsOrders = call('GET', '/api/points/order/list', {
  access: 'member',
  summary: '积分订单',
  query: Type.Object({
    ...Paging,
    status: Type.Optional(
      Type.Unsafe<'all' | 'placed' | 'shipped' | 'completed' | 'cancelled'>({
        type: 'string',
        enum: ['all', 'placed', 'shipped', 'completed', 'cancelled'],
      }),
    ),
  }),
  data: Type.Object({ list: Type.Array(PointsOrderShape), total: Type.Integer(), page: Type.Integer(), per_page: Type.Integer() }),
})
export const pointsOrderCancel = call('POST', '/api/points/order/:id/cancel', {
  access: 'member',
  summary: '取消积分订单',
  data: Type.Object({ order: PointsOrderShape }),
})
export const pointsOrderReceive = call('POST', '/api/points/order/:id/receive', {
  access: 'member',
  summary: '确认收货',
  data: Type.Object({ order: PointsOrderShape }),
})
