/** Transfers by bank as buyers say them. */
export { proofFiles, proofSeen } from './service.ts'
