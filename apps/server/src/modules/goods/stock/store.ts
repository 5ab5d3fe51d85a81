import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/**
 * goods_stock is the lock that everything of one goods in one warehouse queues on; it is always taken in the order of
 * (goods, warehouse) and before any batch, so that no two transactions wait for each other in a circle.
 */
export interface GoodsPlace {
  goodsId: number
  warehouseId: number
}
export interface GoodsAmount extends GoodsPlace {
  number: number
}

const GOODS_KINDS = ['drug', 'herb', 'device', 'health', 'other']

/** A batch that a near-expiry offer sells is kept for it until the offer ends, and counted in no goods_stock. */
export const held = (now: Date) =>
  sql`exists (select from goods_offer o where o.goods_id = b.goods_id and o.stock_batch_id = b.id and o.kind = 'near_expiry' and o.ends_at > ${now})`

/** The longest that any kind of goods must still be in date. */
const longest = sql`(select max(min_remaining_days(kind)) from unnest(${GOODS_KINDS}::text[]) as k(kind))`

/**
 * A batch that is sold as ordinary goods: not locked, and long enough in date (setting min_remaining_days). Its goods is
 * looked at only where it is not far from its end.
 */
export const sellable = (today: TradeDate) => sql`
  b.locked_at is null
  and (b.expiry_date >= ${today}::date + ${longest}
       or b.expiry_date >= ${today}::date + (select min_remaining_days(kind) from goods of_kind where of_kind.id = b.goods_id))`

const places = (list: readonly GoodsPlace[]) =>
  sql`unnest(${list.map((one) => one.goodsId)}::bigint[], ${list.map((one) => one.warehouseId)}::bigint[]) as p(goods_id, warehouse_id)`

/**
 * Takes the amounts from goods_stock, each only where enough is left.
 * Answers how many rows were taken: fewer than asked means a shortage, and the caller rolls back.
 */
