import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Fen } from '#domain/money.ts'
import { companyIsNamed, fewNamed } from '../../../platform/company-named.ts'
import type { Connection } from '../../../platform/database.ts'
import { plainLike } from '../../../platform/like.ts'
import { orderSeen } from '../../../platform/narrowing.ts'
import { noteFact, noteLine } from '../../papers/documents/public.ts'

/** A batch of an order's line that left the house. */
export interface SoldRow {
  shippedAt: Date
  orderNo: string
  company: string
  /** The name that the law asks for; name: the trade's. */
  genericName: string
  name: string
  dosageForm: string
  spec: string
  manufacturer: string
  /** The holder of the approval, where known. */
  holder: string
  /** Of medicinal materials and prepared pieces. */
  origin: string
  approvalNo: string
  batchNo: string
  expiryDate: TradeDate
  unit: string
  number: number
  unitPrice: Fen
  /** Of the whole line, after every reduction; before: units of it in the batches before this one. */
  lineNumber: number
  lineNet: Fen
  before: number
}

const COLUMNS = sql`
           o.shipped_at as "shippedAt", o.no as "orderNo", coalesce(note.buyer, c.name) as company,
           coalesce(${noteFact('genericName')}, nullif(g.generic_name, ''), g.name) as "genericName", coalesce(nullif(l.name, ''), g.name) as name,
           coalesce(${noteFact('dosageForm')}, nullif(g.dosage_form, ''), l.goods ->> 'dosage_form', '') as "dosageForm",
           coalesce(${noteFact('spec')}, nullif(g.spec, ''), l.goods ->> 'spec', '') as spec,
           coalesce(${noteFact('manufacturer')}, m.name, l.goods ->> 'manufacturer', '') as manufacturer,
           coalesce(note.line ->> 'holder', g.holder) as holder, coalesce(note.line ->> 'origin', g.origin) as origin,
           coalesce(${noteFact('approvalNo')}, nullif(g.approval_no, ''), l.goods ->> 'approval_no', '') as "approvalNo",
           b.batch_no as "batchNo", b.expiry_date::text as "expiryDate", coalesce(l.goods ->> 'unit', g.unit) as unit, b.number,
           l.unit_price as "unitPrice", l.number as "lineNumber", l.amount - l.reduction as "lineNet",
           (select coalesce(sum(former.number), 0)::integer from order_line_batch former where former.order_line_id = l.id and former.id < b.id) as before`
const JOINS = sql`
      join company c on c.id = o.company_id
      join order_line l on l.order_id = o.id
      join goods g on g.id = l.goods_id
      left join manufacturer m on m.id = g.manufacturer_id
      join order_line_batch b on b.order_line_id = l.id
      ${noteLine({ order: 'o.id', name: 'l.name', batchNo: 'b.batch_no' })}`

/**
 * What was shipped from one Beijing day to another, in the order of shipping; later cancelled orders never left. Names, makers
 * and origins are those of the papers that went with the goods: a fact that the goods lack now is taken from the order.
 */
export async function soldRows(
  connection: Connection,
  period: { from: Date; until: Date },
  companyId: number | null,
  limit: number,
): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select ${COLUMNS} from orders o ${JOINS}
     where o.shipped_at >= ${period.from} and o.shipped_at < ${period.until} and o.status <> 'cancelled'
       and (${companyId}::bigint is null or o.company_id = ${companyId})
       and ${orderSeen('o.id', 'o.company_id')}
     order by o.shipped_at, o.id, l.id, b.id limit ${limit}`.execute(connection)
  return rows
}

export interface SoldLineRow extends SoldRow {
  id: number
  orderId: number
  companyId: number
}

/** The same the last first, to be read on a page: by the beginning of a batch or order number, or a part of a buyer's name. After a row, its id. */
export async function soldPage(
  connection: Connection,
  { from, until, companyId, words }: { from: Date; until: Date; companyId: number | null; words: string },
  after: number | null,
  limit: number,
): Promise<SoldLineRow[]> {
  const start = `${plainLike(words)}%`
  const few = words === '' ? [] : await fewNamed(connection, words)
  const named = few === null ? companyIsNamed('o.company_id', words) : sql`o.company_id = any(${few}::bigint[])`
  const found = words === '' ? sql`true` : sql`(b.batch_no ilike ${start} or o.no like ${start} or ${named})`
  const on =
    after === null
      ? sql`true`
      : sql`(s.shipped_at, s.id) <= (select ls.shipped_at, ls.id from order_line_batch lb join order_line ll on ll.id = lb.order_line_id
               join shipment ls on ls.order_id = ll.order_id where lb.id = ${after})
            and (l.order_id, b.id) <> all (select ll.order_id, lb.id from order_line_batch lb join order_line ll on ll.id = lb.order_line_id
               where ll.order_id = (select al.order_id from order_line_batch ab join order_line al on al.id = ab.order_line_id where ab.id = ${after})
                 and lb.id <= ${after})`
  const { rows } = await sql<SoldLineRow>`
    select b.id, o.id as "orderId", o.company_id as "companyId", ${COLUMNS} from shipment s join orders o on o.id = s.order_id ${JOINS}
     where s.shipped_at >= ${from} and s.shipped_at < ${until} and o.status <> 'cancelled'
       and (${companyId}::bigint is null or o.company_id = ${companyId})
       and ${orderSeen('o.id', 'o.company_id')} and ${found} and ${on}
     order by s.shipped_at desc, s.id desc, b.id limit ${limit}`.execute(connection)
  return rows
}
