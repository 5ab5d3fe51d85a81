import { staffDocumentFile } from '#contract/console.ts'
import {
  documentFile,
  documentList,
  documentPrint,
  documentStamp,
  documentVerify,
  documentZip,
  staffDocumentAgain,
  staffDocumentList,
  staffDocumentWithdraw,
} from '#contract/exchange.ts'
import { beijingDate } from '#domain/dates.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import {
  documentListOf,
  documentsForStaff,
  makeAgain,
  openDocument,
  openStamp,
  printDocuments,
  verifyDocument,
  withdrawDocument,
  zipDocuments,
} from './service.ts'

export function documentRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(documentList, ({ viewer, query }) => documentListOf(database, viewer.company.id, query))
  for (const call of [documentFile, staffDocumentFile])
    serve(call, async ({ viewer, params, query, now }) => {
      const { name, content } = await openDocument(database, viewer, params.id, query.inline === 1 ? 'look' : 'file', now)
      return fileAnswer(name, 'application/pdf', content, query.inline === 1 ? 'inline' : 'attachment')
    })
  serve(documentZip, async ({ viewer, query, now }) =>
    fileAnswer(`单据-${beijingDate(now)}.zip`, 'application/zip', await zipDocuments(database, viewer, query.ids, now)),
  )
  serve(documentPrint, async ({ viewer, query, now }) =>
    fileAnswer(`合并打印-${beijingDate(now)}.pdf`, 'application/pdf', await printDocuments(database, viewer, query.ids, now)),
  )
  serve(documentVerify, ({ viewer, params }) => verifyDocument(database, viewer, params.code))
  serve(documentStamp, async ({ params }) => {
    const { name, content } = await openStamp(database, params.code)
    return fileAnswer(name, 'application/octet-stream', content)
  })
  serve(staffDocumentList, ({ viewer, query }) => documentsForStaff(database, viewer, query))
  serve(staffDocumentAgain, async ({ viewer, params, now }) => ({
    state: await makeAgain(database, { accountId: viewer.accountId, name: viewer.name }, params.id, now),
  }))
  serve(staffDocumentWithdraw, async ({ viewer, params, body, now }) => ({
    state: await withdrawDocument(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body.reason.trim(), now),
  }))
}
