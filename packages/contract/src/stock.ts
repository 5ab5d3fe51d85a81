import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging } from './shapes.ts'

/** What the quality department does with batches and goods. Each deed is on record in the audit log. */

const Batch = Type.Object({
  id: Id,
  goods_id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  manufacturer: Type.String(),
  batch_no: Type.String(),
  warehouse: Type.String(),
  place: Type.String({ description: 'where the goods lie there; empty: not said' }),
  expiry_date: Type.String(),
  available: Type.Integer(),
  reserved: Type.Integer({ description: 'held by orders that have not left' }),
  locked_at: NullableText,
  locked_by: Type.String(),
  locked_reason: Type.String(),
})
export type StaffBatchWire = Static<typeof Batch>
const Reason = Type.String({ minLength: 1, maxLength: 200 })

export const staffBatches = call('GET', '/api/staff/batch/list', {
  permission: 'batches.view',
  summary: '批号列表',
  query: Type.Object({
    keywords: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'the beginning of a batch number, goods code or goods name; the scan of a label of a batch or of a place',
      }),
    ),
    locked: Type.Optional(Flag),
    warehouse_id: Type.Optional(Id),
    goods_id: Type.Optional(Id),
    there: Type.Optional({ ...Flag, description: '1: only those of which something lies there' }),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(Batch) }),
})
/** A locked batch is not sold; orders that hold some of it stop before they leave. */
export const staffBatch = call('POST', '/api/staff/batch/:id/:command', {
  permission: { param: 'command', words: { lock: 'batches.lock', release: 'batches.release' } },
  summary: '锁定或解锁批号',
  approval: 'batch.release',
  refuses: ['NOBODY_TO_APPROVE', 'BATCH_RECALLED'],
  params: Type.Object({ id: Id, command: Type.Unsafe<'lock' | 'release'>({ type: 'string', enum: ['lock', 'release'] }) }),
  body: Type.Object({
    reason: Reason,
    everywhere: Type.Optional({ ...Flag, description: '1 (default): the same batch of the goods in every warehouse' }),
  }),
  data: Type.Object({ batches: Type.Array(Batch), open_orders: Type.Integer({ description: 'that hold some of them' }) }),
})
/** Who has it: the same batch of the goods, from whichever warehouse it left. */
export const staffBatchRecall = call('GET', '/api/staff/batch/:id/recall', {
  permission: 'batches.view',
  summary: '批号流向：订单、企业、数量',
  query: Type.Object(Paging),
  data: Type.Object({
    ...Paged,
    batch: Batch,
    sums: Type.Object({
      companies: Type.Integer(),
      orders: Type.Integer(),
      number: Type.Integer({ description: 'units of orders that were not cancelled' }),
      returned: Type.Integer(),
      open: Type.Integer({ description: 'of them units that have not left the house' }),
    }),
    list: listOf({
      order_id: Id,
      order_no: Type.String(),
      status: Type.String(),
      status_name: Type.String(),
      is_open: Type.Boolean(),
      company_id: Id,
      company: Type.String(),
      contact: Type.String(),
      phone: Type.String(),
      number: Type.Integer(),
      returned: Type.Integer(),
      ordered_at: Type.String(),
      shipped_at: NullableText,
    }),
  }),
})
/** stopped: by hand, whatever an import says. */
export const GOODS_SALE_NAMES = { on: '在售', off: '未上架', stopped: '已停售' } as const
export type GoodsSaleState = keyof typeof GOODS_SALE_NAMES
const SaleState = Type.Unsafe<GoodsSaleState>({ type: 'string', enum: Object.keys(GOODS_SALE_NAMES) })
const StaffGoods = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  spec: Type.String(),
  manufacturer: Type.String(),
  approval_no: Type.String(),
  state: SaleState,
  state_name: Type.String(),
  off_shelf_reason: Type.String({ description: 'why it is not sold; empty: it is, or it was never put on' }),
  stopped_at: NullableText,
  stopped_by: Type.String(),
  stopped_reason: Type.String(),
  available: Type.Integer({ description: 'units in all warehouses that could be sold' }),
})
export type StaffGoodsWire = Static<typeof StaffGoods>
/** Without prices: whoever stops goods need not see them. */
export const staffGoodsList = call('GET', '/api/staff/goods', {
  permission: 'goods.view',
  summary: '商品：在售、下架与停售',
  query: Type.Object({
    keywords: Type.Optional(
      Type.String({ maxLength: 60, description: 'beginning of a code, approval number or first letters; part of a name or maker' }),
    ),
    state: Type.Optional(SaleState),
    ...Paging,
  }),
  data: Type.Object({ ...Paged, list: Type.Array(StaffGoods) }),
})
/** Goods that are stopped stay off the shelf, whatever an import says, until they are resumed. */
export const staffGoodsSale = call('POST', '/api/staff/goods/:id/:command', {
  permission: { param: 'command', words: { stop: 'goods.stop', resume: 'goods.resume' } },
  summary: '停售或恢复销售商品',
  params: Type.Object({ id: Id, command: Type.Unsafe<'stop' | 'resume'>({ type: 'string', enum: ['stop', 'resume'] }) }),
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ on_shelf: Type.Boolean(), stopped: Type.Boolean() }),
})
