import { type SqlBool, sql } from 'kysely'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Period } from '../../../platform/period.ts'

export interface BillRow {
  id: number
  channel: string
  day: string
  fileName: string
  lineCount: number
  otherDays: number
  matched: number
  theirsIn: Fen
  theirsOut: Fen
  oursIn: Fen
  oursOut: Fen
  open: number
  differences: number
  sentBy: string
  sentAt: Date
}

const BILL = sql`
  select b.id, b.channel, b.day::text as day, b.file_name as "fileName", b.line_count as "lineCount", b.other_days as "otherDays",
         b.matched_count as matched, b.theirs_in as "theirsIn", b.theirs_out as "theirsOut", b.ours_in as "oursIn", b.ours_out as "oursOut",
         b.sent_by as "sentBy", b.sent_at as "sentAt", d.open, d.differences
    from channel_bill b
   cross join lateral (select count(*)::integer as differences, (count(*) filter (where state = 'open'))::integer as open
                         from channel_difference where bill_id = b.id) d`

export async function billPage(connection: Connection, offset: number, limit: number): Promise<{ rows: BillRow[]; total: number }> {
  const { rows } = await sql<BillRow>`${BILL} order by b.day desc, b.channel limit ${limit} offset ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`
    select count(*)::integer as total from (select from channel_bill limit 10000) counted`.execute(connection)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export async function findBill(connection: Connection, id: number): Promise<BillRow | null> {
  const { rows } = await sql<BillRow>`${BILL} where b.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export interface DifferenceRow {
  id: number
  channel: string
  day: string
  side: 'ours' | 'theirs' | 'amount'
  direction: 'in' | 'out'
  number: string
  gatewayNo: string
  at: string
  ours: Fen | null
  theirs: Fen | null
  hint: string
  state: 'open' | 'closed'
  note: string
  closedBy: string
  closedAt: Date | null
  version: number
}
export interface DifferenceFilter extends Period {
  state: 'open' | 'closed' | null
  side: 'ours' | 'theirs' | 'amount' | null
  bill: number | null
  /** One alone. */
  id: number | null
}

const FROM = sql`from channel_difference d join channel_bill b on b.id = d.bill_id`
const COLUMNS = sql`d.id, b.channel, b.day::text as day, d.side, d.direction, d.number, d.gateway_no as "gatewayNo", d.at, d.ours, d.theirs,
  d.hint, d.state, d.note, d.closed_by as "closedBy", d.closed_at as "closedAt", d.version`

function whereOf({ state, side, bill, id, from, until }: DifferenceFilter) {
  const parts = [sql<SqlBool>`true`]
  if (state !== null) parts.push(sql<SqlBool>`d.state = ${sql.lit(state)}`)
  if (side !== null) parts.push(sql<SqlBool>`d.side = ${side}`)
  if (bill !== null) parts.push(sql<SqlBool>`d.bill_id = ${bill}`)
  if (id !== null) parts.push(sql<SqlBool>`d.id = ${id}`)
  if (from !== null) parts.push(sql<SqlBool>`b.day >= (${from}::timestamptz at time zone 'Asia/Shanghai')::date`)
  if (until !== null) parts.push(sql<SqlBool>`b.day < (${until}::timestamptz at time zone 'Asia/Shanghai')::date`)
  return sql.join(parts, sql` and `)
}

/** From the newest on. */
export async function differencePage(
  connection: Connection,
  filter: DifferenceFilter,
  offset: number,
  limit: number,
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const { rows } = await sql<DifferenceRow>`
    select ${COLUMNS} ${FROM} where ${whereOf(filter)} order by d.id desc limit ${limit} offset ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`
    select count(*)::integer as total from (select ${FROM} where ${whereOf(filter)} limit 10000) counted`.execute(connection)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

export async function differencesBefore(
  connection: Connection,
  filter: DifferenceFilter,
  before: number | null,
  limit: number,
): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`
    select ${COLUMNS} ${FROM} where ${whereOf(filter)} and d.id < ${before ?? Number.MAX_SAFE_INTEGER} order by d.id desc limit ${limit}`.execute(
    connection,
  )
  return rows
}
