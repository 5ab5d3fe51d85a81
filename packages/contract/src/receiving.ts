import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DocumentShape } from './exchange.ts'
import { Flag, Id, listOf, NullableText, OptionalDay, Paged, Paging, Yuan } from './shapes.ts'

/** Deliveries on the buyer's side: what arrived, counted by batch, and the papers that came with it. */

const REFUSED_FOR = ['quality', 'near_expiry', 'other'] as const
const Units = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const Photos = Type.Optional(Type.Array(Id, { maxItems: 9, uniqueItems: true }))
const PersonName = Type.String({ minLength: 2, maxLength: 20 })
export const RECEIVING_LINES_MAX = 1_000

const Batch = {
  id: Type.Integer({ description: 'of the batch of the order line' }),
  goods_id: Id,
  name: Type.String(),
  sccj: Type.String(),
  ypgg: Type.String(),
  bzdw: Type.String(),
  image: Type.String(),
  tag: Type.String(),
  batch_no: Type.String(),
  production_date: NullableText,
  expiry_date: Type.String(),
  cold_chain: Flag,
  number: Type.Integer({ description: 'that left the house' }),
}
const Counted = {
  accepted: Type.Integer(),
  short: Type.Integer(),
  damaged: Type.Integer(),
  wrong: Type.Integer(),
  refused: Type.Integer(),
}
const Application = Type.Object({
  id: Id,
  no: Type.String(),
  kind: Type.String(),
  reason_name: Type.String(),
  status: Type.String(),
  status_name: Type.String(),
  number: Type.Integer(),
})
const Recorded = Type.Object({
  received_by: Type.String(),
  inspected_by: Type.String(),
  arrived_on: Type.String(),
  temperature: NullableText,
  remark: Type.String(),
  created_at: Type.String(),
  summary: Type.String({ description: '合格 48，破损 2' }),
  lines: listOf({ ...Batch, ...Counted, claimed: Type.Integer(), note: Type.String() }),
  after_sales: Type.Array(Application),
  document: Type.Unsafe<Static<typeof DocumentShape> | null>({ anyOf: [DocumentShape, { type: 'null' }] }),
})
export type ReceivingRecordWire = Static<typeof Recorded>

/** What of an order is to be counted, or how it was. */
export const receivingForm = call('GET', '/api/order/:id/receiving', {
  access: 'member',
  summary: '收货登记表',
  data: Type.Object({
    order_id: Id,
    order_no: Type.String(),
    status_name: Type.String(),
    why: Type.String({ description: 'why nothing can be recorded; empty: it can, or it is' }),
    shipped_at: NullableText,
    carrier: Type.String(),
    waybill: Type.String(),
    cold_chain: Flag,
    person: Type.String({ description: 'who is signed in' }),
    today: Type.String({ description: 'in Beijing' }),
    lines: listOf({
      ...Batch,
      claimed: Type.Integer({ description: 'applied for before the goods were counted' }),
      due: Type.Integer({ description: 'to be counted' }),
    }),
    record: Type.Unsafe<ReceivingRecordWire | null>({ anyOf: [Recorded, { type: 'null' }] }),
  }),
})
export type ReceivingFormWire = Static<(typeof receivingForm)['data']>

/**
 * Records what arrived; the order is received with it, and each difference is applied for after-sales in the same deed. The key
 * comes from the page; the same key is the same record.
 */
export const receivingSubmit = call('POST', '/api/order/:id/receiving', {
  access: 'member',
  summary: '收货登记',
  refuses: ['RECEIVED_ALREADY', 'KEY_USED', 'SEAL_NOT_YOURS'],
  body: Type.Object({
    key: Type.String({ minLength: 8, maxLength: 64 }),
    lines: Type.Array(
      Type.Object({
        id: Id,
        accepted: Units,
        short: Type.Optional(Units),
        damaged: Type.Optional(Units),
        wrong: Type.Optional(Units),
        refused: Type.Optional(Units),
        refused_for: Type.Optional(Type.Unsafe<(typeof REFUSED_FOR)[number]>({ type: 'string', enum: [...REFUSED_FOR] })),
        note: Type.Optional(Type.String({ maxLength: 100 })),
      }),
      { minItems: 1, maxItems: RECEIVING_LINES_MAX },
    ),
    received_by: PersonName,
    inspected_by: PersonName,
    arrived_on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    temperature: Type.Optional(Type.String({ pattern: '^(-?\\d{1,2}(\\.\\d)?)?$', description: '℃ on arrival; needed with cold goods' })),
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    send_back: Type.Optional(Flag),
    damaged_files: Photos,
    wrong_files: Photos,
    quality_files: Photos,
  }),
  data: Type.Object({
    order_id: Id,
    summary: Type.String(),
    after_sales: Type.Array(Application),
  }),
})

