import type { DatabaseHandle } from '../../platform/database.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { embeddedInvoices } from '../../providers/invoice/embedded-store.ts'
import { workRequest } from './work-store.ts'

export function invoiceTasks(database: DatabaseHandle): Tasks {
  const deps = { database, provider: embeddedInvoices(database.db) }
  return {
    'invoices.work': async (payload, now) => {
      const id = typeof payload === 'object' && payload !== null ? Number((payload as Record<string, unknown>).request_id) : Number.NaN
      if (!Number.isSafeInteger(id)) throw new TypeError('invoices.work without a request_id')
      await workRequest(deps, id, now)
    },
  }
}
