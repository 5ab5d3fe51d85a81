/** Receipts of ephedrine goods: owed from the moment at which an order was received, as long as anything of it is with the buyer. */
export { openReceipt, releaseReceipt } from './receipts.ts'
