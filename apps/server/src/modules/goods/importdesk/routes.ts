import { IMPORT_FILE_BYTES_MAX, PAGE_SIZE } from '#contract/constants.ts'
import {
  staffImport,
  staffImportCancel,
  staffImportCheck,
  staffImportFile,
  staffImportRows,
  staffImports,
  staffImportUndoLook,
  staffImportUpload,
} from '#contract/goods-import.ts'
import type { ModuleContext } from '../../../context.ts'
import { serveOn } from '../../../platform/http.ts'
import { takeUploads } from '../../../platform/one-upload.ts'
import { virusScanner } from '../../../providers/virus-scan/scanners.ts'
import { runDeed, undoDeed, undoLook } from './deeds.ts'
import { cancelFile, checkFile, filesOf, resultFile, rowsOf, takeFile, wholeOf } from './service.ts'

export function importDeskRoutes({ app, serve, approvals, deps }: ModuleContext): void {
  const { database, jobs } = deps
  const own = { database, scanner: virusScanner(deps.config.channels) }
  // A scope of its own: no other call takes multipart bodies.
  app.register(async (scope) => {
    await takeUploads(scope, IMPORT_FILE_BYTES_MAX)
    serveOn(scope, deps.clock)(staffImportUpload, ({ viewer, request, now }) => takeFile(own, request, viewer, now))
  })
  serve(staffImports, ({ query: { state, page = 1, per_page: perPage = PAGE_SIZE }, now }) =>
    filesOf(database, state ?? null, page, perPage, now),
  )
  serve(staffImport, ({ viewer, params, now }) => wholeOf(database, viewer, params.id, now))
  serve(staffImportCheck, ({ viewer, params, body, now }) => checkFile(database, jobs, viewer, params.id, body, now))
  serve(staffImportCancel, ({ viewer, params, now }) => cancelFile(database, viewer, params.id, now))
  serve(staffImportRows, ({ viewer, params, query: { shown = null, page = 1, per_page: perPage = PAGE_SIZE }, now }) =>
    rowsOf(database, viewer, params.id, { shown, page, perPage, now }),
  )
  serve(staffImportFile, ({ viewer, params, query, now }) => resultFile(database, viewer, params.id, query.failed === 1, now))
  serve(staffImportUndoLook, ({ params, now }) => undoLook(database, params.id, now))
  approvals.serve(runDeed(jobs))
  approvals.serve(undoDeed(jobs))
}
