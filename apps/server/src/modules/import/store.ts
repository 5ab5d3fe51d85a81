import { CompiledQuery } from 'kysely'
import type { Connection } from '../../platform/database.ts'

export async function raw<Row>(connection: Connection, text: string, values: readonly unknown[] = []): Promise<{ rows: Row[] }> {
  return connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
}

/** A figure that people answer for: what it was and what the file made of it. */
export interface Change {
  action: string
  subject: string
  before: object
  after: object
}

export interface Landed {
  inserted: number
  changed: number
  unchanged: number
  /** For the audit log. */
  changes?: readonly Change[]
}

/** Columns before and after for a returning clause; null where none of these figures changed, or the row is new. */
export function beforeAndAfter(columns: readonly string[]): string {
  const of = (side: string) => `jsonb_build_object(${columns.map((column) => `'${column}', ${side}.${column}`).join(', ')})`
  const list = (side: string) => columns.map((column) => `${side}.${column}`).join(', ')
  const moved = `old.id is not null and (${list('old')}) is distinct from (${list('new')})`
  return `case when ${moved} then ${of('old')} end as before, case when ${moved} then ${of('new')} end as after`
}

export const changesOf = (
  kind: string,
  rows: readonly { id: number; before: object | null; after: object | null }[],
  action = `import.${kind}`,
): Change[] => rows.flatMap(({ id, before, after }) => (before && after ? [{ action, subject: `${kind}:${id}`, before, after }] : []))

/** What a batch brought, and the figures that it changed, in one statement. */
export async function writeImportAudit(
  connection: Connection,
  by: string,
  entries: readonly (Omit<Change, 'before'> & { before: object | null })[],
  now: Date,
) {
  await raw(
    connection,
    `insert into audit_log (at, actor, action, subject, before, after)
     select $2, $3, action, subject, before, after
       from jsonb_to_recordset($1) as r (action text, subject text, before jsonb, after jsonb)`,
    [JSON.stringify(entries), now, by],
  )
}

/** Which keys of a batch were not seen before in this run; kept in the session's temporary table, so memory stays flat. */
export async function prepareSeen(connection: Connection): Promise<void> {
  await raw(connection, 'create temp table if not exists import_seen (key text primary key, line integer not null)')
  await raw(connection, 'truncate import_seen')
}

export async function unseen(connection: Connection, rows: readonly { key: string; line: number }[]): Promise<Set<number>> {
  const { rows: fresh } = await raw<{ line: number }>(
    connection,
    `insert into import_seen (key, line)
           select distinct on (key) key, line from unnest($1::text[], $2::int[]) as t (key, line) order by key, line
           on conflict do nothing returning line`,
    [rows.map((row) => row.key), rows.map((row) => row.line)],
  )
  return new Set(fresh.map((row) => row.line))
}

/** Business scopes are reference data that goods and companies stand on; the same words in every shop. */
export async function ensureScopes(connection: Connection, scopes: readonly { code: string; name: string }[]): Promise<void> {
  await raw(
    connection,
    'insert into business_scope (code, name, sort) select code, name, sort from unnest($1::text[], $2::text[], $3::int[]) as t (code, name, sort) on conflict do nothing',
    [scopes.map((scope) => scope.code), scopes.map((scope) => scope.name), scopes.map((_, index) => index)],
  )
}
