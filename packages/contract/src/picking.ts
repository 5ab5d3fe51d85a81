import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, NullableText, OptionalDay } from './shapes.ts'
import { ShippingFields } from './staff.ts'

/** What the warehouse does with an order beside picking and shipping it. Each deed is on record in the audit log. */

/** Codes of one batch of an order that are taken at once. */
const TRACE_CODES_MAX = 2000

const Piece = Type.Object({
  id: Id,
  line_id: Id,
  goods_id: Id,
  code: Type.String(),
  barcode: Type.String({ description: 'of the goods; empty: not known' }),
  name: Type.String(),
  maker: Type.String(),
  spec: Type.String(),
  unit: Type.String(),
  storage: Type.String(),
  cold_chain: Flag,
  batch_id: Id,
  batch_no: Type.String(),
  expiry_date: Type.String(),
  number: Type.Integer(),
  place: Type.String({ description: 'where it lies; empty: nobody said' }),
  locked_reason: Type.String({ description: 'why quality holds the batch; empty: it does not' }),
  trace_codes: Type.Integer({ description: 'taken so far' }),
  others: Type.Array(
    Type.Object({
      batch_id: Id,
      batch_no: Type.String(),
      production_date: NullableText,
      expiry_date: Type.String(),
      available: Type.Integer(),
    }),
    { description: 'batches of the same goods in the same warehouse that may take its place, first to expire first' },
  ),
})
export type PickingPieceWire = Static<typeof Piece>

export const staffPicking = call('GET', '/api/staff/order/:id/picking', {
  permission: 'orders.pick',
  summary: '拣货明细：批号、可换批号、已采集追溯码',
  data: Type.Object({ status: Type.String(), list: Type.Array(Piece) }),
})
/** The stock that was held goes back to the former batch; the order's sum stays. */
export const staffPickingBatch = call('POST', '/api/staff/order/:id/batch', {
  permission: 'orders.pick',
  summary: '拣货时更换批号',
  refuses: ['ORDER_HELD', 'DOCUMENT_WAITING'],
  body: Type.Object({
    piece_id: Id,
    batch_id: Id,
    number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'none: all of it' })),
    reason: Type.String({ minLength: 2, maxLength: 100 }),
  }),
  data: Type.Object({ status: Type.String() }),
})
/** The codes of one batch of the order, all of them: what was taken before is replaced. */
export const staffTraceCodes = call('POST', '/api/staff/order/:id/trace_codes', {
  permission: 'orders.pick',
  summary: '采集追溯码',
  refuses: ['TRACE_CODE_OUT', 'TRACE_CODE_OTHER_GOODS'],
  body: Type.Object({
    piece_id: Id,
    codes: Type.Array(Type.String({ maxLength: 60 }), { maxItems: TRACE_CODES_MAX }),
    other_goods: Type.Optional({
      ...Flag,
      description: '1: staff have checked that the drug is the same though the shop keeps it under another goods',
    }),
  }),
  data: Type.Object({ taken: Type.Integer() }),
})
/** For the national platform: what left the house between two days, as XML, and the same as a workbook. */
export const staffTracePack = call('GET', '/api/staff/trace_code/pack', {
  permission: 'trace_codes.export',
  file: true,
  summary: '追溯码上传文件',
  query: Type.Object({ from: OptionalDay, to: OptionalDay }),
  data: Type.Object({}),
})
/** What is not given stays as it was. All papers of the shipment are made in a new version that names the one before. */
export const staffShipmentCorrect = call('POST', '/api/staff/order/:id/papers', {
  permission: 'shipments.correct',
  summary: '更正发货信息并重新出具单据',
  refuses: ['DOCUMENT_WAITING', 'CHANGED_MEANWHILE'],
  body: Type.Object({
    change: Type.String({ minLength: 2, maxLength: 60, description: 'what is corrected; stands on the new version' }),
    version: Type.Optional(Type.Integer({ minimum: 0, description: 'as it was read: a save over someone else’s is refused' })),
    ...ShippingFields,
  }),
  data: Type.Object({ status: Type.String() }),
})
