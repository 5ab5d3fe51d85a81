import { sql } from 'kysely'
import type { FilePurpose } from '#contract/files.ts'
import type { Connection } from '../../../platform/database.ts'
import { companySeen } from '../../../platform/narrowing.ts'
import type { Narrowing } from '../../../platform/viewer.ts'

/** A file without its bytes. */
export interface StoredFile {
  id: number
  companyId: number | null
  purpose: string
  subject: string | null
  name: string
  mime: string
  size: number
  hasPreview: boolean
}

export interface NewFile {
  companyId: number | null
  accountId: number | null
  purpose: FilePurpose | 'document'
  subject: string | null
  name: string
  mime: string
  sha256: Buffer
  content: Buffer
  preview: Buffer | null
}

const COLUMNS = ['id', 'company_id', 'purpose', 'subject', 'name', 'mime', 'size'] as const

interface Row {
  id: number
  company_id: number | null
  purpose: string
  subject: string | null
  name: string
  mime: string
  size: number
}

const fileOf = ({ company_id, ...row }: Row): StoredFile => ({ ...row, companyId: company_id, hasPreview: row.mime.startsWith('image/') })

export async function insertFile(connection: Connection, file: NewFile, now: Date): Promise<StoredFile> {
  const row = await connection
    .insertInto('stored_file')
    .values({
      company_id: file.companyId,
      account_id: file.accountId,
      purpose: file.purpose,
      subject: file.subject,
      name: file.name,
      mime: file.mime,
      size: file.content.length,
      sha256: file.sha256,
      created_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await connection.insertInto('stored_file_content').values({ file_id: row.id, content: file.content, preview: file.preview }).execute()
  return fileOf(row)
}

/** Those of the ids that exist and belong to this company, locked until the transaction ends. */
export async function lockFiles(connection: Connection, companyId: number | null, ids: readonly number[]): Promise<StoredFile[]> {
  if (ids.length === 0) return []
  const rows = await connection
    .selectFrom('stored_file')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(fileOf)
}

/** Gives files to what they belong to, in this order; companyId: to whom they belong from now on. */
export async function assignFiles(
  connection: Connection,
  ids: readonly number[],
  subject: string,
  companyId: number | null,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update stored_file f set subject = ${subject}, company_id = ${companyId}, position = given.position
      from unnest(${ids}::bigint[]) with ordinality as given (id, position)
     where f.id = given.id`.execute(connection)
}

/** Files of a subject that are no longer part of it; the nightly cleaning takes them. */
export async function releaseFiles(connection: Connection, subject: string, keep: readonly number[], now: Date): Promise<void> {
  await connection
    .updateTable('stored_file')
    .set({ subject: null, created_at: now })
    .where('subject', '=', subject)
    .where(({ not, eb }) => not(eb('id', '=', sql<number>`any(${keep}::bigint[])`)))
    .execute()
}

export async function filesOfSubjects(connection: Connection, subjects: readonly string[]): Promise<StoredFile[]> {
  if (subjects.length === 0) return []
  const rows = await connection
    .selectFrom('stored_file')
    .select(COLUMNS)
    .where('subject', 'in', subjects)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(fileOf)
}

/** What a file is served by, without its bytes. */
export interface FileHead {
  name: string
  mime: string
  sha256: Buffer
  size: number
}
export interface FileBytes extends FileHead {
  bytes: Buffer
}

/** The small picture of a file; null: there is none. companyId null: whoever asks may read every file, of this purpose and in use where one is named. */
export async function readPreview(
  connection: Connection,
  id: number,
  companyId: number | null,
  purpose: FilePurpose | null = null,
): Promise<FileBytes | null> {
  const row = await connection
    .selectFrom('stored_file')
    .innerJoin('stored_file_content', 'file_id', 'id')
    .where('id', '=', id)
    .$if(companyId !== null, (query) => query.where('company_id', '=', companyId))
    .$if(purpose !== null, (query) => query.where('purpose', '=', purpose ?? '').where('subject', 'is not', null))
    .select(['name', 'mime', 'sha256', 'size', 'preview as bytes'])
    .executeTakeFirst()
  if (!row || row.bytes === null) return null
  return row as FileBytes
}

/** Where the bytes of a file lie: in content, or in the object. */
export interface Place extends FileHead {
  id: number
  content: Buffer | null
  object: number | null
}

/** In no order; those that are gone are left out. */
export async function placesOf(connection: Connection, ids: readonly number[]): Promise<Place[]> {
  return await connection
    .selectFrom('stored_file')
    .innerJoin('stored_file_content', 'file_id', 'id')
    .where('id', 'in', ids)
    .select(['id', 'name', 'mime', 'size', 'sha256', 'content', 'object'])
    .execute()
}

/** Who sent it, and what it belongs to; null: there is none. */
export async function readMatter(connection: Connection, id: number) {
  const { rows } = await sql<{ accountId: number | null; purpose: string; subject: string | null }>`
    select account_id as "accountId", purpose, subject from stored_file where id = ${id}`.execute(connection)
  return rows[0] ?? null
}

/** Of his own customers, or nobody's; what he sent himself is no longer than a form is open nobody's. */
export async function isFileSeen(connection: Connection, id: number, narrowed: Narrowing): Promise<boolean> {
  const { rows } = await sql`select from stored_file f where f.id = ${id} and ${companySeen('f.company_id', narrowed)}`.execute(connection)
  return rows.length > 0
}

/** companyId null: whoever asks may read every file, of this purpose and in use where one is named. */
export async function readHead(
  connection: Connection,
  id: number,
  companyId: number | null,
  purpose: FilePurpose | null = null,
): Promise<FileHead | null> {
  const row = await connection
    .selectFrom('stored_file')
    .where('id', '=', id)
    .$if(companyId !== null, (query) => query.where('company_id', '=', companyId))
    .$if(purpose !== null, (query) => query.where('purpose', '=', purpose ?? '').where('subject', 'is not', null))
    .select(['name', 'mime', 'sha256', 'size'])
    .executeTakeFirst()
  return row ?? null
}

/** Bytes from a place on; null: the file is gone, or lies elsewhere. */
export async function readSlice(connection: Connection, id: number, from: number, length: number): Promise<Buffer | null> {
  const { rows } = await sql<{ slice: Buffer | null }>`
    select substring(content from ${from + 1}::int for ${length}::int) as slice from stored_file_content where file_id = ${id}`.execute(
    connection,
  )
  return rows[0]?.slice ?? null
}

/** What these files take together. */
export async function sizeOf(connection: Connection, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { bytes } = await connection
    .selectFrom('stored_file')
    .where('id', 'in', ids)
    .select(({ fn }) => fn.coalesce(fn.sum<string>('size'), sql<string>`0`).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Counts one upload of this hour; answers how many it makes. */
export async function countUpload(connection: Connection, accountId: number, hour: Date): Promise<number> {
  const { uploads } = await connection
    .insertInto('upload_tally')
    .values({ account_id: accountId, hour, uploads: 1 })
    .onConflict((conflict) => conflict.columns(['account_id', 'hour']).doUpdateSet({ uploads: sql`upload_tally.uploads + 1` }))
    .returning('uploads')
    .executeTakeFirstOrThrow()
  return uploads
}

export async function bytesOfCompany(connection: Connection, companyId: number): Promise<number> {
  const { bytes } = await connection
    .selectFrom('stored_file')
    .where('company_id', '=', companyId)
    .where('account_id', 'is not', null)
    .select(({ fn }) => fn.coalesce(fn.sum<string>('size'), sql<string>`0`).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Nightly: files that nobody used, and tallies of hours gone by. */
export async function deleteUnused(connection: Connection, before: Date): Promise<void> {
  await connection.deleteFrom('stored_file').where('subject', 'is', null).where('created_at', '<', before).execute()
  await connection.deleteFrom('upload_tally').where('hour', '<', before).execute()
}
