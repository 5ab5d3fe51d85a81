import { sql } from 'kysely'
import type { ImportKindKey, ImportState, ImportUndone } from '#contract/imports.ts'
import type { Connection } from '../../../platform/database.ts'
import type { Columns, ImportKind, KeptRow, ReadTable, RowOutcome } from './kind.ts'

export interface ImportCounts {
  read: number
  new: number
  changed: number
  same: number
  refused: number
  doubtful: number
  landed: number
  taken_back: number
}

export interface ImportFile {
  id: number
  kind: ImportKindKey
  fileName: string
  header: string[]
  headerKey: string
  columns: Columns
  state: ImportState
  note: string
  accountId: number
  by: string
  takenAt: Date
  stands: string
  reason: string
  landedAt: Date | null
  undoAccountId: number | null
  undoBy: string
  undoReason: string
  endedAt: Date | null
  counts: ImportCounts
  total: number
  waits: boolean
  approvedBy: string
}

const COUNTS = sql`(select json_build_object('read', count(*) filter (where r.state = 'read'), 'new', count(*) filter (where r.state = 'new'),
    'changed', count(*) filter (where r.state = 'changed'), 'same', count(*) filter (where r.state = 'same'),
    'refused', count(*) filter (where r.state = 'refused'), 'doubtful', count(*) filter (where r.doubtful),
    'landed', count(*) filter (where r.landed_at is not null), 'taken_back', count(*) filter (where r.undone <> ''))
   from import_file_row r where r.file_id = f.id) as counts`
/** A kind's records are called so where something about them is approved. */
const SUBJECT = sql`case f.kind when 'pictures' then 'picture_import' when 'companies' then 'company_import' else 'goods_import' end`
const fileAt = (
  now: Date,
) => sql`f.id, f.kind, f.file_name as "fileName", f.header, f.header_key as "headerKey", f.columns, f.state, f.note, f.account_id as "accountId",
  f.asked_by as by, f.read_at as "takenAt", f.stands, f.reason, f.landed_at as "landedAt", f.undo_account_id as "undoAccountId", f.undo_by as "undoBy",
  f.undo_reason as "undoReason", f.ended_at as "endedAt", ${COUNTS},
  (select count(*)::integer from import_file_row r where r.file_id = f.id) as total,
  exists (select from approval_request q where q.subject = ${SUBJECT} || ':' || f.id and q.state = 'waiting' and q.expires_at > ${now}::timestamptz) as waits,
  coalesce((select string_agg(distinct a.name, '、') from approval_request q join account a on a.id = q.decided_by
             where q.subject = ${SUBJECT} || ':' || f.id and q.kind = f.kind || '.import' and q.state = 'approved'), '') as "approvedBy"`

export async function insertFile(
  connection: Connection,
  kind: ImportKindKey,
  file: { name: string; headerKey: string; columns: Columns; accountId: number; by: string } & ReadTable,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into import_file (kind, file_name, header, header_key, columns, account_id, asked_by, read_at)
    values (${kind}, ${file.name}, ${file.header}::text[], ${file.headerKey}, ${JSON.stringify(file.columns)}::jsonb, ${file.accountId}, ${file.by}, ${now})
    returning id`.execute(connection)
  const id = rows[0]?.id ?? 0
  const numbered = file.rows.map(({ line, cells, problems }, at) => ({ seq: at + 1, line, cells, problems }))
  await sql`
    insert into import_file_row (file_id, seq, line, cells, problems)
    select ${id}, r.seq, r.line, r.cells, r.problems
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as r (seq integer, line integer, cells text[], problems jsonb)`.execute(
    connection,
  )
  return id
}

export async function readFile(connection: Connection, id: number, now: Date): Promise<ImportFile | null> {
  const { rows } = await sql<ImportFile>`select ${fileAt(now)} from import_file f where f.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Held until the transaction ends: two processes do not work on the same batch, and nobody stops it in the midst of one. */
export async function lockFile(connection: Connection, id: number): Promise<ImportState | null> {
  const { rows } = await sql<{ state: ImportState }>`select state from import_file where id = ${id} for update`.execute(connection)
  return rows[0]?.state ?? null
}

export async function listFiles(
  connection: Connection,
  { key }: ImportKind,
  state: ImportState | null,
  offset: number,
  limit: number,
  now: Date,
) {
  const filter = sql`f.kind = ${key} and (${state}::text is null or f.state = ${state})`
  const { rows } = await sql<ImportFile>`
    select ${fileAt(now)} from import_file f where ${filter} order by f.id desc offset ${offset} limit ${limit}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from import_file f where ${filter}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** How many of his are being looked at or worked on. */
export async function underWay(connection: Connection, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import_file:${accountId}`}, 0))`.execute(connection)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from import_file where account_id = ${accountId} and state in ('columns', 'checking')`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}

/** Those that were read and left lie in nobody's way: the oldest goes where a new one comes. False: none was left. */
export async function dropLeft(connection: Connection, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from import_file where id = (select min(id) from import_file where account_id = ${accountId} and state = 'columns') returning id`.execute(
    connection,
  )
  return rows.length > 0
}

interface Change {
  note?: string
  columns?: Columns
  stands?: string
  reason?: string
  landedAt?: Date
  endedAt?: Date
  undo?: { accountId: number; by: string; reason: string }
}

/** From one state to the next, by whoever comes first; false: it is in none of these. */
export async function moveFile(
  connection: Connection,
  id: number,
  from: readonly ImportState[],
  to: ImportState,
  change: Change = {},
): Promise<boolean> {
  const { note = null, columns, stands = null, reason = null, landedAt = null, endedAt = null, undo } = change
  const { rows } = await sql`
    update import_file set state = ${to}, note = coalesce(${note}, note), stands = coalesce(${stands}, stands), reason = coalesce(${reason}, reason),
           columns = coalesce(${columns === undefined ? null : JSON.stringify(columns)}::jsonb, columns),
           landed_at = coalesce(${landedAt}::timestamptz, landed_at), ended_at = coalesce(${endedAt}::timestamptz, ended_at),
           undo_account_id = coalesce(${undo?.accountId ?? null}::bigint, undo_account_id), undo_by = coalesce(${undo?.by ?? null}, undo_by),
           undo_reason = coalesce(${undo?.reason ?? null}, undo_reason)
     where id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(connection)
  return rows.length > 0
}

