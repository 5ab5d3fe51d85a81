import { type RawBuilder, sql } from 'kysely'
import type { MovementKind } from '#contract/warehouse.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

/** What moved, the newest first. Each filter has its index of migration 0210 in the order of the list. */
export interface LedgerFilter {
  /** The beginning of a batch number, of a goods' code or name; ''. */
  words: string
  batchId: number | null
  goodsId: number | null
  warehouseId: number | null
  kind: MovementKind | null
  documentNo: string
  from: Date | null
  /** The moment after the last day. */
  until: Date | null
}

export interface LedgerRow {
  id: number
  at: Date
  kind: MovementKind
  batchId: number
  batchNo: string
  expiryDate: TradeDate
  goodsId: number
  code: string
  name: string
  spec: string
  warehouse: string
  available: number
  reserved: number
  orderId: number | null
  orderNo: string
  documentNo: string
  actor: string
  reason: string
}

/** More batches than anybody means are too many to look for. */
const BATCHES_MAX = 2_000

function conditions(filter: LedgerFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [warehouseSeen('(select b.warehouse_id from stock_batch b where b.id = m.stock_batch_id)')]
  if (filter.batchId !== null) parts.push(sql`m.stock_batch_id = ${filter.batchId}`)
  // A goods has few batches, whose movements are looked up one by one; a warehouse has many, and is asked of each movement.
  if (filter.goodsId !== null)
    parts.push(sql`m.stock_batch_id = any(array(select b.id from stock_batch b where b.goods_id = ${filter.goodsId}))`)
  if (filter.warehouseId !== null)
    parts.push(sql`(select b.warehouse_id from stock_batch b where b.id = m.stock_batch_id) = ${filter.warehouseId}`)
  if (filter.words) {
    const start = `${plainLike(filter.words)}%`
    parts.push(sql`m.stock_batch_id = any(array(
      (select id from stock_batch where plain_batch(batch_no) like plain_batch(${start}) limit ${BATCHES_MAX})
       union all
      (select b.id from goods g join stock_batch b on b.goods_id = g.id where ${isLike(sql`g.code`, start)} or ${isLike(sql`g.name`, start)} limit ${BATCHES_MAX})))`)
  }
  if (filter.kind !== null) parts.push(sql`m.kind = ${filter.kind}`)
  if (filter.documentNo) parts.push(sql`m.document_no = ${filter.documentNo}`)
  if (filter.from !== null) parts.push(sql`m.at >= ${filter.from}`)
  if (filter.until !== null) parts.push(sql`m.at < ${filter.until}`)
  return sql.join(parts, sql` and `)
}

const NEWEST = sql`order by m.at desc, m.id desc`

/** after: the last movement of the page before; null: the first page. */
export async function movementPage(
  connection: Connection,
  filter: LedgerFilter,
  after: number | null,
  limit: number,
): Promise<LedgerRow[]> {
  const place = after === null ? sql`` : sql`and (m.at, m.id) < ((select at from stock_movement where id = ${after}), ${after}::bigint)`
  const { rows } = await sql<LedgerRow>`
    select m.id, m.at, m.kind, m.stock_batch_id as "batchId", b.batch_no as "batchNo", b.expiry_date as "expiryDate", b.goods_id as "goodsId",
           g.code, g.name, g.spec, w.name as warehouse, m.available, m.reserved, m.order_id as "orderId", coalesce(o.no, '') as "orderNo",
           m.document_no as "documentNo", m.actor, m.reason
      from (select * from stock_movement m where ${conditions(filter)} ${place} ${NEWEST} limit ${limit}) m
      join stock_batch b on b.id = m.stock_batch_id join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id
      left join orders o on o.id = m.order_id ${NEWEST}`.execute(connection)
  return rows
}
