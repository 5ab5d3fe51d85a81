import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** Trace codes of boxes that left the house. */

export interface TracedPiece {
  id: number
  goodsId: number
  goodsName: string
  unit: string
  batchNo: string
  number: number
}

export async function tracedPiece(connection: Connection, orderId: number, pieceId: number): Promise<TracedPiece | null> {
  const { rows } = await sql<TracedPiece>`
    select p.id, l.goods_id as "goodsId", l.name as "goodsName", coalesce(l.goods ->> 'unit', '') as unit, p.batch_no as "batchNo", p.number
      from order_line_batch p join order_line l on l.id = p.order_line_id
     where p.id = ${pieceId} and l.order_id = ${orderId}`.execute(connection)
  return rows[0] ?? null
}

/** Forgets what was taken of a piece before; answers how many there were. */
export async function clearCodes(connection: Connection, pieceId: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from trace_code where order_line_batch_id = ${pieceId}`.execute(connection)
  return Number(numAffectedRows ?? 0)
}

/** Boxes of which some came back with an after-sale, or that stayed in the house with a cancelled order, may leave it (once more). */
export async function releaseReturned(connection: Connection, codes: readonly string[], now: Date): Promise<void> {
  await sql`
    update trace_code t set returned_at = ${now}
     where t.code = any(${codes}::text[]) and t.returned_at is null
       and (exists (select from after_sale_line l join after_sale s on s.id = l.after_sale_id
                     where l.order_line_batch_id = t.order_line_batch_id and s.kind = 'return' and l.accepted > 0)
            or exists (select from orders o where o.id = t.order_id and o.status = 'cancelled'))`.execute(connection)
}

/** Codes that are out with an order, and which; but: not with this one. */
export async function codesOut(
  connection: Connection,
  codes: readonly string[],
  but: number | null,
): Promise<{ code: string; orderNo: string }[]> {
  const { rows } = await sql<{ code: string; orderNo: string }>`
    select t.code, o.no as "orderNo" from trace_code t join orders o on o.id = t.order_id
     where t.code = any(${codes}::text[]) and t.returned_at is null and t.order_id is distinct from ${but}::bigint order by t.code limit 5`.execute(
    connection,
  )
  return rows
}

/** Drugs (the first seven digits) that were taken of other goods before. */
export async function drugsOfOthers(
  connection: Connection,
  drugs: readonly string[],
  goodsId: number,
): Promise<{ drug: string; goodsName: string }[]> {
  const { rows } = await sql<{ drug: string; goodsName: string }>`
    select distinct on (d.drug) d.drug, g.name as "goodsName"
      from unnest(${drugs}::text[]) as d(drug)
      join trace_code t on left(t.code, 7) = d.drug and t.goods_id <> ${goodsId}
      join goods g on g.id = t.goods_id order by d.drug, g.id limit 5`.execute(connection)
  return rows
}

/** Answers how many; those that another order has taken meanwhile are not among them. */
export async function insertCodes(
  connection: Connection,
  made: { orderId: number; companyId: number; goodsId: number; pieceId: number; codes: readonly string[]; by: string },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into trace_code (code, order_line_batch_id, order_id, company_id, goods_id, taken_at, taken_by)
    select c.code, ${made.pieceId}, ${made.orderId}, ${made.companyId}, ${made.goodsId}, ${now}, ${made.by}
      from unnest(${made.codes}::text[]) with ordinality as c(code, ord) order by c.ord
    on conflict (code) where returned_at is null do nothing`.execute(connection)
  return Number(numAffectedRows ?? 0)
}

export interface TracedRow {
  code: string
  orderNo: string
  noteNo: string
  company: string
  creditCode: string
  goodsCode: string
  goodsName: string
  spec: string
  manufacturer: string
  approvalNo: string
  batchNo: string
  expiryDate: TradeDate
  shippedAt: Date
  by: string
}

/** What left the house between two moments, by the moment of its shipment. */
export async function tracedBetween(connection: Connection, from: Date, until: Date, limit: number): Promise<TracedRow[]> {
  const { rows } = await sql<TracedRow>`
    select t.code, o.no as "orderNo",
           coalesce((select d.no from document d where d.subject = 'shipment:' || s.id and d.kind = 'delivery_note' order by d.version desc limit 1), '') as "noteNo",
           c.name as company, coalesce(c.credit_code, '') as "creditCode", g.code as "goodsCode", g.name as "goodsName", g.spec,
           coalesce(m.name, '') as manufacturer, g.approval_no as "approvalNo", p.batch_no as "batchNo", p.expiry_date::text as "expiryDate",
           s.shipped_at as "shippedAt", t.taken_by as by
      from shipment s join trace_code t on t.order_id = s.order_id join orders o on o.id = s.order_id join company c on c.id = o.company_id
      join order_line_batch p on p.id = t.order_line_batch_id join goods g on g.id = t.goods_id left join manufacturer m on m.id = g.manufacturer_id
     where s.shipped_at >= ${from} and s.shipped_at < ${until}
     order by s.shipped_at, s.id, t.id limit ${limit}`.execute(connection)
  return rows
}

/** The batches that left the house for this company under a trace code. */
export async function batchesOfCode(
  connection: Connection,
  companyId: number,
  code: string,
): Promise<{ goodsId: number; batchNo: string }[]> {
  const { rows } = await sql<{ goodsId: number; batchNo: string }>`
    select t.goods_id as "goodsId", p.batch_no as "batchNo" from trace_code t join order_line_batch p on p.id = t.order_line_batch_id
     where t.company_id = ${companyId} and t.code = ${code}`.execute(connection)
  return rows
}
