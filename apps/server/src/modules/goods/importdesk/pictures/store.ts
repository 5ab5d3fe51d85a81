import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import { dropFiles } from '../../../who/files/public.ts'
import type { ReadRow } from '../kind.ts'
import { type Placed, placeRows } from '../store.ts'

/** What packed pictures belong to until they land. */
export const waitingIn = (fileId: number): string => `import_file:${fileId}`

export async function keepPacked(trx: Connection, fileId: number, rows: readonly ReadRow[]): Promise<void> {
  // One at a time: together they are as large as the archive.
  for (const [at, { content }] of rows.entries())
    await sql`insert into import_picture (file_id, seq, content) values (${fileId}, ${at + 1}, ${content ? Buffer.from(content) : null})`.execute(
      trx,
    )
}

export interface NamedRow {
  seq: number
  path: string
  problem: string | null
}
export async function namedRows(trx: Connection, fileId: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select seq, cells[1] as path, problems ->> '0' as problem from import_file_row where file_id = ${fileId} order by seq`.execute(trx)
  return rows
}

/** The shop's codes of these, in its own letters; by what was said in capitals. */
export async function knownCodes(trx: Connection, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string }>`
    select code from goods where upper(code) = any(${codes.map((code) => code.toUpperCase())}::text[]) order by id`.execute(trx)
  return new Map(rows.map(({ code }) => [code.toUpperCase(), code]))
}

export interface PlacedPicture extends Placed {
  place: number
}
export async function placePacked(trx: Connection, fileId: number, placed: readonly PlacedPicture[]): Promise<void> {
  await placeRows(trx, fileId, placed)
  await sql`
    update import_picture i set place = p.place from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as p (seq integer, place integer)
     where i.file_id = ${fileId} and i.seq = p.seq`.execute(trx)
}

export interface PackedRow {
  seq: number
  content: Buffer | null
}
/** Those of these rows that are not drawn yet. */
export async function packedRows(connection: Connection, fileId: number, seqs: readonly number[]): Promise<PackedRow[]> {
  const { rows } = await sql<PackedRow>`
    select seq, content from import_picture where file_id = ${fileId} and seq = any(${[...seqs]}::integer[]) and content is not null
     order by seq`.execute(connection)
  return rows
}

/** Locked, so that two processes that drew the same one keep it once. False: it is kept already. */
export async function isStillPacked(trx: Connection, fileId: number, seq: number): Promise<boolean> {
  const { rows } = await sql`
    select from import_picture where file_id = ${fileId} and seq = ${seq} and content is not null for update`.execute(trx)
  return rows.length > 0
}

/** stored null: it is no picture, and its row says why for good. */
export async function setDrawn(trx: Connection, fileId: number, seq: number, stored: number | null, problem: string): Promise<void> {
  await sql`update import_picture set content = null, stored_id = ${stored} where file_id = ${fileId} and seq = ${seq}`.execute(trx)
  if (problem !== '')
    await sql`
      update import_file_row set problems = jsonb_build_object('0', ${problem}::text) where file_id = ${fileId} and seq = ${seq}`.execute(
      trx,
    )
}

export interface DrawnRow {
  seq: number
  place: number
  stored: number | null
  sha: string | null
  problem: string | null
}
export async function drawnRows(connection: Connection, fileId: number, seqs: readonly number[]): Promise<Map<number, DrawnRow>> {
  const { rows } = await sql<DrawnRow>`
    select i.seq, i.place, i.stored_id as stored, encode(f.sha256, 'hex') as sha, r.problems ->> '0' as problem
      from import_picture i join import_file_row r using (file_id, seq) left join stored_file f on f.id = i.stored_id
     where i.file_id = ${fileId} and i.seq = any(${[...seqs]}::integer[])`.execute(connection)
  return new Map(rows.map((row) => [row.seq, row]))
}

/** What is in these files, so that the same picture is known again. */
export async function shaOf(connection: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; sha: string }>`
    select id, encode(sha256, 'hex') as sha from stored_file where id = any(${[...ids]}::bigint[])`.execute(connection)
  return new Map(rows.map(({ id, sha }) => [id, sha]))
}

/** The pictures of the goods that an import is about, as they stand. */
export async function standsOf(connection: Connection, fileId: number): Promise<string> {
  const { rows } = await sql<{ stands: string }>`
    select count(*) || '-' || coalesce(md5(string_agg(r.seq || '@' || r.record_id || '@' || coalesce(
             (select string_agg(g.url, ' ' order by g.sort, g.id) from goods_image g where g.goods_id = r.record_id), ''), ',' order by r.seq)), '') as stands
      from import_file_row r where r.file_id = ${fileId} and r.state in ('new', 'changed')`.execute(connection)
  return rows[0]?.stands ?? ''
}

/** How many goods get a picture. */
export async function goodsOf(connection: Connection, fileId: number): Promise<number> {
  const { rows } = await sql<{ goods: number }>`
    select count(distinct record_id)::integer as goods from import_file_row where file_id = ${fileId} and state in ('new', 'changed')`.execute(
    connection,
  )
  return rows[0]?.goods ?? 0
}

/** Now: so many of what landed are still where the import put them, by row. */
export async function stillThere(connection: Connection, fileId: number): Promise<{ seq: number; isThere: boolean }[]> {
  const { rows } = await sql<{ seq: number; isThere: boolean }>`
    select r.seq, exists (select from goods_image g where g.goods_id = r.record_id and g.url = r.after -> 'picture' ->> 'is') as "isThere"
      from import_file_row r where r.file_id = ${fileId} and r.landed_at is not null and r.undone = ''`.execute(connection)
  return rows
}

const KEPT_DAYS = 7
/** Pictures that did not land are not kept as long as what is said of them. */
export async function clearPictures(connection: Connection, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select f.id from import_file f
     where f.kind = 'pictures' and f.state not in ('checking', 'running', 'undoing')
       and coalesce(f.ended_at, f.read_at) < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
       and exists (select from import_picture i where i.file_id = f.id)`.execute(connection)
  for (const { id } of rows) {
    await sql`delete from import_picture where file_id = ${id}`.execute(connection)
    await dropFiles(connection, waitingIn(id), [], now)
  }
}
