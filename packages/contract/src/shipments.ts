import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CartonShape } from './packing.ts'
import { Flag, Id, listOf, NullableText, OptionalDay, PerPage } from './shapes.ts'

/** What left the house, how warm it was on the way, and the lists by which it is picked. No price anywhere. */

export const READINGS_TEXT_MAX = 200_000
const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] })

const Shipment = Type.Object({
  id: Id,
  order_id: Id,
  order_no: Type.String(),
  company: Type.String(),
  place: Type.String(),
  warehouse: Type.String(),
  carrier: Type.String(),
  waybill: Type.String(),
  cold_chain: Flag,
  readings: Type.Integer(),
  shipped_at: Type.String(),
  delivered_at: NullableText,
})
export type ShipmentWire = Static<typeof Shipment>

export const staffShipments = call('GET', '/api/staff/shipment', {
  permission: 'orders.view',
  summary: '发货单，新的在前',
  query: Type.Object({
    words: Type.Optional(Type.String({ maxLength: 40, description: 'beginning of an order’s or a waybill’s number' })),
    warehouse_id: Type.Optional(Id),
    kind: Type.Optional(
      Type.Unsafe<'cold' | 'unread' | 'under_way'>({
        type: 'string',
        enum: ['cold', 'unread', 'under_way'],
        description: 'unread: cold, and no reading is here',
      }),
    ),
    start_time: OptionalDay,
    end_time: OptionalDay,
    after: Type.Optional(Id),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({ list: Type.Array(Shipment), next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }),
})
/** Orders of one company that go from one warehouse to one address: picked at once, sent in one parcel. */
const Beside = Type.Object({
  id: Id,
  no: Type.String(),
  status_name: Type.String(),
  line_count: Type.Integer(),
  number: Type.Integer(),
  cold_chain: Flag,
  carrier: Type.String({ description: 'empty: it has not left yet' }),
  waybill: Type.String(),
})
export type BesideWire = Static<typeof Beside>
export const staffOrderBeside = call('GET', '/api/staff/order/:id/beside', {
  permission: 'orders.pick',
  summary: '同一企业、同一地址、同一发货仓的订单：待发的，和一天之内已发、还在途的',
  data: Type.Object({ list: Type.Array(Beside) }),
})

export const staffShipment = call('GET', '/api/staff/shipment/:id', {
  permission: 'orders.view',
  summary: '发货单：发货信息、批号、行程、温度',
  data: Type.Object({
    ...Shipment.properties,
    version: Type.Integer(),
    packages: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    picked_by: Type.String(),
    checked_by: Type.String(),
    remark: Type.String(),
    transport: Type.String(),
    box_no: Type.String(),
    recorder_no: Type.String(),
    start_celsius: NullableNumber,
    cold_range: Type.String(),
    ranges: listOf({ lowest: NullableNumber, highest: Type.Number() }),
    temperatures: listOf({ at: Type.String(), celsius: Type.Number(), taken_by: Type.String(), is_in_range: Flag }),
    outside: Type.Integer({ description: 'readings out of range' }),
    events: listOf({ at: Type.String(), place: Type.String(), text: Type.String() }),
    cartons: Type.Array(CartonShape, { description: 'none: the order was not packed by carton' }),
    lines: listOf({
      id: Id,
      name: Type.String(),
      spec: Type.String(),
      unit: Type.String(),
      batch_no: Type.String(),
      expiry_date: Type.String(),
      number: Type.Integer(),
      cold_chain: Flag,
      trace_codes: Type.Integer(),
    }),
  }),
})
/** A recorder's file or lines typed by hand: a time and a temperature each. What is there already stays. */
export const staffShipmentReadings = call('POST', '/api/staff/shipment/:id/readings', {
  permission: 'shipments.readings',
  summary: '登记冷链运输温度',
  body: Type.Object({
    text: Type.String({ minLength: 1, maxLength: READINGS_TEXT_MAX, description: '2026-11-23 10:00,4.5; a line a reading' }),
  }),
  data: Type.Object({ read: Type.Integer(), added: Type.Integer(), outside: Type.Integer() }),
})

/** What the service of parcels sends by itself, signed with the shop's salt: a hint to ask it about that number. */
export const parcelPush = call('POST', '/api/parcel/push', {
  access: 'public',
  summary: '物流推送',
  data: Type.Object({ asked: Type.Integer({ description: 'shipments of that number that are on their way' }) }),
})
