import { sql } from 'kysely'
import type { Connection } from './database.ts'

/** The channel of PostgreSQL by which every process hears what its open pages should know. */
export const LIVE_CHANNEL = 'live'

/** What changed, in a few words: a page that hears of it asks for the rest through its calls. */
export type LiveEvent = { type: 'messages' } | { type: 'chat'; conversation: number } | { type: 'account' }

/** Who hears it: the open pages of a company, or those of the wholesaler's staff. */
export type LiveTarget = { companyId: number } | { staff: true }

/** Heard when the caller's transaction commits, and not at all when it does not. */
export async function tellLive(connection: Connection, target: LiveTarget, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ target, event })})`.execute(connection)
}
