import type { DatabaseHandle } from '../../../platform/database.ts'
import { type TaskWork, workOf } from '../../../platform/tasks.ts'
import type { InvoiceProvider } from '../../../providers/invoice/provider.ts'
import { enqueueRequest, invoiceWork } from './requests.ts'
import { workRequest } from './work-store.ts'

const LATER_MS = 86_400_000

/** A shop that nobody issues invoices for keeps the requests, and looks daily whether somebody does by now. */

export const invoiceTasks = (database: DatabaseHandle, provider: InvoiceProvider | null): readonly TaskWork[] => [
  workOf(invoiceWork, async ({ request_id }, now) => {
    if (provider === null) await enqueueRequest(database.db, request_id, new Date(now.getTime() + LATER_MS))
    else await workRequest({ database, provider }, request_id, now)
  }),
]
