/** The double-entry ledger: every movement of money is a posting here, and nothing else moves a balance. */
export { adjustBalanceIn, createRecharge, PURSE_NAMES, rechargeTerms, settleRecharge } from './recharge.ts'
export { findRecharge, lockRecharge, type RechargePurse, type RechargeRow } from './recharge-store.ts'
export { post, postAll } from './service.ts'
export { byHandSince, lockByHand, type Purses, readPurses } from './store.ts'
export { useName } from './use-names.ts'
