import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

/** Several orders picked in one walk: what is asked for of each shelf, and whose it is. */

export interface SheetOrder {
  id: number
  no: string
  company: string
  warehouse: string
  status: string
  lines: number
  number: number
  coldChain: boolean
  isEphedrine: boolean
  isHeld: boolean
  remark: string
}
export async function sheetOrders(connection: Connection, ids: readonly number[]): Promise<SheetOrder[]> {
  const { rows } = await sql<SheetOrder>`
    select o.id, o.no, c.name as company, w.name as warehouse, o.status, l.lines, l.number, l."coldChain", o.is_ephedrine as "isEphedrine",
           o.held_at is not null as "isHeld", o.remark
      from orders o join company c on c.id = o.company_id join warehouse w on w.id = o.warehouse_id
     cross join lateral (select count(*)::integer as lines, coalesce(sum(l.number), 0)::integer as number, coalesce(bool_or(g.cold_chain), false) as "coldChain"
                           from order_line l join goods g on g.id = l.goods_id where l.order_id = o.id) l
     where o.id = any(${ids}::bigint[]) and ${orderSeen('o.id', 'o.company_id')} order by array_position(${ids}::bigint[], o.id)`.execute(
    connection,
  )
  return rows
}

export interface SheetPiece {
  place: string
  warehouse: string
  goodsId: number
  code: string
  barcode: string
  name: string
  spec: string
  unit: string
  maker: string
  storage: string
  coldChain: boolean
  batchId: number
  batchNo: string
  expiryDate: TradeDate
  isLocked: boolean
  number: number
  taken: number
  orders: { no: string; tote: number; number: number }[]
}

export interface Tote {
  id: number
  tote: number
}

/**
 * In the order of the shelves: cold goods last, they stay cold until then. With a wave also what lies on its cart and belongs to none of
 * these orders any more: a batch of none.
 */
export async function sheetPieces(connection: Connection, orders: readonly Tote[], waveId: number | null): Promise<SheetPiece[]> {
  const { rows } = await sql<SheetPiece>`
    select coalesce(s.place, '') as place, w.name as warehouse, g.id as "goodsId", g.code, g.barcode,
           coalesce(p.name, g.name) as name, coalesce(p.spec, g.spec) as spec, coalesce(p.unit, g.unit) as unit, coalesce(m.name, '') as maker,
           g.storage, g.cold_chain as "coldChain", b.id as "batchId", b.batch_no as "batchNo", b.expiry_date as "expiryDate",
           b.locked_at is not null as "isLocked", coalesce(p.number, 0) as number, coalesce(t.taken, 0) as taken,
           coalesce(p.orders, '[]') as orders
      from (select ob.stock_batch_id, min(l.name) as name, min(coalesce(l.goods ->> 'spec', '')) as spec, min(coalesce(l.goods ->> 'unit', '')) as unit,
                   sum(ob.number)::integer as number,
                   json_agg(json_build_object('no', o.no, 'tote', asked.tote, 'number', ob.number) order by asked.tote, ob.id) as orders
              from unnest(${orders.map(({ id }) => id)}::bigint[], ${orders.map(({ tote }) => tote)}::integer[]) as asked (id, tote)
              join orders o on o.id = asked.id
              join order_line l on l.order_id = o.id join order_line_batch ob on ob.order_line_id = l.id
             where ${orderSeen('o.id', 'o.company_id')} group by ob.stock_batch_id) p
      full join (select stock_batch_id, sum(number)::integer as taken from wave_taken
                  where wave_id = ${waveId} group by 1 having sum(number) <> 0) t using (stock_batch_id)
      join stock_batch b on b.id = stock_batch_id join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id
      left join manufacturer m on m.id = g.manufacturer_id
      left join shelf_place s on s.warehouse_id = b.warehouse_id and s.goods_id = b.goods_id
     order by w.sort, w.id, g.cold_chain, coalesce(s.place, '') = '', s.place, 6, b.expiry_date, b.id`.execute(connection)
  return rows
}
