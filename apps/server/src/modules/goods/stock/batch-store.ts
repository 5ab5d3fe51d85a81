import { type RawBuilder, sql } from 'kysely'
import { STOCK_COUNT_MAX } from '#contract/warehouse.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { ScannedLabel } from '#domain/labels.ts'
import type { BarredClass, Verdict } from '#domain/law/judgement.ts'
import { shelfReason } from '#domain/law/standing.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { orderSeen, warehouseSeen } from '../../../platform/narrowing.ts'

/** Batches as the quality department sees them: locked, released, and where they went. */

export interface BatchRow {
  id: number
  goodsId: number
  code: string
  name: string
  spec: string
  manufacturer: string
  batchNo: string
  warehouse: string
  place: string
  expiryDate: TradeDate
  available: number
  reserved: number
  lockedAt: Date | null
  lockedBy: string | null
  lockedReason: string | null
}

const COLUMNS = sql`
  b.id, b.goods_id as "goodsId", g.code, g.name, g.spec, coalesce(m.name, '') as manufacturer, b.batch_no as "batchNo",
  w.name as warehouse, coalesce((select p.place from shelf_place p where p.warehouse_id = b.warehouse_id and p.goods_id = b.goods_id), '') as place,
  b.expiry_date as "expiryDate", b.available, b.reserved, b.locked_at as "lockedAt", b.locked_by as "lockedBy",
  b.locked_reason as "lockedReason"`
const FROM = sql`
  stock_batch b join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id left join manufacturer m on m.id = g.manufacturer_id`

export async function findBatch(connection: Connection, id: number): Promise<BatchRow | null> {
  const { rows } = await sql<BatchRow>`select ${COLUMNS} from ${FROM} where b.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/**
 * The same batch of the same goods, in this warehouse or in all of them; locked. Lock the goods' places first. One number is written in small
 * letters or with a space by some files: it is the same batch, and what stops it stops it everywhere.
 */
export async function lockSameBatches(connection: Connection, id: number, everywhere: boolean): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select ${COLUMNS} from ${FROM}
      join stock_batch own on own.id = ${id} and own.goods_id = b.goods_id and plain_batch(own.batch_no) = plain_batch(b.batch_no)
     where ${everywhere} or b.id = own.id order by b.id for update of b`.execute(connection)
  return rows
}

export async function setLocked(
  connection: Connection,
  ids: readonly number[],
  lock: { by: string; reason: string } | null,
  now: Date,
): Promise<void> {
  await connection
    .updateTable('stock_batch')
    .set({ locked_at: lock && now, locked_by: lock?.by ?? null, locked_reason: lock?.reason ?? null, updated_at: now })
    .where('id', 'in', ids)
    .execute()
}

export async function setLockedReason(connection: Connection, id: number, reason: string, now: Date): Promise<void> {
  await connection.updateTable('stock_batch').set({ locked_reason: reason, updated_at: now }).where('id', '=', id).execute()
}

export interface BatchFilter {
  /** The beginning of a number, however it is written, of a goods' code or name. */
  keywords: string
  /** Scanned instead: that batch, or what lies at that place. */
  label: ScannedLabel | null
  locked: boolean | null
  warehouseId: number | null
  goodsId: number | null
  isThere: boolean
}

const goodsCalled = (start: string) => sql`select g.id from goods g where ${isLike(sql`g.code`, start)} or ${isLike(sql`g.name`, start)}`
const isNumbered = (table: string, start: string) => sql`plain_batch(${sql.ref(`${table}.batch_no`)}) like plain_batch(${start})`
/** Each once, and by its index: the numbers, and the batches of the goods that are meant. */
const batchesCalled = (start: string) => sql`
  select w.id from stock_batch w where ${isNumbered('w', start)}
   union all select n.id from (${goodsCalled(start)}) g join stock_batch n on n.goods_id = g.id where not ${isNumbered('n', start)}`

