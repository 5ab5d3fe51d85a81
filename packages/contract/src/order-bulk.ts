import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ORDER_BULK_MAX } from './constants.ts'
import { Flag, Id, listOf, NullableInteger } from './shapes.ts'

/** One deed on several orders of the list: what it would come to for each, and what came of it. */

const OrderIds = Type.Array(Id, { minItems: 1, maxItems: ORDER_BULK_MAX, uniqueItems: true })

export const ORDER_BULK_DEEDS = ['note', 'hold', 'resume', 'release'] as const
export type OrderBulkDeed = (typeof ORDER_BULK_DEEDS)[number]
/** note: for staff alone. hold: waits in the warehouse. resume: ends such a hold. release: ends a hold of the gates. */
const Params = Type.Object({ deed: Type.Unsafe<OrderBulkDeed>({ type: 'string', enum: [...ORDER_BULK_DEEDS] }) })
const words = { note: 'orders.note', hold: 'orders.hold', resume: 'orders.hold', release: 'orders.release' } as const
const permission = { param: 'deed', words } as const

const Weighed = Type.Object({
  id: Id,
  no: Type.String({ description: 'empty: not there for whoever asks' }),
  company: Type.String(),
  status_name: Type.String(),
  can: Flag,
  message: Type.String({ description: 'why it cannot' }),
})
const Done = Type.Object({
  id: Id,
  no: Type.String(),
  company: Type.String(),
  done: Flag,
  message: Type.String({ description: 'why not' }),
})
export type OrderBulkWeighedWire = Static<typeof Weighed>
export type OrderBulkDoneWire = Static<typeof Done>

/** Done and taken back for each, so that it says what the deed itself would say. */
export const staffOrderBulkPreview = call('GET', '/api/staff/order_bulk/:deed', {
  permission,
  summary: '批量处理订单的预览：备注、暂停、恢复、解除暂停',
  params: Params,
  query: Type.Object({ ids: OrderIds }),
  data: Type.Object({ list: Type.Array(Weighed) }),
})
/** Each by itself: what is refused for one holds up none of the others. */
export const staffOrderBulk = call('POST', '/api/staff/order_bulk/:deed', {
  permission,
  summary: '批量处理订单：备注、暂停、恢复、解除暂停',
  params: Params,
  body: Type.Object({ ids: OrderIds, reason: Type.String({ minLength: 2, maxLength: 200 }) }),
  data: Type.Object({ list: Type.Array(Done), done: Type.Integer() }),
})
/** Which of them has a delivery note, the newest that counts. */
export const staffOrderNotes = call('GET', '/api/staff/order_notes', {
  permission: 'papers.view',
  summary: '所选订单的随货同行单',
  query: Type.Object({ ids: OrderIds }),
  data: Type.Object({
    list: listOf({ ...Weighed.properties, document_id: NullableInteger }),
  }),
})
/** In one PDF behind a page that names them; it carries no signature. */
export const staffOrderNotesPrint = call('GET', '/api/staff/order_notes/print', {
  permission: 'papers.view',
  file: true,
  summary: '合并打印所选订单的随货同行单',
  refuses: ['PRINT_REFUSED', 'PRINT_TOO_LARGE'],
  query: Type.Object({ ids: OrderIds }),
  data: Type.Object({}),
})
