import type { AppDeps, ModuleContext } from '../context.ts'
import { createListings } from '../platform/listings.ts'
import { originOf } from '../platform/qr.ts'
import type { TaskWork } from '../platform/tasks.ts'
import { invoiceProvider } from '../providers/invoice/providers.ts'
import { logisticsProvider } from '../providers/logistics/providers.ts'
import { virusScanner } from '../providers/virus-scan/scanners.ts'
import { returnDrawings } from './buying/aftersales/public.ts'
import { afterSaleRoutes } from './buying/aftersales/routes.ts'
import { afterSaleTasks } from './buying/aftersales/tasks.ts'
import { cartRoutes } from './buying/cart/routes.ts'
import { checkoutRoutes } from './buying/checkout/routes.ts'
import { labelRoutes } from './buying/labels/routes.ts'
import { orderDeskRoutes } from './buying/orderdesk/routes.ts'
import { orderExporter, ordersMany } from './buying/orders/public.ts'
import { orderRoutes } from './buying/orders/routes.ts'
import { orderTasks } from './buying/orders/tasks.ts'
import { quickOrderRoutes } from './buying/quickorder/routes.ts'
import { quickOrderTasks } from './buying/quickorder/service.ts'
import { RECALL_DRAWINGS } from './buying/recalls/papers.ts'
import { recallRoutes, recallTasks } from './buying/recalls/routes.ts'
import { drawRecord, packTasks } from './buying/receiving/public.ts'
import { receivingRoutes } from './buying/receiving/routes.ts'
import { batchesOfCode, shipmentDrawings, shipmentOnMade, shipmentTasks } from './buying/shipments/public.ts'
import { shipmentRoutes } from './buying/shipments/routes.ts'
import { waveRoutes } from './buying/waves/routes.ts'
import { availabilityRoutes } from './goods/availability/routes.ts'
import { careRoutes } from './goods/care/routes.ts'
import { careTasks } from './goods/care/tasks.ts'
import { catalogueRoutes, catalogueTasks } from './goods/catalogue/public.ts'
import { categoryRoutes } from './goods/categories/routes.ts'
import { contentRoutes } from './goods/content/public.ts'
import { countRoutes } from './goods/counts/routes.ts'
import { dealRoutes } from './goods/deals/routes.ts'
import { drawRoutes } from './goods/draw/routes.ts'
import { importTasks } from './goods/importdesk/making.ts'
import { importDeskRoutes } from './goods/importdesk/routes.ts'
import { intakeRoutes } from './goods/intake/routes.ts'
import { lawRoutes } from './goods/law/routes.ts'
import { lawTasks } from './goods/law/tasks.ts'
import { manufacturerRoutes } from './goods/manufacturers/routes.ts'
import { offerRoutes } from './goods/offers/routes.ts'
import { packageRoutes } from './goods/pictures/routes.ts'
import { pointsRoutes } from './goods/points/routes.ts'
import { priceListRoutes, priceListTasks } from './goods/pricelists/public.ts'
import { priceRoutes } from './goods/prices/routes.ts'
import { couponCountsOf, couponsMany, newLows } from './goods/promotions/public.ts'
import { promotionRoutes } from './goods/promotions/routes.ts'
import { promotionTasks } from './goods/promotions/tasks.ts'
import { goodsFactsExporter } from './goods/records/exporter.ts'
import { goodsMany } from './goods/records/many.ts'
import { recordRoutes } from './goods/records/routes.ts'
import { recordTasks } from './goods/records/tasks.ts'
import { searchRoutes } from './goods/search/public.ts'
import { createSearchRecorder, searchLabRoutes, searchLabTasks } from './goods/searchlab/public.ts'
import { batchExporter, goodsExporter } from './goods/stock/public.ts'
import { stockRoutes } from './goods/stock/routes.ts'
import { stockTasks } from './goods/stock/tasks.ts'
import { unqualifiedRoutes } from './goods/unqualified/routes.ts'
import { zoneRoutes } from './goods/zones/public.ts'
import { closingRoutes } from './money/closing/routes.ts'
import { creditGlance } from './money/credit/public.ts'
import { creditRoutes, creditTasks } from './money/credit/routes.ts'
import { FIGURE_EXPORTERS, figureRoutes } from './money/figures/routes.ts'
import { figureTasks } from './money/figures/tasks.ts'
import { paymentDeps, paymentRoutes, paymentSide } from './money/payments/routes.ts'
import { paymentTasks } from './money/payments/tasks.ts'
import { bankLineExporter, channelDifferenceExporter } from './money/reconciling/public.ts'
import { reconcilingRoutes } from './money/reconciling/routes.ts'
import { reconcilingTasks } from './money/reconciling/tasks.ts'
import { STATEMENT_DRAWINGS, statementRoutes, statementTasks } from './money/statements/routes.ts'
import { tellOfStatement } from './money/statements/service.ts'
import { transferRoutes } from './money/transfers/routes.ts'
import { walletRoutes } from './money/wallet/routes.ts'
import { openBuyerRoutes } from './open/buyers/routes.ts'
import { openIncomingRoutes } from './open/incoming/routes.ts'
import { openKeyRoutes, openKeyTasks } from './open/keys/public.ts'
import { openOutgoingRoutes } from './open/outgoing/routes.ts'
import { openOutgoingTasks } from './open/outgoing/tasks.ts'
import { webhookRoutes } from './open/webhooks/routes.ts'
import { webhookTasks } from './open/webhooks/tasks.ts'
import { agreementDrawing, agreementMade } from './papers/contracts/public.ts'
import { contractRoutes } from './papers/contracts/routes.ts'
import { contractTasks } from './papers/contracts/tasks.ts'
import { type Drawings, documentTasks, type MakingDeps } from './papers/documents/public.ts'
import { documentRoutes } from './papers/documents/routes.ts'
import { ephedrineRoutes } from './papers/ephedrine/routes.ts'
import { ephedrineTasks } from './papers/ephedrine/tasks.ts'
import { FIRST_TRADE_DRAWINGS, firstTradeRoutes, firstTradeTasks, tellWhenWhole } from './papers/firsttrade/public.ts'
import { invoiceRoutes } from './papers/invoices/routes.ts'
import { invoiceTasks } from './papers/invoices/tasks.ts'
import { REGISTER_DRAWINGS, REGISTER_EXPORTERS, registerRoutes } from './papers/registers/routes.ts'
import { reportDrawings, tellWaiting } from './papers/reports/public.ts'
import { reportRoutes } from './papers/reports/routes.ts'
import { samplesDrawing } from './papers/seals/public.ts'
import { sealRoutes } from './papers/seals/routes.ts'
import { firstGoodsExporter, supplierExporter, UPSTREAM_DRAWINGS, upstreamRoutes } from './papers/upstream/public.ts'
import { broadcastRoutes } from './talking/broadcasts/routes.ts'
import { broadcastTasks } from './talking/broadcasts/sending.ts'
import { channelRoutes } from './talking/channels/routes.ts'
import { channelTasks } from './talking/channels/tasks.ts'
import { chatRoutes } from './talking/chat/routes.ts'
import { feedbackRoutes } from './talking/feedback/routes.ts'
import { liveRoutes } from './talking/live/public.ts'
import { messageRoutes } from './talking/messages/routes.ts'
import { messageTasks } from './talking/messages/tasks.ts'
import { wantedRoutes } from './talking/wanted/routes.ts'
import { accountRoutes, accountTasks } from './who/accounts/public.ts'
import { agreementRoutes } from './who/agreements/routes.ts'
import { openApprovals } from './who/approvals/public.ts'
import { auditExporter } from './who/audit/public.ts'
import { auditRoutes } from './who/audit/routes.ts'
import { backgroundRoutes } from './who/background/routes.ts'
import { type BulkDeeds, bulkRoutes, bulkTasks } from './who/bulk/public.ts'
import { companiesMany, companyExporter, companyRoutes, companyTasks } from './who/companies/public.ts'
import { type Exporters, exportRoutes, exportTasks, LIST_EXPORTERS } from './who/exports/public.ts'
import { fileRoutes, fileTasks } from './who/files/public.ts'
import { findingRoutes } from './who/finding/routes.ts'
import { homeRoutes } from './who/home/routes.ts'
import { listViewRoutes } from './who/listviews/routes.ts'
import { regionRoutes } from './who/regions/public.ts'
import { registrationRoutes } from './who/registration/routes.ts'
import { segmentRoutes } from './who/segments/public.ts'
import { settingRoutes } from './who/settings/routes.ts'
import { storeRoutes } from './who/stores/routes.ts'
import { storeTasks } from './who/stores/tasks.ts'
import { workRoutes } from './who/work/routes.ts'
import { workTasks } from './who/work/service.ts'