/** found: what the words mean; null: too many to name, or no words. */
function batchesWith({ keywords, locked, warehouseId, goodsId, label, isThere }: BatchFilter, found: readonly number[] | null) {
  const parts: RawBuilder<unknown>[] = [warehouseSeen('b.warehouse_id')]
  const start = `${plainLike(keywords)}%`
  if (found !== null) parts.push(sql`b.id = any(${[...found]}::bigint[])`)
  else if (keywords) parts.push(sql`(${isNumbered('b', start)} or b.goods_id in (${goodsCalled(start)}))`)
  if (locked !== null) parts.push(locked ? sql`b.locked_at is not null` : sql`b.locked_at is null`)
  if (warehouseId !== null) parts.push(sql`b.warehouse_id = ${warehouseId}`)
  if (goodsId !== null) parts.push(sql`b.goods_id = ${goodsId}`)
  if (label?.kind === 'carton') parts.push(sql`false`)
  if (label?.kind === 'batch') parts.push(sql`b.id = ${label.batchId}`)
  if (label?.kind === 'place')
    parts.push(sql`(b.warehouse_id, b.goods_id) in (select p.warehouse_id, p.goods_id from shelf_place p
      where p.warehouse_id = ${label.warehouseId} and upper(p.place) = upper(${label.place}))`)
  if (isThere) parts.push(sql`b.available + b.reserved > 0`)
  return sql.join(parts, sql` and `)
}

const foundBy = (connection: Connection, { keywords }: BatchFilter): Promise<number[] | null> =>
  keywords === '' ? Promise.resolve(null) : fewOf(connection, batchesCalled(`${plainLike(keywords)}%`))

/** By their numbers, the newest first, from one page to the next however many there are. */
export async function batchesBefore(
  connection: Connection,
  filter: BatchFilter,
  before: number | null,
  limit: number,
): Promise<BatchRow[]> {
  const place = before === null ? sql`` : sql`and b.id < ${before}`
  const found = batchesWith(filter, await foundBy(connection, filter))
  const { rows } = await sql<BatchRow>`
    select ${COLUMNS} from (select * from stock_batch b where ${found} ${place} order by b.id desc limit ${limit}) b
      join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id left join manufacturer m on m.id = g.manufacturer_id
     order by b.id desc`.execute(connection)
  return rows
}

