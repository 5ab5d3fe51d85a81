/** Contracts: what the newest says, and its paper. */
export { contractPaper } from './paper.ts'
export { newestVersion } from './store.ts'
