import { sql } from 'kysely'
import type { Difference } from '#domain/channel-bills.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'

export interface BillFigures {
  channel: string
  day: string
  fileName: string
  lineCount: number
  otherDays: number
  matched: number
  theirs: { in: Fen; out: Fen }
  ours: { in: Fen; out: Fen }
  /** The channel itself gave it out. */
  isFetched: boolean
}

/** A day's bill, or another one in its place; locked until the transaction ends. */
export async function saveBill(connection: Connection, bill: BillFigures, by: string, now: Date): Promise<number> {
  const figures = {
    file_name: bill.fileName,
    line_count: bill.lineCount,
    other_days: bill.otherDays,
    matched_count: bill.matched,
    theirs_in: bill.theirs.in,
    theirs_out: bill.theirs.out,
    ours_in: bill.ours.in,
    ours_out: bill.ours.out,
    is_fetched: bill.isFetched,
    sent_by: by,
    sent_at: now,
  }
  const { id } = await connection
    .insertInto('channel_bill')
    .values({ channel: bill.channel, day: bill.day, ...figures })
    .onConflict((on) => on.columns(['channel', 'day']).doUpdateSet(figures))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type DifferenceWithHint = Difference & { hint: string }

/**
 * What differs now. What somebody has closed stays closed as long as it is the same difference; what differs no more is closed by
 * whoever sent the bill.
 */
export async function saveDifferences(
  connection: Connection,
  billId: number,
  list: readonly DifferenceWithHint[],
  by: string,
  now: Date,
): Promise<void> {
  await sql`
    with fresh as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
               as f(side text, direction text, number text, "gatewayNo" text, at text, ours bigint, theirs bigint, hint text)
    ), gone as (
      update channel_difference d set state = 'closed', note = '重新核对后相符', closed_by = ${by}, closed_at = ${now}, version = version + 1
       where d.bill_id = ${billId} and d.state = 'open'
         and not exists (select from fresh f where f.direction = d.direction and f.number = d.number)
    )
    insert into channel_difference as d (bill_id, side, direction, number, gateway_no, at, ours, theirs, hint)
    select ${billId}, side, direction, number, "gatewayNo", at, ours, theirs, hint from fresh
    on conflict (bill_id, direction, number) do update
      set side = excluded.side, gateway_no = excluded.gateway_no, at = excluded.at, ours = excluded.ours, theirs = excluded.theirs,
          hint = excluded.hint, state = 'open', note = '', closed_by = '', closed_at = null, version = d.version + 1
      where (d.ours, d.theirs) is distinct from (excluded.ours, excluded.theirs)`.execute(connection)
}

export interface LockedDifference {
  id: number
  channel: string
  day: string
  side: 'ours' | 'theirs' | 'amount'
  direction: 'in' | 'out'
  number: string
  gatewayNo: string
  theirs: Fen | null
  state: 'open' | 'closed'
  note: string
  version: number
  /** Of a bill that the channel itself gave out. */
  isFetched: boolean
}

export async function lockDifference(connection: Connection, id: number): Promise<LockedDifference | null> {
  const { rows } = await sql<LockedDifference>`
    select d.id, b.channel, b.day::text as day, d.side, d.direction, d.number, d.gateway_no as "gatewayNo", d.theirs, d.state, d.note, d.version,
           b.is_fetched as "isFetched"
      from channel_difference d join channel_bill b on b.id = d.bill_id where d.id = ${id} for update of d`.execute(connection)
  return rows[0] ?? null
}

export async function setDifference(
  connection: Connection,
  id: number,
  { state, note, by }: { state: 'open' | 'closed'; note: string; by: string },
  now: Date,
): Promise<void> {
  const isOpen = state === 'open'
  await connection
    .updateTable('channel_difference')
    .set(({ eb }) => ({ state, note, closed_by: isOpen ? '' : by, closed_at: isOpen ? null : now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