/** Locked ones first, then the newest; counted up to the cap. */
export async function batchPage(
  connection: Connection,
  filter: BatchFilter,
  offset: number,
  limit: number,
): Promise<{ rows: BatchRow[]; total: number }> {
  const few = await foundBy(connection, filter)
  const found = batchesWith(filter, few)
  const order = sql`order by b.locked_at desc nulls last, b.id desc`
  const { rows } = await sql<BatchRow>`
    select ${COLUMNS} from (select * from stock_batch b where ${found} ${order} limit ${limit} offset ${offset}) b
      join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id left join manufacturer m on m.id = g.manufacturer_id
     ${order}`.execute(connection)
  // Of very many: by the index of the words, up to the cap, and not along the list.
  const counted =
    few === null && filter.keywords !== ''
      ? sql`select from (${batchesCalled(`${plainLike(filter.keywords)}%`)}) w join stock_batch b on b.id = w.id where ${batchesWith({ ...filter, keywords: '' }, null)}`
      : sql`select from stock_batch b where ${found}`
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from (${counted} limit ${STOCK_COUNT_MAX}) found`.execute(connection)
  return { rows, total: counts[0]?.total ?? 0 }
}

const OPEN = sql`('pending_payment', 'paid', 'picking')`
/** The orders that were given some of it and were not cancelled. */
const holders = (id: number) => sql`
  select o.id, sum(ob.number)::integer as number,
         sum(coalesce((select sum(l.accepted) from after_sale_line l where l.order_line_batch_id = ob.id), 0))::integer as returned
    from stock_batch own
    join stock_batch b on b.goods_id = own.goods_id and plain_batch(b.batch_no) = plain_batch(own.batch_no)
    join order_line_batch ob on ob.stock_batch_id = b.id
    join order_line ol on ol.id = ob.order_line_id
    join orders o on o.id = ol.order_id
   where own.id = ${id} and o.status <> 'cancelled' and ${orderSeen('o.id', 'o.company_id')} group by o.id`

export interface RecallRow {
  orderId: number
  orderNo: string
  status: OrderStatus
  isOpen: boolean
  companyId: number
  company: string
  contact: string
  phone: string
  number: number
  returned: number
  orderedAt: Date
  shippedAt: Date | null
}

/** Those that have not left the house first, then the latest. */
export async function recallPage(connection: Connection, id: number, offset: number, limit: number): Promise<RecallRow[]> {
  const { rows } = await sql<RecallRow>`
    select o.id as "orderId", o.no as "orderNo", o.status, o.status in ${OPEN} as "isOpen", c.id as "companyId", c.name as company,
           c.contact, c.phone, h.number, h.returned, o.created_at as "orderedAt", o.shipped_at as "shippedAt"
      from (${holders(id)}) h join orders o on o.id = h.id join company c on c.id = o.company_id
     order by o.status in ${OPEN} desc, o.id desc limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export interface RecallSums {
  companies: number
  orders: number
  number: number
  returned: number
  open: number
}

export async function recallSums(connection: Connection, id: number): Promise<RecallSums> {
  const { rows } = await sql<RecallSums>`
    select count(distinct o.company_id)::integer as companies, count(*)::integer as orders, coalesce(sum(h.number), 0)::integer as number,
           coalesce(sum(h.returned), 0)::integer as returned,
           coalesce(sum(h.number) filter (where o.status in ${OPEN}), 0)::integer as open
      from (${holders(id)}) h join orders o on o.id = h.id`.execute(connection)
  return rows[0] ?? { companies: 0, orders: 0, number: 0, returned: 0, open: 0 }
}

/** Orders that hold some of these batches and have not left. */
export async function countOpenOrders(connection: Connection, batchIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct o.id)::integer as count
      from order_line_batch ob join order_line ol on ol.id = ob.order_line_id join orders o on o.id = ol.order_id
     where ob.stock_batch_id = any(${batchIds}::bigint[]) and o.status in ${OPEN}`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface UnfitBatch {
  batchNo: string
  goodsName: string
  /** null: not locked. The words of quality, which buyers do not read. */
  lockedReason: string | null
  isRecalled: boolean
  expiryDate: TradeDate
}

/** The batches of an order that may not leave the house that day: locked, or past their date; none: nothing holds it for their sake. */
export async function unfitBatches(connection: Connection, orderId: number, today: TradeDate): Promise<UnfitBatch[]> {
  const { rows } = await sql<UnfitBatch>`
    select distinct b.batch_no as "batchNo", coalesce(ol.goods ->> 'name', '') as "goodsName", b.locked_reason as "lockedReason",
           exists (select from recall r where r.goods_id = b.goods_id and plain_batch(r.batch_no) = plain_batch(b.batch_no) and r.state = 'open') as "isRecalled",
           b.expiry_date as "expiryDate"
      from order_line ol
      join order_line_batch ob on ob.order_line_id = ol.id
      join stock_batch b on b.id = ob.stock_batch_id
     where ol.order_id = ${orderId} and (b.locked_at is not null or b.expiry_date < ${today}::date) order by 1, 2`.execute(connection)
  return rows
}

/** The goods of an order whose sale quality has stopped, by name. */
export async function stoppedGoods(connection: Connection, orderId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct coalesce(ol.goods ->> 'name', '') as name from order_line ol join goods g on g.id = ol.goods_id
     where ol.order_id = ${orderId} and g.stopped_at is not null order by 1`.execute(connection)
  return rows.map(({ name }) => name)
}

/**
 * Nobody locks a batch of the order while it leaves: a lock that comes now waits for the shipment and then counts it as gone, and a
 * shipment that comes after a lock sees it.
 */
export async function holdBatchesOf(connection: Connection, orderId: number): Promise<void> {
  await sql`
    select from stock_batch where id in (
      select ob.stock_batch_id from order_line ol join order_line_batch ob on ob.order_line_id = ol.id where ol.order_id = ${orderId})
     order by id for no key update`.execute(connection)
}

