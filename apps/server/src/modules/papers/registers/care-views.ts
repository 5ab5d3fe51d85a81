import { type RawBuilder, sql } from 'kysely'
import type { CareGround } from '#contract/care.ts'
import type { CareResult } from '#contract/registers.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { fewOf } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'
import type { RegisterFilter } from './asked.ts'

/** A batch as somebody looked at it: names and makers are those of that day. */
export interface CareCheckRow {
  id: number
  batchId: number
  warehouse: string
  place: string
  checkedAt: Date
  genericName: string
  name: string
  dosageForm: string
  spec: string
  unit: string
  manufacturer: string
  holder: string
  batchNo: string
  expiryDate: TradeDate
  number: number
  grounds: CareGround[]
  appearance: string
  doubted: number
  fault: string
  measure: string
  unqualifiedNo: string
  checker: string
}

const fact = (name: string) => sql`coalesce(c.goods ->> ${sql.lit(name)}, '')`
const NAMES = sql`
  coalesce(nullif(c.goods ->> 'generic_name', ''), c.goods ->> 'name') as "genericName", ${fact('name')} as name,
  ${fact('dosage_form')} as "dosageForm", ${fact('spec')} as spec, ${fact('unit')} as unit, ${fact('manufacturer')} as manufacturer,
  ${fact('holder')} as holder`
const goodsCalled = (start: string) =>
  sql`select g.id from goods g where upper(g.code) like upper(${start}) or upper(g.name) like upper(${start})`
const isNumbered = (start: string) => sql`plain_batch(c.batch_no) like plain_batch(${start})`
const layAt = (start: string) => sql`c.place <> '' and upper(c.place) like upper(${start})`
const isOf = (start: string) => sql`c.goods_id in (${goodsCalled(start)})`
const inPeriod = ({ from, until }: RegisterFilter) => sql`c.checked_at >= ${from} and c.checked_at < ${until}`

/** The checks of these days that the words mean, by an index of each kind of word; null: no words, or so many that one meets them soon. */
const foundBy = (connection: Connection, filter: RegisterFilter): Promise<number[] | null> => {
  const start = `${plainLike(filter.words)}%`
  return filter.words === ''
    ? Promise.resolve(null)
    : fewOf(
        connection,
        sql`select c.id from care_check c where ${isNumbered(start)} and ${inPeriod(filter)}
         union all select c.id from (${goodsCalled(start)}) g join care_check c on c.goods_id = g.id where ${inPeriod(filter)} and not ${isNumbered(start)}
         union all select c.id from care_check c where ${layAt(start)} and ${inPeriod(filter)} and not ${isNumbered(start)} and not ${isOf(start)}`,
      )
}

function conditions(filter: RegisterFilter, result: CareResult | null, found: readonly number[] | null): RawBuilder<unknown> {
  const { words, warehouseId } = filter
  const parts: RawBuilder<unknown>[] = [inPeriod(filter), warehouseSeen('c.warehouse_id')]
  if (warehouseId !== null) parts.push(sql`c.warehouse_id = ${warehouseId}`)
  if (result !== null) parts.push(result === 'fine' ? sql`c.doubted = 0` : sql`c.doubted > 0`)
  if (found !== null) parts.push(sql`c.id = any (${[...found]}::bigint[])`)
  else if (words !== '') {
    const start = `${plainLike(words)}%`
    parts.push(sql`(${isNumbered(start)} or (${layAt(start)}) or ${isOf(start)})`)
  }
  return sql.join(parts, sql` and `)
}

/** after: the last check of the page before; null: the first page. */
export async function careChecks(
  connection: Connection,
  filter: RegisterFilter,
  result: CareResult | null,
  after: number | null,
  limit: number,
): Promise<CareCheckRow[]> {
  const place =
    after === null
      ? sql``
      : sql`and (c.checked_at, c.id) < ((select p.checked_at from care_check p where p.id = ${after}), ${after}::bigint)`
  const found = await foundBy(connection, filter)
  const { rows } = await sql<CareCheckRow>`
    select c.id, c.stock_batch_id as "batchId", w.name as warehouse, c.place, c.checked_at as "checkedAt", ${NAMES}, c.batch_no as "batchNo",
           c.expiry_date as "expiryDate", c.number, c.grounds, c.appearance, c.doubted, c.fault, c.measure,
           coalesce((select u.no from unqualified u where u.id = c.unqualified_id), '') as "unqualifiedNo", c.checker
      from care_check c join warehouse w on w.id = c.warehouse_id
     where ${conditions(filter, result, found)} ${place} order by c.checked_at desc, c.id desc limit ${limit}`.execute(connection)
  return rows
}

export interface CareDecisionRow {
  id: number
  decidedAt: Date
  genericName: string
  name: string
  dosageForm: string
  spec: string
  unit: string
  manufacturer: string
  holder: string
  approvalNo: string
  storage: string
  isKey: boolean
  grounds: CareGround[]
  reason: string
  decider: string
}

/** What quality decided in these days. A goods lies in every warehouse, so its decision is of none. */
export async function careDecisions(
  connection: Connection,
  { from, until }: Pick<RegisterFilter, 'from' | 'until'>,
  limit: number,
): Promise<CareDecisionRow[]> {
  const { rows } = await sql<CareDecisionRow>`
    select c.id, c.decided_at as "decidedAt", ${NAMES}, ${fact('approval_no')} as "approvalNo", ${fact('storage')} as storage, c.is_key as "isKey",
           c.grounds, c.reason, c.decider
      from care_goods c where c.decided_at >= ${from} and c.decided_at < ${until} order by c.decided_at desc, c.id desc limit ${limit}`.execute(
    connection,
  )
  return rows
}
