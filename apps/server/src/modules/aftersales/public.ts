/** After-sales: applying, deciding, refunding; for staff's tools, the demo and tests that drive them. */
export { apply, type Buyer } from './apply.ts'
export { approve, cancelAfterSale, reject, sendBack } from './commands.ts'
export { refundAfterSale, refundByJob, refundSentByStaff } from './refund.ts'
