import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../platform/database.ts'

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

/** What comes back is what the delivery note went with, whatever the catalogue says of such goods by now. */
const sent = (fact: string) => sql`nullif(n.line ->> ${sql.lit(fact)}, '')`

export async function returnLines(connection: Connection, afterSaleId: number): Promise<ReturnLine[]> {
  const { rows } = await sql<ReturnLine>`
    select coalesce(${sent('genericName')}, nullif(g.generic_name, ''), l.name) as "genericName",
           coalesce(${sent('dosageForm')}, g.dosage_form) as "dosageForm",
           coalesce(${sent('spec')}, nullif(l.goods ->> 'spec', ''), g.spec) as spec,
           coalesce(${sent('manufacturer')}, m.name, l.goods ->> 'manufacturer', '') as manufacturer,
           coalesce(${sent('approvalNo')}, g.approval_no) as "approvalNo", p.batch_no as "batchNo",
           p.production_date::text as "productionDate", p.expiry_date::text as "expiryDate",
           coalesce(${sent('unit')}, nullif(l.goods ->> 'unit', ''), g.unit) as unit, a.number,
           coalesce(a.accepted, 0) as accepted, coalesce(a.sellable, false) as sellable, a.worth
      from after_sale_line a join order_line_batch p on p.id = a.order_line_batch_id join order_line l on l.id = a.order_line_id
      join goods g on g.id = l.goods_id left join manufacturer m on m.id = g.manufacturer_id
      left join lateral (
        select e.line from shipment s join document d on d.subject = 'shipment:' || s.id and d.kind = 'delivery_note' and d.state <> 'failed'
         cross join jsonb_array_elements(d.snapshot -> 'lines') as e(line)
         where s.order_id = l.order_id and e.line ->> 'name' = l.name and e.line ->> 'batchNo' = p.batch_no order by d.version desc limit 1) n on true
     where a.after_sale_id = ${afterSaleId} order by a.id`.execute(connection)
  return rows
}
