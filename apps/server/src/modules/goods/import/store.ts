import { CompiledQuery } from 'kysely'
import type { AuditAction } from '#domain/audit-names.ts'
import type { Connection } from '../../../platform/database.ts'

export async function raw<Row>(connection: Connection, text: string, values: readonly unknown[] = []): Promise<{ rows: Row[] }> {
  return connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
}

/** A figure that people answer for: what it was and what the file made of it. */
export interface Change {
  action: AuditAction
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
  /** Lines of the rows that were new or changed something. */
  lines?: readonly number[]
}

const figuresOf = (table: string, columns: readonly string[]) =>
  `jsonb_build_object(${columns.map((column) => `'${column}', ${table}.${column}`).join(', ')})`

/**
 * A row's key and figures for a returning clause, to be held against what was known before. known: the keys that were; the figures of other
 * rows are not told, since nobody asks for them.
 */
export const keyAndFigures = (table: string, key: string, columns: readonly string[], known?: string): string => {
  const figures = figuresOf(table, columns)
  return `(${key})::text as key, ${known === undefined ? figures : `case when (${key})::text = any(${known}) then ${figures} end`} as figures`
}

/**
 * Figures as they stand before a file lands, by key; their rows are locked, so that nobody changes them in between. A statement of its own:
 * the oldest server that carries the shop does not answer what an upsert replaced.
 */
export async function figuresBefore(
  connection: Connection,
  { table, key, columns, where }: { table: string; key: string; columns: readonly string[]; where: string },
  values: readonly unknown[],
): Promise<ReadonlyMap<string, object>> {
  const { rows } = await raw<{ key: string; figures: object }>(
    connection,
    `select ${keyAndFigures(table, key, columns)} from ${table} where ${where} order by ${table}.id for no key update`,
    values,
  )
  return new Map(rows.map((row) => [row.key, row.figures]))
}

/** Which rows are new, and which figures changed; null where none of them did, or the row is new. */
export function againstBefore<Row extends { key: string; figures: object | null }>(
  rows: readonly Row[],
  known: ReadonlyMap<string, object>,
): (Omit<Row, 'key' | 'figures'> & { inserted: boolean; before: object | null; after: object | null })[] {
  return rows.map(({ key, figures, ...row }) => {
    const former = known.get(key)
    // Both come from jsonb, whose keys have one order.
    const isChanged = former !== undefined && JSON.stringify(former) !== JSON.stringify(figures)
    return { ...row, inserted: former === undefined, before: isChanged ? former : null, after: isChanged ? figures : null }
  })
}

export const changesOf = (
  kind: string,
  rows: readonly { id: number; before: object | null; after: object | null }[],
  action: AuditAction,
): Change[] => rows.flatMap(({ id, before, after }) => (before && after ? [{ action, subject: `${kind}:${id}`, before, after }] : []))

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

/**
 * Codes as the shop, or the batch itself, wrote them first: what another list writes in other letters (ab1, AB1) is the same goods, or the same
 * customer, and would be there beside it a second time. Where the shop has both, each is its own.
 */
export async function knownCodes(
  connection: Connection,
  table: 'goods' | 'company',
  said: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await raw<{ said: string; code: string }>(
    connection,
    `select distinct on (t.said) t.said, g.code from unnest($1::text[]) as t (said) join ${table} g on upper(g.code) = upper(t.said)
      order by t.said, g.code = t.said desc, g.id`,
    [[...new Set(said)]],
  )
  const codes = new Map(rows.map((row) => [row.said, row.code]))
  const first = new Map<string, string>()
  for (const code of said) {
    const key = code.toUpperCase()
    if (!codes.has(code)) codes.set(code, first.get(key) ?? code)
    if (!first.has(key)) first.set(key, codes.get(code) ?? code)
  }
  return codes
}

/** Business scopes are reference data that goods and companies stand on; the same words in every shop. */
export async function ensureScopes(connection: Connection, scopes: readonly { code: string; name: string }[]): Promise<void> {
  await raw(
    connection,
    'insert into business_scope (code, name, sort) select code, name, sort from unnest($1::text[], $2::text[], $3::int[]) as t (code, name, sort) on conflict do nothing',
    [scopes.map((scope) => scope.code), scopes.map((scope) => scope.name), scopes.map((_, index) => index)],
  )
}
