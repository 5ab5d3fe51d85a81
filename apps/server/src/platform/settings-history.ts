import { sql } from 'kysely'
import type { Connection } from './database.ts'
import type { SettingKey } from './settings.ts'

/** What people changed of the settings. Versions are numbers of these changes: a later one is a higher number. */

export interface SettingChange {
  id: number
  key: string
  before: unknown
  value: unknown
  at: Date
  actor: string
  reason: string
}

/** Changes of settings go one at a time, so that their numbers are in the order in which they are seen. */
export async function lockSettings(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('settings of the shop'))`.execute(connection)
}

/** The last change of each setting that was ever changed. */
export async function lastChanges(connection: Connection): Promise<Map<string, SettingChange>> {
  const { rows } = await sql<SettingChange>`
    select distinct on (key) id, key, before, value, at, actor, reason from setting_change order by key, id desc`.execute(connection)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Newest first. after: those before this one. */
export async function changesOf(connection: Connection, key: SettingKey, after: number | null, limit: number): Promise<SettingChange[]> {
  const { rows } = await sql<SettingChange>`
    select id, key, before, value, at, actor, reason from setting_change
     where key = ${key} and (${after}::bigint is null or id < ${after}) order by id desc limit ${limit}`.execute(connection)
  return rows
}

export async function noteChange(
  connection: Connection,
  change: { key: SettingKey; before: unknown; value: unknown; reason: string },
  actor: { accountId: number; name: string },
  now: Date,
): Promise<number> {
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  const { rows } = await sql<{ id: number }>`
    insert into setting_change (key, before, value, at, account_id, actor, reason)
    values (${change.key}, ${json(change.before)}::jsonb, ${json(change.value)}::jsonb, ${now}, ${actor.accountId}, ${actor.name}, ${change.reason})
    returning id`.execute(connection)
  return rows[0]?.id ?? 0
}
