import { sql } from 'kysely'
import type { NameGuess, ReportKind, ReportState } from '#domain/reports.ts'
import { sameNumber } from '#domain/reports.ts'
import type { Connection } from '../../../platform/database.ts'

/** SQL of batch_document: reports of batches, from their intake to their withdrawal. */

export interface Report {
  id: number
  goodsId: number | null
  batchNo: string
  kind: ReportKind
  fileId: number
  sha256: Buffer
  fileName: string
  signed: boolean
  reportNo: string
  reportDate: string | null
  state: ReportState
  note: string
  documentId: number | null
}

const COLUMNS = sql`r.id, r.goods_id as "goodsId", r.batch_no as "batchNo", r.kind, r.file_id as "fileId", r.sha256,
  r.file_name as "fileName", r.signed, r.report_no as "reportNo", r.report_date::text as "reportDate", r.state, r.note,
  r.document_id as "documentId"`

export interface NewReport extends Pick<Report, 'goodsId' | 'batchNo' | 'kind' | 'fileId' | 'sha256' | 'fileName' | 'signed' | 'note'> {
  state: 'unmatched' | 'checking'
  addedAfterSigning: boolean
  way: 'upload' | 'import'
  by: string
}

/** One at a time takes in the same file; until the transaction ends. */
export async function takeFileLock(connection: Connection, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('report'), hashtext(${sha256.toString('hex')}))`.execute(connection)
}

export async function insertReport(connection: Connection, report: NewReport, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into batch_document (goods_id, batch_no, kind, file_id, sha256, file_name, signed, added_after_signing, state, note, way, uploaded_at, uploaded_by)
    values (${report.goodsId}, ${report.batchNo}, ${report.kind}, ${report.fileId}, ${report.sha256}, ${report.fileName}, ${report.signed},
            ${report.addedAfterSigning}, ${report.state}, ${report.note}, ${report.way}, ${now}, ${report.by})
    returning id`.execute(connection)
  return Number(rows[0]?.id)
}

/** The report that this file is already for this batch. */
export async function knownReport(
  connection: Connection,
  { sha256, goodsId, batchNo, kind }: Pick<NewReport, 'sha256' | 'goodsId' | 'batchNo' | 'kind'>,
): Promise<{ id: number; state: ReportState } | null> {
  const { rows } = await sql<{ id: number; state: ReportState }>`
    select id, state from batch_document
     where sha256 = ${sha256} and coalesce(goods_id, 0) = ${goodsId ?? 0} and batch_no = ${batchNo} and kind = ${kind}
       and state in ('unmatched', 'checking', 'released')`.execute(connection)
  return rows[0] ?? null
}

export async function lockReports(connection: Connection, ids: readonly number[]): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select ${COLUMNS} from batch_document r where r.id = any(${ids}::bigint[]) order by r.id for update`.execute(connection)
  return rows
}

export interface Match {
  goodsId: number
  batchNo: string
  kind: ReportKind
  reportNo: string
  reportDate: string | null
}

export async function setMatched(connection: Connection, id: number, match: Match): Promise<void> {
  await sql`
    update batch_document set goods_id = ${match.goodsId}, batch_no = ${match.batchNo}, kind = ${match.kind}, report_no = ${match.reportNo},
           report_date = ${match.reportDate}::date, state = 'checking', note = ''
     where id = ${id}`.execute(connection)
}

export interface Decision {
  state: ReportState
  note: string
  by: string
  documentId?: number
}

export async function decide(connection: Connection, id: number, { state, note, by, documentId }: Decision, now: Date): Promise<void> {
  await sql`
    update batch_document set state = ${state}, note = ${note}, decided_at = ${now}, decided_by = ${by},
           document_id = coalesce(${documentId ?? null}::bigint, document_id)
     where id = ${id}`.execute(connection)
}

/** What stands of a batch's kind today, locked. */
export async function lockStanding(connection: Connection, goodsId: number, batchNo: string, kind: ReportKind): Promise<Report | null> {
  const { rows } = await sql<Report>`
    select ${COLUMNS} from batch_document r
     where r.goods_id = ${goodsId} and r.batch_no = ${batchNo} and r.kind = ${kind} and r.state = 'released' for update`.execute(connection)
  return rows[0] ?? null
}

export interface KnownBatch {
  goodsId: number
  code: string
  name: string
  /** As stock or an order has it; null: no such batch was ever here. */
  batchNo: string | null
}

/** What the guesses of a name stand for: goods by their code, with the batch where there is one. In the order of the guesses. */
export async function batchesOfGuesses(connection: Connection, guesses: readonly NameGuess[]): Promise<KnownBatch[]> {
  if (guesses.length === 0) return []
  const { rows } = await sql<KnownBatch>`
    with guess as (
      select ord, code, no from unnest(${guesses.map((one) => sameNumber(one.code))}::text[], ${guesses.map((one) => sameNumber(one.batchNo))}::text[])
        with ordinality as u(code, no, ord)
    ), found as (
      select min(guess.ord) as ord, g.id, g.code, g.name, guess.no from guess join goods g on upper(g.code) = guess.code group by g.id, guess.no
    )
    select f.id as "goodsId", f.code, f.name,
           coalesce((select b.batch_no from stock_batch b where b.goods_id = f.id and plain_batch(b.batch_no) = plain_batch(f.no) limit 1),
                    (select ob.batch_no from order_line ol join order_line_batch ob on ob.order_line_id = ol.id
                      where ol.goods_id = f.id and plain_batch(ob.batch_no) = plain_batch(f.no) limit 1)) as "batchNo"
      from found f order by f.ord`.execute(connection)
  return rows
}

/** What stands on the papers of a released report. */
export interface BatchFacts {
  code: string
  name: string
  genericName: string
  spec: string
  dosageForm: string
  manufacturer: string
  holder: string
  approvalNo: string
  productionDate: string | null
  expiryDate: string | null
  fileName: string
  size: number
}

export async function batchFacts(connection: Connection, report: Pick<Report, 'goodsId' | 'batchNo' | 'fileId'>): Promise<BatchFacts> {
  const { rows } = await sql<BatchFacts>`
    select g.code, g.name, g.generic_name as "genericName", g.spec, g.dosage_form as "dosageForm", coalesce(m.name, '') as manufacturer,
           g.holder, g.approval_no as "approvalNo", b.production_date::text as "productionDate", b.expiry_date::text as "expiryDate",
           f.name as "fileName", f.size
      from goods g left join manufacturer m on m.id = g.manufacturer_id
      left join lateral (select production_date, expiry_date from stock_batch where goods_id = g.id and batch_no = ${report.batchNo}
                          order by production_date nulls last limit 1) b on true
      join stored_file f on f.id = ${report.fileId}
     where g.id = ${report.goodsId}`.execute(connection)
  if (!rows[0]) throw new RangeError(`no goods ${report.goodsId}`)
  return rows[0]
}

export async function reportOfDocument(connection: Connection, documentId: number): Promise<Report | null> {
  const { rows } = await sql<Report>`select ${COLUMNS} from batch_document r where r.document_id = ${documentId}`.execute(connection)
  return rows[0] ?? null
}
