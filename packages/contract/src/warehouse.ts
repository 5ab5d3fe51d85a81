import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { MOVEMENT_NAMES } from './constants.ts'
import { Flag, Id, listOf, NullableText, OptionalDay, Paged, Paging, PerPage } from './shapes.ts'

/** Warehouses, where goods lie in them, what moved and what comes near its end. No price anywhere. */

/** More rows than this are said as 10,000+. */
export const STOCK_COUNT_MAX = 10_000
export const LEDGER_EXPORT_MAX = 20_000

const Warehouse = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  province: Type.String(),
  address: Type.String(),
  contact: Type.String(),
  phone: Type.String(),
  sort: Type.Integer(),
  is_active: Flag,
  version: Type.Integer(),
  batches: Type.Integer({ description: 'of which something lies there' }),
  open_orders: Type.Integer({ description: 'that have not left it' }),
})
export type WarehouseWire = Static<typeof Warehouse>
const WarehouseFields = {
  name: Type.String({ maxLength: 40 }),
  province: Type.String({ maxLength: 20, description: 'buyers of this province are served from here first' }),
  address: Type.String({ maxLength: 100 }),
  contact: Type.String({ maxLength: 20 }),
  phone: Type.String({ maxLength: 20 }),
  sort: Type.Integer({ minimum: 0, maximum: 9999, description: 'the smaller first, where several have the goods' }),
}

export const staffWarehouses = call('GET', '/api/staff/warehouse', {
  permission: 'stock.view',
  summary: '仓库',
  query: Type.Object(Paging),
  data: Type.Object({ ...Paged, list: Type.Array(Warehouse), provinces: Type.Array(Type.String()) }),
})
export const staffWarehouseAdd = call('POST', '/api/staff/warehouse', {
  permission: 'warehouses.change',
  summary: '新建仓库',
  body: Type.Object({ code: Type.String({ maxLength: 20 }), ...WarehouseFields }),
  data: Type.Object({ id: Id }),
})
export const staffWarehouseSave = call('POST', '/api/staff/warehouse/:id', {
  permission: 'warehouses.change',
  summary: '修改、停用或启用仓库',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({
    ...WarehouseFields,
    is_active: Flag,
    version: Type.Integer({ minimum: 0, description: 'as it was read: a save over someone else’s is refused' }),
  }),
  data: Type.Object({ version: Type.Integer() }),
})

// ── Goods, as the warehouse looks for them ──

export const staffStockGoods = call('GET', '/api/staff/stock/goods', {
  permission: 'stock.view',
  summary: '按条码、编码、首字母、名称找商品，连同批号',
  query: Type.Object({
    words: Type.String({ minLength: 1, maxLength: 60, description: 'a scan, the beginning of a code or first letters, part of a name' }),
    warehouse_id: Type.Optional(Id),
  }),
  data: Type.Object({
    list: listOf({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      spec: Type.String(),
      unit: Type.String(),
      maker: Type.String(),
      barcode: Type.String(),
      storage: Type.String(),
      cold_chain: Flag,
      shelf_life_months: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      barred: Type.String({ description: 'why it may not be received; empty: it may' }),
      place: Type.String({ description: 'where it lies in the warehouse that was named' }),
      batches: Type.Array(
        Type.Object({
          id: Id,
          batch_no: Type.String(),
          production_date: NullableText,
          expiry_date: Type.String(),
          available: Type.Integer(),
          reserved: Type.Integer(),
          locked: Flag,
        }),
        { description: 'of the warehouse that was named, else of all; the newest first' },
      ),
    }),
  }),
})
export const staffStockPlace = call('POST', '/api/staff/stock/place', {
  permission: 'stock.count',
  summary: '登记商品货位',
  body: Type.Object({
    warehouse_id: Id,
    goods_id: Id,
    place: Type.String({ maxLength: 20, description: 'empty: none any more' }),
  }),
  data: Type.Object({ place: Type.String() }),
})

// ── Movements ──

export type MovementKind = keyof typeof MOVEMENT_NAMES
const Kind = Type.Unsafe<MovementKind>({ type: 'string', enum: Object.keys(MOVEMENT_NAMES) })
const LedgerFilter = {
  words: Type.Optional(Type.String({ maxLength: 60, description: 'the beginning of a batch number, of a goods’ code or name' })),
  batch_id: Type.Optional(Id),
  goods_id: Type.Optional(Id),
  warehouse_id: Type.Optional(Id),
  kind: Type.Optional(Kind),
  document_no: Type.Optional(Type.String({ maxLength: 30 })),
  start_time: OptionalDay,
  end_time: OptionalDay,
}
export const staffMovements = call('GET', '/api/staff/stock/movements', {
  permission: 'stock.view',
  summary: '库存流水，新的在前',
  query: Type.Object({ ...LedgerFilter, after: Type.Optional(Id), per_page: Type.Optional(PerPage) }),
  data: Type.Object({
    list: listOf({
      id: Id,
      at: Type.String(),
      kind: Kind,
      kind_name: Type.String(),
      batch_id: Id,
      batch_no: Type.String(),
      goods_id: Id,
      code: Type.String(),
      name: Type.String(),
      spec: Type.String(),
      warehouse: Type.String(),
      available: Type.Integer({ description: 'more or less to be sold; of an import: what it was set to' }),
      reserved: Type.Integer(),
      order_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      order_no: Type.String(),
      document_no: Type.String(),
      actor: Type.String(),
      reason: Type.String(),
    }),
    next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  }),
})
export const staffMovementsExport = call('GET', '/api/staff/stock/movements/export', {
  permission: 'stock.view',
  file: true,
  summary: '导出库存流水',
  query: Type.Object(LedgerFilter),
  data: Type.Object({}),
})

// ── What comes near its end ──

export const EXPIRY_SPANS = [0, 30, 90, 180] as const
export const staffExpiry = call('GET', '/api/staff/stock/expiry', {
  permission: 'stock.view',
  summary: '近效期：已过期、30、90、180 天内到期的批号，按盒计',
  query: Type.Object({
    days: Type.Optional(
      Type.Unsafe<(typeof EXPIRY_SPANS)[number]>({
        type: 'integer',
        enum: [...EXPIRY_SPANS],
        description: 'the span of the list; 30 otherwise',
      }),
    ),
    warehouse_id: Type.Optional(Id),
    after: Type.Optional(Id),
    per_page: Type.Optional(PerPage),
  }),
  data: Type.Object({
    spans: Type.Array(Type.Object({ days: Type.Integer(), batches: Type.Integer(), number: Type.Integer() }), {
      description: '0: past their date; each other span begins where the one before ends',
    }),
    list: listOf({
      id: Id,
      goods_id: Id,
      code: Type.String(),
      name: Type.String(),
      spec: Type.String(),
      unit: Type.String(),
      maker: Type.String(),
      batch_no: Type.String(),
      warehouse: Type.String(),
      place: Type.String(),
      expiry_date: Type.String(),
      days_left: Type.Integer(),
      available: Type.Integer(),
      reserved: Type.Integer(),
      locked: Flag,
      offered: Flag,
    }),
    next: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  }),
})
