import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import type { Parcel } from '../../../providers/logistics/provider.ts'

export interface NewShipment {
  orderId: number
  carrier: string
  waybill: string
  packages: number | null
  pickedBy: string
  checkedBy: string
  remark: string
  /** The last four only of cold goods. */
  transport: string
  boxNo: string
  recorderNo: string
  startCelsius: number | null
}

/** One shipment for an order; whether it is cold follows from its goods. */
export async function insertShipment(connection: Connection, made: NewShipment, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with cold as (select exists (select from order_line l join goods g on g.id = l.goods_id where l.order_id = ${made.orderId} and g.cold_chain) as is_cold)
    insert into shipment (order_id, carrier, waybill, packages, picked_by, checked_by, remark, cold_chain, transport, box_no, recorder_no,
                          start_celsius, shipped_at)
    select ${made.orderId}::bigint, ${made.carrier}, ${made.waybill}, ${made.packages}::integer, ${made.pickedBy}, ${made.checkedBy}, ${made.remark},
           is_cold, case when is_cold then ${made.transport} else '' end, case when is_cold then ${made.boxNo} else '' end,
           case when is_cold then ${made.recorderNo} else '' end, case when is_cold then ${made.startCelsius}::numeric end, ${now}
      from cold
    on conflict (order_id) do nothing returning id`.execute(connection)
  return rows[0]?.id ?? null
}

export interface ShipmentRow {
  id: number
  carrier: string
  waybill: string
  coldChain: boolean
  shippedAt: Date
  deliveredAt: Date | null
  from: string
  to: { city: string; district: string }
  phone: string
  /** The service was asked to tell by itself. */
  isFollowed: boolean
}

export async function findShipment(connection: Connection, id: number): Promise<ShipmentRow | null> {
  const { rows } = await sql<ShipmentRow>`
    select s.id, s.carrier, s.waybill, s.cold_chain as "coldChain", s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt",
           w.name as "from", json_build_object('city', coalesce(o.receiver ->> 'city', ''), 'district', coalesce(o.receiver ->> 'district', '')) as "to",
           coalesce(o.receiver ->> 'phone', '') as phone, s.followed_at is not null as "isFollowed"
      from shipment s join orders o on o.id = s.order_id join warehouse w on w.id = o.warehouse_id
     where s.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Keeps what the carrier tells, which is the whole way each time: what it has taken back goes. Nothing told changes nothing. */
export async function writeParcel(connection: Connection, shipmentId: number, parcel: Parcel): Promise<void> {
  if (parcel.events.length > 0)
    await sql`
      delete from shipment_event e where shipment_id = ${shipmentId}
         and not exists (select from jsonb_to_recordset(${JSON.stringify(parcel.events)}::jsonb) as t(at timestamptz, text text)
                          where t.at = e.at and t.text = e.text)`.execute(connection)
  await sql`
    insert into shipment_event (shipment_id, at, place, text)
    select ${shipmentId}::bigint, e.at, e.place, e.text
      from jsonb_to_recordset(${JSON.stringify(parcel.events)}::jsonb) as e(at timestamptz, place text, text text)
    on conflict do nothing`.execute(connection)
  await sql`
    insert into shipment_temperature (shipment_id, at, celsius)
    select ${shipmentId}::bigint, t.at, t.celsius from jsonb_to_recordset(${JSON.stringify(parcel.temperatures)}::jsonb) as t(at timestamptz, celsius numeric)
    on conflict do nothing`.execute(connection)
  if (parcel.deliveredAt) await sql`update shipment set delivered_at = ${parcel.deliveredAt} where id = ${shipmentId}`.execute(connection)
}

export async function noteFollowed(connection: Connection, shipmentId: number, now: Date): Promise<void> {
  await sql`update shipment set followed_at = ${now} where id = ${shipmentId}`.execute(connection)
}

/** Of more parcels than these no number is shared. */
const TOGETHER_MAX = 50

/** Shipments under this number that are still on their way. */
export async function onTheWay(connection: Connection, waybill: string, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from shipment where waybill = ${waybill} and delivered_at is null and shipped_at >= ${since}
     order by shipped_at desc limit ${TOGETHER_MAX}`.execute(connection)
  return rows.map(({ id }) => id)
}

export interface ShipmentView {
  carrier: string
  waybill: string
  coldChain: boolean
  shippedAt: Date
  deliveredAt: Date | null
  events: { at: string; place: string; text: string }[]
  temperatures: { at: string; celsius: number }[]
  goods: { storage: string; coldChain: boolean }[]
}

/** The caller has seen to it that the order may be read. */
export async function shipmentView(connection: Connection, orderId: number): Promise<ShipmentView | null> {
  const { rows } = await sql<ShipmentView>`
    select s.carrier, s.waybill, s.cold_chain as "coldChain", s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt",
           coalesce((select json_agg(json_build_object('at', e.at, 'place', e.place, 'text', e.text) order by e.at desc, e.id desc)
                       from shipment_event e where e.shipment_id = s.id), '[]') as events,
           coalesce((select json_agg(json_build_object('at', t.at, 'celsius', t.celsius::float) order by t.at)
                       from shipment_temperature t where t.shipment_id = s.id), '[]') as temperatures,
           coalesce((select json_agg(json_build_object('storage', g.storage, 'coldChain', g.cold_chain))
                       from order_line l join goods g on g.id = l.goods_id where l.order_id = s.order_id and g.cold_chain), '[]') as goods
      from shipment s where s.order_id = ${orderId}`.execute(connection)
  return rows[0] ?? null
}

export async function temperaturesOf(connection: Connection, shipmentId: number): Promise<{ at: string; celsius: number }[]> {
  const { rows } = await sql<{ at: Date; celsius: number }>`
    select at, celsius::float as celsius from shipment_temperature where shipment_id = ${shipmentId} order by at`.execute(connection)
  return rows.map(({ at, celsius }) => ({ at: at.toISOString(), celsius }))
}

/** What staff said of a shipment for its papers. */
export interface SlipRow {
  carrier: string
  waybill: string
  packages: number | null
  checkedBy: string
  remark: string
  transport: string
  boxNo: string
  recorderNo: string
  startCelsius: number | null
}

export async function lockSlip(
  connection: Connection,
  orderId: number,
): Promise<(SlipRow & { id: number; coldChain: boolean; version: number }) | null> {
  const { rows } = await sql<SlipRow & { id: number; coldChain: boolean; version: number }>`
    select id, version, cold_chain as "coldChain", carrier, waybill, packages, checked_by as "checkedBy", remark, transport, box_no as "boxNo",
           recorder_no as "recorderNo", start_celsius::float as "startCelsius"
      from shipment where order_id = ${orderId} for update`.execute(connection)
  return rows[0] ?? null
}

export async function setSlip(connection: Connection, shipmentId: number, slip: SlipRow): Promise<void> {
  await sql`
    update shipment set carrier = ${slip.carrier}, waybill = ${slip.waybill}, packages = ${slip.packages}, checked_by = ${slip.checkedBy},
           remark = ${slip.remark}, transport = ${slip.transport}, box_no = ${slip.boxNo}, recorder_no = ${slip.recorderNo},
           start_celsius = ${slip.startCelsius}, version = version + 1
     where id = ${shipmentId}`.execute(connection)
}

/** Locked, so that two files of one box are taken in one after the other. */
export async function lockColdShipment(connection: Connection, id: number) {
  const { rows } = await sql<{
    orderId: number
    coldChain: boolean
    shippedAt: Date
    deliveredAt: Date | null
    goods: { storage: string; coldChain: boolean }[]
  }>`
    select s.order_id as "orderId", s.cold_chain as "coldChain", s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt",
           coalesce((select json_agg(json_build_object('storage', g.storage, 'coldChain', g.cold_chain))
                       from order_line l join goods g on g.id = l.goods_id where l.order_id = s.order_id and g.cold_chain), '[]') as goods
      from shipment s where s.id = ${id} for update of s`.execute(connection)
  return rows[0] ?? null
}

/** What is there already stays as it was told first. Answers how many are new. */
export async function writeReadings(
  connection: Connection,
  shipmentId: number,
  readings: readonly { at: Date; celsius: number }[],
  by: string,
): Promise<number> {
  const { rows } = await sql`
    insert into shipment_temperature (shipment_id, at, celsius, taken_by)
    select ${shipmentId}::bigint, r.at, r.celsius, ${by}
      from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r(at timestamptz, celsius numeric)
    on conflict do nothing returning at`.execute(connection)
  return rows.length
}
