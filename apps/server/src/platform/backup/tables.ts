import { createHash } from 'node:crypto'
import type pg from 'pg'
import { copyOut } from './copy.ts'

/** What a backup holds of the database; both sides ask in the same way. */
export interface Table {
  /** "public"."orders" */
  name: string
  columns: string[]
}

export interface Summary {
  rows: number
  sha256: string
}

export interface BackupHead {
  format: 1
  madeAt: string
  server: string
  /** Numbered files that the schema was made of, in their order. */
  migrations: string[]
  tables: Table[]
}

export interface BackupTail {
  tables: Record<string, Summary>
  sequences: Record<string, number>
}

/** One meaning of every text: dates, intervals and numbers are written and read alike on both sides. */
export const PLAIN_TEXT = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set client_encoding = 'UTF8'`

/** Made by the migrations themselves, or worth nothing elsewhere: changes count in transactions of their own server, and what processes remember begins anew. */
const LEFT_OUT = ['public.migration', 'public.migration_lock', 'public.change', 'public.change_sweep', 'graphile_worker.migrations']

export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and n.nspname || '.' || c.relname <> all ($1)
      order by 1`,
    [LEFT_OUT],
  )
  return rows
}

export async function readSequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
      where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

const NEWLINE = 10

/** The rows of a table as COPY writes them; counts and sums what passes. */
export async function* tableBytes(
  client: pg.ClientBase,
  { name, columns }: Table,
  told: (summary: Summary) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const chunk of copyOut(client, `copy ${name} (${columns.join(', ')}) to stdout`)) {
    hash.update(chunk)
    for (const byte of chunk) if (byte === NEWLINE) rows += 1
    yield chunk
  }
  told({ rows, sha256: hash.digest('hex') })
}

export async function summaryOf(client: pg.ClientBase, table: Table): Promise<Summary> {
  let found: Summary = { rows: 0, sha256: '' }
  const bytes = tableBytes(client, table, (summary) => {
    found = summary
  })
  for await (const _ of bytes);
  return found
}
