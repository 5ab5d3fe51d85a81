/** Receipts of ephedrine goods: owed from the moment at which an order was received. */
export { openReceipt } from './receipts.ts'
