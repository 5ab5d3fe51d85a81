import type { Config } from '../../platform/config.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import { embeddedInvoices } from './embedded-store.ts'
import type { InvoiceProvider } from './provider.ts'

/** What the simulated one issues is no invoice, so no real shop hands it out unasked; without a provider requests wait. */
export function invoiceProvider(config: Config, { db }: DatabaseHandle): InvoiceProvider | null {
  return config.standIns.includes('invoice') ? embeddedInvoices(db) : null
}
