import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** At most so often within a window, which begins with the first time. */
export interface Rate {
  key: string
  max: number
  seconds: number
}

export interface Counted {
  count: number
  expiresAt: Date
}

/** Counts one more of each; a window that is over begins anew. */
export async function countRates(connection: Connection, rates: readonly Rate[], now: Date): Promise<Map<string, Counted>> {
  // Sorted, so that two at once take their rows in the same order and never wait for each other.
  const rows = [...rates]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, seconds }) => ({ key, count: 1, expires_at: new Date(now.getTime() + seconds * 1000) }))
  const counted = await connection
    .insertInto('rate_count')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate_count.expires_at > ${now} then rate_count.count + 1 else 1 end`,
        expires_at: sql`case when rate_count.expires_at > ${now} then rate_count.expires_at else excluded.expires_at end`,
      }),
    )
    .returning(['key', 'count', 'expires_at'])
    .execute()
  return new Map(counted.map((row) => [row.key, { count: row.count, expiresAt: row.expires_at }]))
}

export async function readRates(connection: Connection, keys: readonly string[], now: Date): Promise<Map<string, number>> {
  const rows = await connection
    .selectFrom('rate_count')
    .select(['key', 'count'])
    .where('key', 'in', keys)
    .where('expires_at', '>', now)
    .execute()
  return new Map(rows.map((row) => [row.key, row.count]))
}
