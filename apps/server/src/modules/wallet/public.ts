/** The double-entry ledger: every movement of money is a posting here, and nothing else moves a balance. */
export { post } from './service.ts'
export { readBalance } from './store.ts'
