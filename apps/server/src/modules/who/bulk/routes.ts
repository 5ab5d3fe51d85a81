import { staffBulkDeed, staffBulkFile, staffBulkJob, staffBulkJobs, staffBulkStart } from '#contract/bulk.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { WORKBOOK_MIME } from '../../../platform/workbook.ts'
import type { BulkDeeds } from './making.ts'
import { bulkFile, bulkOf, bulksOf, decideBulk, startBulk } from './service.ts'

export function bulkRoutes({ serve, deps: { database, jobs } }: ModuleContext, deeds: BulkDeeds): void {
  serve(staffBulkStart, ({ viewer, params, body, now }) => startBulk(database, jobs, deeds, viewer, params.kind, body, now))
  serve(staffBulkDeed, ({ viewer, params, now }) => decideBulk(database, jobs, viewer, params.id, params.command, now))
  serve(staffBulkJobs, ({ viewer, query: { page = 1, per_page: perPage = PAGE_SIZE } }) => bulksOf(database, viewer, page, perPage))
  serve(staffBulkJob, ({ viewer, params, query: { page = 1, per_page: perPage = PAGE_SIZE } }) =>
    bulkOf(database, viewer, params.id, page, perPage),
  )
  serve(staffBulkFile, async ({ viewer, params, query }) => {
    const { name, bytes } = await bulkFile(database, viewer, params.id, query.failed === 1)
    return fileAnswer(name, WORKBOOK_MIME, bytes)
  })
}
