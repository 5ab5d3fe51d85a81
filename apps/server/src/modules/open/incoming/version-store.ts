import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

export type VersionKind = 'goods' | 'stock' | 'prices'
export interface SaidVersion {
  key: string
  version: number
  hash: Buffer
}

/** What was said last of each, locked until the transaction ends: of two messages at once the second sees what the first made of it. */
export async function lockVersions(
  connection: Connection,
  kind: VersionKind,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, { version: number; hash: Buffer }>> {
  await sql`
    insert into open_version (kind, key, at) select ${kind}, key, ${now} from unnest(${keys}::text[]) as t (key) order by key
    on conflict do nothing`.execute(connection)
  const { rows } = await sql<{ key: string; version: number | null; hash: Buffer | null }>`
    select key, version, hash from open_version where kind = ${kind} and key = any(${keys}::text[]) order by key for update`.execute(
    connection,
  )
  return new Map(rows.flatMap(({ key, version, hash }) => (version === null || hash === null ? [] : [[key, { version, hash }] as const])))
}

export async function saveVersions(connection: Connection, kind: VersionKind, said: readonly SaidVersion[], now: Date): Promise<void> {
  const rows = JSON.stringify(said.map(({ key, version, hash }) => ({ key, version, hash: hash.toString('hex') })))
  await sql`
    update open_version v set version = r.version, hash = decode(r.hash, 'hex'), at = ${now}
      from jsonb_to_recordset(${rows}::jsonb) as r (key text, version bigint, hash text)
     where v.kind = ${kind} and v.key = r.key`.execute(connection)
}
