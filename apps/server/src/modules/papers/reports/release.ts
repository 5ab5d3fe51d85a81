import type { BodyOf } from '#contract/call.ts'
import type { staffReportMatch, staffReportRelease } from '#contract/reports.ts'
import { isTradeDate, tidy } from '#domain/identifiers.ts'
import { REPORT_KINDS, REPORT_STATE_NAMES, type ReportState, reportSeen } from '#domain/reports.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { documentsOf, reviseDocument, withdrawStanding } from '../documents/public.ts'
import type { ReportSnapshot } from './drawings.ts'
import {
  batchesOfGuesses,
  batchFacts,
  decide,
  knownReport,
  lockReports,
  lockStanding,
  type Match,
  type Report,
  setMatched,
} from './store.ts'

/** The batch's paper of a kind: a newer report of the same batch is its next version. */
const paperSubject = ({ goodsId, kind, batchNo }: Pick<Match, 'kind' | 'batchNo'> & { goodsId: number | null }) =>
  `batch:${goodsId}:${kind}:${batchNo}`
const paperKind = (signed: boolean) => (signed ? 'report_cover' : 'inspection')

async function theOne(connection: Connection, id: number): Promise<Report> {
  const [report] = await lockReports(connection, [id])
  if (!report) throw notFound('检验报告')
  return report
}

const inState = (report: Report, states: readonly ReportState[], what: string) => {
  if (!states.includes(report.state)) throw conflict(`${report.fileName}${REPORT_STATE_NAMES[report.state]}，不能${what}`)
}

/** By hand: what the name did not say, or said wrongly. */
export async function matchReport(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  body: BodyOf<typeof staffReportMatch>,
  now: Date,
): Promise<ReportState> {
  const reportDate = body.report_date || null
  if (reportDate !== null && !isTradeDate(reportDate)) throw fieldErrors([{ field: 'report_date', message: '请填写正确的报告日期' }])
  const guess = { code: tidy(body.goods_code), batchNo: tidy(body.batch_no) }
  return transact(db, async (trx): Promise<ReportState> => {
    const report = await theOne(trx, id)
    inState(report, ['unmatched', 'checking'], '再匹配')
    const [found] = await batchesOfGuesses(trx, [guess])
    if (found === undefined) throw fieldErrors([{ field: 'goods_code', message: '没有这个商品编码' }])
    if (found.batchNo === null && body.unknown_batch !== 1)
      throw fieldErrors([{ field: 'batch_no', message: '该商品没有这个批号的库存或销售记录；确认无误请勾选“批号尚未入库”' }])
    if (guess.batchNo === '') throw fieldErrors([{ field: 'batch_no', message: '请填写批号' }])
    const match: Match = {
      goodsId: found.goodsId,
      batchNo: found.batchNo ?? guess.batchNo,
      kind: body.kind ?? report.kind,
      reportNo: tidy(body.report_no ?? '') || report.reportNo,
      reportDate: reportDate ?? report.reportDate,
    }
    const same = await knownReport(trx, { ...match, sha256: report.sha256 })
    if (same !== null && same.id !== id) throw conflict('这份文件已经是该批号的报告')
    await setMatched(trx, id, match)
    const before = { goods_id: report.goodsId, batch_no: report.batchNo, kind: report.kind }
    const after = { goods_id: match.goodsId, batch_no: match.batchNo, kind: match.kind, report_no: match.reportNo }
    await writeAudit(trx, staff, { action: 'report.match', subject: `report:${id}`, before, after }, now)
    return 'checking'
  })
}

