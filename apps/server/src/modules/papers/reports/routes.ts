import multipart from '@fastify/multipart'
import {
  goodsReports,
  REPORT_BYTES_MAX,
  REPORTS_AT_ONCE,
  reportAsk,
  reportFile,
  reportList,
  reportPrint,
  reportZip,
  staffReportList,
  staffReportMatch,
  staffReportRelease,
  staffReportRequestClose,
  staffReportRequests,
  staffReportStop,
  staffReportUpload,
} from '#contract/reports.ts'
import { beijingDate } from '#domain/dates.ts'
import { membershipRefusals } from '#domain/eligibility.ts'
import { reviewOf } from '#domain/review.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer, serveOn } from '../../../platform/http.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { virusScanner } from '../../../providers/virus-scan/scanners.ts'
import { openReport, printReports, zipReports } from './fetching.ts'
import { receiveReports } from './receive.ts'
import { matchReport, releaseReports, stopReport } from './release.ts'
import { askForReport, closeWithoutReport } from './requests.ts'
import { type Member, type ReportDeps, reportPage, reportsForStaff, reportsOfGoods, requestsForStaff } from './screens.ts'

const staffOf = ({ accountId, name }: Viewer) => ({ accountId, name })
const mayFetch = ({ company }: Member, now: Date) =>
  reviewOf(company.reviewState) === 'passed' && membershipRefusals(company, beijingDate(now)).length === 0

export function reportRoutes({ app, serve, deps: app_ }: ModuleContext, tracedBatches: ReportDeps['tracedBatches'] = async () => []): void {
  const { database, search, clock } = app_
  const deps: ReportDeps = { database, search, tracedBatches }
  const scanner = virusScanner(app_.config.channels)

  serve(reportList, ({ viewer, query, now }) => reportPage(deps, viewer, query, mayFetch(viewer, now), now))
  serve(reportFile, async ({ viewer, params, query, now }) => {
    const inline = query.inline === 1
    const { name, content } = await openReport(
      deps,
      viewer,
      params.id,
      { part: query.part ?? 'report', way: inline ? 'look' : 'file' },
      now,
    )
    return fileAnswer(name, 'application/pdf', content, inline ? 'inline' : 'attachment')
  })
  serve(reportZip, async ({ viewer, query, now }) =>
    fileAnswer(`检验报告-${beijingDate(now)}.zip`, 'application/zip', await zipReports(deps, viewer, query.ids, now)),
  )
  serve(reportPrint, async ({ viewer, query, now }) =>
    fileAnswer(`检验报告合并打印-${beijingDate(now)}.pdf`, 'application/pdf', await printReports(deps, viewer, query.ids, now)),
  )
  serve(reportAsk, async ({ viewer, body, now, say }) => {
    await askForReport(deps, viewer, { goodsId: body.goods_id, batchNo: body.batch_no }, now)
    say('已告知质量管理部门，报告到了会发消息给您')
    return { asked: 1 }
  })
  serve(goodsReports, ({ viewer, params, now }) => reportsOfGoods(deps, viewer, params.id, mayFetch(viewer, now), now))

  serve(staffReportList, ({ query }) => reportsForStaff(database, query))
  // A scope of its own: no other call takes multipart bodies.
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        files: REPORTS_AT_ONCE,
        fileSize: REPORT_BYTES_MAX,
        fields: 4,
        fieldSize: 200,
        fieldNameSize: 50,
        parts: REPORTS_AT_ONCE + 4,
        headerPairs: 20,
      },
    })
    serveOn(scope, clock)(staffReportUpload, async ({ viewer, request, now }) => ({
      list: await receiveReports(database, request, { by: staffOf(viewer), scanner }, now),
    }))
  })
  serve(staffReportMatch, async ({ viewer, params, body, now }) => ({
    state: await matchReport(database, staffOf(viewer), params.id, body, now),
  }))
  serve(staffReportRelease, async ({ viewer, body, now }) => {
    return { released: await releaseReports(database, staffOf(viewer), body, now) }
  })
  serve(staffReportStop, async ({ viewer, params: { id, command }, body, now }) => {
    return { state: await stopReport(database, staffOf(viewer), id, { command, reason: body.reason }, now) }
  })
  serve(staffReportRequests, ({ query }) => requestsForStaff(database, query))
  serve(staffReportRequestClose, async ({ viewer, params, body, now }) => {
    await closeWithoutReport(database, staffOf(viewer), params.id, body.reason, now)
    return { closed: 1 }
  })
}
