import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ORDER_BULK_MAX } from './constants.ts'
import { Flag, Id, listOf, NullableInteger } from './shapes.ts'

/** Delivery notes of several orders of the list. */

const OrderIds = Type.Array(Id, { minItems: 1, maxItems: ORDER_BULK_MAX, uniqueItems: true })

const Row = Type.Object({
  id: Id,
  no: Type.String({ description: 'empty: not there for whoever asks' }),
  company: Type.String(),
  status_name: Type.String(),
  can: Flag,
  message: Type.String({ description: 'why it cannot' }),
})
export type OrderNoteRowWire = Static<typeof Row>

/** Which of them has a delivery note, the newest that counts. */
export const staffOrderNotes = call('GET', '/api/staff/order_notes', {
  permission: 'papers.view',
  summary: '所选订单的随货同行单',
  query: Type.Object({ ids: OrderIds }),
  data: Type.Object({
    list: listOf({ ...Row.properties, document_id: NullableInteger }),
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
