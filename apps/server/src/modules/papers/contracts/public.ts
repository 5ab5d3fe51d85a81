/** Contracts: what the newest says, and its paper. */
export { agreementDrawing, contractPaper } from './paper.ts'
export { agreementMade } from './service.ts'
export { newestVersion } from './store.ts'
