import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import type { ServiceReport } from '../../../providers/outside/reports.ts'

/** What the processes of this shop have heard of each service: the latest counts. */
export async function noteStanding(connection: Connection, reports: readonly ServiceReport[]): Promise<void> {
  if (reports.length === 0) return
  await sql`
    insert into outside_standing (service, answered_at, failed_at, error, rests_until)
    select service, "answeredAt", "failedAt", error, "restsUntil"
      from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
        as r(service text, "answeredAt" timestamptz, "failedAt" timestamptz, error text, "restsUntil" timestamptz)
     order by service
    on conflict (service) do update set
      answered_at = greatest(outside_standing.answered_at, excluded.answered_at),
      failed_at = greatest(outside_standing.failed_at, excluded.failed_at),
      error = case when excluded.failed_at >= coalesce(outside_standing.failed_at, excluded.failed_at) then excluded.error else outside_standing.error end,
      rests_until = case when excluded.rests_until is not null or excluded.answered_at is not null then excluded.rests_until
                         else outside_standing.rests_until end`.execute(connection)
}
