import { endpoint } from '#api-client/endpoint.ts'

type Exchange = typeof import('#contract/exchange.ts')
type Seals = typeof import('#contract/seals.ts')

/** Calls of seals and of the check of papers. */
export const sealApi = {
  verify: endpoint<Exchange['documentVerify']>('GET', '/api/verify/:code'),
  info: endpoint<Seals['sealInfo']>('GET', '/api/seal'),
  apply: endpoint<Seals['sealApply']>('POST', '/api/seal'),
  users: endpoint<Seals['sealUsers']>('POST', '/api/seal/:id/users'),
  stop: endpoint<Seals['sealStop']>('POST', '/api/seal/:id/stop'),
  uses: endpoint<Seals['sealUses']>('GET', '/api/seal/uses'),
} as const
