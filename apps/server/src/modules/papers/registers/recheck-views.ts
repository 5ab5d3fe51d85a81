import { type RawBuilder, sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import { noteFact, noteLine } from '../documents/public.ts'
import type { RegisterFilter } from './asked.ts'

/** A batch that left the house, as the papers beside it say, and the two who picked and checked it. */
export interface RecheckRow {
  id: number
  shipmentId: number
  orderNo: string
  company: string
  warehouse: string
  shippedAt: Date
  genericName: string
  name: string
  dosageForm: string
  spec: string
  unit: string
  manufacturer: string
  holder: string
  coldChain: boolean
  batchNo: string
  expiryDate: TradeDate
  number: number
  picker: string
  checker: string
}

const ofGoods = (start: string) =>
  sql`l.goods_id in (select g.id from goods g where upper(g.code) like upper(${start}) or upper(g.name) like upper(${start}))`
const ofCompany = (words: string, start: string) =>
  sql`o.company_id in (select c.id from company c where pairs_of(lower(c.name)) @> pairs_of(lower(${words})) and c.name like ${start})`
const ofBatch = (start: string) =>
  sql`b.stock_batch_id in (select k.id from stock_batch k where plain_batch(k.batch_no) like plain_batch(${start}))`

/** Batches that the words find by indexes of their own; null: so many that the walk of the days meets them soon. */
async function batchesFound(connection: Connection, words: string): Promise<number[] | null> {
  if (words === '') return null
  const start = `${plainLike(words)}%`
  const lines = sql`order_line l join order_line_batch b on b.order_line_id = l.id`
  return fewOf(
    connection,
    sql`select b.id from orders o join ${lines} on l.order_id = o.id where o.no like ${start}
         union all select b.id from orders o join ${lines} on l.order_id = o.id where ${ofCompany(words, start)}
         union all select b.id from order_line_batch b where ${ofBatch(start)}
         union all select b.id from ${lines} where ${ofGoods(start)}`,
  )
}

function conditions({ words, warehouseId, from, until }: RegisterFilter, found: readonly number[] | null): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`s.shipped_at >= ${from} and s.shipped_at < ${until} and o.status <> 'cancelled'`,
    orderSeen('o.id', 'o.company_id'),
  ]
  if (warehouseId !== null) parts.push(sql`o.warehouse_id = ${warehouseId}`)
  if (found !== null) parts.push(sql`b.id = any (${[...found]}::bigint[])`)
  else if (words) {
    const start = `${plainLike(words)}%`
    parts.push(sql`(o.no like ${start} or ${ofBatch(start)} or ${ofCompany(words, start)} or ${ofGoods(start)})`)
  }
  return sql.join(parts, sql` and `)
}

/** after: the last batch of the page before; null: the first page. What the notes say is read for the rows of the page alone. */
export async function checkedBatches(
  connection: Connection,
  filter: RegisterFilter,
  after: number | null,
  limit: number,
): Promise<RecheckRow[]> {
  const of = (column: string) => sql`
    (select p.${sql.raw(column)} from order_line_batch q join order_line k on k.id = q.order_line_id join shipment p on p.order_id = k.order_id
      where q.id = ${after})`
  const place =
    after === null
      ? sql``
      : sql`and s.shipped_at <= ${of('shipped_at')} and (s.shipped_at, s.id, b.id) < (${of('shipped_at')}, ${of('id')}, ${after}::bigint)`
  const found = await batchesFound(connection, filter.words)
  const { rows } = await sql<RecheckRow>`
    with page as (
      select b.id, s.id as shipment_id
        from shipment s join orders o on o.id = s.order_id join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
       where ${conditions(filter, found)} ${place} order by s.shipped_at desc, s.id desc, b.id desc limit ${limit})
    select b.id, s.id as "shipmentId", o.no as "orderNo", coalesce(note.buyer, c.name) as company, w.name as warehouse, s.shipped_at as "shippedAt",
           coalesce(${noteFact('genericName')}, nullif(g.generic_name, ''), g.name) as "genericName", coalesce(nullif(l.name, ''), g.name) as name,
           coalesce(${noteFact('dosageForm')}, nullif(g.dosage_form, ''), l.goods ->> 'dosage_form', '') as "dosageForm",
           coalesce(${noteFact('spec')}, nullif(g.spec, ''), l.goods ->> 'spec', '') as spec,
           coalesce(l.goods ->> 'unit', g.unit) as unit, coalesce(${noteFact('manufacturer')}, m.name, l.goods ->> 'manufacturer', '') as manufacturer,
           coalesce(note.line ->> 'holder', g.holder) as holder, g.cold_chain as "coldChain", b.batch_no as "batchNo", b.expiry_date as "expiryDate",
           b.number, s.picked_by as picker, s.checked_by as checker
      from page join order_line_batch b on b.id = page.id join shipment s on s.id = page.shipment_id
      join order_line l on l.id = b.order_line_id join orders o on o.id = s.order_id join company c on c.id = o.company_id
      join warehouse w on w.id = o.warehouse_id join goods g on g.id = l.goods_id left join manufacturer m on m.id = g.manufacturer_id
      ${noteLine({ order: 'o.id', name: 'l.name', batchNo: 'b.batch_no' })}
     order by s.shipped_at desc, s.id desc, b.id desc`.execute(connection)
  return rows
}
