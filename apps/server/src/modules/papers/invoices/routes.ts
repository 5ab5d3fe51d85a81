import {
  invoiceChange,
  invoiceChangeCancel,
  invoiceList,
  invoiceZip,
  staffInvoiceChange,
  staffInvoiceInfo,
  staffInvoiceRequests,
  staffInvoiceReview,
  staffInvoices,
} from '#contract/invoices.ts'
import { beijingDate } from '#domain/dates.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { askChange, cancelChange, invoiceListOf, requestsForStaff, reviewChange } from './service.ts'
import { askChangeForCustomer, invoiceForStaff, invoicesOfAll } from './staff.ts'
import { zipInvoices } from './zip.ts'

export function invoiceRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(invoiceList, ({ viewer, query }) => invoiceListOf(database, viewer.company.id, query))
  serve(invoiceZip, async ({ viewer, query, now }) => {
    const bytes = await zipInvoices(database, viewer.company.id, query, now)
    return fileAnswer(`电子发票-${beijingDate(now)}.zip`, 'application/zip', bytes)
  })
  serve(invoiceChange, async ({ viewer, params, body, now, say }) => {
    const request = await askChange(database, viewer.company.id, params.id, body, now)
    say('换开申请已提交，审核后自动开具')
    return request
  })
  serve(invoiceChangeCancel, async ({ viewer, params, now, say }) => {
    const state = await cancelChange(database, viewer.company.id, params.id, now)
    say('已撤回换开申请')
    return { state }
  })
  serve(staffInvoices, ({ query }) => invoicesOfAll(database, query))
  serve(staffInvoiceInfo, ({ params }) => invoiceForStaff(database, params.id))
  serve(staffInvoiceChange, async ({ viewer, params, body, now, say }) => {
    const request = await askChangeForCustomer(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body, now)
    say('换开申请已提出，由另一人审核后开具')
    return request
  })
  serve(staffInvoiceRequests, ({ viewer, query }) => requestsForStaff(database, viewer.accountId, query))
  serve(staffInvoiceReview, async ({ viewer, params: { id, decision }, body, now }) => {
    const staff = { accountId: viewer.accountId, name: viewer.name }
    return { state: await reviewChange(database, staff, id, decision === 'pass', body.reason?.trim() ?? '', now) }
  })
}
