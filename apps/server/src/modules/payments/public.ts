/** Payments: what they do when an order moves, and what finance confirms by hand. */
export { paymentEffects } from './arrival.ts'
export { confirmBankRefund, confirmBankTransfer } from './bank.ts'
