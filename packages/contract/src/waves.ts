import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { WAVE_ORDERS_MAX, WAVE_STATES } from './constants.ts'
import { Flag, Id, listOf, NullableInteger, NullableText, Paged, Paging, Reason, Version } from './shapes.ts'

/** Orders that are picked in one walk and then parted into their totes (波次). No price anywhere. */

export type WaveState = keyof typeof WAVE_STATES
const State = Type.Unsafe<WaveState>({ type: 'string', enum: Object.keys(WAVE_STATES) })

const Wave = Type.Object({
  id: Id,
  no: Type.String(),
  warehouse: Type.String(),
  state: State,
  state_name: Type.String(),
  remark: Type.String(),
  picker_id: NullableInteger,
  picker: Type.String({ description: 'whom it is given to; empty: whoever begins it' }),
  mine: Flag,
  maker: Type.String(),
  made_at: Type.String(),
  started_at: NullableText,
  version: Version,
  orders: Type.Integer({ description: 'in it, without those that were taken out' }),
  picked: Type.Integer({ description: 'of them gathered, or gone already' }),
  todo: Type.Integer({ description: 'of them still to be picked' }),
  unbegun: Type.Integer({ description: 'of those to be picked: nobody has begun' }),
  held: Type.Integer({ description: 'of them held: they wait, and hold nobody up' }),
  lines: Type.Integer({ description: 'of the list: a batch each' }),
  lines_taken: Type.Integer(),
  number: Type.Integer(),
  taken: Type.Integer({ description: 'of number, on the cart' }),
})
export type WaveWire = Static<typeof Wave>

const OrderFacts = {
  id: Id,
  no: Type.String(),
  tote: Type.Integer({ description: 'into which its goods are parted' }),
  company: Type.String(),
  warehouse: Type.String(),
  status: Type.String(),
  lines: Type.Integer(),
  number: Type.Integer(),
  cold_chain: Flag,
  is_hm: Flag,
  held: Flag,
  remark: Type.String(),
}
const Piece = Type.Object({
  place: Type.String(),
  warehouse: Type.String(),
  goods_id: Id,
  code: Type.String(),
  barcode: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  maker: Type.String(),
  storage: Type.String(),
  cold_chain: Flag,
  batch_id: Id,
  batch_no: Type.String(),
  expiry_date: Type.String(),
  locked: Flag,
  number: Type.Integer(),
  taken: Type.Integer({ description: 'more than number: an order went out of the wave meanwhile, the rest goes back to the shelf' }),
  orders: listOf({ no: Type.String(), tote: Type.Integer(), number: Type.Integer() }),
})
export type WavePieceWire = Static<typeof Piece>
const SheetOrder = Type.Object(OrderFacts)
export type WaveSheetOrderWire = Static<typeof SheetOrder>
const WaveOrder = Type.Object({
  ...OrderFacts,
  state: Type.Unsafe<'pick' | 'picking' | 'picked' | 'held' | 'cancelled' | 'left'>({ type: 'string' }),
  state_name: Type.String(),
  left_why: Type.String(),
})
export type WaveOrderWire = Static<typeof WaveOrder>

/** A page to print for orders that are in no wave; it keeps nothing. */
export const staffPickingWave = call('GET', '/api/staff/picking/wave', {
  permission: 'orders.pick',
  summary: '拣货单：几张订单合成一张，按货位、商品、批号',
  query: Type.Object({ ids: Type.String({ pattern: '^\\d{1,15}(,\\d{1,15}){0,39}$', description: 'orders, separated by commas' }) }),
  data: Type.Object({ orders: Type.Array(SheetOrder), list: Type.Array(Piece) }),
})

export const staffWaves = call('GET', '/api/staff/wave', {
  permission: 'orders.pick',
  summary: '波次，新的在前',
  query: Type.Object({
    state: Type.Optional(State),
    warehouse_id: Type.Optional(Id),
    mine: Type.Optional({ ...Flag, description: '1: given to whoever asks' }),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Wave) }),
})
export const staffWavePickers = call('GET', '/api/staff/wave_picker', {
  permission: 'orders.pick',
  summary: '可以拣货的同事，各有几个没拣完的波次',
  data: Type.Object({ list: listOf({ id: Id, name: Type.String(), waves: Type.Integer() }) }),
})
export const staffWave = call('GET', '/api/staff/wave/:id', {
  permission: 'orders.pick',
  summary: '波次：订单、按货位的汇总拣货单、进度',
  data: Type.Object({
    ...Wave.properties,
    order_list: Type.Array(WaveOrder),
    list: Type.Array(Piece, { description: 'in the order of the shelves, cold goods last' }),
  }),
})
/** Those that cannot join are left out and named; nothing is made where none can. */
export const staffWaveForm = call('POST', '/api/staff/wave', {
  permission: 'orders.pick',
  summary: '成波',
  body: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: WAVE_ORDERS_MAX, uniqueItems: true }),
    picker_id: Type.Optional(NullableInteger),
    remark: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  data: Type.Object({ id: Id, no: Type.String(), orders: Type.Integer(), left_out: listOf({ no: Type.String(), message: Type.String() }) }),
})
/** Begins all of its orders that nobody has begun; asked again, those that were released or could not be begun before. */
export const staffWaveStart = call('POST', '/api/staff/wave/:id/start', {
  permission: 'orders.pick',
  summary: '波次开始拣货',
  body: Type.Object({}),
  data: Type.Object({ begun: Type.Integer(), refused: listOf({ no: Type.String(), message: Type.String() }) }),
})
export const staffWaveGive = call('POST', '/api/staff/wave/:id/give', {
  permission: 'orders.pick',
  summary: '波次交给拣货人',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ picker_id: Type.Optional(NullableInteger), version: Version }),
  data: Type.Object({ version: Version }),
})
/** So many lie on the cart now. from: as it was read, so that two who take from one shelf do not count each other's. */
export const staffWaveTake = call('POST', '/api/staff/wave/:id/take', {
  permission: 'orders.pick',
  summary: '波次：记下拣到的数量',
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        batch_id: Id,
        from: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
        number: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
      }),
      { minItems: 1, maxItems: 2000 },
    ),
  }),
  data: Type.Object({ lines_taken: Type.Integer(), lines: Type.Integer() }),
})
export const staffWaveLeave = call('POST', '/api/staff/wave/:id/leave', {
  permission: 'orders.pick',
  summary: '把一张订单移出波次',
  body: Type.Object({ order_id: Id, reason: Reason }),
  data: Type.Object({ orders: Type.Integer() }),
})
/** What is picked stays in it; what is not can be put into another. */
export const staffWaveDissolve = call('POST', '/api/staff/wave/:id/dissolve', {
  permission: 'orders.pick',
  summary: '解散波次',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ reason: Reason, version: Version }),
  data: Type.Object({ left: Type.Integer() }),
})
