/** The double-entry ledger: every movement of money is a posting here, and nothing else moves a balance. */
export { post, postAll } from './service.ts'
export { type Purses, readPurses } from './store.ts'
