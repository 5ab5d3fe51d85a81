import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { noteFact, noteLine } from '../../papers/documents/public.ts'

/** What came back, as it stands on the return note. */

export interface ReturnHead {
  no: string
  orderNo: string
  noteNo: string
  buyer: { name: string; code: string }
  warehouse: string
  shippedAt: Date | null
  carrier: string
  waybill: string
  description: string
  inspectNote: string
}

export async function returnHead(connection: Connection, afterSaleId: number): Promise<ReturnHead | null> {
  const { rows } = await sql<ReturnHead>`
    select s.no, o.no as "orderNo", json_build_object('name', c.name, 'code', coalesce(c.code, '')) as buyer, w.name as warehouse,
           coalesce((select d.no from shipment sh join document d on d.subject = 'shipment:' || sh.id and d.kind = 'delivery_note'
                      where sh.order_id = o.id order by d.version desc limit 1), '') as "noteNo",
           o.shipped_at as "shippedAt", s.carrier, s.waybill, s.description, s.inspect_note as "inspectNote"
      from after_sale s join orders o on o.id = s.order_id join company c on c.id = s.company_id join warehouse w on w.id = o.warehouse_id
     where s.id = ${afterSaleId}`.execute(connection)
  return rows[0] ?? null
}

export interface ReturnLine {
  genericName: string
  dosageForm: string
  spec: string
  manufacturer: string
  approvalNo: string
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  unit: string
  /** Applied for, and found in order when it was inspected. */
  number: number
  accepted: number
  sellable: boolean
  worth: Fen
}

export async function returnLines(connection: Connection, afterSaleId: number): Promise<ReturnLine[]> {
  const { rows } = await sql<ReturnLine>`
    select coalesce(${noteFact('genericName')}, nullif(g.generic_name, ''), l.name) as "genericName",
           coalesce(${noteFact('dosageForm')}, g.dosage_form) as "dosageForm",
           coalesce(${noteFact('spec')}, nullif(l.goods ->> 'spec', ''), g.spec) as spec,
           coalesce(${noteFact('manufacturer')}, m.name, l.goods ->> 'manufacturer', '') as manufacturer,
           coalesce(${noteFact('approvalNo')}, g.approval_no) as "approvalNo", p.batch_no as "batchNo",
           p.production_date::text as "productionDate", p.expiry_date::text as "expiryDate",
           coalesce(${noteFact('unit')}, nullif(l.goods ->> 'unit', ''), g.unit) as unit, a.number,
           coalesce(a.accepted, 0) as accepted, coalesce(a.sellable, false) as sellable, a.worth
      from after_sale_line a join order_line_batch p on p.id = a.order_line_batch_id join order_line l on l.id = a.order_line_id
      join goods g on g.id = l.goods_id left join manufacturer m on m.id = g.manufacturer_id
      ${noteLine({ order: 'l.order_id', name: 'l.name', batchNo: 'p.batch_no' })}
     where a.after_sale_id = ${afterSaleId} order by a.id`.execute(connection)
  return rows
}
