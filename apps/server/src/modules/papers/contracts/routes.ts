import { contractInfo, contractSign, staffContractDemand, staffContracts, staffContractVersion } from '#contract/documents.ts'
import type { ModuleContext } from '../../../context.ts'
import { contractsOf } from './screens.ts'
import { contractInfoOf, demandSigning, publishVersion, signContract } from './service.ts'

export function contractRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(contractInfo, ({ viewer, now }) => contractInfoOf(database, viewer, now))
  serve(contractSign, async ({ viewer, body, request, now, say }) => {
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    const signature = await signContract(database, viewer, body, from, now)
    say('合同已签署')
    return signature
  })
  serve(staffContracts, ({ query, now }) => contractsOf(database, query, now))
  serve(staffContractVersion, async ({ viewer, body, now }) => ({
    version: await publishVersion(database, { accountId: viewer.accountId, name: viewer.name }, body, now),
  }))
  serve(staffContractDemand, async ({ viewer, body, now }) => ({
    demanded: await demandSigning(database, { accountId: viewer.accountId, name: viewer.name }, body.company_ids ?? null, now),
  }))
}
