import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

/** What the papers of a shipment are made from, as it stands at the deed. */

export interface NoteHead {
  shipmentId: number
  orderId: number
  orderNo: string
  companyId: number
  orderedAt: Date
  shippedAt: Date
  buyer: { name: string; code: string; creditCode: string; licence: string; address: string }
  receiver: { name: string; phone: string; address: string }
  warehouse: string
  carrier: string
  waybill: string
  packages: number | null
  pickedBy: string
  checkedBy: string
  remark: string
  coldChain: boolean
  /** Goods with ephedrine and the like: the buyer sends a stamped receipt back. */
  ephedrine: boolean
  transport: string
  boxNo: string
  recorderNo: string
  startCelsius: number | null
  deliveredAt: Date | null
  goodsAmount: Fen
  reductionAmount: Fen
  shippingAmount: Fen
}

/** The buyer's licence is the one that the order rests on, or the one in force. */
const LICENCE = sql`
  coalesce((select l.number from order_licence l where l.order_id = o.id and l.kind in ('drug_licence', 'medical_licence', 'clinic_licence', 'device_licence')
             order by array_position(array['drug_licence', 'medical_licence', 'clinic_licence', 'device_licence'], l.kind) limit 1),
           (select q.number from qualification q where q.company_id = o.company_id and q.kind in ('drug_licence', 'medical_licence', 'clinic_licence', 'device_licence')
             order by array_position(array['drug_licence', 'medical_licence', 'clinic_licence', 'device_licence'], q.kind) limit 1), '')`

export async function noteHead(connection: Connection, shipmentId: number): Promise<NoteHead | null> {
  const { rows } = await sql<NoteHead>`
    select s.id as "shipmentId", o.id as "orderId", o.no as "orderNo", o.company_id as "companyId", o.created_at as "orderedAt",
           s.shipped_at as "shippedAt",
           json_build_object('name', c.name, 'code', coalesce(c.code, ''), 'creditCode', coalesce(c.credit_code, ''), 'licence', ${LICENCE},
             'address', c.province || c.city || c.district || c.address) as buyer,
           json_build_object('name', coalesce(o.receiver ->> 'receiver', ''), 'phone', coalesce(o.receiver ->> 'phone', ''),
             'address', concat(o.receiver ->> 'province', o.receiver ->> 'city', o.receiver ->> 'district', o.receiver ->> 'detail')) as receiver,
           w.name as warehouse, s.carrier, s.waybill, s.packages, s.picked_by as "pickedBy", s.checked_by as "checkedBy", s.remark,
           s.cold_chain as "coldChain", o.is_ephedrine as ephedrine, s.transport, s.box_no as "boxNo", s.recorder_no as "recorderNo",
           s.start_celsius::float as "startCelsius", s.delivered_at as "deliveredAt", o.goods_amount as "goodsAmount",
           o.reduction_amount as "reductionAmount", o.shipping_amount as "shippingAmount"
      from shipment s join orders o on o.id = s.order_id join company c on c.id = o.company_id join warehouse w on w.id = o.warehouse_id
     where s.id = ${shipmentId}`.execute(connection)
  return rows[0] ?? null
}

export interface NotePiece {
  lineId: number
  name: string
  genericName: string
  dosageForm: string
  spec: string
  unit: string
  manufacturer: string
  holder: string
  origin: string
  approvalNo: string
  storage: string
  coldChain: boolean
  isGift: boolean
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
  unitPrice: Fen
  lineAmount: Fen
  lineNumber: number
}

/** Every batch of every line. A fact that the goods lack now is taken from the order. */
export async function notePieces(connection: Connection, orderId: number): Promise<NotePiece[]> {
  const { rows } = await sql<NotePiece>`
    select l.id as "lineId", coalesce(nullif(l.name, ''), g.name) as name, coalesce(nullif(g.generic_name, ''), g.name) as "genericName",
           coalesce(nullif(g.dosage_form, ''), l.goods ->> 'dosage_form', '') as "dosageForm",
           coalesce(nullif(g.spec, ''), l.goods ->> 'spec', '') as spec, coalesce(nullif(g.unit, ''), l.goods ->> 'unit', '') as unit,
           coalesce(m.name, l.goods ->> 'manufacturer', '') as manufacturer, g.holder, g.origin,
           coalesce(nullif(g.approval_no, ''), l.goods ->> 'approval_no', '') as "approvalNo", g.storage, g.cold_chain as "coldChain",
           l.gift_id is not null as "isGift", b.batch_no as "batchNo", b.production_date::text as "productionDate",
           b.expiry_date::text as "expiryDate", b.number, l.unit_price as "unitPrice", l.amount as "lineAmount", l.number as "lineNumber"
      from order_line l
      join order_line_batch b on b.order_line_id = l.id
      join goods g on g.id = l.goods_id
      left join manufacturer m on m.id = g.manufacturer_id
     where l.order_id = ${orderId}
     order by l.id, b.expiry_date, b.id`.execute(connection)
  return rows
}

/** Who began to pick the order. */
export async function pickerOf(connection: Connection, orderId: number): Promise<string> {
  const { rows } = await sql<{ actor: string }>`
    select actor from order_log where order_id = ${orderId} and event = 'pick' order by id desc limit 1`.execute(connection)
  return rows[0]?.actor ?? ''
}
