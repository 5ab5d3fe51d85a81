import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** What other modules keep of the batches that left the house: released inspection reports, and trace codes. */

export interface ReportRow {
  id: number
  goodsId: number
  batchNo: string
  reportNo: string
  /** Signed by its maker: passed on as it came, with our cover sheet beside it. */
  signed: boolean
  fileId: number
  /** The cover sheet, or the stamped copy. */
  documentId: number | null
  documentFileId: number | null
}

/** Those that quality has released for exactly these batches. */
export async function releasedReports(
  connection: Connection,
  batches: readonly { goodsId: number; batchNo: string }[],
): Promise<ReportRow[]> {
  if (batches.length === 0) return []
  const { rows } = await sql<ReportRow>`
    select b.id, b.goods_id as "goodsId", b.batch_no as "batchNo", b.report_no as "reportNo", b.signed, b.file_id as "fileId",
           b.document_id as "documentId", d.file_id as "documentFileId"
      from unnest(${batches.map((one) => one.goodsId)}::bigint[], ${batches.map((one) => one.batchNo)}::text[]) as w(goods_id, batch_no)
      join batch_document b on b.goods_id = w.goods_id and b.batch_no = w.batch_no and b.state = 'released'
      left join document d on d.id = b.document_id
     order by b.goods_id, b.batch_no, b.id`.execute(connection)
  return rows
}

export interface TraceRow {
  orderNo: string
  code: string
  name: string
  batchNo: string
  expiryDate: string
  goodsCode: string
}

/** Of some orders of one company, at most so many; what came back is no longer the buyer's. */
export async function traceCodes(
  connection: Connection,
  companyId: number,
  orderIds: readonly number[],
  limit: number,
): Promise<TraceRow[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<TraceRow>`
    select o.no as "orderNo", t.code, coalesce(l.goods ->> 'name', '') as name, coalesce(l.goods ->> 'code', '') as "goodsCode",
           b.batch_no as "batchNo", b.expiry_date::text as "expiryDate"
      from trace_code t
      join order_line_batch b on b.id = t.order_line_batch_id
      join order_line l on l.id = b.order_line_id
      join orders o on o.id = t.order_id
     where t.order_id = any(${orderIds}::bigint[]) and t.company_id = ${companyId} and t.returned_at is null
     order by o.shipped_at desc, o.id desc, l.id, b.id, t.id limit ${limit}`.execute(connection)
  return rows
}

/** The order that a trace code left the house with. */
export async function orderOfCode(connection: Connection, companyId: number, code: string): Promise<number[]> {
  if (!/^\d{20}$/.test(code)) return []
  const { rows } = await sql<{ id: number }>`
    select distinct order_id as id from trace_code where company_id = ${companyId} and code = ${code}`.execute(connection)
  return rows.map((row) => row.id)
}

/** Orders with goods of this barcode; a case's 14 digits are the pack's 13 behind a nought. */
export async function ordersOfBarcode(connection: Connection, companyId: number, scanned: string): Promise<number[]> {
  const barcode = scanned.replace(/^0(?=\d{13}$)/, '')
  if (!/^\d{8,14}$/.test(barcode)) return []
  const { rows } = await sql<{ id: number }>`
    select distinct l.order_id as id from goods g join order_line l on l.goods_id = g.id
     where g.barcode = ${barcode} and g.barcode <> '' and l.company_id = ${companyId}`.execute(connection)
  return rows.map((row) => row.id)
}
