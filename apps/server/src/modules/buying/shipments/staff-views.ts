import { type RawBuilder, sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
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
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Beginnings of waybills and of orders' numbers, each by its index. */
const shipmentsCalled = (start: string) => sql`
  select id, shipped_at from shipment where waybill like ${start}
   union all select q.id, q.shipped_at from orders o join shipment q on q.order_id = o.id where o.no like ${start}`

/** found: what the words mean; null: too many to name, or no words. */
function conditions({ words, warehouseId, kind, from, until }: ShipmentFilter, found: readonly number[] | null): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [orderSeen('s.order_id', '(select company_id from orders where id = s.order_id)')]
  if (found !== null) parts.push(sql`s.id = any(${[...found]}::bigint[])`)
  else if (words) {
    const start = `${escapeLike(words)}%`
    const isCalled = sql`(s.waybill like ${start} or exists (select from orders called where called.id = s.order_id and called.no like ${start}))`
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
  const found = filter.words ? await fewOf(connection, shipmentsCalled(`${escapeLike(filter.words)}%`)) : null
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

// ── Several orders picked in one walk ──

export interface WaveOrder {
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
export async function waveOrders(connection: Connection, ids: readonly number[]): Promise<WaveOrder[]> {
  const { rows } = await sql<WaveOrder>`
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

export interface WavePiece {
  place: string
  warehouse: string
  goodsId: number
  code: string
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
  orders: { no: string; number: number }[]
}

/** In the order of the shelves: cold goods last, they stay cold until then. */
export async function wavePieces(connection: Connection, ids: readonly number[]): Promise<WavePiece[]> {
  const { rows } = await sql<WavePiece>`
    select coalesce(s.place, '') as place, w.name as warehouse, g.id as "goodsId", g.code, p.name, p.spec, p.unit, coalesce(m.name, '') as maker,
           g.storage, g.cold_chain as "coldChain", b.id as "batchId", b.batch_no as "batchNo", b.expiry_date as "expiryDate",
           b.locked_at is not null as "isLocked", p.number, p.orders
      from (select ob.stock_batch_id, min(l.name) as name, min(coalesce(l.goods ->> 'spec', '')) as spec, min(coalesce(l.goods ->> 'unit', '')) as unit,
                   sum(ob.number)::integer as number,
                   json_agg(json_build_object('no', o.no, 'number', ob.number) order by array_position(${ids}::bigint[], o.id)) as orders
              from orders o join order_line l on l.order_id = o.id join order_line_batch ob on ob.order_line_id = l.id
             where o.id = any(${ids}::bigint[]) and ${orderSeen('o.id', 'o.company_id')} group by ob.stock_batch_id) p
      join stock_batch b on b.id = p.stock_batch_id join goods g on g.id = b.goods_id join warehouse w on w.id = b.warehouse_id
      left join manufacturer m on m.id = g.manufacturer_id
      left join shelf_place s on s.warehouse_id = b.warehouse_id and s.goods_id = b.goods_id
     order by w.sort, w.id, g.cold_chain, coalesce(s.place, '') = '', s.place, p.name, b.expiry_date, b.id`.execute(connection)
  return rows
}
