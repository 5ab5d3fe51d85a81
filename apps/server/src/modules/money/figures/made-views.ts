import { sql } from 'kysely'
import type { TradeDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'

/** Days before this one, from the first on which the shop had an order, that are not made; the latest first. */
export async function daysMissing(connection: Connection, today: TradeDate, limit: number): Promise<TradeDate[]> {
  const { rows } = await sql<{ day: TradeDate }>`
    select d.day::date::text as day
      from (select beijing_day(created_at) as first from orders order by created_at, id limit 1) o
     cross join generate_series(o.first::timestamp, ${today}::timestamp - interval '1 day', interval '1 day') d(day)
     where not exists (select from figure_made m where m.grain = 'd' and m.day = d.day::date)
     order by 1 desc limit ${limit}`.execute(connection)
  return rows.map(({ day }) => day)
}

/** Months that are over, of which every day is made and which are not summed. */
export async function monthsToSum(connection: Connection, today: TradeDate): Promise<TradeDate[]> {
  const { rows } = await sql<{ month: TradeDate }>`
    select date_trunc('month', day)::date::text as month from figure_made d
     where grain = 'd' and day < date_trunc('month', ${today}::date)
       and not exists (select from figure_made m where m.grain = 'm' and m.day = date_trunc('month', d.day)::date)
     group by 1
    -- The first month of all begins with the shop's first order.
    having count(*) = date_part('day', max(date_trunc('month', day) + interval '1 month - 1 day')) - date_part('day', min(day)) + 1
       and max(day) = max(date_trunc('month', day) + interval '1 month - 1 day')::date
     order by 1`.execute(connection)
  return rows.map(({ month }) => month)
}

export async function monthsSummed(connection: Connection): Promise<Set<TradeDate>> {
  const { rows } = await sql<{ day: TradeDate }>`select day::text as day from figure_made where grain = 'm'`.execute(connection)
  return new Set(rows.map(({ day }) => day))
}

/** When what is shown of these days was made: the oldest of the last days of it; null: none of it is. */
export async function madeAt(connection: Connection, to: TradeDate): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(made_at) as at from figure_made where grain = 'd' and day = (select max(day) from figure_made where grain = 'd' and day <= ${to}::date)`.execute(
    connection,
  )
  return rows[0]?.at ?? null
}

/** The first month of which there are days and no sum: from there on days are read. */
export async function firstOpenMonth(connection: Connection): Promise<TradeDate> {
  const { rows } = await sql<{ month: TradeDate | null }>`
    select min(date_trunc('month', d.day))::date::text as month from figure_made d
     where d.grain = 'd' and not exists (select from figure_made m where m.grain = 'm' and m.day = date_trunc('month', d.day)::date)`.execute(
    connection,
  )
  return rows[0]?.month ?? '9999-12-01'
}
