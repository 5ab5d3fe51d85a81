import { endpoint } from '#api-client/endpoint.ts'

type Bank = typeof import('#contract/bank.ts')
type Bills = typeof import('#contract/channel-bills.ts')
type Closings = typeof import('#contract/closings.ts')
type Documents = typeof import('#contract/documents.ts')
type Exchange = typeof import('#contract/exchange.ts')
type Finance = typeof import('#contract/finance.ts')
type Ledger = typeof import('#contract/ledger.ts')
type Invoices = typeof import('#contract/invoices.ts')
type Statements = typeof import('#contract/statements.ts')
type Refunds = typeof import('#contract/refunds.ts')

export const calls = {
  proofs: endpoint<Documents['staffTransferProofs']>('GET', '/api/staff/transfer_proofs'),
  proofReview: endpoint<Documents['staffTransferReview']>('POST', '/api/staff/transfer_proof/:id/:decision'),
  transfers: endpoint<Finance['staffTransfers']>('GET', '/api/staff/payment/transfers'),
  transfer: endpoint<Finance['staffTransfer']>('POST', '/api/staff/payment/:no/:command'),
  recharges: endpoint<Finance['staffRecharges']>('GET', '/api/staff/recharge'),
  suspense: endpoint<Finance['staffSuspense']>('GET', '/api/staff/payment/suspense'),
  suspenseDecide: endpoint<Finance['staffSuspenseDecide']>('POST', '/api/staff/payment/suspense/:no/:command'),
  bankLines: endpoint<Bank['staffBankLines']>('GET', '/api/staff/bank/line'),
  bankLine: endpoint<Bank['staffBankLine']>('GET', '/api/staff/bank/line/:id'),
  bankDecide: endpoint<Bank['staffBankDecide']>('POST', '/api/staff/bank/line/:id/:command'),
  bankMatch: endpoint<Bank['staffBankMatch']>('POST', '/api/staff/bank/match'),
  bankImports: endpoint<Bank['staffBankImports']>('GET', '/api/staff/bank/import'),
  bankTake: endpoint<Bank['staffBankTake']>('POST', '/api/staff/bank/import/:id/take'),
  bills: endpoint<Bills['staffChannelBills']>('GET', '/api/staff/channel_bill'),
  differences: endpoint<Bills['staffChannelDifferences']>('GET', '/api/staff/channel_difference'),
  differenceDecide: endpoint<Bills['staffChannelDecide']>('POST', '/api/staff/channel_difference/:id/:command'),
  closings: endpoint<Closings['staffClosings']>('GET', '/api/staff/closing'),
  closing: endpoint<Closings['staffClosing']>('GET', '/api/staff/closing/:day'),
  closingChecks: endpoint<Closings['staffClosingChecks']>('GET', '/api/staff/closing_checks'),
  ledger: endpoint<Ledger['staffLedger']>('GET', '/api/staff/ledger'),
  dayClose: endpoint<Closings['staffDayClose']>('POST', '/api/staff/closing/:day'),
  refunds: endpoint<Refunds['staffRefunds']>('GET', '/api/staff/refund'),
  refundSent: endpoint<Refunds['staffRefundSent']>('POST', '/api/staff/refund/:no/sent'),
  companies: endpoint<Finance['staffCompanyMoney']>('GET', '/api/staff/credit'),
  creditTerms: endpoint<Finance['staffCreditTerms']>('POST', '/api/staff/company/:id/credit'),
  balance: endpoint<Finance['staffBalanceAdjust']>('POST', '/api/staff/company/:id/balance'),
  invoices: endpoint<Invoices['staffInvoices']>('GET', '/api/staff/invoice'),
  invoice: endpoint<Invoices['staffInvoiceInfo']>('GET', '/api/staff/invoice/:id'),
  invoiceChange: endpoint<Invoices['staffInvoiceChange']>('POST', '/api/staff/invoice/:id/change'),
  invoiceRequests: endpoint<Invoices['staffInvoiceRequests']>('GET', '/api/staff/invoice_requests'),
  invoiceReview: endpoint<Invoices['staffInvoiceReview']>('POST', '/api/staff/invoice_request/:id/:decision'),
  statements: endpoint<Statements['staffStatementList']>('GET', '/api/staff/statement'),
  statementMake: endpoint<Statements['staffStatementMake']>('POST', '/api/staff/statement'),
  salesLines: endpoint<Statements['staffSalesLines']>('GET', '/api/staff/sales_record/line'),
  salesRecordPaper: endpoint<Statements['staffSalesRecordPaper']>('POST', '/api/staff/sales_record'),
  papers: endpoint<Exchange['staffDocumentList']>('GET', '/api/staff/document'),
  paperAgain: endpoint<Exchange['staffDocumentAgain']>('POST', '/api/staff/document/:id/again'),
  paperWithdraw: endpoint<Exchange['staffDocumentWithdraw']>('POST', '/api/staff/document/:id/withdraw'),
}
