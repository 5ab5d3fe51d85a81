import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app.ts'
import type { Serve } from '../platform/http.ts'
import type { Tasks } from '../platform/jobs.ts'
import { originOf } from '../platform/qr.ts'
import { invoiceProvider } from '../providers/invoice/providers.ts'
import { simulatedLogistics } from '../providers/logistics/simulator.ts'
import { accountRoutes, accountTasks } from './accounts/public.ts'
import { returnDrawings } from './aftersales/public.ts'
import { afterSaleRoutes } from './aftersales/routes.ts'
import { afterSaleTasks } from './aftersales/tasks.ts'
import { cartRoutes } from './cart/routes.ts'
import { catalogueRoutes, catalogueTasks } from './catalogue/public.ts'
import { chatRoutes } from './chat/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { companyRoutes, companyTasks } from './companies/public.ts'
import { contentRoutes } from './content/public.ts'
import { agreementDrawing, agreementMade } from './contracts/public.ts'
import { contractRoutes } from './contracts/routes.ts'
import { contractTasks } from './contracts/tasks.ts'
import { creditGlance } from './credit/public.ts'
import { creditRoutes, creditTasks } from './credit/routes.ts'
import { type Drawings, documentTasks, type MakingDeps } from './documents/public.ts'
import { documentRoutes } from './documents/routes.ts'
import { drawRoutes } from './draw/routes.ts'
import { ephedrineRoutes } from './ephedrine/routes.ts'
import { ephedrineTasks } from './ephedrine/tasks.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { fileRoutes, fileTasks } from './files/public.ts'
import { FIRST_TRADE_DRAWINGS, firstTradeRoutes, firstTradeTasks, tellWhenWhole } from './firsttrade/public.ts'
import { homeRoutes } from './home/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { invoiceTasks } from './invoices/tasks.ts'
import { lawRoutes } from './law/routes.ts'
import { lawTasks } from './law/tasks.ts'
import { liveRoutes } from './live/public.ts'
import { messageRoutes } from './messages/routes.ts'
import { messageTasks } from './messages/tasks.ts'
import { orderRoutes } from './orders/routes.ts'
import { orderTasks } from './orders/tasks.ts'
import { packageRoutes } from './packages/routes.ts'
import { paymentDeps, paymentRoutes, paymentSide, paymentTasks } from './payments/routes.ts'
import { pointsRoutes } from './points/routes.ts'
import { couponCountsOf } from './promotions/public.ts'
import { promotionRoutes } from './promotions/routes.ts'
import { promotionTasks } from './promotions/tasks.ts'
import { quickOrderRoutes } from './quickorder/routes.ts'
import { quickOrderTasks } from './quickorder/service.ts'
import { RECALL_DRAWINGS } from './recalls/papers.ts'
import { recallRoutes, recallTasks } from './recalls/routes.ts'
import { drawRecord, packTasks } from './receiving/public.ts'
import { receivingRoutes } from './receiving/routes.ts'
import { regionRoutes } from './regions/public.ts'
import { registrationRoutes } from './registration/routes.ts'
import { reportDrawings, tellWaiting } from './reports/public.ts'
import { reportRoutes } from './reports/routes.ts'
import { samplesDrawing } from './seals/public.ts'
import { sealRoutes } from './seals/routes.ts'
import { searchRoutes } from './search/public.ts'
import { batchesOfCode, shipmentDrawings, shipmentOnMade, shipmentTasks } from './shipments/public.ts'
import { STATEMENT_DRAWINGS, statementRoutes, statementTasks } from './statements/routes.ts'
import { tellOfStatement } from './statements/service.ts'
import { stockRoutes } from './stock/routes.ts'
import { stockTasks } from './stock/tasks.ts'
import { storeRoutes } from './stores/routes.ts'
import { storeTasks } from './stores/tasks.ts'
import { transferRoutes } from './transfers/routes.ts'
import { walletRoutes } from './wallet/routes.ts'
import { wantedRoutes } from './wanted/routes.ts'
import { zoneRoutes } from './zones/public.ts'

