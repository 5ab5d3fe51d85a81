import { PAGE_SIZE } from '#contract/constants.ts'
import { staffExport, staffExportCancel, staffExportFile, staffExportState, staffExports } from '#contract/export-jobs.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { WORKBOOK_MIME } from '../../../platform/workbook.ts'
import type { Exporters } from './making.ts'
import { askExport, cancelExport, exportFile, exportOf, exportsOf } from './service.ts'

const MIME = { xlsx: WORKBOOK_MIME, csv: 'text/csv; charset=utf-8' } as const

export function exportRoutes({ serve, deps: { database, jobs } }: ModuleContext, exporters: Exporters): void {
  serve(staffExport, ({ viewer, params, body, now }) =>
    askExport(database, jobs, exporters, viewer, { kind: params.kind, format: body.format, query: body.query }, now),
  )
  serve(staffExports, ({ viewer, query: { page = 1, per_page: perPage = PAGE_SIZE } }) =>
    exportsOf(database, exporters, viewer.accountId, page, perPage),
  )
  serve(staffExportState, ({ viewer, params }) => exportOf(database, exporters, viewer.accountId, params.id))
  serve(staffExportCancel, ({ viewer, params, now }) => cancelExport(database, exporters, viewer, params.id, now))
  serve(staffExportFile, async ({ viewer, params, now, reply }) => {
    const file = await exportFile(database, viewer, params.id, now)
    reply.header('content-length', file.size)
    return fileAnswer(file.name, MIME[file.format], file.content)
  })
}
