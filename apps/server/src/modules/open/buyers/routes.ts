import {
  ownAddresses,
  ownCatalogue,
  ownOrder,
  ownOrderPlace,
  ownOrders,
  ownPaperFile,
  ownPapers,
  ownReportFile,
  ownReports,
} from '#contract/open-own.ts'
import type { ModuleContext } from '../../../context.ts'
import { openCatalogue } from '../../goods/catalogue/public.ts'
import type { PaymentDeps } from '../../money/payments/public.ts'
import type { ReportDeps } from '../../papers/reports/public.ts'
import { catalogueFor } from './catalogue.ts'
import { addressesFor, orderFor, ordersFor } from './orders.ts'
import { paperFor, papersFor, reportFor, reportsFor } from './papers.ts'
import { placeByLines } from './placing.ts'

/** What a buyer's own system asks with the key of its company. */
export function openBuyerRoutes({ serve, deps }: ModuleContext, payments: PaymentDeps, tracedBatches: ReportDeps['tracedBatches']): void {
  const catalogue = openCatalogue(deps.database, deps.search)
  const reports: ReportDeps = { database: deps.database, search: deps.search, tracedBatches }
  serve(ownCatalogue, (ask) => catalogueFor(catalogue, ask))
  serve(ownAddresses, addressesFor)
  serve(ownOrderPlace, (ask) => placeByLines(payments, ask))
  serve(ownOrders, ordersFor)
  serve(ownOrder, orderFor)
  serve(ownPapers, papersFor)
  serve(ownPaperFile, paperFor)
  serve(ownReports, (ask) => reportsFor(reports, ask))
  serve(ownReportFile, (ask) => reportFor(reports, ask))
}
