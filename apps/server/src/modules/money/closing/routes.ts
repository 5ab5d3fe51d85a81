import { staffClosing, staffClosingChecks, staffClosingFile, staffClosings } from '#contract/closings.ts'
import { staffLedger } from '#contract/ledger.ts'
import type { ModuleContext } from '../../../context.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { closeDeed } from './close-deed.ts'
import { closingCsv } from './file.ts'
import { ledgerOf } from './ledger.ts'
import { type ChannelNames, checksOf, closingOf, closingsOf } from './service.ts'

export function closingRoutes({ serve, approvals, deps: { database } }: ModuleContext, names: ChannelNames): void {
  serve(staffClosings, ({ query, now }) => closingsOf(database, query, now))
  serve(staffClosingChecks, ({ now }) => checksOf(database, now))
  serve(staffClosing, ({ params, now }) => closingOf(database, names, params.day, now))
  serve(staffClosingFile, async ({ params, now }) =>
    fileAnswer(`日结-${params.day}.csv`, 'text/csv; charset=utf-8', closingCsv(await closingOf(database, names, params.day, now))),
  )
  serve(staffLedger, ({ query }) => ledgerOf(database, query))
  approvals.serve(closeDeed(names))
}
