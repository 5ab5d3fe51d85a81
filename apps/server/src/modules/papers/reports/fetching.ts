import type { Readable } from 'node:stream'
import { beijingDate } from '#domain/dates.ts'
import { REPORT_KINDS } from '#domain/reports.ts'
import type { Connection } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { workbookBytes } from '../../../platform/workbook.ts'
import { contentOf } from '../../who/files/public.ts'
import { insertDownload, type LateEntry, lateZip, printPapers, storedEntry } from '../documents/public.ts'
import { type Member, openGoods, type ReportDeps } from './screens.ts'
import { type StandingReport, standingReports } from './views.ts'

export type ReportPart = 'report' | 'cover'

/** What people get: the maker's signed file as it came, with our sheet beside it; or the copy that bears our seal. */
function partsOf(report: StandingReport): { part: ReportPart; fileId: number; name: string }[] {
  // Batch numbers and names of goods may hold what a file's name must not.
  const stem = `${report.name}_${report.batchNo}_${REPORT_KINDS[report.kind]}`.replaceAll(/[\\/:*?"<>|\s]+/g, '-')
  const whole = { part: 'report' as const, fileId: report.signed ? report.fileId : report.paperId, name: `${stem}.pdf` }
  return report.signed ? [whole, { part: 'cover', fileId: report.paperId, name: `${stem}_转递单.pdf` }] : [whole]
}

/** Of the ids, what stands and may be had by this company. */
async function fetchable(deps: ReportDeps, viewer: Member, ids: readonly number[], now: Date): Promise<StandingReport[]> {
  const reports = await standingReports(deps.database.db, ids)
  const open = await openGoods(deps, viewer, [...new Set(reports.map((report) => report.goodsId))], now)
  return reports.filter((report) => open.has(report.goodsId))
}

const noteTaken = (
  connection: Connection,
  viewer: Member,
  report: StandingReport,
  part: ReportPart,
  way: string,
  now: Date,
): Promise<void> => {
  const own = part === 'cover' || !report.signed
  const what = own ? { documentId: report.documentId, fileId: null } : { documentId: null, fileId: report.fileId }
  return insertDownload(connection, { ...what, companyId: viewer.company.id, accountId: viewer.accountId, way }, now)
}

export async function openReport(
  deps: ReportDeps,
  viewer: Member,
  id: number,
  wish: { part: ReportPart; way: string },
  now: Date,
): Promise<{ name: string; content: Buffer }> {
  const { db } = deps.database
  const [report] = await fetchable(deps, viewer, [id], now)
  const part = report && partsOf(report).find((one) => one.part === wish.part)
  if (!report || !part) throw notFound('检验报告')
  const [file] = await contentOf(db, [part.fileId])
  if (!file) throw notFound('检验报告')
  await noteTaken(db, viewer, report, wish.part, wish.way, now)
  return { name: part.name, content: file.content }
}

/** Two of one name are told apart. */
function unique(names: Set<string>, name: string): string {
  let own = name
  for (let number = 2; names.has(own); number++) own = name.replace(/\.pdf$/, `_${number}.pdf`)
  names.add(own)
  return own
}

/** The files of these reports under a folder, each once. */
function entriesOf(connection: Connection, reports: readonly StandingReport[]): { entries: LateEntry[]; names: Map<number, string[]> } {
  const used = new Set<string>()
  const names = new Map<number, string[]>()
  const entries = reports.flatMap((report) =>
    partsOf(report).map(({ fileId, name }): LateEntry => {
      const own = unique(used, name)
      names.set(report.id, [...(names.get(report.id) ?? []), own])
      return storedEntry(connection, `检验报告/${own}`, fileId)
    }),
  )
  return { entries, names }
}

const SHEET = [
  ['商品', 28],
  ['批号', 16],
  ['资料', 22],
  ['报告编号', 20],
  ['形式', 22],
  ['文件', 60],
].map(([title, width]) => ({ title: String(title), width: Number(width) }))

export async function zipReports(deps: ReportDeps, viewer: Member, ids: readonly number[], now: Date): Promise<Readable> {
  const { db } = deps.database
  const reports = await fetchable(deps, viewer, ids, now)
  if (reports.length === 0) throw notFound('检验报告')
  const { entries, names } = entriesOf(db, reports)
  const rows = reports.map((report) => [
    report.name,
    report.batchNo,
    REPORT_KINDS[report.kind],
    report.reportNo,
    report.signed ? '厂家电子签名原件' : '盖章复印件',
    (names.get(report.id) ?? []).join('、'),
  ])
  const left = ids.length - reports.length
  if (left > 0) rows.push([`另有 ${left} 份已撤回或不可取用，未包含在内`, '', '', '', '', ''])
  const list = await workbookBytes([{ name: `清单 ${beijingDate(now)}`, columns: SHEET, rows }])
  for (const report of reports) for (const { part } of partsOf(report)) await noteTaken(db, viewer, report, part, 'zip', now)
  return lateZip([{ name: '清单.xlsx', read: async () => list }, ...entries], now)
}

/** The same in one file to be printed: each report behind the sheet that names it, where it has one. */
export async function printReports(deps: ReportDeps, viewer: Member, ids: readonly number[], now: Date): Promise<Buffer> {
  const { db } = deps.database
  const reports = await fetchable(deps, viewer, ids, now)
  if (reports.length === 0) throw notFound('检验报告')
  const parts = reports.flatMap((report) =>
    partsOf(report)
      .toReversed()
      .map((part) => ({ report, ...part })),
  )
  const papers = parts.map(({ report, part, fileId }) => ({
    name: part === 'cover' ? '检验报告转递单' : REPORT_KINDS[report.kind],
    about: `${report.name} 批号 ${report.batchNo}`,
    no: part === 'cover' || !report.signed ? report.documentNo : report.reportNo,
    fileId,
  }))
  const bytes = await printPapers(db, viewer, papers, '药品检验报告', now)
  for (const { report, part } of parts) await noteTaken(db, viewer, report, part, 'print', now)
  return bytes
}
