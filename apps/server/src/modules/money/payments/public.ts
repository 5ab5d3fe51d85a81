/** Payments: what they do when an order moves, and what finance confirms by hand. */
export { channelName, paymentEffects } from './arrival.ts'
export { confirmBankRefund, confirmBankTransfer, confirmTransferByNo, confirmTransferIn } from './bank.ts'
export type { PaymentDeps } from './deps.ts'
export { countPending, type RefundRow, refundsOf } from './refund-store.ts'
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
