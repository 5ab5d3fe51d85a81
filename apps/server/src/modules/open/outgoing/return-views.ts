import { sql } from 'kysely'
import type { AfterSaleReason, AfterSaleStatus } from '#domain/aftersales.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

export interface ReturnRow {
  id: number
  no: string
  orderNo: string
  sheetNo: string | null
  kind: string
  reason: AfterSaleReason
  status: AfterSaleStatus
  companyCode: string
  companyName: string
  askedAt: Date
  inspectedAt: Date | null
  refundedAt: Date | null
  carrier: string
  waybill: string
  expected: Fen
  goodsAmount: Fen
  shippingAmount: Fen
  lines: {
    goods_code: string
    name: string
    batch_no: string
    expiry_date: string
    number: number
    accepted: number | null
    sellable: boolean | null
    worth: number
  }[]
  refunds: { no: string; channel: string; amount: number; doneAt: string | null }[]
}

const RETURN = sql`
  select s.id, s.no, o.no as "orderNo", t.sheet_no as "sheetNo", s.kind, s.reason, s.status, coalesce(c.code, '') as "companyCode",
         c.name as "companyName", s.created_at as "askedAt", s.inspected_at as "inspectedAt", s.refunded_at as "refundedAt", s.carrier, s.waybill,
         s.expected_amount as expected, s.goods_amount as "goodsAmount", s.shipping_amount as "shippingAmount",
         coalesce((select json_agg(json_build_object('goods_code', g.code, 'name', g.name, 'batch_no', p.batch_no, 'expiry_date', p.expiry_date,
                                                     'number', x.number, 'accepted', x.accepted, 'sellable', x.sellable, 'worth', x.worth)
                                   order by x.id)
                     from after_sale_line x join order_line l on l.id = x.order_line_id join goods g on g.id = l.goods_id
                     join order_line_batch p on p.id = x.order_line_batch_id where x.after_sale_id = s.id), '[]') as lines,
         coalesce((select json_agg(json_build_object('no', r.no, 'channel', r.channel, 'amount', r.amount, 'doneAt', r.done_at) order by r.id)
                     from refund r where r.after_sale_id = s.id), '[]') as refunds
    from after_sale s join orders o on o.id = s.order_id join company c on c.id = s.company_id
    left join open_takeover t on t.order_id = s.order_id`

export async function returnsOf(connection: Connection, ids: readonly number[]): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`${RETURN} where s.id = any(${ids}::bigint[])`.execute(connection)
  return rows
}

export async function returnByNo(connection: Connection, no: string): Promise<ReturnRow | null> {
  const { rows } = await sql<ReturnRow>`${RETURN} where s.no = ${no}`.execute(connection)
  return rows[0] ?? null
}
