import { sql } from 'kysely'
import { beijingDate } from '#domain/dates.ts'
import type { Database } from '../../platform/database.ts'
import type { InvoiceProvider } from './provider.ts'

/** 00 and 9 are given to no tax region and no channel: no number of the real service looks like these. */
const REGION = '00'
const CHANNEL = '9'

/** Issues test invoices from its own books, dated as if it had been asked at once: the right form, and clearly nothing more. */
export function embeddedInvoices(db: Database): InvoiceProvider {
  return {
    isTest: true,
    async issue({ requestNo, askedAt }) {
      const year = beijingDate(askedAt).slice(2, 4)
      await sql`
        insert into invoice_simulator (serial, request_no, number, issued_at)
        overriding system value
        select serial, ${requestNo}, ${year}::text || ${REGION}::text || ${CHANNEL}::text || lpad(serial::text, 15, '0'), ${askedAt}
          from (select nextval(pg_get_serial_sequence('invoice_simulator', 'serial')) as serial) fresh
        on conflict (request_no) do nothing`.execute(db)
      const { rows } = await sql<{ number: string; issuedAt: Date }>`
        select number, issued_at as "issuedAt" from invoice_simulator where request_no = ${requestNo}`.execute(db)
      const [issued] = rows
      if (!issued) throw new Error(`test invoice ${requestNo} was not written`)
      return issued
    },
  }
}