/**
 * Nobody stops the sale of these goods, and no decision on them is written, while they leave: whoever comes second waits and sees what
 * the first did. After the batches, as everybody takes locks; shared, so that many orders of one goods leave side by side.
 */
export async function holdGoods(connection: Connection, goodsIds: readonly number[]): Promise<void> {
  await sql`select from goods where id = any(${goodsIds}::bigint[]) order by id for share`.execute(connection)
}

export async function holdGoodsOf(connection: Connection, orderId: number): Promise<void> {
  await sql`
    select from goods where id in (select goods_id from order_line where order_id = ${orderId}) order by id for share`.execute(connection)
}

/** The number of the recall that a batch is under. */
export async function openRecallOf(connection: Connection, goodsId: number, batchNo: string): Promise<string | null> {
  const { rows } = await sql<{ no: string }>`
    select no from recall where goods_id = ${goodsId} and plain_batch(batch_no) = plain_batch(${batchNo}) and state = 'open'`.execute(
    connection,
  )
  return rows[0]?.no ?? null
}

/** Goods of the batch that are on record as unqualified and have not gone, wherever they lie; null: none. */
export async function openUnqualifiedOf(connection: Connection, batchIds: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ no: string }>`
    select no from unqualified where stock_batch_id = any(${[...batchIds]}::bigint[]) and state in ('found', 'bad') order by id limit 1`.execute(
    connection,
  )
  return rows[0]?.no ?? null
}

export interface SaleState {
  onShelf: boolean
  stopped: boolean
  stoppedReason: string
  /** Why the stop list keeps it off, in a few words; '': it does not. */
  lawReason: string
}

export async function lockGoods(connection: Connection, goodsId: number): Promise<SaleState | null> {
  const { rows } = await sql<Omit<SaleState, 'lawReason'> & { verdict: Verdict | 'unjudged'; barredClass: BarredClass | '' }>`
    select on_shelf as "onShelf", stopped_at is not null as stopped, coalesce(stopped_reason, '') as "stoppedReason",
           law_verdict as verdict, law_class as "barredClass"
      from goods where id = ${goodsId} for update`.execute(connection)
  const [row] = rows
  if (row === undefined) return null
  const { verdict, barredClass, ...state } = row
  // What was never judged comes back as it was: its judgement says the rest, and until then it cannot be ordered.
  const lawReason = verdict === 'unjudged' ? '' : shelfReason({ verdict, barredClass: barredClass || null })
  return { ...state, lawReason }
}

/**
 * What would be on the shelf but for a stop or the stop list is there once neither keeps it off, whichever of them ends first: the stop list
 * may bar a stopped goods, and quality may release one, and the resume follows it. Answers whether it is on the shelf now.
 */
export async function setStopped(
  connection: Connection,
  goodsId: number,
  stop: { by: string; reason: string } | null,
  lawReason: string,
  now: Date,
): Promise<boolean> {
  const isWished = sql`(stopped_shelf ->> 'on_shelf')::boolean`
  const isLawful = sql`${lawReason === ''}::boolean`
  const change = stop
    ? sql`stopped_at = ${now}, stopped_by = ${stop.by}, stopped_reason = ${stop.reason},
          stopped_shelf = jsonb_build_object('on_shelf', on_shelf or law_held, 'reason', off_shelf_reason)`
    : sql`stopped_at = null, stopped_by = null, stopped_reason = null, stopped_shelf = null,
          on_shelf = ${isWished} and ${isLawful}, law_held = ${isWished} and not ${isLawful},
          off_shelf_reason = case when ${isWished} then ${lawReason} else coalesce(stopped_shelf ->> 'reason', '') end`
  const { rows } = await sql<{ onShelf: boolean }>`
    update goods set ${change}, updated_at = ${now} where id = ${goodsId} returning on_shelf as "onShelf"`.execute(connection)
  return rows[0]?.onShelf ?? false
}

export async function setStoppedReason(connection: Connection, goodsId: number, reason: string, now: Date): Promise<void> {
  await connection.updateTable('goods').set({ stopped_reason: reason, updated_at: now }).where('id', '=', goodsId).execute()
}
