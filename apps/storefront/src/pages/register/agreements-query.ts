import type { ApiClient } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery } from '#api-client/useQuery.ts'
import { credentialApi } from '../../api/credential-calls.ts'

/** What whoever registers agrees to: the versions that are in force. Asked once a visit, so that what was shown is what is sent. */
export const agreementsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: ['agreements_to_register'],
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await client.ask(credentialApi.agreementsToRegister, { signal, handles: 'all' })).data.list,
  })

export const useAgreements = () => useQuery(agreementsQuery(useApi())).data ?? []

/** Part of a registration: the versions that its page showed. */
export function useReadAgreements(): { agreements?: number[] } {
  const ids = useAgreements().map(({ id }) => id)
  return ids.length > 0 ? { agreements: ids } : {}
}