// ── /dzckd ──

export const DELIVERY_STATES = ['all', 'to_receive', 'received', 'differs'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
const DeliveryQuery = {
  state: Type.Optional(Type.Unsafe<DeliveryState>({ type: 'string', enum: [...DELIVERY_STATES] })),
  keywords: Type.Optional(
    Type.String({ maxLength: 60, description: 'number of the order, the note or a batch, 追溯码, barcode, or part of a goods name' }),
  ),
  start_time: OptionalDay,
  end_time: OptionalDay,
}
const Delivery = Type.Object({
  order_id: Id,
  order_no: Type.String(),
  shipped_at: Type.String(),
  carrier: Type.String(),
  waybill: Type.String(),
  cold_chain: Flag,
  line_count: Type.Integer(),
  number: Type.Integer(),
  amount: Yuan,
  state: Type.Unsafe<Exclude<DeliveryState, 'all'>>({ type: 'string' }),
  state_name: Type.String(),
  summary: Type.String({ description: 'of the receiving; empty: not recorded' }),
  can_receive: Flag,
  documents: Type.Array(DocumentShape, { description: 'the newest version of each' }),
})
export type DeliveryWire = Static<typeof Delivery>

export const deliveryList = call('GET', '/api/delivery_note/list', {
  access: 'member',
  summary: '电子出库单',
  query: Type.Object({ ...DeliveryQuery, ...Paging }),
  data: Type.Object({
    list: Type.Array(Delivery),
    ...Paged,
    papers: Type.Integer({ description: 'that are made, of all that the filter finds' }),
    today: Type.String({ description: 'in Beijing' }),
    counts: listOf({ state: Type.String(), name: Type.String(), count: Type.Integer() }),
    packs: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        state: Type.Unsafe<'waiting' | 'ready' | 'failed'>({ type: 'string' }),
        state_name: Type.String(),
        note: Type.String(),
        asked_at: Type.String(),
        file_url: Type.String({ description: 'empty until it is packed' }),
      }),
      { description: 'asked for in the last days' },
    ),
  }),
})
export type DeliveryListWire = Static<(typeof deliveryList)['data']>

/** Excel, a row a batch, for the buyer's own system; trace codes on a second sheet where the shop took them. */
export const DELIVERY_EXPORT_MAX = 5_000
export const deliveryExport = call('GET', '/api/delivery_note/export', {
  access: 'member',
  file: true,
  summary: '导出出库明细',
  query: Type.Object(DeliveryQuery),
  data: Type.Object({}),
})
/** The papers of all deliveries that the filter finds; more than PACK_MAX are a job: see packAsk. */
export const deliveryZip = call('GET', '/api/delivery_note/zip', {
  access: 'member',
  file: true,
  summary: '打包下载出库单',
  refuses: ['PACK_NEEDED'],
  query: Type.Object(DeliveryQuery),
  data: Type.Object({}),
})

// ── Everything of one order ──

const OrderPaper = Type.Object({
  group: Type.String({ description: '随货单据 | 检验报告 | 发票 | 合同 | 收货' }),
  name: Type.String(),
  goods: Type.String(),
  batch_no: Type.String(),
  number: Type.String({ description: 'of the paper' }),
  url: Type.String({ description: 'empty: not here' }),
  missing: Type.String({ description: 'why it is not here; empty: it is' }),
  waiting: Flag,
})
export type OrderPaperWire = Static<typeof OrderPaper>
export const orderPapers = call('GET', '/api/order/:id/papers', {
  access: 'member',
  summary: '本单全部资料',
  data: Type.Object({
    list: Type.Array(OrderPaper),
    there: Type.Integer(),
    missing: Type.Integer(),
    at_once: Flag,
    why: Type.String({ description: 'why there are none; empty: see the list' }),
  }),
})
export type OrderPapersWire = Static<(typeof orderPapers)['data']>
export const orderPapersZip = call('GET', '/api/order/:id/papers/zip', {
  access: 'member',
  file: true,
  summary: '一键下载本单资料',
  refuses: ['PACK_NEEDED'],
  data: Type.Object({}),
})

/** More files than go at once are packed by a job; a message tells when. */
export const packAsk = call('POST', '/api/pack', {
  access: 'member',
  summary: '申请打包',
  body: Type.Object({ ...DeliveryQuery, order_id: Type.Optional(Id) }),
  data: Type.Object({ id: Id, state: Type.String() }),
})
