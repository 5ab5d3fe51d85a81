/** Credit term: what a company may owe, its bills, and how they are repaid. */
export { creditGlance } from './screens.ts'
export { chargeCredit, createRepayment, creditBack, lockStanding, settleRepayment, splitBill } from './service.ts'
export { findRepayment, lockRepayment, type RepaymentRow, readStanding } from './store.ts'
