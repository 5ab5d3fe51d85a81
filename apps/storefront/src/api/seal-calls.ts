import { endpoint } from './calls.ts'

type Exchange = typeof import('#contract/exchange.ts')

/** Calls of seals and of the check of papers. */
export const sealApi = {
  verify: endpoint<Exchange['documentVerify']>('GET', '/api/verify/:code'),
} as const
