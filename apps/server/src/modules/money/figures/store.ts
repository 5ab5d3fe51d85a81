import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** One making at a time: two of one day would write the same rows. Until the transaction ends. */
export async function lockMaking(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('figures'))`.execute(connection)
}

export async function noteMade(connection: Connection, grain: 'd' | 'm', day: TradeDate, now: Date): Promise<void> {
  await sql`
    insert into figure_made (grain, day, made_at) values (${grain}, ${day}::date, ${now})
    on conflict (grain, day) do update set made_at = excluded.made_at`.execute(connection)
}

/** A day was made anew: its month's sum is of before. */
export async function dropMonthMade(connection: Connection, month: TradeDate): Promise<void> {
  await sql`delete from figure_made where grain = 'm' and day = ${month}::date`.execute(connection)
}

export interface RemakeRow {
  id: number
  fromDay: TradeDate
  toDay: TradeDate
  done: number
  state: 'waiting' | 'running' | 'done' | 'failed'
  askedBy: string
  askedAt: Date
  endedAt: Date | null
  note: string
}
const REMAKE = sql`id, from_day::text as "fromDay", to_day::text as "toDay", done, state, asked_by as "askedBy", asked_at as "askedAt",
  ended_at as "endedAt", note`

/** null: one is under way. */
export async function insertRemake(
  connection: Connection,
  of: { fromDay: TradeDate; toDay: TradeDate; askedBy: string },
  now: Date,
): Promise<RemakeRow | null> {
  const { rows } = await sql<RemakeRow>`
    insert into figure_remake (from_day, to_day, state, asked_by, asked_at) values (${of.fromDay}, ${of.toDay}, 'waiting', ${of.askedBy}, ${now})
    on conflict do nothing returning ${REMAKE}`.execute(connection)
  return rows[0] ?? null
}

export async function lastRemake(connection: Connection): Promise<RemakeRow | null> {
  const { rows } = await sql<RemakeRow>`select ${REMAKE} from figure_remake order by id desc limit 1`.execute(connection)
  return rows[0] ?? null
}

export async function openRemake(connection: Connection, id: number): Promise<RemakeRow | null> {
  const { rows } = await sql<RemakeRow>`
    select ${REMAKE} from figure_remake where id = ${id} and state in ('waiting', 'running')`.execute(connection)
  return rows[0] ?? null
}

export async function tellRemake(
  connection: Connection,
  id: number,
  { done, state, endedAt, note = '' }: Pick<RemakeRow, 'done' | 'state' | 'endedAt'> & { note?: string },
): Promise<void> {
  await sql`update figure_remake set done = ${done}, state = ${state}, ended_at = ${endedAt}, note = ${note} where id = ${id}`.execute(
    connection,
  )
}
