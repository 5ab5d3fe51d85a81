import { type RawBuilder, sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'

/** Shipments as the wholesaler's people look for them; indexes of migration 0213. */

export interface ShipmentHead {
  id: number
  orderId: number
  orderNo: string
  company: string
  place: string
  warehouse: string
  carrier: string
  waybill: string
  coldChain: boolean
  readings: number
  shippedAt: Date
  deliveredAt: Date | null
}
export interface ShipmentFilter {
  words: string
  warehouseId: number | null
  kind: 'cold' | 'unread' | 'under_way' | null
  from: Date | null
  until: Date | null
}

const HEAD = sql`
  s.id, s.order_id as "orderId", o.no as "orderNo", c.name as company,
  coalesce(o.receiver ->> 'city', '') || coalesce(o.receiver ->> 'district', '') as place, w.name as warehouse, s.carrier, s.waybill,
  s.cold_chain as "coldChain", (select count(*)::integer from shipment_temperature t where t.shipment_id = s.id) as readings,
  s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt"`
const JOINS = sql`join orders o on o.id = s.order_id join company c on c.id = o.company_id join warehouse w on w.id = o.warehouse_id`

/** A carton's own. */
const cartonWaybill = (start: string) => sql`k.waybill <> '' and k.waybill like ${start}`
/** Beginnings of waybills and of orders' numbers, each by its index. */
const shipmentsCalled = (start: string) => sql`
  select id, shipped_at from shipment where waybill like ${start}
   union all select q.id, q.shipped_at from carton k join shipment q on q.order_id = k.order_id where ${cartonWaybill(start)}
   union all select q.id, q.shipped_at from orders o join shipment q on q.order_id = o.id where o.no like ${start}`

/** found: what the words mean; null: too many to name, or no words. */
function conditions({ words, warehouseId, kind, from, until }: ShipmentFilter, found: readonly number[] | null): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [orderSeen('s.order_id', '(select company_id from orders where id = s.order_id)')]
  if (found !== null) parts.push(sql`s.id = any(${[...found]}::bigint[])`)
  else if (words) {
    const start = `${plainLike(words)}%`
    const isCalled = sql`(s.waybill like ${start} or exists (select from orders called where called.id = s.order_id and called.no like ${start})
      or exists (select from carton k where k.order_id = s.order_id and ${cartonWaybill(start)}))`
    // They lie together in time: the walk begins with the latest of them.
    parts.push(sql`${isCalled} and s.shipped_at <= (select max(f.shipped_at) from (${shipmentsCalled(start)}) f)`)
  }
  if (warehouseId !== null) parts.push(sql`(select o.warehouse_id from orders o where o.id = s.order_id) = ${warehouseId}`)
  if (kind === 'cold' || kind === 'unread') parts.push(sql`s.cold_chain`)
  if (kind === 'unread') parts.push(sql`not exists (select from shipment_temperature t where t.shipment_id = s.id)`)
  if (kind === 'under_way') parts.push(sql`s.delivered_at is null`)
  if (from !== null) parts.push(sql`s.shipped_at >= ${from}`)
  if (until !== null) parts.push(sql`s.shipped_at < ${until}`)
  return sql.join(parts, sql` and `)
}

const NEWEST = sql`order by s.shipped_at desc, s.id desc`

/** after: the last shipment of the page before; null: the first page. */
export async function shipmentPage(
  connection: Connection,
  filter: ShipmentFilter,
  after: number | null,
  limit: number,
): Promise<ShipmentHead[]> {
  const place =
    after === null ? sql`` : sql`and (s.shipped_at, s.id) < ((select shipped_at from shipment where id = ${after}), ${after}::bigint)`
  const found = filter.words ? await fewOf(connection, shipmentsCalled(`${plainLike(filter.words)}%`)) : null
  const { rows } = await sql<ShipmentHead>`
    select ${HEAD} from (select * from shipment s where ${conditions(filter, found)} ${place} ${NEWEST} limit ${limit}) s ${JOINS} ${NEWEST}`.execute(
    connection,
  )
  return rows
}

export interface ShipmentRecord extends ShipmentHead {
  version: number
  packages: number | null
  pickedBy: string
  checkedBy: string
  remark: string
  transport: string
  boxNo: string
  recorderNo: string
  startCelsius: number | null
  temperatures: { at: string; celsius: number; taken_by: string }[]
  events: { at: string; place: string; text: string }[]
  lines: {
    id: number
    name: string
    spec: string
    unit: string
    storage: string
    coldChain: boolean
    batchNo: string
    expiryDate: TradeDate
    number: number
    traceCodes: number
  }[]
}

export async function shipmentRecord(connection: Connection, id: number): Promise<ShipmentRecord | null> {
  const { rows } = await sql<ShipmentRecord>`
    select ${HEAD}, s.version, s.packages, s.picked_by as "pickedBy", s.checked_by as "checkedBy", s.remark, s.transport, s.box_no as "boxNo",
           s.recorder_no as "recorderNo", s.start_celsius::float as "startCelsius",
           coalesce((select json_agg(json_build_object('at', t.at, 'celsius', t.celsius::float, 'taken_by', t.taken_by) order by t.at)
                       from shipment_temperature t where t.shipment_id = s.id), '[]') as temperatures,
           coalesce((select json_agg(json_build_object('at', e.at, 'place', e.place, 'text', e.text) order by e.at desc, e.id desc)
                       from shipment_event e where e.shipment_id = s.id), '[]') as events,
           coalesce((select json_agg(json_build_object(
                              'id', b.id, 'name', l.name, 'spec', coalesce(l.goods ->> 'spec', g.spec), 'unit', coalesce(l.goods ->> 'unit', g.unit),
                              'storage', g.storage, 'coldChain', g.cold_chain, 'batchNo', b.batch_no, 'expiryDate', b.expiry_date,
                              'number', b.number,
                              'traceCodes', (select count(*)::integer from trace_code t where t.order_line_batch_id = b.id)) order by l.id, b.expiry_date, b.id)
                       from order_line l join order_line_batch b on b.order_line_id = l.id join goods g on g.id = l.goods_id
                      where l.order_id = s.order_id), '[]') as lines
      from shipment s ${JOINS} where s.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface BesideRow {
  id: number
  no: string
  status: OrderStatus
  lineCount: number
  number: number
  coldChain: boolean
  carrier: string
  waybill: string
}

/** What goes the same way as an order: what waits, and what left within a day and is under way. Held ones go nowhere. */
export async function ordersBeside(connection: Connection, orderId: number, since: Date): Promise<BesideRow[]> {
  const { rows } = await sql<BesideRow>`
    select o.id, o.no, o.status, l."lineCount", l.number, l."coldChain", coalesce(s.carrier, '') as carrier, coalesce(s.waybill, '') as waybill
      from orders this
      join orders o on o.company_id = this.company_id and o.warehouse_id = this.warehouse_id and o.receiver = this.receiver and o.id <> this.id
      left join shipment s on s.order_id = o.id
     cross join lateral (select count(*)::integer as "lineCount", sum(x.number)::integer as number, bool_or(g.cold_chain) as "coldChain"
                           from order_line x join goods g on g.id = x.goods_id where x.order_id = o.id) l
     where this.id = ${orderId} and o.status in ('paid', 'picking', 'shipped') and o.held_at is null and ${orderSeen('o.id', 'o.company_id')}
       and (o.status <> 'shipped' or (s.delivered_at is null and s.shipped_at > ${since}))
     order by o.id limit 20`.execute(connection)
  return rows
}
