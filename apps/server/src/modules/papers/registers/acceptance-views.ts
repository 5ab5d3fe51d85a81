import { type RawBuilder, sql } from 'kysely'
import type { RejectMeasure } from '#contract/intake.ts'
import type { AcceptanceResult } from '#contract/registers.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'
import type { RegisterFilter } from './asked.ts'

/** A line of a delivery as quality judged it: names and makers are those of that day. */
export interface AcceptanceRow {
  id: number
  intakeId: number
  no: string
  warehouse: string
  supplier: string
  paperNo: string
  arrivedAt: Date
  acceptedAt: Date
  genericName: string
  name: string
  dosageForm: string
  spec: string
  unit: string
  manufacturer: string
  holder: string
  origin: string
  approvalNo: string
  batchNo: string
  productionDate: TradeDate | null
  expiryDate: TradeDate
  number: number
  sampled: number | null
  appearance: string
  reportNo: string
  accepted: number
  rejectReason: string
  measure: RejectMeasure | ''
  receiver: string
  acceptor: string
}

/** Lines that were judged before such facts were kept are called as the catalogue calls them now. */
const fact = (name: string, now = `g.${name}`) => sql`coalesce(nullif(l.goods ->> ${sql.lit(name)}, ''), ${sql.raw(now)}, '')`

const ofGoods = (start: string) =>
  sql`l.goods_id in (select g.id from goods g where upper(g.code) like upper(${start}) or upper(g.name) like upper(${start}))`
const ofIntake = (words: string, start: string) => sql`
  (i.no like ${start.toUpperCase()} or i.paper_no like ${start} or pairs_of(i.supplier) @> pairs_of(${words}) and i.supplier like ${start})`

/** Lines that the words, or a result that few have, find by indexes of their own; null: so many that the walk of the days meets them soon. */
async function linesFound(connection: Connection, words: string, result: AcceptanceResult | null): Promise<number[] | null> {
  if (result === 'rejected') {
    const rejected = await fewOf(connection, sql`select l.id from stock_intake_line l where l.accepted < l.number`)
    if (rejected !== null) return rejected
  }
  if (words === '') return null
  const start = `${plainLike(words)}%`
  return fewOf(
    connection,
    sql`select l.id from stock_intake i join stock_intake_line l on l.intake_id = i.id where ${ofIntake(words, start)}
         union all select l.id from stock_intake_line l where plain_batch(l.batch_no) like plain_batch(${start})
         union all select l.id from stock_intake_line l where ${ofGoods(start)}`,
  )
}

function conditions(
  { words, warehouseId, from, until }: RegisterFilter,
  result: AcceptanceResult | null,
  found: readonly number[] | null,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`i.state = 'done' and i.decided_at >= ${from} and i.decided_at < ${until}`,
    warehouseSeen('i.warehouse_id'),
  ]
  if (found !== null) parts.push(sql`l.id = any (${[...found]}::bigint[])`)
  if (warehouseId !== null) parts.push(sql`i.warehouse_id = ${warehouseId}`)
  if (result !== null) parts.push(result === 'passed' ? sql`l.accepted = l.number` : sql`l.accepted < l.number`)
  if (words) {
    const start = `${plainLike(words)}%`
    parts.push(sql`(${ofIntake(words, start)} or plain_batch(l.batch_no) like plain_batch(${start}) or ${ofGoods(start)})`)
  }
  return sql.join(parts, sql` and `)
}

const NEWEST = sql`order by i.decided_at desc, i.id desc, l.id desc`

/** after: the last line of the page before; null: the first page. */
export async function acceptedLines(
  connection: Connection,
  filter: RegisterFilter,
  result: AcceptanceResult | null,
  after: number | null,
  limit: number,
): Promise<AcceptanceRow[]> {
  const place =
    after === null
      ? sql``
      : sql`and (i.decided_at, i.id, l.id) < (
          (select p.decided_at from stock_intake_line q join stock_intake p on p.id = q.intake_id where q.id = ${after}),
          (select intake_id from stock_intake_line where id = ${after}), ${after}::bigint)`
  const found = await linesFound(connection, filter.words, result)
  const { rows } = await sql<AcceptanceRow>`
    select l.id, i.id as "intakeId", i.no, w.name as warehouse, i.supplier, i.paper_no as "paperNo", i.arrived_at as "arrivedAt",
           i.decided_at as "acceptedAt", coalesce(nullif(l.goods ->> 'generic_name', ''), nullif(g.generic_name, ''), g.name) as "genericName",
           ${fact('name')} as name, ${fact('dosage_form')} as "dosageForm", ${fact('spec')} as spec, ${fact('unit')} as unit,
           ${fact('manufacturer', 'm.name')} as manufacturer, ${fact('holder')} as holder, ${fact('origin')} as origin,
           ${fact('approval_no')} as "approvalNo", l.batch_no as "batchNo", l.production_date as "productionDate", l.expiry_date as "expiryDate",
           l.number, l.sampled, l.appearance, l.report_no as "reportNo", l.accepted, l.reject_reason as "rejectReason", l.measure, i.receiver,
           i.decider as acceptor
      from stock_intake i join stock_intake_line l on l.intake_id = i.id join warehouse w on w.id = i.warehouse_id
      join goods g on g.id = l.goods_id left join manufacturer m on m.id = g.manufacturer_id
     where ${conditions(filter, result, found)} ${place} ${NEWEST} limit ${limit}`.execute(connection)
  return rows
}
