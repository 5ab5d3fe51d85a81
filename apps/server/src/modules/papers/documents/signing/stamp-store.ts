import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'

/** Papers with a signature that its authority did not stamp, and their files; the earliest first. */
export async function unstampedPapers(connection: Connection, limit: number): Promise<{ id: number; fileId: number }[]> {
  const { rows } = await sql<{ id: number; fileId: number }>`
    select d.id, d.file_id as "fileId" from document d
     where d.file_id is not null and exists (select from document_seal s where s.document_id = d.id and s.stamp_fault <> '')
       and not exists (select from document_stamp t where t.document_id = d.id)
     order by d.id limit ${limit}`.execute(connection)
  return rows
}

export async function unstampedCount(connection: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.document_id)::int as count from document_seal s
     where s.stamp_fault <> '' and not exists (select from document_stamp t where t.document_id = s.document_id)`.execute(connection)
  return rows[0]?.count ?? 0
}

export interface NewStamp {
  documentId: number
  token: Buffer
  authority: string
  /** What the authority says. */
  at: Date
}

/** The first stamp stays: two processes that stamp at once leave one. */
export async function insertStamp(connection: Connection, stamp: NewStamp, now: Date): Promise<void> {
  await sql`
    insert into document_stamp (document_id, token, authority, stamped_at, created_at)
    values (${stamp.documentId}, ${stamp.token}, ${stamp.authority}, ${stamp.at}, ${now}) on conflict do nothing`.execute(connection)
}

export async function stampOf(connection: Connection, documentId: number): Promise<{ token: Buffer; authority: string; at: Date } | null> {
  const { rows } = await sql<{ token: Buffer; authority: string; at: Date }>`
    select token, authority, stamped_at as at from document_stamp where document_id = ${documentId}`.execute(connection)
  return rows[0] ?? null
}
