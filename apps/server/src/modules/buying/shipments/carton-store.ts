import { sql } from 'kysely'
import type { CartonKind, ToPack } from '#domain/cartons.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** Cartons of an order and what lies in them. Whoever writes has the order locked. */

export interface CartonGoods {
  pieceId: number
  name: string
  spec: string
  unit: string
  manufacturer: string
  batchNo: string
  expiryDate: TradeDate
  number: number
  storage: string
  coldChain: boolean
}
export interface CartonRow {
  id: number
  kind: CartonKind
  boxNo: string
  waybill: string
  weightGrams: number | null
  celsius: number | null
  goods: CartonGoods[]
}

/** In their order, by order: a carton's number is its place there. */
export async function cartonsOfOrders(connection: Connection, orderIds: readonly number[]): Promise<Map<number, CartonRow[]>> {
  const { rows } = await sql<CartonRow & { orderId: number }>`
    select c.id, c.order_id as "orderId", c.kind, c.box_no as "boxNo", c.waybill, c.weight_grams as "weightGrams", c.celsius::float as celsius,
           coalesce((select json_agg(json_build_object(
                              'pieceId', b.id, 'name', coalesce(nullif(l.name, ''), g.name), 'spec', coalesce(l.goods ->> 'spec', g.spec),
                              'unit', coalesce(l.goods ->> 'unit', g.unit), 'manufacturer', coalesce(l.goods ->> 'manufacturer', ''),
                              'batchNo', b.batch_no, 'expiryDate', b.expiry_date, 'number', i.number, 'storage', g.storage,
                              'coldChain', g.cold_chain) order by l.id, b.expiry_date, b.id)
                       from carton_goods i join order_line_batch b on b.id = i.order_line_batch_id join order_line l on l.id = b.order_line_id
                       join goods g on g.id = l.goods_id
                      where i.carton_id = c.id), '[]') as goods
      from carton c where c.order_id = any(${[...orderIds]}::bigint[]) order by c.order_id, c.id`.execute(connection)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

export const cartonsOfOrder = async (connection: Connection, orderId: number): Promise<readonly CartonRow[]> =>
  (await cartonsOfOrders(connection, [orderId])).get(orderId) ?? []

export interface PieceToPack extends ToPack {
  isLocked: boolean
}

export async function piecesToPack(connection: Connection, orderId: number): Promise<PieceToPack[]> {
  const { rows } = await sql<PieceToPack>`
    select b.id, l.name, coalesce(l.goods ->> 'unit', g.unit) as unit, b.batch_no as "batchNo", b.number, g.case_pack as "casePack",
           g.cold_chain as "coldChain", s.locked_at is not null as "isLocked",
           coalesce((select sum(i.number)::integer from carton_goods i where i.order_line_batch_id = b.id), 0) as packed
      from order_line l join order_line_batch b on b.order_line_id = l.id join stock_batch s on s.id = b.stock_batch_id
      join goods g on g.id = l.goods_id
     where l.order_id = ${orderId} order by l.id, b.expiry_date, b.id`.execute(connection)
  return rows
}

/** As many of one kind as are asked for. Answers their ids. */
export async function insertCartons(
  connection: Connection,
  { orderId, kind, count, by }: { orderId: number; kind: CartonKind; count: number; by: string },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into carton (order_id, kind, opened_at, opened_by)
    select ${orderId}::bigint, ${kind}, ${now}::timestamptz, ${by} from generate_series(1, ${count}::integer) returning id`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

export interface LaidIn {
  cartonId: number
  pieceId: number
  /** What lies there from now on; 0: nothing. */
  number: number
}
export async function layIn(connection: Connection, laid: readonly LaidIn[]): Promise<void> {
  const rows = JSON.stringify(laid.map(({ cartonId, pieceId, number }) => ({ carton: cartonId, piece: pieceId, number })))
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as n (carton bigint, piece bigint, number integer)`
  await sql`
    delete from carton_goods g using ${given} where g.carton_id = n.carton and g.order_line_batch_id = n.piece and n.number = 0`.execute(
    connection,
  )
  await sql`
    insert into carton_goods (carton_id, order_line_batch_id, number) select n.carton, n.piece, n.number from ${given} where n.number > 0
    on conflict (carton_id, order_line_batch_id) do update set number = excluded.number`.execute(connection)
}

export async function setCarton(
  connection: Connection,
  { id, boxNo, waybill, weightGrams, celsius }: Omit<CartonRow, 'kind' | 'goods'>,
): Promise<void> {
  await sql`
    update carton set box_no = ${boxNo}, waybill = ${waybill}, weight_grams = ${weightGrams}, celsius = ${celsius} where id = ${id}`.execute(
    connection,
  )
}

/** What lay in them lies in none. */
export async function dropCartons(connection: Connection, ids: readonly number[]): Promise<void> {
  await sql`delete from carton where id = any(${[...ids]}::bigint[])`.execute(connection)
}
