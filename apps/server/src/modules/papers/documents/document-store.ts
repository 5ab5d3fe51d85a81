import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DocumentKind, DocumentState } from '#domain/documents.ts'
import { beginsNumber, documentNo } from '#domain/documents.ts'
import type { Connection } from '../../../platform/database.ts'
import { documentSeen } from '../../../platform/narrowing.ts'
import { readSupplier } from './supplier-store.ts'

export interface NewDocument {
  kind: DocumentKind
  /** What it is about: shipment:12. */
  subject: string
  /** Whose paper it is; null: the shop's own. */
  companyId: number | null
  title: string
  /** Of the deed, Beijing. */
  day: string
  /** All that stands on it. */
  snapshot: object
  checkCode: string
  version: number
  replaces: number | null
  change: string
}

/** A paper as buyers see it in a list: a page of deliveries has a hundred of them. */
export interface DocumentHead {
  id: number
  no: string
  checkCode: string
  kind: DocumentKind
  version: number
  subject: string
  companyId: number | null
  title: string
  day: string
  state: DocumentState
  fileId: number | null
  madeAt: Date | null
  change: string
}

/** And what staff see besides: still without what stands on it, which is long. */
interface AskedHead extends DocumentHead {
  fault: string
  askedAt: Date
  askedBy: string
  replaces: number | null
}

export interface DocumentRow extends AskedHead {
  snapshot: unknown
  /** Who it names, as they were called at the deed; null: asked for before this was kept. */
  supplier: unknown
  buyerName: string | null
  sha256: Buffer | null
}

const HEAD = sql`d.id, d.no, d.check_code as "checkCode", d.kind, d.version, d.subject, d.company_id as "companyId", d.title,
  d.day::text as day, d.state, d.file_id as "fileId", d.made_at as "madeAt", d.change`
const ASKED = sql`${HEAD}, d.fault, d.asked_at as "askedAt", d.asked_by as "askedBy", d.replaces`
const COLUMNS = sql`${ASKED}, d.snapshot, d.supplier, d.buyer_name as "buyerName", d.sha256`

