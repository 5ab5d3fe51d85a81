import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHandle } from '../src/platform/database.ts'

const LOOK_MS = 10
/** More than the busiest machine takes to come to a lock, and less than a test has. */
const PATIENCE_MS = 40_000

/** Until somebody in this database waits for a lock, with a statement like that: what is stopped halfway may then go on. */
export async function untilOneWaits({ pool }: Pick<DatabaseHandle, 'pool'>, statement = '%'): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
      [statement],
    )
    if (rowCount) return
  }
  throw new Error(`nobody waits for a lock with ${statement}`)
}
