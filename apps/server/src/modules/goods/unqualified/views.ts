import { type RawBuilder, sql } from 'kysely'
import type { UnqualifiedState, UnqualifiedWay } from '#contract/unqualified.ts'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED } from '../../../platform/few.ts'
import { isLike, plainLike } from '../../../platform/like.ts'
import { warehouseSeen } from '../../../platform/narrowing.ts'

export interface UnqualifiedRow {
  id: number
  no: string
  source: 'storage' | 'acceptance'
  warehouse: string
  batchId: number | null
  intakeId: number | null
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
  reason: string
  finder: string
  foundAt: Date
  state: UnqualifiedState
  judge: string
  judgedAt: Date | null
  verdict: string
  way: UnqualifiedWay | ''
  disposer: string
  witness: string
  disposedAt: Date | null
  disposal: string
}

interface UnqualifiedFilter {
  words: string
  state: UnqualifiedState | null
  warehouseId: number | null
  /** By the day on which it was found. */
  from: Date | null
  until: Date | null
}

function conditions({ words, state, warehouseId, from, until }: UnqualifiedFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [warehouseSeen('u.warehouse_id')]
  if (state !== null) parts.push(sql`u.state = ${state}`)
  if (warehouseId !== null) parts.push(sql`u.warehouse_id = ${warehouseId}`)
  if (from !== null) parts.push(sql`u.found_at >= ${from}`)
  if (until !== null) parts.push(sql`u.found_at < ${until}`)
  if (words) {
    const start = `${plainLike(words)}%`
    parts.push(sql`(u.no like ${start.toUpperCase()} or plain_batch(u.batch_no) like plain_batch(${start})
      or u.goods_id in (select g.id from goods g where ${isLike(sql`g.code`, start)} or ${isLike(sql`g.name`, start)}))`)
  }
  return sql.join(parts, sql` and `)
}

const NEWEST = sql`order by u.found_at desc, u.id desc`

/** before: the last one of the page before. */
export async function unqualifiedRows(
  connection: Connection,
  filter: UnqualifiedFilter,
  { before = null, offset = 0 }: { before?: number | null; offset?: number },
  limit: number,
): Promise<UnqualifiedRow[]> {
  const place =
    before === null
      ? sql``
      : sql`and (u.found_at, u.id) < ((select p.found_at from unqualified p where p.id = ${before}), ${before}::bigint)`
  const fact = (name: string) => sql`coalesce(u.goods ->> ${sql.lit(name)}, '')`
  const { rows } = await sql<UnqualifiedRow>`
    select u.id, u.no, u.source, w.name as warehouse, u.stock_batch_id as "batchId", u.intake_id as "intakeId",
           coalesce(nullif(u.goods ->> 'generic_name', ''), u.goods ->> 'name') as "genericName", ${fact('name')} as name,
           ${fact('dosage_form')} as "dosageForm", ${fact('spec')} as spec, ${fact('unit')} as unit, ${fact('manufacturer')} as manufacturer,
           ${fact('holder')} as holder, u.batch_no as "batchNo", u.expiry_date as "expiryDate", u.number, u.reason, u.finder,
           u.found_at as "foundAt", u.state, u.judge, u.judged_at as "judgedAt", u.verdict, u.way, u.disposer,
           coalesce((select a.name from approval_request r join account a on a.id = r.decided_by
                      where r.subject = 'unqualified:' || u.id and r.kind = 'unqualified.dispose' and r.state = 'approved' and u.state = 'gone'
                      order by r.id desc limit 1), '') as witness,
           u.disposed_at as "disposedAt", u.disposal
      from unqualified u join warehouse w on w.id = u.warehouse_id
     where ${conditions(filter)} ${place} ${NEWEST} limit ${limit} offset ${offset}`.execute(connection)
  return rows
}

export async function unqualifiedCount(connection: Connection, filter: UnqualifiedFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from unqualified u where ${conditions(filter)} limit ${COUNTED + 1}) found`.execute(
    connection,
  )
  return rows[0]?.total ?? 0
}
