import { sql } from 'kysely'
import type { ExportKind, ExportState } from '#contract/export-jobs.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Narrowing } from '../../../platform/viewer.ts'

export interface ExportRow {
  id: number
  accountId: number
  kind: ExportKind
  format: 'xlsx' | 'csv'
  query: Record<string, string | number>
  words: string[]
  state: ExportState
  fileName: string
  rowCount: number
  byteCount: number
  note: string
  askedAt: Date
  endedAt: Date | null
  keptUntil: Date | null
  /** Of whoever it was made for. */
  narrowed: Narrowing | null
}

const COLUMNS = sql`id, account_id as "accountId", kind, format, query, words, state, file_name as "fileName", row_count as "rowCount",
  byte_count as "byteCount", note, asked_at as "askedAt", ended_at as "endedAt", kept_until as "keptUntil", narrowed`

/** With the lock that lets one person ask for one after another. */
export async function countUnderWay(connection: Connection, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export_job:${accountId}`}, 0))`.execute(connection)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from export_job where account_id = ${accountId} and state in ('waiting', 'running')`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

export async function insertExport(
  connection: Connection,
  job: Pick<ExportRow, 'accountId' | 'kind' | 'format' | 'query' | 'words' | 'fileName'>,
  now: Date,
): Promise<ExportRow> {
  const { rows } = await sql<ExportRow>`
    insert into export_job (account_id, kind, format, query, words, file_name, asked_at)
    values (${job.accountId}, ${job.kind}, ${job.format}, ${JSON.stringify(job.query)}::jsonb, ${[...job.words]}::text[], ${job.fileName}, ${now})
    returning ${COLUMNS}`.execute(connection)
  const [made] = rows
  if (made === undefined) throw new Error('an export was not kept')
  return made
}

export async function ownExport(connection: Connection, id: number, accountId: number, locked = false): Promise<ExportRow | null> {
  const { rows } = await sql<ExportRow>`
    select ${COLUMNS} from export_job where id = ${id} and account_id = ${accountId} ${locked ? sql`for update` : sql``}`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function ownExports(
  connection: Connection,
  accountId: number,
  offset: number,
  limit: number,
): Promise<{ rows: ExportRow[]; total: number }> {
  const { rows } = await sql<ExportRow>`
    select ${COLUMNS} from export_job where account_id = ${accountId} order by id desc offset ${offset} limit ${limit}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from export_job where account_id = ${accountId}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** From its beginning, whatever an earlier try left; null: it is not wanted any more, or done. */
export async function beginExport(connection: Connection, id: number, now: Date): Promise<ExportRow | null> {
  await sql`delete from export_piece where export_id = ${id}
    and exists (select from export_job where id = ${id} and state in ('waiting', 'running', 'failed'))`.execute(connection)
  const { rows } = await sql<ExportRow>`
    update export_job set state = 'running', begun_at = ${now}, row_count = 0, byte_count = 0, note = ''
     where id = ${id} and state in ('waiting', 'running', 'failed') returning ${COLUMNS}`.execute(connection)
  return rows[0] ?? null
}

/** By which view its rows are chosen. */
export async function noteView(connection: Connection, id: number, narrowed: Narrowing | null): Promise<void> {
  await sql`update export_job set narrowed = ${narrowed === null ? null : JSON.stringify(narrowed)}::jsonb where id = ${id}`.execute(
    connection,
  )
}

/** false: it was cancelled meanwhile. */
export async function tellProgress(connection: Connection, id: number, rowCount: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update export_job set row_count = ${rowCount} where id = ${id} and state = 'running' returning id`.execute(connection)
  return rows.length > 0
}

export async function insertPiece(connection: Connection, id: number, seq: number, content: Buffer): Promise<void> {
  await sql`insert into export_piece (export_id, seq, content) values (${id}, ${seq}, ${content})
            on conflict (export_id, seq) do update set content = excluded.content`.execute(connection)
}

export async function readPiece(connection: Connection, id: number, seq: number): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from export_piece where export_id = ${id} and seq = ${seq}`.execute(connection)
  return rows[0]?.content ?? null
}

/** false: it was cancelled meanwhile. */
export async function endExport(
  connection: Connection,
  id: number,
  end: { state: 'done' | 'failed'; rowCount: number; byteCount: number; note: string; keptUntil: Date | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update export_job set state = ${end.state}, row_count = ${end.rowCount}, byte_count = ${end.byteCount}, note = ${end.note}, ended_at = ${now},
           kept_until = ${end.keptUntil}
     where id = ${id} and state = 'running' returning id`.execute(connection)
  return rows.length > 0
}

export async function dropPieces(connection: Connection, id: number): Promise<void> {
  await sql`delete from export_piece where export_id = ${id}`.execute(connection)
}

export async function setEnded(connection: Connection, id: number, state: 'cancelled' | 'gone', now: Date): Promise<void> {
  await sql`update export_job set state = ${state}, ended_at = coalesce(ended_at, ${now}), kept_until = null where id = ${id}`.execute(
    connection,
  )
}

/** Files whose days are over; how many. */
export async function dropOld(connection: Connection, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with old as (update export_job set state = 'gone', kept_until = null where kept_until < ${now} returning id),
         dropped as (delete from export_piece where export_id in (select id from old))
    select id from old`.execute(connection)
  return rows.length
}
