import { sql } from 'kysely'
import { type Signer, signExisting } from '../src/modules/papers/documents/public.ts'
import { matchReport, releaseReports, stopReport, takeReport } from '../src/modules/papers/reports/public.ts'
import type { StaffActor } from '../src/platform/audit.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import { embeddedScanner } from '../src/providers/virus-scan/embedded.ts'
import { PASSED_PHARMACY } from './companies.ts'
import { type MakerReport, makerReport } from './maker-report.ts'
import { REFUSED, REFUSED_WHY, type ReportBatch, SIGNED_BY_MAKER, WAITS_FOR_QUALITY, WITHOUT_REPORT } from './maker-report-text.ts'

const DAY_MS = 86_400_000

interface Wanted extends ReportBatch {
  /** When it was first ordered: its report was there before. */
  orderedAt: Date
  /** Taken in by a start that broke off; null: not yet. */
  waitingId: number | null
}

/** Of the batches that went out with the demo's own orders, those whose report is still to come in; the first pharmacy's newest first. */
async function wanted(connection: Connection, limit: number): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select g.id as "goodsId", g.code, g.name, g.spec, g.kind, g.scope_code as scope, g.dosage_form as form, g.approval_no as "approvalNo",
           coalesce(m.name, '') as manufacturer, b.batch_no as "batchNo", s.production_date::text as production, s.expiry_date::text as expiry,
           min(o.created_at) as "orderedAt",
           (select r.id from batch_document r where r.goods_id = g.id and r.batch_no = b.batch_no and r.state = 'checking') as "waitingId"
      from orders o join checkout k on k.id = o.checkout_id join company c on c.id = o.company_id
      join order_line l on l.order_id = o.id join order_line_batch b on b.order_line_id = l.id
      join stock_batch s on s.id = b.stock_batch_id join goods g on g.id = l.goods_id left join manufacturer m on m.id = g.manufacturer_id
     where k.idempotency_key like 'demo-%' and o.status in ('shipped', 'received', 'completed') and g.name <> all(${WITHOUT_REPORT}::text[])
       and s.production_date is not null
       and not exists (select from batch_document r where r.goods_id = g.id and r.batch_no = b.batch_no
                          and (r.state <> 'checking' or g.name = ${WAITS_FOR_QUALITY}))
     group by g.id, m.name, b.batch_no, s.production_date, s.expiry_date
     order by bool_or(c.code = ${PASSED_PHARMACY}) desc, max(o.created_at) desc, g.id, b.batch_no limit ${limit}`.execute(connection)
  return rows
}

/** As its maker sent it: one of them with the maker's own signature, where this shop can make such a certificate. */
async function sent(batch: Wanted, signer: Signer | null, at: Date): Promise<MakerReport> {
  const report = await makerReport(batch, at)
  if (batch.name !== SIGNED_BY_MAKER || !signer?.issueFor) return report
  const maker = await signer.issueFor({ name: batch.manufacturer, creditCode: '' }, at)
  const { bytes } = await signExisting(report.content, { key: maker.key, reason: `检验报告 ${report.no}`, field: 'Maker', at })
  return { ...report, content: Buffer.from(bytes) }
}

async function takeIn(database: DatabaseHandle, batch: Wanted, staff: Staff, signer: Signer | null): Promise<void> {
  const at = new Date(batch.orderedAt.getTime() - DAY_MS)
  const report = await sent(batch, signer, at)
  const taken =
    batch.waitingId === null
      ? await takeReport(
          database,
          { path: report.name, bytes: report.content },
          { way: 'upload', by: staff.clerk, scanner: embeddedScanner },
          at,
        )
      : { id: batch.waitingId, message: '' }
  const { id } = taken
  if (id === null) throw new Error(`the report of ${report.name} was not taken in: ${taken.message}`)
  const { code, batchNo } = batch
  await matchReport(database, staff.clerk, id, { goods_code: code, batch_no: batchNo, report_no: report.no, report_date: report.day }, at)
  if (batch.name === WAITS_FOR_QUALITY) return
  if (batch.name === REFUSED) await stopReport(database, staff.quality, id, { command: 'refuse', reason: REFUSED_WHY }, at)
  else await releaseReports(database, staff.quality, { ids: [id] }, at)
}

export interface Staff {
  clerk: StaffActor
  quality: StaffActor
}

/** Takes the next few reports in, as staff do. False: there was none left. */
export async function takeNextReports(database: DatabaseHandle, staff: Staff, signer: Signer | null, limit: number): Promise<boolean> {
  const batches = await wanted(database.db, limit)
  for (const batch of batches) await takeIn(database, batch, staff, signer)
  return batches.length > 0
}
