import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { held, sellable } from './store.ts'

/** Which batches an order's lines take, changed while it is picked. */

export interface PieceRow {
  id: number
  lineId: number
  goodsId: number
  goodsName: string
  unit: string
  batchId: number
  batchNo: string
  number: number
  isNearExpiry: boolean
  traceCodes: number
}

export async function lockPiece(connection: Connection, orderId: number, pieceId: number): Promise<PieceRow | null> {
  const { rows } = await sql<PieceRow>`
    select p.id, p.order_line_id as "lineId", l.goods_id as "goodsId", l.name as "goodsName", coalesce(l.goods ->> 'unit', '') as unit,
           p.stock_batch_id as "batchId", p.batch_no as "batchNo", p.number, l.price_source = 'near_expiry' as "isNearExpiry",
           (select count(*)::integer from trace_code t where t.order_line_batch_id = p.id) as "traceCodes"
      from order_line_batch p join order_line l on l.id = p.order_line_id
     where p.id = ${pieceId} and l.order_id = ${orderId} for update of p`.execute(connection)
  return rows[0] ?? null
}

export interface TargetBatch {
  id: number
  batchNo: string
  available: number
}

/** The other batch where it may be sold as ordinary goods; locked together with the former one. */
export async function sellableBatch(
  connection: Connection,
  { orderId, piece, batchId }: { orderId: number; piece: PieceRow; batchId: number },
  today: TradeDate,
  now: Date,
): Promise<TargetBatch | null> {
  await sql`select id from stock_batch where id in (${piece.batchId}, ${batchId}) order by id for update`.execute(connection)
  const { rows } = await sql<TargetBatch>`
    select b.id, b.batch_no as "batchNo", b.available
      from stock_batch b join orders o on o.id = ${orderId} and o.warehouse_id = b.warehouse_id
     where b.id = ${batchId} and b.goods_id = ${piece.goodsId} and ${sellable(today)} and not ${held(now)}`.execute(connection)
  return rows[0] ?? null
}

/** Figures, movements and the line's batches; what the order holds in all stays the same. */
export async function movePiece(
  connection: Connection,
  { orderId, piece, target, number }: { orderId: number; piece: PieceRow; target: TargetBatch; number: number },
  now: Date,
): Promise<void> {
  await sql`
    update stock_batch b set available = b.available + d.number, reserved = b.reserved - d.number, updated_at = ${now}
      from (values (${piece.batchId}::bigint, ${number}::integer), (${target.id}::bigint, -${number}::integer)) as d(id, number)
     where b.id = d.id`.execute(connection)
  await sql`
    insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, at)
    values (${piece.batchId}, 'release', ${number}::integer, -${number}::integer, ${orderId}, ${now}),
           (${target.id}, 'reserve', -${number}::integer, ${number}::integer, ${orderId}, ${now})`.execute(connection)
  await sql`
    with more as (
      update order_line_batch set number = number + ${number} where order_line_id = ${piece.lineId} and stock_batch_id = ${target.id} returning id
    )
    insert into order_line_batch (order_line_id, stock_batch_id, batch_no, production_date, expiry_date, number)
    select ${piece.lineId}, b.id, b.batch_no, b.production_date, b.expiry_date, ${number}
      from stock_batch b where b.id = ${target.id} and not exists (select from more)`.execute(connection)
  if (number === piece.number) await sql`delete from order_line_batch where id = ${piece.id}`.execute(connection)
  else await sql`update order_line_batch set number = number - ${number} where id = ${piece.id}`.execute(connection)
}

export interface PickingRow extends Omit<PieceRow, 'isNearExpiry' | 'goodsName'> {
  code: string
  barcode: string
  name: string
  maker: string
  spec: string
  storage: string
  coldChain: boolean
  expiryDate: TradeDate
  lockedReason: string | null
  /** Where it lies; empty: nobody said. */
  place: string
  others: { batch_id: number; batch_no: string; production_date: TradeDate | null; expiry_date: TradeDate; available: number }[]
}

/** What is to be picked, with the batches that may take the place of each. */
export async function pickingRows(connection: Connection, orderId: number, today: TradeDate, now: Date): Promise<PickingRow[]> {
  const { rows } = await sql<PickingRow>`
    select p.id, l.id as "lineId", l.goods_id as "goodsId", g.code, g.barcode, l.name, coalesce(l.goods ->> 'manufacturer', '') as maker,
           coalesce(l.goods ->> 'spec', g.spec) as spec, g.storage, g.cold_chain as "coldChain",
           coalesce(l.goods ->> 'unit', g.unit) as unit, p.stock_batch_id as "batchId", p.batch_no as "batchNo",
           own.expiry_date::text as "expiryDate", p.number, own.locked_reason as "lockedReason",
           coalesce(shelf.place, '') as place,
           (select count(*)::integer from trace_code t where t.order_line_batch_id = p.id) as "traceCodes",
           coalesce((select json_agg(json_build_object('batch_id', b.id, 'batch_no', b.batch_no, 'production_date', b.production_date,
                                                       'expiry_date', b.expiry_date, 'available', b.available) order by b.expiry_date, b.id)
                       from stock_batch b
                      where b.goods_id = l.goods_id and b.warehouse_id = o.warehouse_id and b.id <> p.stock_batch_id and b.available > 0
                        and l.price_source <> 'near_expiry' and ${sellable(today)} and not ${held(now)}), '[]') as others
      from orders o join order_line l on l.order_id = o.id join order_line_batch p on p.order_line_id = l.id
      join stock_batch own on own.id = p.stock_batch_id join goods g on g.id = l.goods_id
      left join shelf_place shelf on shelf.warehouse_id = own.warehouse_id and shelf.goods_id = own.goods_id
     where o.id = ${orderId} order by l.id, own.expiry_date, p.id`.execute(connection)
  return rows
}

/** A file of stock may have put a batch's dates right since it was reserved: what leaves the house bears those of the batch. */
export async function takeBatchDates(connection: Connection, orderId: number): Promise<void> {
  await sql`
    update order_line_batch p set production_date = b.production_date, expiry_date = b.expiry_date
      from stock_batch b, order_line l
     where l.order_id = ${orderId} and p.order_line_id = l.id and b.id = p.stock_batch_id
       and (p.production_date, p.expiry_date) is distinct from (b.production_date, b.expiry_date)`.execute(connection)
}