async function releaseOne(trx: Connection, staff: StaffActor, report: Report, now: Date): Promise<void> {
  inState(report, ['checking'], '放行')
  const { goodsId, batchNo, kind, signed } = report
  if (goodsId === null) throw new RangeError(`report ${report.id} is checked without goods`)
  const old = await lockStanding(trx, goodsId, batchNo, kind)
  const facts = await batchFacts(trx, report)
  const subject = paperSubject(report)
  if (old !== null) {
    await decide(trx, old.id, { state: 'replaced', note: `由 ${report.fileName} 替代`, by: staff.name }, now)
    if (old.signed !== signed) await withdrawStanding(trx, paperKind(old.signed), subject, '已换用新的报告')
  }
  const snapshot: ReportSnapshot = {
    report_id: report.id,
    kind_name: REPORT_KINDS[kind],
    report_no: report.reportNo,
    report_date: report.reportDate ?? '',
    code: facts.code,
    name: facts.name,
    generic_name: facts.genericName,
    spec: facts.spec,
    dosage_form: facts.dosageForm,
    manufacturer: facts.manufacturer,
    holder: facts.holder,
    approval_no: facts.approvalNo,
    batch_no: batchNo,
    production_date: facts.productionDate ?? '',
    expiry_date: facts.expiryDate ?? '',
    file_id: report.fileId,
    file_name: facts.fileName,
    size: facts.size,
    sha256: report.sha256.toString('hex'),
    released_by: staff.name,
  }
  const title = `${facts.name} ${batchNo} ${REPORT_KINDS[kind]}`
  const request = { kind: paperKind(signed), subject, companyId: null, title, snapshot } as const
  await reviseDocument(trx, request, '换用新的报告', staff.name, now)
  const paper = (await documentsOf(trx, [subject])).find((one) => one.kind === request.kind)
  if (!paper) throw new RangeError(`no paper of ${subject}`)
  await decide(trx, report.id, { state: 'released', note: '', by: staff.name, documentId: paper.id }, now)
  const after = { state: 'released', goods_id: goodsId, batch_no: batchNo, kind, sha256: snapshot.sha256, replaces: old?.id ?? null }
  await writeAudit(trx, staff, { action: 'report.release', subject: `report:${report.id}`, before: { state: report.state }, after }, now)
}

/** Whoever uploads may match it to another batch while quality looks at it. */
function refuseUnseen(report: Report, seen: string | undefined): void {
  const { fileName, goodsId, batchNo, kind, reportNo, reportDate } = report
  const stands = reportSeen({ goods_id: goodsId, batch_no: batchNo, kind, report_no: reportNo, report_date: reportDate })
  if (stands !== seen) throw conflict(`${fileName}在您打开之后改过匹配，现在是批号 ${batchNo}，请刷新后再放行`)
}

/** Quality says that these are what they seem: all or none. Each gets its paper in the same transaction. */
export async function releaseReports(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { ids, seen }: BodyOf<typeof staffReportRelease>,
  now: Date,
): Promise<number> {
  return transact(db, async (trx) => {
    const reports = await lockReports(trx, ids)
    if (reports.length !== ids.length) throw notFound('检验报告')
    for (const report of reports) {
      if (seen !== undefined) refuseUnseen(report, seen[ids.indexOf(report.id)])
      await releaseOne(trx, staff, report, now)
    }
    return reports.length
  })
}

/** refuse: before the release · withdraw: after it; buyers find it no more. */
export async function stopReport(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  wish: { command: 'refuse' | 'withdraw'; reason: string },
  now: Date,
): Promise<ReportState> {
  const reason = tidy(wish.reason)
  if (reason.length < 2) throw fieldErrors([{ field: 'reason', message: '请填写原因' }])
  return transact(db, async (trx): Promise<ReportState> => {
    const report = await theOne(trx, id)
    const isRefusal = wish.command === 'refuse'
    inState(report, isRefusal ? ['unmatched', 'checking'] : ['released'], isRefusal ? '退回' : '撤回')
    const state = isRefusal ? 'refused' : 'withdrawn'
    await decide(trx, id, { state, note: reason, by: staff.name }, now)
    if (!isRefusal) await withdrawStanding(trx, paperKind(report.signed), paperSubject(report), reason)
    await writeAudit(
      trx,
      staff,
      { action: `report.${wish.command}`, subject: `report:${id}`, before: { state: report.state }, after: { state, reason } },
      now,
    )
    return state
  })
}
