/** Payments: what they do when an order moves, and what finance confirms by hand. */
export { type ArrivalOutcome, paymentEffects, settleArrival } from './arrival.ts'
export {
  confirmBankRefund,
  confirmBankTransfer,
  confirmTransferByNo,
  confirmTransferIn,
  settleStatementLine,
  suspendStatementLine,
  type TransferAim,
} from './bank.ts'
export type { PaymentDeps } from './deps.ts'
export { channelName } from './names.ts'
export { countPending, type RefundRow, refundedByReturns, refundedSince, refundsOf, refundsOfEdit } from './refund-store.ts'
export {
  confirmRefundSent,
  type RefundArrived,
  readPaid,
  refundPartThroughGateway,
  returnRefund,
  type SentRefunds,
  sendRefunds,
  settleRefund,
} from './refunds.ts'
export { startPayment } from './service.ts'
export { splitPayments } from './split.ts'
export { findPayment } from './store.ts'
