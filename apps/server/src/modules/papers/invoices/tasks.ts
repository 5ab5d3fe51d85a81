import type { DatabaseHandle } from '../../../platform/database.ts'
import type { Tasks } from '../../../platform/jobs.ts'
import type { InvoiceProvider } from '../../../providers/invoice/provider.ts'
import { enqueueRequest } from './requests.ts'
import { workRequest } from './work-store.ts'

const LATER_MS = 86_400_000

/** A shop that nobody issues invoices for keeps the requests, and looks daily whether somebody does by now. */
export function invoiceTasks(database: DatabaseHandle, provider: InvoiceProvider | null): Tasks {
  return {
    'invoices.work': async (payload, now) => {
      const id = typeof payload === 'object' && payload !== null ? Number((payload as Record<string, unknown>).request_id) : Number.NaN
      if (!Number.isSafeInteger(id)) throw new TypeError('invoices.work without a request_id')
      if (provider === null) await enqueueRequest(database.db, id, new Date(now.getTime() + LATER_MS))
      else await workRequest({ database, provider }, id, now)
    },
  }
}
