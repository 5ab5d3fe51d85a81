import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'

/** Contents of files on their way between rows and objects, and what is kept of objects. */

/** Larger ones (packs, kept for some days) are read in slices, which objects are not. */
const OBJECT_BYTES_MAX = 16 * 1024 * 1024
/** What papers are sealed with is read while they are being asked for, within a transaction. */
const STAYS = sql`(f.purpose = 'seal' or f.size > ${OBJECT_BYTES_MAX})`

/** Files whose contents do not lie where they should, from an id on; one that could not be moved is left alone until retryBefore. */
export async function misplacedFiles(
  connection: Connection,
  { toObjects, after, retryBefore }: { toObjects: boolean; after: number; retryBefore: Date },
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.file_id as id from stored_file_content c join stored_file f on f.id = c.file_id
     where ${toObjects ? sql`c.object is null and not ${STAYS}` : sql`c.object is not null`}
       and c.file_id > ${after} and (c.fault_at is null or c.fault_at < ${retryBefore})
     order by c.file_id limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}

/** The object in which a content may lie from now on: one that was asked for before and is not given up, else a new one. */
export async function askObject(connection: Connection, fileId: number, sha256: Buffer, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with known as (select id from stored_object where file_id = ${fileId} and sha256 = ${sha256} and unneeded_at is null order by id limit 1),
         made as (insert into stored_object (file_id, sha256, asked_at) select ${fileId}, ${sha256}, ${now} where not exists (select from known)
                  returning id)
    select id from known union all select id from made`.execute(connection)
  if (!rows[0]) throw new Error(`no object for file ${fileId}`)
  return rows[0].id
}

/** false: the file has gone, or was moved by another process. */
export async function leaveInObject(connection: Connection, fileId: number, object: number): Promise<boolean> {
  const { rows } = await sql`
    update stored_file_content set content = null, object = ${object}, fault = '', fault_at = null
     where file_id = ${fileId} and object is null returning 1`.execute(connection)
  return rows.length > 0
}

/** Its content lies in its row again; the object waits to be cleared. */
export async function takeFromObject(connection: Connection, fileId: number, object: number, content: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update stored_file_content set content = ${content}, object = null, fault = '', fault_at = null
     where file_id = ${fileId} and object = ${object} returning 1`.execute(connection)
  return rows.length > 0
}

export async function noteFault(connection: Connection, fileId: number, fault: string, now: Date): Promise<void> {
  await sql`update stored_file_content set fault = ${fault}, fault_at = ${now} where file_id = ${fileId}`.execute(connection)
}

/** Objects that were asked for before this moment and in which no file lies. */
export async function giveUpObjects(connection: Connection, askedBefore: Date, now: Date): Promise<void> {
  await sql`
    update stored_object o set unneeded_at = ${now}
     where o.unneeded_at is null and o.asked_at < ${askedBefore}
       and not exists (select from stored_file_content c where c.object = o.id)`.execute(connection)
}

export interface KeptObject {
  id: number
  sha256: Buffer
}

/** Given up before this moment, and still nobody's. */
export async function objectsToClear(connection: Connection, before: Date, limit: number): Promise<KeptObject[]> {
  const { rows } = await sql<KeptObject>`
    select o.id, o.sha256 from stored_object o
     where o.unneeded_at < ${before} and not exists (select from stored_file_content c where c.object = o.id)
     order by o.id limit ${limit}`.execute(connection)
  return rows
}

export async function forgetObject(connection: Connection, id: number): Promise<void> {
  await sql`delete from stored_object where id = ${id}`.execute(connection)
}

export async function hasObjects(connection: Connection): Promise<boolean> {
  const { rows } = await sql`select from stored_file_content where object is not null limit 1`.execute(connection)
  return rows.length > 0
}

export interface FileAway {
  id: number
  size: number
  sha256: Buffer
  object: number
}

/** Files whose contents lie in objects, from an id on. */
export async function filesAway(connection: Connection, after: number, limit: number): Promise<FileAway[]> {
  const { rows } = await sql<FileAway>`
    select f.id, f.size, f.sha256, c.object from stored_file_content c join stored_file f on f.id = c.file_id
     where c.object is not null and c.file_id > ${after} order by c.file_id limit ${limit}`.execute(connection)
  return rows
}

export interface Placement {
  files: number
  bytes: number
}

/** Where contents lie, and what could not be moved. */
export async function placements(connection: Connection): Promise<{ here: Placement; stays: Placement; away: Placement; faults: number }> {
  const { rows } = await sql<{ place: 'here' | 'stays' | 'away'; files: number; bytes: number; faults: number }>`
    select case when c.object is not null then 'away' when ${STAYS} then 'stays' else 'here' end as place, count(*)::integer as files,
           sum(f.size)::bigint as bytes, count(*) filter (where c.fault <> '')::integer as faults
      from stored_file_content c join stored_file f on f.id = c.file_id group by 1`.execute(connection)
  const of = (place: string): Placement => {
    const { files = 0, bytes = 0 } = rows.find((row) => row.place === place) ?? {}
    return { files, bytes }
  }
  return { here: of('here'), stays: of('stays'), away: of('away'), faults: rows.reduce((sum, row) => sum + row.faults, 0) }
}

export interface FaultRow {
  id: number
  name: string
  fault: string
  at: Date
}

/** The latest first. */
export async function faultyFiles(connection: Connection, limit: number): Promise<FaultRow[]> {
  const { rows } = await sql<FaultRow>`
    select f.id, f.name, c.fault, c.fault_at as at from stored_file_content c join stored_file f on f.id = c.file_id
     where c.fault <> '' order by c.fault_at desc, f.id limit ${limit}`.execute(connection)
  return rows
}
