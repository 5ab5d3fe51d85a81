import { PAGE_SIZE } from '#contract/constants.ts'
import type { ModuleContext } from '../../../context.ts'
import { serveOn } from '../../../platform/http.ts'
import { refuseOutside } from '../../../platform/narrowed-records.ts'
import { takeUploads } from '../../../platform/one-upload.ts'
import { virusScanner } from '../../../providers/virus-scan/scanners.ts'
import { companyLoginRoutes } from './companies/login-routes.ts'
import { runDeed, undoDeed, undoLook } from './deeds.ts'
import type { ImportKind } from './kind.ts'
import { IMPORT_KINDS } from './kinds.ts'
import { cancelFile, checkFile, filesOf, resultFile, rowsOf, takeFile, wholeOf } from './service.ts'

function deskOf({ app, serve, approvals, deps }: ModuleContext, kind: ImportKind): void {
  const { database, jobs } = deps
  const { calls } = kind
  const own = { database, jobs, kind, scanner: virusScanner(deps.config.channels) }
  // A scope of its own: no other call takes multipart bodies.
  app.register(async (scope) => {
    await takeUploads(scope, kind.bytesMax)
    serveOn(scope, deps.clock, (call, request) => refuseOutside(database, call, request))(calls.upload, ({ viewer, request, now }) =>
      takeFile(own, request, viewer, now),
    )
  })
  serve(calls.list, ({ query: { state, page = 1, per_page: perPage = PAGE_SIZE }, now }) =>
    filesOf(database, kind, state ?? null, page, perPage, now),
  )
  serve(calls.one, ({ viewer, params, now }) => wholeOf(database, kind, viewer, params.id, now))
  serve(calls.check, ({ viewer, params, body, now }) => checkFile(own, viewer, params.id, body, now))
  serve(calls.cancel, ({ viewer, params, now }) => cancelFile(own, viewer, params.id, now))
  serve(calls.rows, ({ viewer, params, query: { shown = null, page = 1, per_page: perPage = PAGE_SIZE }, now }) =>
    rowsOf(own, viewer, params.id, { shown, page, perPage, now }),
  )
  serve(calls.file, ({ viewer, params, query, now }) => resultFile(own, viewer, params.id, query.failed === 1, now))
  serve(calls.undoLook, ({ params, now }) => undoLook(database, kind, params.id, now))
  approvals.serve(runDeed(kind, jobs))
  approvals.serve(undoDeed(kind, jobs))
}

export function importDeskRoutes(context: ModuleContext): void {
  for (const kind of IMPORT_KINDS) deskOf(context, kind)
  companyLoginRoutes(context)
}
