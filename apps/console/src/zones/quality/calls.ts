import { endpoint } from '#api-client/endpoint.ts'

type Documents = typeof import('#contract/documents.ts')
type FirstTrade = typeof import('#contract/firsttrade.ts')
type Law = typeof import('#contract/law.ts')
type Recalls = typeof import('#contract/recalls.ts')
type Registers = typeof import('#contract/registers.ts')
type Selfservice = typeof import('#contract/selfservice.ts')
type Reports = typeof import('#contract/reports.ts')
type Staff = typeof import('#contract/console.ts')
type Upstream = typeof import('#contract/upstream.ts')
type Unqualified = typeof import('#contract/unqualified.ts')
type Stock = typeof import('#contract/stock.ts')

export const calls = {
  complaints: endpoint<Selfservice['staffFeedbackList']>('GET', '/api/staff/feedback'),
  batches: endpoint<Stock['staffBatches']>('GET', '/api/staff/batch/list'),
  batch: endpoint<Stock['staffBatch']>('POST', '/api/staff/batch/:id/:command'),
  flow: endpoint<Stock['staffBatchRecall']>('GET', '/api/staff/batch/:id/recall'),
  goods: endpoint<Stock['staffGoodsList']>('GET', '/api/staff/goods'),
  recalls: endpoint<Recalls['staffRecallList']>('GET', '/api/staff/recall/list'),
  recall: endpoint<Recalls['staffRecall']>('GET', '/api/staff/recall/:id'),
  recallStart: endpoint<Recalls['staffRecallStart']>('POST', '/api/staff/recall'),
  recallRemind: endpoint<Recalls['staffRecallRemind']>('POST', '/api/staff/recall/:id/remind'),
  recallAnswer: endpoint<Recalls['staffRecallAnswer']>('POST', '/api/staff/recall/:id/answer'),
  recallRegister: endpoint<Recalls['staffRecallRegister']>('POST', '/api/staff/recall/:id/register'),
  recallClose: endpoint<Recalls['staffRecallClose']>('POST', '/api/staff/recall/:id/close'),
  reports: endpoint<Reports['staffReportList']>('GET', '/api/staff/report'),
  reportMatch: endpoint<Reports['staffReportMatch']>('POST', '/api/staff/report/:id/match'),
  reportRelease: endpoint<Reports['staffReportRelease']>('POST', '/api/staff/report/release'),
  reportStop: endpoint<Reports['staffReportStop']>('POST', '/api/staff/report/:id/:command'),
  requests: endpoint<Reports['staffReportRequests']>('GET', '/api/staff/report/request'),
  requestClose: endpoint<Reports['staffReportRequestClose']>('POST', '/api/staff/report/request/:id/close'),
  receipts: endpoint<Documents['staffReceipts']>('GET', '/api/staff/receipts'),
  receiptReview: endpoint<Documents['staffReceiptReview']>('POST', '/api/staff/receipt/:id/:decision'),
  lawGoods: endpoint<Law['staffLawGoods']>('GET', '/api/staff/law/goods'),
  lawDecide: endpoint<Law['staffLawDecide']>('POST', '/api/staff/law/goods/:id/:decision'),
  law: endpoint<Law['staffLaw']>('GET', '/api/staff/law'),
  papers: endpoint<FirstTrade['staffPaperList']>('GET', '/api/staff/trade_paper'),
  paperSave: endpoint<FirstTrade['staffPaperSave']>('POST', '/api/staff/trade_paper'),
  paperWithdraw: endpoint<FirstTrade['staffPaperWithdraw']>('POST', '/api/staff/trade_paper/:id/withdraw'),
  acceptance: endpoint<Registers['staffAcceptanceRegister']>('GET', '/api/staff/register/acceptance'),
  recheck: endpoint<Registers['staffRecheckRegister']>('GET', '/api/staff/register/recheck'),
  registerPaper: endpoint<Registers['staffRegisterPaper']>('POST', '/api/staff/register/:kind'),
  unqualified: endpoint<Unqualified['staffUnqualified']>('GET', '/api/staff/unqualified'),
  unqualifiedJudge: endpoint<Unqualified['staffUnqualifiedJudge']>('POST', '/api/staff/unqualified/:id/judge'),
  unqualifiedDispose: endpoint<Unqualified['staffUnqualifiedDispose']>('POST', '/api/staff/unqualified/:id/dispose'),
  paperReaders: endpoint<FirstTrade['staffPaperReaders']>('GET', '/api/staff/trade_paper/:id/readers'),
  audit: endpoint<Staff['staffAudit']>('GET', '/api/staff/audit'),
  suppliers: endpoint<Upstream['staffSuppliers']>('GET', '/api/staff/supplier'),
  supplier: endpoint<Upstream['staffSupplier']>('GET', '/api/staff/supplier/:id'),
  supplierAdd: endpoint<Upstream['staffSupplierAdd']>('POST', '/api/staff/supplier'),
  supplierSave: endpoint<Upstream['staffSupplierSave']>('POST', '/api/staff/supplier/:id'),
  supplierPaper: endpoint<Upstream['staffSupplierPaper']>('POST', '/api/staff/supplier/:id/paper'),
  supplierApply: endpoint<Upstream['staffSupplierApply']>('POST', '/api/staff/supplier/:id/apply'),
  firstGoods: endpoint<Upstream['staffFirstGoods']>('GET', '/api/staff/first_goods'),
  firstGoodsInfo: endpoint<Upstream['staffFirstGoodsInfo']>('GET', '/api/staff/first_goods/:id'),
  firstGoodsSave: endpoint<Upstream['staffFirstGoodsSave']>('POST', '/api/staff/first_goods/:id'),
  firstGoodsPaper: endpoint<Upstream['staffFirstGoodsPaper']>('POST', '/api/staff/first_goods/:id/paper'),
  firstGoodsApply: endpoint<Upstream['staffFirstGoodsApply']>('POST', '/api/staff/first_goods/:id/apply'),
  upstreamCheck: endpoint<Upstream['staffUpstreamCheck']>('POST', '/api/staff/upstream/:id/check'),
  upstreamDecide: endpoint<Upstream['staffUpstreamDecide']>('POST', '/api/staff/upstream/:id/decide'),
}
