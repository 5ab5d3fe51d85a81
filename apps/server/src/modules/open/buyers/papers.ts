import type { DataOf } from '#contract/call.ts'
import type { ownPaperFile, ownPapers, ownReportFile, ownReports } from '#contract/open-own.ts'
import { beijingDate } from '#domain/dates.ts'
import { membershipRefusals } from '#domain/eligibility.ts'
import { type FileAnswer, fileAnswer, type OpenAsk } from '../../../platform/http.ts'
import { OPEN_ROOT, OpenRefusal } from '../../../platform/open-problems.ts'
import { documentListOf, openDocument } from '../../papers/documents/public.ts'
import { openReport, type ReportDeps, reportPage } from '../../papers/reports/public.ts'
import { buyerOf } from './buyer.ts'

const USUAL = 50
const PDF = 'application/pdf'

export async function papersFor({ database, integration, query }: OpenAsk<typeof ownPapers>): Promise<DataOf<typeof ownPapers>> {
  const { list, next } = await documentListOf(database, buyerOf(integration).company.id, { per_page: USUAL, ...query })
  return {
    papers: list.map(({ id, no, kind, kind_name, title, day, state, state_name, file_url }) => ({
      id,
      no,
      kind,
      kind_name,
      title,
      day,
      state,
      state_name,
      file: file_url === '' ? '' : `${OPEN_ROOT}/own/papers/${id}`,
    })),
    next,
  }
}

export async function paperFor({ database, integration, params, now }: OpenAsk<typeof ownPaperFile>): Promise<FileAnswer> {
  const { name, content } = await openDocument(database, buyerOf(integration), params.id, 'file', now)
  return fileAnswer(name, PDF, content)
}

export async function reportsFor(
  deps: ReportDeps,
  { integration, query, now }: OpenAsk<typeof ownReports>,
): Promise<DataOf<typeof ownReports>> {
  const { list, total, page, per_page } = await reportPage(deps, buyerOf(integration), { per_page: USUAL, ...query }, true, now)
  return {
    batches: list.map((row) => ({
      goods_code: row.code,
      name: row.name,
      spec: row.spec,
      manufacturer: row.manufacturer,
      batch_no: row.batch_no,
      expiry_date: row.expiry_date,
      order_no: row.order_no,
      reports: row.reports.map(({ id, kind, kind_name, report_no, report_date }) => ({
        id,
        kind,
        kind_name,
        report_no,
        report_date,
        file: `${OPEN_ROOT}/own/reports/${id}`,
      })),
    })),
    total,
    page,
    per_page,
  }
}

/** As in the shop, only who may buy takes reports along. */
export async function reportFor(deps: ReportDeps, { integration, params, now }: OpenAsk<typeof ownReportFile>): Promise<FileAnswer> {
  const buyer = buyerOf(integration)
  const [against] = membershipRefusals(buyer.company, beijingDate(now))
  if (against) throw new OpenRefusal('COMPANY_SHUT', against.message)
  const { name, content } = await openReport(deps, buyer, params.id, { part: 'report', way: 'file' }, now)
  return fileAnswer(name, PDF, content)
}
