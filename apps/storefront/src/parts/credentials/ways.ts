import type { ApiClient } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import { credentialApi } from '../../api/credential-calls.ts'

export type Ways = DataOf<typeof import('#contract/credentials.ts')['loginWays']>

/** What this shop offers to whoever wants in; it does not change while one looks. */
export const waysQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: ['login_ways'],
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<Ways> => (await client.ask(credentialApi.loginWays, { signal, handles: 'all' })).data,
  })

/** undefined: not known yet. */
export const useWays = (): Ways | undefined => useQuery(waysQuery(useApi())).data
