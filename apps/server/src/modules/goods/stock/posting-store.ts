import { type SqlBool, sql } from 'kysely'
import type { MovementKind } from '#contract/warehouse.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** What papers of the house (收货单, 盘点单, 调拨单) do to batches, each with its movement. */

export interface Posting {
  batchId: number
  /** More or less to be sold. */
  number: number
}
export interface PostedBy {
  kind: MovementKind
  documentNo: string
  actor: string
  reason: string
}

/** Answers the batches that could take it: fewer than asked means that orders hold what should go, and the caller rolls back. */
export async function postToBatches(connection: Connection, list: readonly Posting[], by: PostedBy, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select id, sum(number)::integer as number from unnest(${list.map((one) => one.batchId)}::bigint[], ${list.map((one) => one.number)}::integer[]) as w(id, number)
       group by id having sum(number) <> 0
    ), locked as materialized (
      select b.id, w.number from stock_batch b join wanted w using (id) order by b.id for update of b
    ), moved as (
      update stock_batch b set available = b.available + l.number, updated_at = ${now}
        from locked l where b.id = l.id and b.available + l.number >= 0 returning b.id, l.number
    )
    insert into stock_movement (stock_batch_id, kind, available, reserved, at, document_no, actor, reason)
    select id, ${by.kind}, number, 0, ${now}, ${by.documentNo}, ${by.actor}, ${by.reason} from moved order by id
    returning stock_batch_id as id`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Rows of goods_stock for goods that come where they never were; they are the lock that everything of a goods queues on. */
export async function ensurePlaces(connection: Connection, goodsIds: readonly number[], warehouseId: number): Promise<void> {
  await sql`
    insert into goods_stock (goods_id, warehouse_id) select distinct id, ${warehouseId}::bigint from unnest(${goodsIds}::bigint[]) as g(id) order by 1
    on conflict do nothing`.execute(connection)
}

export interface ArrivingBatch {
  goodsId: number
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
}

export interface KnownBatch {
  /** Of the list that was asked, from 1. */
  ord: number
  id: number
  warehouseId: number
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
}

const SHAPE = sql`as a(ord int, "goodsId" bigint, "batchNo" text, "productionDate" date, "expiryDate" date)`
const numbered = (list: readonly ArrivingBatch[]) => JSON.stringify(list.map((one, at) => ({ ord: at + 1, ...one })))

/** The batches that are known under these numbers, however they are written: one each, that of the warehouse where it has one. */
export async function knownBatches(connection: Connection, list: readonly ArrivingBatch[], warehouseId: number): Promise<KnownBatch[]> {
  const { rows } = await sql<KnownBatch>`
    select a.ord, k.id, k.warehouse_id as "warehouseId", k.batch_no as "batchNo", k.production_date as "productionDate",
           k.expiry_date as "expiryDate"
      from jsonb_to_recordset(${numbered(list)}::jsonb) ${SHAPE}
      join lateral (select * from stock_batch b where b.goods_id = a."goodsId" and plain_batch(b.batch_no) = plain_batch(a."batchNo")
                     order by b.warehouse_id = ${warehouseId} desc, b.batch_no = a."batchNo" desc, b.id limit 1) k on true
     order by a.ord`.execute(connection)
  return rows
}

/** New batches with nothing in them yet; what was there already stays. Answers all of them in the order asked. */
export async function openBatches(
  connection: Connection,
  list: readonly ArrivingBatch[],
  warehouseId: number,
  now: Date,
): Promise<number[]> {
  await sql`
    insert into stock_batch (warehouse_id, goods_id, batch_no, production_date, expiry_date, available, updated_at)
    select distinct on (a."goodsId", a."batchNo") ${warehouseId}::bigint, a."goodsId", a."batchNo", a."productionDate", a."expiryDate", 0, ${now}::timestamptz
      from jsonb_to_recordset(${numbered(list)}::jsonb) ${SHAPE} order by a."goodsId", a."batchNo", a.ord
    on conflict (warehouse_id, goods_id, batch_no) do nothing`.execute(connection)
  const { rows } = await sql<{ id: number }>`
    select b.id from jsonb_to_recordset(${numbered(list)}::jsonb) ${SHAPE}
      join stock_batch b on b.warehouse_id = ${warehouseId} and b.goods_id = a."goodsId" and b.batch_no = a."batchNo" order by a.ord`.execute(
    connection,
  )
  return rows.map(({ id }) => id)
}

const sameBatch = (row: string) => sql<SqlBool>`plain_batch(${sql.ref(`${row}.batch_no`)}) = plain_batch(n.batch_no)`

export interface KnownBad {
  id: number
  batchNo: string
  by: string
  reason: string
}

/**
 * A batch that quality has locked wherever the shop has it stays locked where it turns up next: a recall does not end at the door of
 * another warehouse, nor because a file writes the batch in small letters or with a space. ids: batches that turned up just now.
 */
export async function lockKnownBad(connection: Connection, ids: readonly number[], now: Date): Promise<KnownBad[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<KnownBad>`
    update stock_batch b set locked_at = ${now}, locked_by = known.locked_by, locked_reason = known.locked_reason
      from (select distinct on (n.id) n.id, k.locked_by, k.locked_reason
              from stock_batch n join stock_batch k on k.goods_id = n.goods_id and ${sameBatch('k')} and not k.id = any(${ids}::bigint[])
             where n.id = any(${ids}::bigint[]) and k.locked_at is not null
               and not exists (select from stock_batch free where free.goods_id = n.goods_id and ${sameBatch('free')}
                                  and free.locked_at is null and not free.id = any(${ids}::bigint[]))
             order by n.id, k.locked_at) known
     where b.id = known.id returning b.id, b.batch_no as "batchNo", b.locked_by as by, b.locked_reason as reason`.execute(connection)
  return rows
}

/** Where a goods lies in a warehouse from now on; empty: nowhere in particular. Answers where it lay before; null: there is no such goods. */
export async function setPlace(connection: Connection, warehouseId: number, goodsId: number, place: string): Promise<string | null> {
  const { rows } = await sql<{ place: string }>`
    select coalesce(p.place, '') as place from goods g
      left join shelf_place p on p.goods_id = g.id and p.warehouse_id = ${warehouseId} where g.id = ${goodsId}`.execute(connection)
  if (rows[0] === undefined) return null
  if (rows[0].place === place) return place
  if (place === '') await sql`delete from shelf_place where warehouse_id = ${warehouseId} and goods_id = ${goodsId}`.execute(connection)
  else
    await sql`
      insert into shelf_place (warehouse_id, goods_id, place) values (${warehouseId}, ${goodsId}, ${place})
      on conflict (warehouse_id, goods_id) do update set place = excluded.place`.execute(connection)
  return rows[0].place
}
