import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeskItemFacts } from './order-edit.ts'
import { Flag, Id, listOf, NullableYuan } from './shapes.ts'

/**
 * An order that becomes two before it has left the house: chosen goods go to a new order, each figure of both sums to what it was, and
 * nobody pays or gets anything back. desk: before it is picked; picking: what is there goes now, the rest waits as the new order.
 */

export const SPLIT_STAGES = ['desk', 'picking'] as const
export type SplitStage = (typeof SPLIT_STAGES)[number]
const words = { desk: 'orders.edit', picking: 'orders.pick' } as const
const permission = { param: 'stage', words } as const
const Params = Type.Object({ id: Id, stage: Type.Unsafe<SplitStage>({ type: 'string', enum: [...SPLIT_STAGES] }) })
const Version = Type.Integer({ minimum: 0, description: 'as it was read: a split of an older one is refused' })

const Item = Type.Object({
  ...DeskItemFacts,
  whole: { ...Flag, description: 'a gift or exchange goods: all of it goes, or none' },
  paid: NullableYuan,
  batches: listOf({
    piece_id: Id,
    batch_no: Type.String(),
    expiry_date: Type.String(),
    number: Type.Integer(),
    trace_codes: Type.Integer({ description: 'taken so far: so many units cannot go' }),
    name: Type.String({ description: 'of the goods: a bundle has several' }),
    unit: Type.String(),
  }),
})
export type SplitItemWire = Static<typeof Item>

export const staffOrderSplitForm = call('GET', '/api/staff/order/:id/split/:stage', {
  permission,
  summary: '拆单：可拆的内容',
  params: Params,
  data: Type.Object({
    id: Id,
    no: Type.String(),
    company: Type.String(),
    status_name: Type.String(),
    version: Version,
    why: Type.String({ description: 'why nothing can be split; empty: it can' }),
    items: Type.Array(Item),
  }),
})

const Preview = Type.Object({
  version: Version,
  stamp: Type.String({ description: 'of exactly this preview: send it with the split' }),
  no: Type.String(),
  new_no: Type.String(),
  items: listOf({
    id: Id,
    name: Type.String(),
    unit: Type.String(),
    kept: Type.Integer(),
    moved: Type.Integer(),
    kept_paid: NullableYuan,
    moved_paid: NullableYuan,
    why: Type.String({ description: 'why more goes than was asked for' }),
  }),
  money: Type.Array(
    Type.Object({ key: Type.String(), label: Type.String(), before: Type.String(), kept: Type.String(), moved: Type.String() }),
    {
      description: 'empty without orders.prices',
    },
  ),
  notes: Type.Array(Type.String()),
})
export type OrderSplitPreviewWire = Static<typeof Preview>

const PAIRS = { maxLength: 6000, pattern: '^(\\d{1,16}:\\d{1,7}(,\\d{1,16}:\\d{1,7})*)?$' }
/** Nothing is written: both orders as they would be, to the fen. */
export const staffOrderSplitPreview = call('GET', '/api/staff/order/:id/split/:stage/preview', {
  permission,
  summary: '拆单：两张订单的预览',
  refuses: ['CHANGED_MEANWHILE'],
  params: Params,
  query: Type.Object({
    version: Version,
    lines: Type.Optional(Type.String({ ...PAIRS, description: 'item:what goes of it' })),
    pieces: Type.Optional(Type.String({ ...PAIRS, description: 'batch of the order:what goes of it' })),
  }),
  data: Preview,
})

const Numbers = Type.Array(Type.Object({ id: Id, number: Type.Integer({ minimum: 1, maximum: 9_999_999 }) }), { maxItems: 300 })
export const staffOrderSplit = call('POST', '/api/staff/order/:id/split/:stage', {
  permission,
  summary: '拆单（拣货前；拣货中先发已有）',
  refuses: ['CHANGED_MEANWHILE', 'PREVIEW_CHANGED'],
  params: Params,
  body: Type.Object({
    version: Version,
    stamp: Type.String({ maxLength: 64 }),
    reason: Type.String({ maxLength: 200 }),
    lines: Type.Optional(Numbers),
    pieces: Type.Optional(Numbers),
  }),
  data: Type.Object({ id: Id, no: Type.String({ description: 'of the new order' }) }),
})
