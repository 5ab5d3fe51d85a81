/** Transfers by bank as buyers say them. */
export { proofSeen } from './service.ts'
