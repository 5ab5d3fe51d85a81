import { type Static, Type } from 'typebox'
import type { ClimateKind } from '#domain/climate.ts'
import { call } from './call.ts'
import { type CARE_GROUNDS, CARE_MANY_MAX, CARE_STATES, KEY_GOODS_STATES } from './constants.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging, Reason } from './shapes.ts'

/** 在库养护: every batch is looked at by the quarter, what needs more care by the month; rooms are read twice a day. */

export type CareState = keyof typeof CARE_STATES
export type CareGround = keyof typeof CARE_GROUNDS
export type KeyGoodsState = keyof typeof KEY_GOODS_STATES
const oneOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Type.Unsafe<Key>({ type: 'string', enum: Object.keys(of) })

const Words = Type.Optional(
  Type.String({ maxLength: 60, description: 'beginning of a place, a batch, a goods’ code or name, or its barcode' }),
)
const Count = Type.Integer({ minimum: 1, maximum: 10_000_000 })
const Text = Type.String({ maxLength: 100 })
const Goods = {
  goods_id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  maker: Type.String(),
}
const Grounds = Type.Array(Type.String(), { description: 'why by the month, in words; empty: by the quarter' })

const CareRow = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'of the batch' }),
  ...Goods,
  barcode: Type.String(),
  unit: Type.String(),
  warehouse: Type.String(),
  place: Type.String(),
  batch_no: Type.String(),
  expiry_date: Type.String(),
  number: Type.Integer({ description: 'that lies there, sold ones too' }),
  locked: Flag,
  is_key: Flag,
  grounds: Grounds,
  last_on: NullableText,
  due_on: Type.String(),
  days_late: Type.Integer({ description: 'negative: so many days are left' }),
})
export type CareRowWire = Static<typeof CareRow>

export const staffCare = call('GET', '/api/staff/care', {
  permission: 'stock.view',
  summary: '待养护的批号',
  query: Type.Object({
    words: Words,
    warehouse_id: Type.Optional(Id),
    state: Type.Optional(oneOf(CARE_STATES)),
    key: Type.Optional({ ...Flag, description: '1: only what is looked at by the month; 0: only the rest' }),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    counts: listOf({ state: oneOf(CARE_STATES), count: Type.Integer() }),
    list: Type.Array(CareRow),
  }),
})
/** All is well with these: a batch that was looked at today, or of which nothing is left, is passed over. */
export const staffCareCheck = call('POST', '/api/staff/care/check', {
  permission: 'care.check',
  summary: '登记养护检查，情况正常',
  body: Type.Object({
    batches: Type.Array(Type.Object({ id: Id, number: Type.Optional({ ...Count, description: 'absent: all of it' }) }), {
      minItems: 1,
      maxItems: CARE_MANY_MAX,
    }),
    appearance: Text,
    measure: Type.Optional(Text),
  }),
  data: Type.Object({ checked: Type.Integer(), passed_over: Type.Integer() }),
})
/** Something is wrong: the batch is held in every warehouse and waits on the record of unqualified goods for quality. */
export const staffCareFault = call('POST', '/api/staff/care/fault', {
  permission: 'care.check',
  summary: '登记养护发现的问题，批号随即锁定',
  body: Type.Object({ batch_id: Id, number: Count, doubted: Count, appearance: Text, fault: Reason, measure: Type.Optional(Text) }),
  data: Type.Object({ no: Type.String(), open_orders: Type.Integer() }),
})

export const staffCareGoods = call('GET', '/api/staff/care/goods', {
  permission: 'registers.view',
  summary: '重点养护品种',
  query: Type.Object({ words: Words, state: Type.Optional(oneOf(KEY_GOODS_STATES)), ...Paging }),
  data: Type.Object({
    ...Paged,
    counts: listOf({ state: oneOf(KEY_GOODS_STATES), count: Type.Integer() }),
    list: listOf({
      id: Id,
      ...Goods,
      dosage_form: Type.String(),
      storage: Type.String(),
      state: oneOf(KEY_GOODS_STATES),
      batches: Type.Integer({ description: 'with something in stock' }),
      grounds: Type.Array(Type.String(), { description: 'what the rule finds today, in words' }),
      lapsed: { ...Flag, description: '1: it is on the list, and the rule finds nothing any more' },
      reason: Type.String(),
      decider: Type.String(),
      decided_at: NullableText,
    }),
  }),
})
export const staffCareGoodsDecide = call('POST', '/api/staff/care/goods', {
  permission: 'care.confirm',
  summary: '确认重点养护品种',
  body: Type.Object({
    goods_ids: Type.Array(Id, { minItems: 1, maxItems: CARE_MANY_MAX, uniqueItems: true }),
    key: Flag,
    reason: Reason,
  }),
  data: Type.Object({ decided: Type.Integer() }),
})

const Kind = Type.Unsafe<ClimateKind>({ type: 'string', enum: ['normal', 'cool', 'cold', 'frozen'] })
const Celsius = Type.Number({ minimum: -80, maximum: 60 })
const Humidity = Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 100 })
const Room = Type.Object({
  id: Id,
  warehouse_id: Id,
  warehouse: Type.String(),
  name: Type.String(),
  kind: Kind,
  kind_name: Type.String(),
  range: Type.String(),
  is_active: Flag,
  today: listOf({
    id: Id,
    half: Type.Unsafe<'am' | 'pm'>({ type: 'string', enum: ['am', 'pm'] }),
    celsius: Type.Number(),
    humidity: Humidity,
    is_out: Flag,
    measure: Type.String(),
    taker: Type.String(),
    taken_at: Type.String(),
  }),
  due: { ...Flag, description: '1: nothing was read yet in this half of the day' },
})
export type RoomWire = Static<typeof Room>
export const staffRooms = call('GET', '/api/staff/care/room', {
  permission: 'stock.view',
  summary: '库房与今天的温湿度',
  data: Type.Object({ due: Type.Integer(), half: Type.Unsafe<'am' | 'pm'>({ type: 'string' }), list: Type.Array(Room) }),
})
const RoomName = Type.String({ minLength: 1, maxLength: 20 })
export const staffRoomAdd = call('POST', '/api/staff/care/room', {
  permission: 'warehouses.change',
  summary: '新建库房',
  body: Type.Object({ warehouse_id: Id, name: RoomName, kind: Kind }),
  data: Type.Object({ id: Id }),
})
export const staffRoomSave = call('POST', '/api/staff/care/room/:id', {
  permission: 'warehouses.change',
  summary: '修改、停用库房',
  body: Type.Object({ name: RoomName, kind: Kind, is_active: Flag }),
  data: Type.Object({}),
})
/** Outside of the room's range it asks what was done about it. */
export const staffClimateTake = call('POST', '/api/staff/care/room/:id/reading', {
  permission: 'care.check',
  summary: '记录库房温湿度',
  body: Type.Object({ celsius: Celsius, humidity: Type.Optional(Humidity), measure: Type.Optional(Text) }),
  data: Type.Object({ id: Id, is_out: Flag }),
})
