import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

/** Batches near their end, by boxes. Index stock_batch_ends holds only those of which something is there. */

const inWarehouse = (id: number | null) =>
  sql`and ${warehouseSeen('b.warehouse_id')} ${id === null ? sql`` : sql`and b.warehouse_id = ${id}`}`

/** until: the first day that is no longer in the span. */
export interface Span {
  from: TradeDate | null
  until: TradeDate
}

export async function expirySums(connection: Connection, spans: readonly Span[], warehouseId: number | null) {
  const { rows } = await sql<{ batches: number; number: number }>`
    select f.batches, f.number
      from unnest(${spans.map((one) => one.from)}::date[], ${spans.map((one) => one.until)}::date[]) with ordinality as s(first_day, until, ord)
      cross join lateral (
        select count(*)::integer as batches, coalesce(sum(b.available + b.reserved), 0)::integer as number from stock_batch b
         where b.available + b.reserved > 0 and b.expiry_date >= coalesce(s.first_day, '-infinity') and b.expiry_date < s.until
           ${inWarehouse(warehouseId)}) f
     order by s.ord`.execute(connection)
  return rows
}

export interface ExpiringRow {
  id: number
  goodsId: number
  code: string
  name: string
  spec: string
  unit: string
  maker: string
  batchNo: string
  warehouse: string
  place: string
  expiryDate: TradeDate
  available: number
  reserved: number
  isLocked: boolean
  isOffered: boolean
}

/** The first to end first; after: the last batch of the page before. */
export async function expiringPage(
  connection: Connection,
  { from, until }: Span,
  warehouseId: number | null,
  after: number | null,
  limit: number,
  now: Date,
): Promise<ExpiringRow[]> {
  const place =
    after === null ? sql`` : sql`and (b.expiry_date, b.id) > ((select expiry_date from stock_batch where id = ${after}), ${after}::bigint)`
  const begin = from === null ? sql`` : sql`and b.expiry_date >= ${from}::date`
  const { rows } = await sql<ExpiringRow>`
    select b.id, b.goods_id as "goodsId", g.code, g.name, g.spec, g.unit, coalesce(m.name, '') as maker, b.batch_no as "batchNo",
           w.name as warehouse, coalesce(p.place, '') as place, b.expiry_date as "expiryDate", b.available, b.reserved,
           b.locked_at is not null as "isLocked",
           exists (select from goods_offer o where o.stock_batch_id = b.id and o.kind = 'near_expiry' and o.ends_at > ${now}) as "isOffered"
      from (select b.* from stock_batch b where b.available + b.reserved > 0 and b.expiry_date < ${until}::date ${begin} ${inWarehouse(warehouseId)} ${place}
             order by b.expiry_date, b.id limit ${limit}) b
      join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id left join manufacturer m on m.id = g.manufacturer_id
      left join shelf_place p on p.warehouse_id = b.warehouse_id and p.goods_id = b.goods_id
     order by b.expiry_date, b.id`.execute(connection)
  return rows
}
