import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { orderSeen, warehouseSeen } from '../../../platform/narrowing.ts'
import { type CartonRow, cartonsOfOrders } from '../shipments/public.ts'

/** What stands on labels; what a narrowed view does not show is not there. */

export interface LabelOrder {
  id: number
  no: string
  status: OrderStatus
  company: string
  warehouse: string
  receiver: { name: string; phone: string; address: string }
  carrier: string
  waybill: string
  /** Of its shipment; null: not shipped, or nobody said. */
  packages: number | null
  isShipped: boolean
  pieces: { name: string; spec: string; unit: string; batchNo: string; number: number; coldChain: boolean; storage: string }[]
  /** Empty: it is not packed by carton. */
  cartons: readonly CartonRow[]
}

export async function labelOrders(connection: Connection, ids: readonly number[]): Promise<Map<number, LabelOrder>> {
  const cartons = await cartonsOfOrders(connection, ids)
  const { rows } = await sql<Omit<LabelOrder, 'cartons'>>`
    select o.id, o.no, o.status, c.name as company, w.name as warehouse,
           json_build_object('name', coalesce(o.receiver ->> 'receiver', ''), 'phone', coalesce(o.receiver ->> 'phone', ''),
             'address', concat(o.receiver ->> 'province', o.receiver ->> 'city', o.receiver ->> 'district', o.receiver ->> 'detail')) as receiver,
           coalesce(s.carrier, '') as carrier, coalesce(s.waybill, '') as waybill, s.packages, s.id is not null as "isShipped",
           coalesce((select json_agg(json_build_object(
                              'name', l.name, 'spec', coalesce(l.goods ->> 'spec', g.spec), 'unit', coalesce(l.goods ->> 'unit', g.unit),
                              'batchNo', b.batch_no, 'number', b.number, 'coldChain', g.cold_chain, 'storage', g.storage) order by l.id, b.id)
                       from order_line l join order_line_batch b on b.order_line_id = l.id join goods g on g.id = l.goods_id
                      where l.order_id = o.id), '[]') as pieces
      from orders o join company c on c.id = o.company_id join warehouse w on w.id = o.warehouse_id left join shipment s on s.order_id = o.id
     where o.id = any(${[...ids]}::bigint[]) and ${orderSeen('o.id', 'o.company_id')}`.execute(connection)
  return new Map(rows.map((row) => [row.id, { ...row, cartons: cartons.get(row.id) ?? [] }]))
}

export interface LabelGoods {
  id: number
  code: string
  barcode: string
  name: string
  spec: string
  unit: string
  maker: string
  approvalNo: string
  storage: string
  coldChain: boolean
  place: string
}
const GOODS = sql`g.code, g.barcode, g.name, g.spec, g.unit, coalesce(m.name, '') as maker, g.approval_no as "approvalNo", g.storage,
  g.cold_chain as "coldChain", coalesce(p.place, '') as place`

export async function labelGoods(connection: Connection, warehouseId: number, ids: readonly number[]): Promise<Map<number, LabelGoods>> {
  const { rows } = await sql<LabelGoods>`
    select g.id, ${GOODS} from goods g left join manufacturer m on m.id = g.manufacturer_id
      left join shelf_place p on p.goods_id = g.id and p.warehouse_id = ${warehouseId} where g.id = any(${[...ids]}::bigint[])`.execute(
    connection,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface LabelBatch extends LabelGoods {
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  warehouse: string
  isLocked: boolean
}

export async function labelBatches(connection: Connection, ids: readonly number[]): Promise<Map<number, LabelBatch>> {
  const { rows } = await sql<LabelBatch>`
    select b.id, ${GOODS}, b.batch_no as "batchNo", b.production_date as "productionDate", b.expiry_date as "expiryDate", w.name as warehouse,
           b.locked_at is not null as "isLocked"
      from stock_batch b join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id
      left join manufacturer m on m.id = g.manufacturer_id
      left join shelf_place p on p.goods_id = b.goods_id and p.warehouse_id = b.warehouse_id
     where b.id = any(${[...ids]}::bigint[]) and ${warehouseSeen('b.warehouse_id')}`.execute(connection)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function warehouseName(connection: Connection, id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from warehouse where id = ${id}`.execute(connection)
  return rows[0]?.name ?? null
}

const PLACES_MAX = 2_000
export async function placesOf(connection: Connection, warehouseId: number, words: string): Promise<{ place: string; goods: number }[]> {
  const start = `${plainLike(words)}%`
  const { rows } = await sql<{ place: string; goods: number }>`
    select place, count(*)::integer as goods from shelf_place
     where warehouse_id = ${warehouseId} and place <> '' and ${isLike(sql`place`, start)} group by place order by place limit ${PLACES_MAX}`.execute(
    connection,
  )
  return rows
}