export async function rememberColumns(
  connection: Connection,
  { kind, headerKey, columns, accountId }: { kind: ImportKindKey; headerKey: string; columns: Columns; accountId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into import_columns (kind, header_key, columns, account_id, saved_at)
    values (${kind}, ${headerKey}, ${JSON.stringify(columns)}::jsonb, ${accountId}, ${now})
    on conflict (kind, header_key) do update set columns = excluded.columns, account_id = excluded.account_id, saved_at = excluded.saved_at`.execute(
    connection,
  )
}

export async function rememberedColumns(connection: Connection, kind: ImportKindKey, headerKey: string): Promise<Columns | null> {
  const { rows } = await sql<{ columns: Columns }>`
    select columns from import_columns where kind = ${kind} and header_key = ${headerKey}`.execute(connection)
  return rows[0]?.columns ?? null
}

const ROW = sql`seq, line, cells, problems, record_id as "recordId", version, state, before, after, code, name, landed_at as "landedAt"`

export async function unreadRows(connection: Connection, id: number, limit: number): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select ${ROW} from import_file_row where file_id = ${id} and state = 'read' order by seq limit ${limit}`.execute(connection)
  return rows
}

/** refused ones too, where what they show of a record was to be kept. */
export async function rowsToLand(connection: Connection, id: number, limit: number): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select ${ROW} from import_file_row
     where file_id = ${id} and landed_at is null and (state in ('new', 'changed') or state = 'refused' and before is not null)
     order by seq limit ${limit}`.execute(connection)
  return rows
}

export async function rowsToTakeBack(connection: Connection, id: number, limit: number): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select ${ROW} from import_file_row where file_id = ${id} and landed_at is not null and undone = '' order by seq limit ${limit}`.execute(
    connection,
  )
  return rows
}

export async function saveOutcomes(
  connection: Connection,
  id: number,
  outcomes: ReadonlyMap<number, RowOutcome>,
  landedAt: Date | null,
): Promise<void> {
  const json = JSON.stringify([...outcomes].map(([seq, one]) => ({ seq, ...one, record_id: one.recordId })))
  await sql`
    update import_file_row r set state = o.state, doubtful = o.doubtful, message = left(o.message, 500), name = left(o.name, 200),
           record_id = o.record_id, version = o.version, before = nullif(o.before, 'null'::jsonb), after = nullif(o.after, 'null'::jsonb),
           landed_at = ${landedAt}::timestamptz
      from jsonb_to_recordset(${json}::jsonb) as o (seq integer, state text, doubtful boolean, message text, name text, record_id bigint,
           version integer, before jsonb, after jsonb)
     where r.file_id = ${id} and r.seq = o.seq`.execute(connection)
}

export interface Placed {
  seq: number
  code: string
  /** Of what is refused at once. */
  name?: string
  /** Empty: it is to be looked at. */
  message: string
}
/** Before they are tried out (anew): by which code each row is known, and which is refused without being looked at. */
export async function placeRows(connection: Connection, id: number, placed: readonly Placed[]): Promise<void> {
  await sql`
    update import_file_row r set state = case when p.message = '' then 'read' else 'refused' end, doubtful = false, message = p.message,
           code = left(p.code, 60), name = left(coalesce(p.name, ''), 200), record_id = null, version = null, before = null, after = null
      from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p (seq integer, code text, name text, message text)
     where r.file_id = ${id} and r.seq = p.seq`.execute(connection)
}

export async function saveUndone(
  connection: Connection,
  id: number,
  rows: readonly { seq: number; undone: ImportUndone; message: string }[],
): Promise<void> {
  await sql`
    update import_file_row r set undone = u.undone, undone_message = left(u.message, 500)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (seq integer, undone text, message text)
     where r.file_id = ${id} and r.seq = u.seq`.execute(connection)
}

const KEPT_DAYS = 365
export async function dropOldFiles(connection: Connection, now: Date): Promise<void> {
  await sql`
    delete from import_file where read_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
       or state = 'columns' and read_at < ${now}::timestamptz - make_interval(days => 7)`.execute(connection)
}

export interface ShownRow extends KeptRow {
  doubtful: boolean
  message: string
  undone: ImportUndone
  undoneMessage: string
}
export type Shown = 'new' | 'changed' | 'same' | 'refused' | 'doubtful'

export async function shownRows(connection: Connection, id: number, shown: Shown | null, offset: number, limit: number) {
  const filter = sql`r.file_id = ${id} and (${shown}::text is null or (${shown} = 'doubtful' and r.doubtful) or r.state = ${shown})`
  const { rows } = await sql<ShownRow>`
    select ${ROW}, doubtful, message, undone, undone_message as "undoneMessage" from import_file_row r where ${filter}
     order by r.seq offset ${offset} limit ${limit}`.execute(connection)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from import_file_row r where ${filter}`.execute(connection)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** The first values that a file has in each column. */
export async function sampleRows(connection: Connection, id: number): Promise<string[][]> {
  const { rows } = await sql<{ cells: string[] }>`
    select cells from import_file_row where file_id = ${id} order by seq limit 20`.execute(connection)
  return rows.map(({ cells }) => cells)
}