export interface ModuleContext {
  app: FastifyInstance
  serve: Serve
  deps: AppDeps
}

/** Every module registers its calls here, one line each. */
export async function registerModules(context: ModuleContext): Promise<void> {
  // First: the routes after it refuse to become sockets.
  await liveRoutes(context)
  accountRoutes(context)
  registrationRoutes(context)
  catalogueRoutes(context)
  feedbackRoutes(context)
  companyRoutes(context)
  fileRoutes(context)
  regionRoutes(context)
  contentRoutes(context)
  packageRoutes(context)
  searchRoutes(context)
  cartRoutes(context)
  checkoutRoutes(context)
  chatRoutes(context)
  homeRoutes(context)
  messageRoutes(context)
  stockRoutes(context)
  orderRoutes(context, paymentSide(context.deps))
  paymentRoutes(context)
  afterSaleRoutes(context, paymentDeps(context.deps))
  receivingRoutes(context, paymentSide(context.deps))
  promotionRoutes(context)
  pointsRoutes(context)
  creditRoutes(context)
  walletRoutes(context, async (companyId, now) => {
    const { database } = context.deps
    const [coupons, credit] = await Promise.all([couponCountsOf(database, companyId, now), creditGlance(database.db, companyId, now)])
    return { coupons: coupons.unused, coupons_soon: coupons.soon, credit }
  })
  drawRoutes(context)
  storeRoutes(context)
  quickOrderRoutes(context)
  wantedRoutes(context)
  zoneRoutes(context)
  ephedrineRoutes(context)
  transferRoutes(context, paymentDeps(context.deps))
  contractRoutes(context)
  invoiceRoutes(context)
  lawRoutes(context)
  documentRoutes(context)
  firstTradeRoutes(context)
  reportRoutes(context, batchesOfCode)
  recallRoutes(context)
  statementRoutes(context)
  sealRoutes(context)
}

/** How each kind of paper is drawn, and who is told of it. */
const DRAWINGS: Drawings = {
  ...shipmentDrawings,
  ...returnDrawings,
  ...FIRST_TRADE_DRAWINGS,
  ...reportDrawings,
  ...RECALL_DRAWINGS,
  ...STATEMENT_DRAWINGS,
  receiving_record: drawRecord,
  agreement: agreementDrawing,
  seal_samples: samplesDrawing,
}
const ON_MADE: MakingDeps['onMade'] = {
  ...shipmentOnMade,
  licence_copy: tellWhenWhole,
  first_trade: tellWhenWhole,
  goods_file: tellWhenWhole,
  report_cover: tellWaiting,
  inspection: tellWaiting,
  statement: tellOfStatement,
  agreement: agreementMade,
}

/** Every background task of the modules. */
export function collectTasks(deps: Pick<AppDeps, 'database' | 'config' | 'jobs' | 'signer'>): Tasks {
  return {
    ...catalogueTasks(deps.database),
    ...afterSaleTasks(paymentDeps(deps)),
    ...shipmentTasks(deps.database, deps.config.standIns.includes('logistics') ? simulatedLogistics : null),
    ...accountTasks(deps.database),
    ...companyTasks(deps.database),
    ...fileTasks(deps.database),
    ...firstTradeTasks(deps.database),
    ...messageTasks(deps.database),
    ...orderTasks(deps.database, paymentSide(deps)),
    ...creditTasks(deps.database),
    ...paymentTasks(deps),
    ...promotionTasks(deps.database),
    ...quickOrderTasks(deps.database),
    ...packTasks(deps.database),
    ...stockTasks(deps.database),
    ...contractTasks(deps.database),
    ...ephedrineTasks(deps.database),
    ...invoiceTasks(deps.database, invoiceProvider(deps.config, deps.database)),
    ...lawTasks(deps.database),
    ...storeTasks(deps.database),
    ...recallTasks(deps.database),
    ...statementTasks(deps.database),
    ...documentTasks({
      database: deps.database,
      signer: deps.signer ?? null,
      origin: originOf(deps.config),
      drawings: DRAWINGS,
      onMade: ON_MADE,
    }),
  }
}
