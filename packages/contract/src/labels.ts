import { Type } from 'typebox'
import { call } from './call.ts'
import { type LABEL_KINDS, LABEL_SIZES, LABELS_MAX, type LabelSize, WAVE_ORDERS_MAX } from './constants.ts'
import { Id, listOf, NullableInteger } from './shapes.ts'

/** Labels of cartons, addresses, batches, shelves: written down as printed, then fetched as one PDF. No price anywhere. */

export type LabelKind = keyof typeof LABEL_KINDS
const Size = Type.Unsafe<LabelSize>({ type: 'string', enum: Object.keys(LABEL_SIZES) })
const Copies = Type.Integer({ minimum: 1, maximum: 50 })
const CARTONS_MAX = 200
const Printed = Type.Object({
  id: Id,
  labels: Type.Integer({ description: 'pages of the file' }),
  again: Type.Integer({ description: 'of the records, those of which such labels were printed before' }),
})

/** What is known of an order's cartons before they are printed. */
export const staffOrderCartons = call('GET', '/api/staff/order/:id/cartons', {
  permission: 'orders.pick',
  summary: '订单的箱数与箱签打印记录',
  data: Type.Object({
    cartons: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'of the shipment, else of the packing, else of the labels printed last; null: nobody has said yet',
    }),
    shipped: NullableInteger,
    packed: Type.Integer({ description: 'cartons whose goods are known; 0: it is not packed by carton' }),
    prints: listOf({
      at: Type.String(),
      by: Type.String(),
      kind_name: Type.String(),
      cartons: Type.String({ description: '3 箱；第 2 箱，共 3 箱' }),
    }),
  }),
})
export const staffOrderLabels = call('POST', '/api/staff/label/order/:kind', {
  permission: 'orders.pick',
  summary: '打印订单的箱签、地址签',
  params: Type.Object({ kind: Type.Unsafe<'carton' | 'address'>({ type: 'string', enum: ['carton', 'address'] }) }),
  body: Type.Object({
    size: Size,
    orders: Type.Array(
      Type.Object({
        id: Id,
        cartons: Type.Integer({ minimum: 1, maximum: CARTONS_MAX }),
        only: Type.Optional(Type.Integer({ minimum: 1, maximum: CARTONS_MAX, description: 'a single carton, its label lost or spoilt' })),
      }),
      { minItems: 1, maxItems: WAVE_ORDERS_MAX },
    ),
  }),
  data: Printed,
})
export const staffBatchLabels = call('POST', '/api/staff/label/batch', {
  permission: 'stock.count',
  summary: '打印批号签',
  body: Type.Object({ size: Size, copies: Copies, ids: Type.Array(Id, { minItems: 1, maxItems: LABELS_MAX, uniqueItems: true }) }),
  data: Printed,
})
/** With the place that the goods has in this warehouse. */
export const staffGoodsLabels = call('POST', '/api/staff/label/goods', {
  permission: 'stock.count',
  summary: '打印商品货架签',
  body: Type.Object({
    size: Size,
    copies: Copies,
    warehouse_id: Id,
    ids: Type.Array(Id, { minItems: 1, maxItems: LABELS_MAX, uniqueItems: true }),
  }),
  data: Printed,
})
/** Of places that hold goods, and of such as will. */
export const staffPlaceLabels = call('POST', '/api/staff/label/place', {
  permission: 'stock.count',
  summary: '打印货位签',
  body: Type.Object({
    size: Size,
    copies: Copies,
    warehouse_id: Id,
    places: Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { minItems: 1, maxItems: LABELS_MAX, uniqueItems: true }),
  }),
  data: Printed,
})
/** By whoever had them printed, for a quarter of an hour: later it is another print. */
export const staffLabelFile = call('GET', '/api/staff/label/:id/file', {
  permission: 'own',
  file: true,
  summary: '标签的 PDF',
  data: Type.Object({}),
})
/** Places of a warehouse in their order. */
export const staffPlaces = call('GET', '/api/staff/stock/places', {
  permission: 'stock.view',
  summary: '仓库的货位与其商品数',
  query: Type.Object({ warehouse_id: Id, words: Type.Optional(Type.String({ maxLength: 20, description: 'how it begins' })) }),
  data: Type.Object({ list: listOf({ place: Type.String(), goods: Type.Integer() }) }),
})
