import type { ApiClient } from '#api-client/client.ts'
import { queryOptions } from '#api-client/useQuery.ts'
import type { SessionWire } from '#contract/credentials.ts'
import { credentialApi } from '../../api/credential-calls.ts'

export const SESSIONS = ['sessions'] as const

/** Where the account is signed in. */
export function sessionsQuery(client: ApiClient) {
  return queryOptions<readonly SessionWire[]>({
    queryKey: SESSIONS,
    staleTime: 10_000,
    queryFn: async ({ signal }) => (await client.ask(credentialApi.userSessions, { signal })).data.list,
  })
}
