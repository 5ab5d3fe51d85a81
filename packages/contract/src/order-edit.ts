import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, Yuan } from './shapes.ts'

/** Orders that staff make smaller, or send elsewhere, before they are picked. Never more than was ordered. */

export const EDIT_CAUSES = ['buyer', 'shop'] as const
export const EDIT_CAUSE_NAMES: Readonly<Record<(typeof EDIT_CAUSES)[number], string>> = { buyer: '客户要求', shop: '我方原因' }
const Cause = Type.Unsafe<(typeof EDIT_CAUSES)[number]>({
  type: 'string',
  enum: [...EDIT_CAUSES],
  description: 'buyer: gifts and free shipping follow the goods; shop: they stay, as if the goods had been sent',
})
/** Who ordered it may write as much. */
const Remark = Type.String({ maxLength: 200 })
const Version = Type.Integer({ minimum: 0, description: 'as it was read: a change made on an older one is refused' })

/** A line of an order as a person reads it: a bundle is one. */
export const DeskItemFacts = {
  id: Id,
  name: Type.String(),
  maker: Type.String(),
  spec: Type.String(),
  unit: Type.String({ description: '套: a bundle, with its parts in spec' }),
  tag: Type.String(),
  number: Type.Integer(),
  step: Type.Integer({ description: 'what stays, and what goes, is a multiple of it' }),
}
const Item = Type.Object({
  ...DeskItemFacts,
  paid: Yuan,
  batches: listOf({
    piece_id: Id,
    batch_no: Type.String(),
    expiry_date: Type.String(),
    number: Type.Integer(),
    others: listOf({ batch_id: Id, batch_no: Type.String(), expiry_date: Type.String(), available: Type.Integer() }),
  }),
})
export type EditItemWire = Static<typeof Item>

export const staffOrderEditForm = call('GET', '/api/staff/order/:id/edit', {
  permission: 'orders.edit',
  summary: '订单改单：可改的内容',
  data: Type.Object({
    id: Id,
    no: Type.String(),
    company_id: Id,
    company: Type.String(),
    status_name: Type.String(),
    version: Version,
    why: Type.String({ description: 'why nothing can be changed; empty: it can' }),
    items: Type.Array(Item),
    receiver: Type.String(),
    address_id: Type.Integer({ description: '0: an address that the company does not keep any more' }),
    addresses: listOf({ id: Id, text: Type.String(), open: Type.Boolean(), why: Type.String() }),
    remark: Type.String(),
  }),
})

const Preview = Type.Object({
  version: Version,
  stamp: Type.String({ description: 'of exactly this preview: send it with the change' }),
  items: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      unit: Type.String(),
      before: Type.Integer(),
      after: Type.Integer(),
      paid_before: Yuan,
      paid_after: Yuan,
      why: Type.String({ description: 'why it changes although nobody asked for it' }),
    }),
    { description: 'those that change' },
  ),
  money: listOf({ key: Type.String(), label: Type.String(), before: Yuan, after: Yuan }),
  back_total: Yuan,
  back: listOf({ to: Type.String(), amount: Yuan, when: Type.String() }),
  earns: listOf({ label: Type.String(), before: Type.String(), after: Type.String() }),
  others: Type.Array(Type.Object({ label: Type.String(), before: Type.String(), after: Type.String() }), {
    description: 'address, batches, remark',
  }),
  notes: Type.Array(Type.String()),
  is_paid: { ...Flag, description: 'nothing is left to pay after it' },
})
export type OrderEditPreviewWire = Static<typeof Preview>

/** Nothing is written: what would happen, to the fen. */
export const staffOrderEditPreview = call('GET', '/api/staff/order/:id/edit/preview', {
  permission: 'orders.edit',
  summary: '订单改单：每一元的预览',
  refuses: ['CHANGED_MEANWHILE'],
  query: Type.Object({
    version: Version,
    cause: Cause,
    lines: Type.Optional(
      Type.String({ maxLength: 6000, pattern: '^(\\d{1,16}:\\d{1,7}(,\\d{1,16}:\\d{1,7})*)?$', description: 'item:what stays of it' }),
    ),
    batches: Type.Optional(
      Type.String({
        maxLength: 6000,
        pattern: '^(\\d{1,16}:\\d{1,16}:\\d{1,7}(,\\d{1,16}:\\d{1,16}:\\d{1,7})*)?$',
        description: 'piece:other batch:number',
      }),
    ),
    address_id: Type.Optional(Id),
    remark: Type.Optional(Remark),
  }),
  data: Preview,
})

export const staffOrderEdit = call('POST', '/api/staff/order/:id/edit', {
  permission: 'orders.edit',
  summary: '订单改单（拣货前）',
  refuses: ['CHANGED_MEANWHILE', 'PREVIEW_CHANGED'],
  body: Type.Object({
    version: Version,
    stamp: Type.String({ maxLength: 64 }),
    cause: Cause,
    reason: Type.String({ maxLength: 200 }),
    lines: Type.Optional(Type.Array(Type.Object({ id: Id, number: Type.Integer({ minimum: 0, maximum: 9_999_999 }) }), { maxItems: 300 })),
    batches: Type.Optional(
      Type.Array(Type.Object({ piece_id: Id, batch_id: Id, number: Type.Integer({ minimum: 1, maximum: 9_999_999 }) }), { maxItems: 300 }),
    ),
    address_id: Type.Optional(Id),
    remark: Type.Optional(Remark),
  }),
  data: Preview,
})
