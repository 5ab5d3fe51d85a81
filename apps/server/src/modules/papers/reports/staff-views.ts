import { type SqlBool, sql } from 'kysely'
import { REPORT_STATES, type ReportState } from '#domain/reports.ts'
import type { Connection } from '../../../platform/database.ts'
import { COUNTED, fewOf } from '../../../platform/few.ts'
import { plainLike } from '../../../platform/like.ts'
import type { Report } from './store.ts'

/** Queries of the staff's pages of reports. */

export interface StaffRow extends Omit<Report, 'documentId'> {
  addedAfterSigning: boolean
  size: number
  code: string
  name: string
  spec: string
  manufacturer: string
  uploadedAt: Date
  uploadedBy: string
  decidedAt: Date | null
  decidedBy: string
  asked: number
  documentNo: string
  documentState: string
  documentFault: string
}

export interface StaffFilter {
  state: ReportState | null
  keyword: string
  before: number | null
  oldest: boolean
}

export async function staffPage(
  connection: Connection,
  { state, keyword, before, oldest }: StaffFilter,
  limit: number,
): Promise<StaffRow[]> {
  const conditions = [sql<SqlBool>`true`]
  if (state !== null) conditions.push(sql<SqlBool>`r.state = ${state}`)
  if (before !== null) conditions.push(oldest ? sql<SqlBool>`r.id > ${before}` : sql<SqlBool>`r.id < ${before}`)
  if (keyword !== '') {
    const [start, inside] = [`${plainLike(keyword)}%`, `%${plainLike(keyword)}%`]
    const goods = sql`select g.id from goods g where g.code ilike ${start} or g.name ilike ${inside}`
    const few = await fewOf(
      connection,
      sql`select id from batch_document where upper(batch_no) like ${start.toUpperCase()}
           union select id from batch_document where pairs_of(lower(file_name)) @> pairs_of(lower(${keyword})) and file_name ilike ${inside}
           union all select d.id from (${goods}) g join batch_document d on d.goods_id = g.id`,
    )
    conditions.push(
      few === null
        ? sql<SqlBool>`(r.batch_no ilike ${start} or r.goods_id in (${goods}) or r.file_name ilike ${inside})`
        : sql<SqlBool>`r.id = any(${few}::bigint[])`,
    )
  }
  const { rows } = await sql<StaffRow>`
    select r.id, r.goods_id as "goodsId", r.batch_no as "batchNo", r.kind, r.file_id as "fileId", r.sha256, r.file_name as "fileName", r.signed,
           r.added_after_signing as "addedAfterSigning", r.report_no as "reportNo", r.report_date::text as "reportDate", r.state, r.note, f.size, coalesce(g.code, '') as code,
           coalesce(g.name, '') as name, coalesce(g.spec, '') as spec, coalesce(m.name, '') as manufacturer, r.uploaded_at as "uploadedAt",
           r.uploaded_by as "uploadedBy", r.decided_at as "decidedAt", coalesce(r.decided_by, '') as "decidedBy",
           (select count(*)::integer from document_request q where q.goods_id = r.goods_id and q.batch_no = r.batch_no and q.state = 'open') as asked,
           coalesce(d.no, '') as "documentNo", coalesce(d.state, '') as "documentState", coalesce(d.fault, '') as "documentFault"
      from batch_document r join stored_file f on f.id = r.file_id left join goods g on g.id = r.goods_id
      left join manufacturer m on m.id = g.manufacturer_id left join document d on d.id = r.document_id
     where ${sql.join(conditions, sql` and `)} order by ${oldest ? sql`r.id` : sql`r.id desc`} limit ${limit}`.execute(connection)
  return rows
}

/** Up to the cap. */
export async function stateCounts(connection: Connection): Promise<Map<ReportState, number>> {
  const { rows } = await sql<{ state: ReportState; count: number }>`
    select s.state, (select count(*)::integer from (select from batch_document d where d.state = s.state limit ${COUNTED}) found) as count
      from unnest(${[...REPORT_STATES]}::text[]) as s(state)`.execute(connection)
  return new Map(rows.map((row) => [row.state, row.count]))
}