/** The lists of the console that can be had as a file. */
const EXPORTERS: Exporters = {
  orders: orderExporter,
  companies: companyExporter,
  batches: batchExporter,
  goods: goodsExporter,
  goods_facts: goodsFactsExporter,
  audit: auditExporter,
  bank_lines: bankLineExporter,
  channel_differences: channelDifferenceExporter,
  suppliers: supplierExporter,
  first_goods: firstGoodsExporter,
  ...REGISTER_EXPORTERS,
  ...FIGURE_EXPORTERS,
  ...LIST_EXPORTERS,
}

/** What can be done to many records at once. */
const BULK_DEEDS: BulkDeeds = { ...goodsMany, ...companiesMany, ...ordersMany, ...couponsMany }

/** Every module registers its calls here, one line each. */
export async function registerModules(frame: Omit<ModuleContext, 'approvals' | 'searches'>): Promise<void> {
  const searches = createSearchRecorder(frame.deps.database, { onError: (err) => frame.app.log.error({ err }, 'searches lost') })
  frame.app.addHook('onClose', searches.stop)
  const context: ModuleContext = { ...frame, searches, approvals: openApprovals(frame) }
  // First: the routes after it refuse to become sockets.
  await liveRoutes(context)
  accountRoutes(context)
  registrationRoutes(context)
  agreementRoutes(context)
  catalogueRoutes(context)
  feedbackRoutes(context)
  companyRoutes(context)
  segmentRoutes(context)
  fileRoutes(context)
  regionRoutes(context)
  contentRoutes(context)
  packageRoutes(context)
  searchRoutes(context)
  searchLabRoutes(context)
  cartRoutes(context)
  checkoutRoutes(context)
  chatRoutes(context)
  homeRoutes(context)
  messageRoutes(context)
  broadcastRoutes(context)
  stockRoutes(context)
  intakeRoutes(context)
  countRoutes(context)
  unqualifiedRoutes(context)
  careRoutes(context)
  shipmentRoutes(context)
  labelRoutes(context)
  orderRoutes(context, paymentSide(context.deps))
  waveRoutes(context, paymentSide(context.deps))
  paymentRoutes(context)
  orderDeskRoutes(context, paymentDeps(context.deps))
  afterSaleRoutes(context, paymentDeps(context.deps))
  receivingRoutes(context, paymentSide(context.deps))
  promotionRoutes(context)
  offerRoutes(context)
  pointsRoutes(context)
  creditRoutes(context)
  walletRoutes(context, async (companyId, now) => {
    const { database } = context.deps
    const [coupons, credit] = await Promise.all([couponCountsOf(database, companyId, now), creditGlance(database.db, companyId, now)])
    return { coupons: coupons.unused, coupons_soon: coupons.soon, credit }
  })
  drawRoutes(context)
  dealRoutes(context)
  storeRoutes(context)
  quickOrderRoutes(context)
  wantedRoutes(context)
  zoneRoutes(context)
  ephedrineRoutes(context)
  transferRoutes(context, paymentDeps(context.deps))
  reconcilingRoutes(context, paymentDeps(context.deps))
  closingRoutes(context, paymentSide(context.deps).channelName)
  figureRoutes(context)
  contractRoutes(context)
  invoiceRoutes(context)
  lawRoutes(context)
  categoryRoutes(context)
  manufacturerRoutes(context)
  availabilityRoutes(context)
  recordRoutes(context)
  importDeskRoutes(context)
  priceRoutes(context, newLows)
  priceListRoutes(context)
  documentRoutes(context)
  firstTradeRoutes(context)
  upstreamRoutes(context)
  reportRoutes(context, batchesOfCode)
  registerRoutes(context)
  recallRoutes(context)
  statementRoutes(context)
  sealRoutes(context)
  auditRoutes(context)
  settingRoutes(context)
  workRoutes(context)
  listViewRoutes(context)
  findingRoutes(context)
  channelRoutes(context)
  backgroundRoutes(context)
  exportRoutes(context, EXPORTERS)
  bulkRoutes(context, BULK_DEEDS)
  openKeyRoutes(context)
  openIncomingRoutes(context)
  openOutgoingRoutes(context)
  openBuyerRoutes(context, paymentDeps(context.deps), batchesOfCode)
  webhookRoutes(context)
}