/** Gives the number; the same subject, kind and version again answers null. */
export async function insertDocument(
  connection: Connection,
  document: NewDocument,
  by: string,
  now: Date,
): Promise<{ id: number; no: string } | null> {
  const { rows: numbers } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('document', 'id')) as id`.execute(connection)
  const id = Number(numbers[0]?.id)
  const no = documentNo(document.kind, document.day, id)
  const supplier = await readSupplier(connection)
  const { rows } = await sql<{ id: number }>`
    insert into document (id, no, check_code, kind, version, subject, company_id, title, day, snapshot, asked_at, asked_by, replaces, change,
      supplier, buyer_name)
    overriding system value
    values (${id}, ${no}, ${document.checkCode}, ${document.kind}, ${document.version}, ${document.subject}, ${document.companyId},
            ${document.title}, ${document.day}::date, ${JSON.stringify(document.snapshot)}::jsonb, ${now}, ${by}, ${document.replaces}, ${document.change},
            ${JSON.stringify(supplier)}::jsonb, (select name from company where id = ${document.companyId}))
    on conflict (kind, subject, version) do nothing returning id`.execute(connection)
  return rows.length > 0 ? { id, no } : null
}

export async function findDocument(connection: Connection, id: number): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`select ${COLUMNS} from document d where d.id = ${id}`.execute(connection)
  return rows[0] ?? null
}

export async function findByNo(connection: Connection, no: string): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`select ${COLUMNS} from document d where d.no = ${no}`.execute(connection)
  return rows[0] ?? null
}

/** The newest version of a subject's paper, locked until the transaction ends. */
export async function lockNewest(connection: Connection, kind: DocumentKind, subject: string): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`
    select ${COLUMNS} from document d where d.subject = ${subject} and d.kind = ${kind} order by d.version desc limit 1 for update`.execute(
    connection,
  )
  return rows[0] ?? null
}

export async function lockDocument(connection: Connection, id: number): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`select ${COLUMNS} from document d where d.id = ${id} for update`.execute(connection)
  return rows[0] ?? null
}

const ofSubjects = (subjects: readonly string[]) =>
  sql`from document d where d.subject = any(${subjects}::text[]) order by d.kind <> 'delivery_note', d.kind, d.subject, d.version desc`

/** The papers of these subjects, the note that goods are received by before the others, the newest version of each kind first. */
export async function documentsOf(connection: Connection, subjects: readonly string[]): Promise<DocumentRow[]> {
  if (subjects.length === 0) return []
  const { rows } = await sql<DocumentRow>`select ${COLUMNS} ${ofSubjects(subjects)}`.execute(connection)
  return rows
}

/** The same in the same order, for lists: what stands on a page of papers is a hundred times as much as what is shown of them. */
export async function documentHeads(connection: Connection, subjects: readonly string[]): Promise<DocumentHead[]> {
  if (subjects.length === 0) return []
  const { rows } = await sql<DocumentHead>`select ${HEAD} ${ofSubjects(subjects)}`.execute(connection)
  return rows
}

/** Of these, the company's own that are made, in the order of the ids. */
export async function madeHeads(
  connection: Connection,
  companyId: number,
  ids: readonly number[],
): Promise<(AskedHead & { fileId: number })[]> {
  const { rows } = await sql<AskedHead & { fileId: number }>`
    select ${ASKED} from document d where d.id = any(${ids}::bigint[]) and d.company_id = ${companyId} and d.file_id is not null
     order by array_position(${ids}::bigint[], d.id)`.execute(connection)
  return rows
}

export interface DocumentFilter {
  /** undefined: everybody's, for staff. */
  companyId?: number | null
  kinds: readonly DocumentKind[]
  /** Beginning of a number, part of a title. */
  keyword: string
  from: string | null
  to: string | null
  /** Only what stands today. */
  validOnly: boolean
  /** Older than this one. */
  before: number | null
}

/** Looked through for words before the index of words is asked: whatever most papers are called fills a page among so many. */
const NEWEST = 1_000

/** The last paper of these days, a step a day: from there the list walks on, and not from today. */
const lastUntil = (from: string | null, to: string) => sql`(
  select max(l.id) from generate_series(greatest(${from}::date, (select min(day) from document)),
                                        least(${to}::date, (select max(day) from document)), interval '1 day') as s(day)
   cross join lateral (select p.id from document p where p.day = s.day::date order by p.id desc limit 1) l)`

const inTitle = (words: string) => sql<SqlBool>`strpos(d.title, ${words}) > 0`

/** The newest first, by their ids: each page starts where the last one ended. */
export async function documentPage(connection: Connection, filter: DocumentFilter, limit: number): Promise<AskedHead[]> {
  const conditions = [documentSeen('d')]
  const words = beginsNumber(filter.keyword) ? '' : filter.keyword
  // Not "is not distinct from": no index answers that, and every company's page would walk through everybody's papers.
  if (filter.companyId === null) conditions.push(sql<SqlBool>`d.company_id is null`)
  else if (filter.companyId !== undefined) conditions.push(sql<SqlBool>`d.company_id = ${filter.companyId}`)
  if (filter.kinds.length > 0) conditions.push(sql<SqlBool>`d.kind = any(${filter.kinds}::text[])`)
  if (words === '' && filter.keyword !== '') conditions.push(sql<SqlBool>`d.no like ${`${filter.keyword.toUpperCase()}%`}`)
  if (filter.from !== null) conditions.push(sql<SqlBool>`d.day >= ${filter.from}::date`)
  if (filter.to !== null) conditions.push(sql<SqlBool>`d.day <= ${filter.to}::date and d.id <= ${lastUntil(filter.from, filter.to)}`)
  if (filter.validOnly) conditions.push(sql<SqlBool>`d.state in ('valid', 'waiting')`)
  if (filter.before !== null) conditions.push(sql<SqlBool>`d.id < ${filter.before}`)
  const all = sql`${sql.join(conditions, sql` and `)}`
  // One company's papers are few enough to be looked through; for one letter there is no pair.
  if (words.length > 1 && filter.companyId === undefined) return pageByWords(connection, all, words, limit)
  const asked = words === '' ? all : sql`${all} and ${inTitle(words)}`
  const { rows } = await sql<AskedHead>`select ${ASKED} from document d where ${asked} order by d.id desc limit ${limit}`.execute(
    connection,
  )
  return rows
}

/** The ids are chosen apart from their order: else the order's index is walked to its end for what is nowhere. */
async function pageByWords(connection: Connection, all: RawBuilder<unknown>, words: string, limit: number): Promise<AskedHead[]> {
  const { rows: near } = await sql<AskedHead>`
    select ${ASKED} from (select * from document d where ${all} order by d.id desc limit ${NEWEST}) d
     where ${inTitle(words)} order by d.id desc limit ${limit}`.execute(connection)
  if (near.length === limit) return near
  const { rows } = await sql<AskedHead>`
    with found as materialized (
      select d.id from document d where letter_pairs(d.title) @> letter_pairs(${words}) and ${inTitle(words)} and ${all})
    select ${ASKED} from (select id from found order by id desc limit ${limit}) f join document d on d.id = f.id order by d.id desc`.execute(
    connection,
  )
  return rows
}

/** The newest papers of a company that stand or are being made, of these kinds. */
export const latestDocuments = (
  connection: Connection,
  companyId: number,
  kinds: readonly DocumentKind[],
  limit: number,
): Promise<AskedHead[]> =>
  documentPage(connection, { companyId, kinds, keyword: '', from: null, to: null, validOnly: true, before: null }, limit)

/** Those that could not be drawn, the newest first. */
export async function failedPage(connection: Connection, before: number | null, limit: number): Promise<AskedHead[]> {
  const { rows } = await sql<AskedHead>`
    select ${ASKED} from document d where d.state = 'failed' and ${documentSeen('d')} and (${before}::bigint is null or d.id < ${before}) order by d.id desc limit ${limit}`.execute(
    connection,
  )
  return rows
}

export interface DocumentFile {
  id: number
  kind: DocumentKind
  subject: string
  day: string
  name: string
  content: Buffer
}

/** Those of the ids that are made and this company's, in their order; companyId null: staff ask, who read all. */
export async function documentFiles(connection: Connection, companyId: number | null, ids: readonly number[]): Promise<DocumentFile[]> {
  const { rows } = await sql<DocumentFile>`
    select d.id, d.kind, d.subject, d.day::text as day, f.name, c.content
      from document d join stored_file f on f.id = d.file_id join stored_file_content c on c.file_id = d.file_id
     where d.id = any(${ids}::bigint[]) and (${companyId}::bigint is null or d.company_id = ${companyId})
     order by array_position(${ids}::bigint[], d.id)`.execute(connection)
  return rows
}

/** Drawn and kept; a version that was made after a newer one is replaced from the start. */
export async function setMade(
  connection: Connection,
  document: Pick<DocumentRow, 'id' | 'replaces'>,
  made: { fileId: number; sha256: Buffer },
  now: Date,
): Promise<void> {
  await sql`
    update document d set file_id = ${made.fileId}, sha256 = ${made.sha256}, made_at = ${now}, fault = '',
           state = case when exists (select from document n where n.replaces = d.id and n.state in ('valid', 'replaced')) then 'replaced' else 'valid' end
     where d.id = ${document.id}`.execute(connection)
  if (document.replaces !== null)
    await sql`update document set state = 'replaced' where id = ${document.replaces} and state = 'valid'`.execute(connection)
}

export async function setState(connection: Connection, id: number, state: DocumentState, fault: string): Promise<void> {
  await sql`update document set state = ${state}, fault = ${fault} where id = ${id}`.execute(connection)
}

/** What stands of a subject's kind does so no more, made or not. */
export async function withdrawStanding(connection: Connection, kind: DocumentKind, subject: string, reason: string): Promise<void> {
  await sql`
    update document set state = 'withdrawn', fault = ${reason}
     where subject = ${subject} and kind = ${kind} and state in ('valid', 'waiting', 'failed')`.execute(connection)
}

/** Papers that stand under subjects which begin so: withdrawn, each with the reason. Answers how many. */
export async function withdrawBegun(connection: Connection, kind: DocumentKind, begin: string, reason: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update document set state = 'withdrawn', fault = ${reason}
     where kind = ${kind} and starts_with(subject, ${begin}) and state = 'valid'`.execute(connection)
  return Number(numAffectedRows ?? 0)
}

/** Waiting for so long that their job must have been lost or given up, page by page. */
export async function waitingSince(connection: Connection, before: Date, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from document where state = 'waiting' and asked_at < ${before} and id > ${after} order by id limit ${limit}`.execute(
    connection,
  )
  return rows.map((row) => row.id)
}

export async function insertDownload(
  connection: Connection,
  download: { documentId: number | null; fileId: number | null; companyId: number | null; accountId: number; way: string },
  now: Date,
): Promise<void> {
  await connection
    .insertInto('document_download')
    .values({
      document_id: download.documentId,
      file_id: download.fileId,
      company_id: download.companyId,
      account_id: download.accountId,
      way: download.way,
      at: now,
    })
    .execute()
}
