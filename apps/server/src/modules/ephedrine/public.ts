/** Receipts of ephedrine goods: owed from the moment at which an order was received. */
export { receiptPaper } from './form.ts'
export { openReceipt } from './receipts.ts'
export { ephedrineOrder } from './views.ts'
