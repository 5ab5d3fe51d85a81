import { sql } from 'kysely'
import type { LiveEvent } from '#contract/live.ts'
import type { Connection } from './database.ts'

/** The channel of PostgreSQL by which every process hears what its open pages should know. */
export const LIVE_CHANNEL = 'live'

/** Who hears it: the open pages of a company, or those of the wholesaler's staff. */
export type LiveTarget = { companyId: number } | { staff: true }

export interface LiveNews {
  target: LiveTarget
  event: LiveEvent
}

/** The same to the open pages of many companies. */
export async function tellLiveMany(connection: Connection, companyIds: readonly number[], event: LiveEvent): Promise<void> {
  const news = companyIds.map((companyId) => JSON.stringify({ target: { companyId }, event } satisfies LiveNews))
  await sql`select pg_notify(${LIVE_CHANNEL}, n) from unnest(${news}::text[]) n`.execute(connection)
}

/** Heard when the caller's transaction commits, and not at all when it does not. */
export async function tellLive(connection: Connection, target: LiveTarget, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ target, event } satisfies LiveNews)})`.execute(connection)
}
