import { type Static, Type } from 'typebox'
import type { CartonKind } from '#domain/cartons.ts'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableInteger } from './shapes.ts'

/** What lies in which carton of an order, put there while it is picked and checked. No price anywhere. */

const Kind = Type.Unsafe<CartonKind>({ type: 'string', enum: ['normal', 'cold', 'case'] })
const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] })

/** As the buyer reads it, too. */
export const CartonShape = Type.Object({
  no: Type.Integer({ description: 'its place among the cartons of the order, from 1' }),
  kind: Kind,
  kind_name: Type.String(),
  box_no: Type.String({ description: 'what stands on the box itself; empty: nothing' }),
  waybill: Type.String({ description: 'its own; empty: that of the shipment' }),
  weight_grams: NullableInteger,
  celsius: { ...NullableNumber, description: 'measured in a cold carton when it was packed' },
  number: Type.Integer({ description: 'units in it' }),
  goods: listOf({
    piece_id: Type.Integer({ description: 'the batch of the order’s line' }),
    name: Type.String(),
    spec: Type.String(),
    unit: Type.String(),
    batch_no: Type.String(),
    expiry_date: Type.String(),
    number: Type.Integer(),
    cold_chain: Flag,
  }),
})
export type CartonWire = Static<typeof CartonShape>

const Packing = Type.Object({
  cartons: Type.Array(Type.Object({ id: Id, ...CartonShape.properties }), { description: 'none: the order is not packed by carton' }),
  left: Type.Array(Type.Object({ piece_id: Id, number: Type.Integer() }), { description: 'what lies in no carton yet' }),
  whole_cases: Type.Integer({ description: 'cartons of the maker’s that what is left would fill' }),
})
export type PackingWire = Static<typeof Packing>

export const staffPacking = call('GET', '/api/staff/order/:id/packing', {
  permission: 'orders.pick',
  summary: '装箱：每箱装了什么，还剩什么',
  data: Packing,
})
/** Of kind case: as many as what is left fills, each with its goods. */
export const staffCartonAdd = call('POST', '/api/staff/order/:id/carton', {
  permission: 'orders.pick',
  summary: '加一箱，或整件自成一箱',
  body: Type.Object({ kind: Kind }),
  data: Packing,
})
const ofCarton = Type.Object({ id: Id, carton: Id })
export const staffCartonPut = call('POST', '/api/staff/order/:id/carton/:carton/goods', {
  permission: 'orders.pick',
  summary: '装进箱里，或从箱里拿出',
  params: ofCarton,
  body: Type.Object({
    goods: Type.Array(
      Type.Object({ piece_id: Id, number: Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'below 0: taken out' }) }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  data: Packing,
})
/** What is not given stays as it was. */
export const staffCartonSave = call('POST', '/api/staff/order/:id/carton/:carton', {
  permission: 'orders.pick',
  summary: '箱子的编号、运单、重量、温度',
  params: ofCarton,
  body: Type.Object({
    box_no: Type.Optional(Type.String({ maxLength: 30 })),
    waybill: Type.Optional(Type.String({ maxLength: 40 })),
    weight_grams: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 1_000_000 })),
    celsius: Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: -80, maximum: 60 })),
  }),
  data: Packing,
})
export const staffCartonRemove = call('POST', '/api/staff/order/:id/carton/:carton/remove', {
  permission: 'orders.pick',
  summary: '撤掉一箱，里面的拿出来',
  params: ofCarton,
  data: Packing,
})
export const staffUnpack = call('POST', '/api/staff/order/:id/unpack', {
  permission: 'orders.pick',
  summary: '不按箱装：撤掉所有箱子',
  data: Packing,
})