export async function takeFromGoods(connection: Connection, amounts: readonly GoodsAmount[]): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with wanted as (
      select * from unnest(${amounts.map((one) => one.goodsId)}::bigint[], ${amounts.map((one) => one.warehouseId)}::bigint[],
                           ${amounts.map((one) => one.number)}::integer[]) as w(goods_id, warehouse_id, number)
    ), locked as materialized (
      select s.goods_id, s.warehouse_id, w.number
        from goods_stock s join wanted w using (goods_id, warehouse_id)
       order by s.goods_id, s.warehouse_id for update of s
    ), taken as (
      update goods_stock s set available = s.available - l.number
        from locked l
       where s.goods_id = l.goods_id and s.warehouse_id = l.warehouse_id and s.available >= l.number
      returning s.goods_id
    )
    select count(*)::integer as taken from taken`.execute(connection)
  return rows[0]?.taken ?? 0
}

export interface ReserveLine extends GoodsAmount {
  orderId: number
  orderLineId: number
}

export interface ReservedPiece {
  orderLineId: number
  number: number
  /** Units left in the batch. */
  left: number
}

const pieceColumns = sql`order_line_id as "orderLineId", number, left_over as "left"`

/**
 * Lays the lines of each goods beside its batches, first to expire first, as intervals of units, and reserves every
 * overlap. Runs in a statement of its own after takeFromGoods, so that it sees the batches as the lock found them.
 */
export async function reserveBatches(
  connection: Connection,
  lines: readonly ReserveLine[],
  today: TradeDate,
  now: Date,
): Promise<ReservedPiece[]> {
  const { rows } = await sql<ReservedPiece>`
    with line as (
      select *, sum(number) over same - number as from_unit, sum(number) over same as to_unit
        from unnest(${lines.map((one) => one.orderId)}::bigint[], ${lines.map((one) => one.orderLineId)}::bigint[],
                    ${lines.map((one) => one.goodsId)}::bigint[], ${lines.map((one) => one.warehouseId)}::bigint[],
                    ${lines.map((one) => one.number)}::integer[])
             as l(order_id, order_line_id, goods_id, warehouse_id, number)
      window same as (partition by goods_id, warehouse_id order by order_line_id)
    ), batch as (
      select b.id, b.goods_id, b.warehouse_id, sum(b.available) over first - b.available as from_unit, sum(b.available) over first as to_unit
        from (select distinct goods_id, warehouse_id from line) g
        join stock_batch b using (goods_id, warehouse_id)
       where b.available > 0 and ${sellable(today)} and not ${held(now)}
      window first as (partition by b.goods_id, b.warehouse_id order by b.expiry_date, b.id)
    ), piece as (
      select l.order_id, l.order_line_id, b.id as batch_id,
             (least(l.to_unit, b.to_unit) - greatest(l.from_unit, b.from_unit))::integer as number
        from line l join batch b using (goods_id, warehouse_id)
       where least(l.to_unit, b.to_unit) > greatest(l.from_unit, b.from_unit)
    ), ${recordPieces(now)}`.execute(connection)
  return rows
}

export interface ReserveBatchLine extends ReserveLine {
  batchId: number
}

/** Lines that name their batch (near-expiry offers): taken from exactly that one while it has enough, is in date and not locked. */
export async function reserveNamedBatches(
  connection: Connection,
  lines: readonly ReserveBatchLine[],
  today: TradeDate,
  now: Date,
): Promise<ReservedPiece[]> {
  const ids = [...new Set(lines.map((line) => line.batchId))]
  await sql`select id from stock_batch where id = any(${ids}::bigint[]) order by id for update`.execute(connection)
  const { rows } = await sql<ReservedPiece>`
    with line as (
      select l.*, sum(l.number) over (partition by batch_id order by order_line_id) as to_unit
        from unnest(${lines.map((one) => one.orderId)}::bigint[], ${lines.map((one) => one.orderLineId)}::bigint[],
                    ${lines.map((one) => one.batchId)}::bigint[], ${lines.map((one) => one.number)}::integer[])
             as l(order_id, order_line_id, batch_id, number)
    ), piece as (
      select l.order_id, l.order_line_id, l.batch_id, l.number
        from line l join stock_batch b on b.id = l.batch_id
       where b.available >= l.to_unit and b.expiry_date >= ${today}::date and b.locked_at is null
    ), ${recordPieces(now)}`.execute(connection)
  return rows
}

/** Moves the pieces from available to reserved, and writes the movement and the line's batch. */
function recordPieces(now: Date) {
  return sql`moved as (
      update stock_batch b set available = b.available - t.number, reserved = b.reserved + t.number, updated_at = ${now}
        from (select batch_id, sum(number)::integer as number from piece group by batch_id) t
       where b.id = t.batch_id and b.available >= t.number
      returning b.id, b.goods_id, b.batch_no, b.production_date, b.expiry_date, b.available
    ), logged as (
      insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, at)
      select batch_id, 'reserve', -sum(number), sum(number), order_id, ${now}
        from piece join moved on moved.id = piece.batch_id group by batch_id, order_id
    ), noted as (
      insert into order_line_batch (order_line_id, stock_batch_id, batch_no, production_date, expiry_date, number)
      select order_line_id, batch_id, batch_no, production_date, expiry_date, number
        from piece join moved on moved.id = piece.batch_id order by order_line_id, expiry_date, batch_id
    )
    select ${pieceColumns} from (
      select order_line_id, number, moved.available as left_over from piece join moved on moved.id = piece.batch_id) done`
}

/** What an order still holds in reserve, by batch, from the movements: nothing after a release or a shipment. */
const HOLDINGS = (orderId: number) => sql`
  select m.stock_batch_id as batch_id, sum(m.reserved)::integer as number
    from stock_movement m where m.order_id = ${orderId} group by m.stock_batch_id having sum(m.reserved) > 0`

/** Where the order holds something. */
export async function holdingPlaces(connection: Connection, orderId: number): Promise<GoodsPlace[]> {
  const { rows } = await sql<GoodsPlace>`
    select distinct b.goods_id as "goodsId", b.warehouse_id as "warehouseId"
      from (${HOLDINGS(orderId)}) h join stock_batch b on b.id = h.batch_id`.execute(connection)
  return rows
}

/** Gives back to the batches what the order holds. Asked twice, the second finds nothing to give. */
export async function releaseHoldings(connection: Connection, orderId: number, now: Date): Promise<void> {
  await sql`
    with held as (${HOLDINGS(orderId)}),
    moved as (
      update stock_batch b set available = b.available + h.number, reserved = b.reserved - h.number, updated_at = ${now}
        from held h where b.id = h.batch_id returning b.id, h.number
    )
    insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, at)
    select id, 'release', number, -number, ${orderId}, ${now} from moved`.execute(connection)
}

/** The goods leave the house: what was reserved is gone. Asked twice, the second finds nothing. */
export async function shipHoldings(connection: Connection, orderId: number, now: Date): Promise<void> {
  await sql`
    with held as (${HOLDINGS(orderId)}),
    moved as (
      update stock_batch b set reserved = b.reserved - h.number, updated_at = ${now}
        from held h where b.id = h.batch_id returning b.id, h.number
    )
    insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, at)
    select id, 'ship', 0, -number, ${orderId}, ${now} from moved`.execute(connection)
}

export interface ReturnedPiece {
  batchId: number
  number: number
  /** Fit to be sold again. */
  sellable: boolean
}

export async function placesOfBatches(connection: Connection, batchIds: readonly number[]): Promise<GoodsPlace[]> {
  const { rows } = await sql<GoodsPlace>`
    select distinct goods_id as "goodsId", warehouse_id as "warehouseId" from stock_batch where id = any(${batchIds}::bigint[])`.execute(
    connection,
  )
  return rows
}

/** A movement for each piece; only what may be sold again is available afterwards. Call with the places locked. */
export async function returnToBatches(
  connection: Connection,
  pieces: readonly ReturnedPiece[],
  { orderId, afterSaleId }: { orderId: number; afterSaleId: number },
  now: Date,
): Promise<void> {
  await sql`
    with piece as (
      select * from unnest(${pieces.map((piece) => piece.batchId)}::bigint[], ${pieces.map((piece) => piece.number)}::integer[],
                           ${pieces.map((piece) => piece.sellable)}::boolean[]) as p(batch_id, number, sellable)
    ), moved as (
      update stock_batch b set available = b.available + t.number, updated_at = ${now}
        from (select batch_id, sum(number)::integer as number from piece where sellable group by batch_id) t
       where b.id = t.batch_id
    )
    insert into stock_movement (stock_batch_id, kind, available, reserved, order_id, after_sale_id, at)
    select batch_id, case when sellable then 'return' else 'write_off' end, case when sellable then number else 0 end, 0,
           ${orderId}, ${afterSaleId}, ${now}
      from piece order by batch_id`.execute(connection)
}

/** Rows of goods_stock for goods that have batches but no row yet; answers every place of these goods. */
export async function placesOf(connection: Connection, goodsIds: readonly number[]): Promise<GoodsPlace[]> {
  await sql`
    insert into goods_stock (goods_id, warehouse_id)
    select distinct goods_id, warehouse_id from stock_batch where goods_id = any(${goodsIds}::bigint[]) order by 1, 2
    on conflict do nothing`.execute(connection)
  const { rows } = await sql<GoodsPlace>`
    select goods_id as "goodsId", warehouse_id as "warehouseId" from goods_stock where goods_id = any(${goodsIds}::bigint[])`.execute(
    connection,
  )
  return rows
}

export async function lockPlaces(connection: Connection, list: readonly GoodsPlace[]): Promise<void> {
  await sql`
    select 1 from goods_stock s join ${places(list)} using (goods_id, warehouse_id)
     order by s.goods_id, s.warehouse_id for update of s`.execute(connection)
}

/**
 * Derives goods_stock from the batches: long enough in date, not locked, not held for a near-expiry offer. Call with the places
 * locked. Answers those that came back and that somebody waits for.
 */
export async function derivePlaces(connection: Connection, list: readonly GoodsPlace[], today: TradeDate, now: Date): Promise<number[]> {
  const { rows } = await sql<{ goodsId: number }>`
    with figure as (
      select s.goods_id, s.warehouse_id, s.available as former, coalesce(sum(b.available), 0)::integer as available,
             min(b.expiry_date) filter (where b.available > 0) as first_expiry,
             max(b.expiry_date) filter (where b.available > 0) as last_expiry
        from goods_stock s
        join ${places(list)} using (goods_id, warehouse_id)
        left join stock_batch b on b.goods_id = s.goods_id and b.warehouse_id = s.warehouse_id
                               and ${sellable(today)} and not ${held(now)}
       group by s.goods_id, s.warehouse_id
    ), changed as (
      update goods_stock s set available = f.available, first_expiry = f.first_expiry, last_expiry = f.last_expiry
        from figure f
       where s.goods_id = f.goods_id and s.warehouse_id = f.warehouse_id
         and (s.available, s.first_expiry, s.last_expiry) is distinct from (f.available, f.first_expiry, f.last_expiry)
      returning s.goods_id, f.former = 0 and f.available > 0 as arrived
    )
    select distinct goods_id as "goodsId" from changed
     where arrived and exists (select from arrival_reminder r where r.goods_id = changed.goods_id)`.execute(connection)
  return rows.map((row) => row.goodsId)
}

/** A page of the goods whose figure changes by time alone: batches that have come near their end, near-expiry offers that have ended. */
export async function goodsTouchedByTime(
  connection: Connection,
  after: number,
  today: TradeDate,
  now: Date,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ goodsId: number }>`
    select goods_id as "goodsId" from (
      select b.goods_id from stock_batch b
       where b.available > 0
         and b.expiry_date < ${today}::date + ${longest}
      union
      select o.goods_id from goods_offer o where o.kind = 'near_expiry' and o.ends_at <= ${now}
    ) touched where goods_id > ${after} order by 1 limit ${limit}`.execute(connection)
  return rows.map((row) => row.goodsId)
}

export interface ShortGoods extends GoodsPlace {
  available: number
}

/** What can be had now of some goods, to say which are short. */
export async function availableOf(connection: Connection, amounts: readonly GoodsAmount[]): Promise<ShortGoods[]> {
  const { rows } = await sql<ShortGoods>`
    select w.goods_id as "goodsId", w.warehouse_id as "warehouseId", coalesce(s.available, 0) as available
      from unnest(${amounts.map((one) => one.goodsId)}::bigint[], ${amounts.map((one) => one.warehouseId)}::bigint[]) as w(goods_id, warehouse_id)
      left join goods_stock s using (goods_id, warehouse_id)`.execute(connection)
  return rows
}

export interface PreviewPiece {
  ord: number
  batchNo: string
  expiryDate: TradeDate
  number: number
}

/**
 * Which batches the lines would get now; nothing is reserved. The arrays come as selects, so that their length is no ground for a plan
 * of each sheet's own: planning took longer than the work.
 */
export async function previewBatches(
  connection: Connection,
  lines: readonly (GoodsAmount & { batchId: number | null })[],
  today: TradeDate,
  now: Date,
): Promise<PreviewPiece[]> {
  const { rows } = await sql<PreviewPiece>`
    with line as (
      select *, sum(number) over same - number as from_unit, sum(number) over same as to_unit
        from unnest((select ${lines.map((one) => one.goodsId)}::bigint[]), (select ${lines.map((one) => one.warehouseId)}::bigint[]),
                    (select ${lines.map((one) => one.number)}::integer[]), (select ${lines.map((one) => one.batchId)}::bigint[]))
             with ordinality as l(goods_id, warehouse_id, number, named, ord)
      window same as (partition by goods_id, warehouse_id, named order by ord)
    ), batch as (
      select b.id, g.goods_id, g.warehouse_id, g.named, b.batch_no, b.expiry_date,
             sum(b.available) over first - b.available as from_unit, sum(b.available) over first as to_unit
        from (select distinct goods_id, warehouse_id, named from line) g
        join stock_batch b using (goods_id, warehouse_id)
       where b.available > 0
         and (b.id = g.named and b.expiry_date >= ${today}::date and b.locked_at is null
              or g.named is null and ${sellable(today)} and not ${held(now)})
      window first as (partition by g.goods_id, g.warehouse_id, g.named order by b.expiry_date, b.id)
    )
    select l.ord::integer as ord, b.batch_no as "batchNo", b.expiry_date as "expiryDate",
           (least(l.to_unit, b.to_unit) - greatest(l.from_unit, b.from_unit))::integer as number
      from line l join batch b on b.goods_id = l.goods_id and b.warehouse_id = l.warehouse_id and b.named is not distinct from l.named
     where least(l.to_unit, b.to_unit) > greatest(l.from_unit, b.from_unit)
     order by l.ord, b.expiry_date, b.id`.execute(connection)
  return rows
}
