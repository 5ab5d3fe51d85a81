/**
 * After-sales: applying, deciding, refunding; for staff's tools, the demo and tests that drive them. Those that take a
 * connection do their part in the caller's transaction.
 */
export { appliedBefore, applyIn } from './apply.ts'
export { approve, cancelAfterSale, reject, sendBack } from './commands.ts'
export { refundArrival, refundIn } from './refund.ts'
export { returnDrawings } from './return-note.ts'
export { apply, refundAfterSale } from './service.ts'