/** How each kind of paper is drawn, and who is told of it. */
const DRAWINGS: Drawings = {
  ...shipmentDrawings,
  ...returnDrawings,
  ...FIRST_TRADE_DRAWINGS,
  ...UPSTREAM_DRAWINGS,
  ...reportDrawings,
  ...RECALL_DRAWINGS,
  ...STATEMENT_DRAWINGS,
  ...REGISTER_DRAWINGS,
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
export function collectTasks(deps: Pick<AppDeps, 'database' | 'config' | 'jobs' | 'signer' | 'listings'>): readonly TaskWork[] {
  return [
    ...catalogueTasks(deps.database),
    ...afterSaleTasks(paymentDeps(deps)),
    ...shipmentTasks(deps.database, logisticsProvider(deps.config)),
    ...accountTasks(deps.database),
    ...reconcilingTasks(paymentDeps(deps)),
    ...companyTasks(deps.database),
    ...fileTasks(deps.database),
    ...firstTradeTasks(deps.database),
    ...messageTasks(deps.database),
    ...broadcastTasks(deps.database, deps.jobs),
    ...orderTasks(deps.database, paymentSide(deps), deps.jobs),
    ...creditTasks(deps.database),
    ...paymentTasks(paymentDeps(deps)),
    ...promotionTasks(deps.database),
    ...priceListTasks(deps.database),
    ...quickOrderTasks(deps.database),
    ...packTasks(deps.database),
    ...stockTasks(deps.database),
    ...careTasks(deps.database),
    ...contractTasks(deps.database),
    ...ephedrineTasks(deps.database),
    ...invoiceTasks(deps.database, invoiceProvider(deps.config, deps.database)),
    ...lawTasks(deps.database),
    ...recordTasks(deps.database),
    ...importTasks(deps.database, virusScanner(deps.config.channels)),
    ...searchLabTasks(deps.database),
    ...storeTasks(deps.database),
    ...recallTasks(deps.database),
    ...statementTasks(deps.database),
    ...figureTasks(deps.database, deps.jobs),
    ...workTasks(deps.database),
    ...openKeyTasks(deps.database),
    ...openOutgoingTasks(deps.database),
    ...webhookTasks(deps.database),
    ...channelTasks({ ...deps, channelName: paymentSide(deps).channelName }),
    ...exportTasks({ database: deps.database, listings: deps.listings ?? createListings() }, EXPORTERS, deps.jobs),
    ...bulkTasks(deps.database, BULK_DEEDS, deps.jobs),
    ...documentTasks({
      database: deps.database,
      signer: deps.signer ?? null,
      origin: originOf(deps.config),
      drawings: DRAWINGS,
      onMade: ON_MADE,
    }),
  ]
}
