import type { ApiClient } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery, useQueryClient } from '#api-client/useQuery.ts'
import type { Envelope } from '#contract/codes.ts'
import type { DossierWire } from '#contract/companies.ts'
import { reviewOf } from '#domain/review.ts'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { useLive } from '../../api/live.ts'
import { memberApi } from '../../api/member-calls.ts'

/** The company's own data and papers, as the server has them after every save. */
export function companyQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['company'],
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<DossierWire> => (await client.ask(memberApi.companyDossier, { signal })).data,
  })
}

/** What staff decide meanwhile is shown at once. */
export function useDossier(loaded: DossierWire): DossierWire {
  const queries = useQueryClient()
  useLive('account', () => void queries.invalidateQueries({ queryKey: ['company'] }))
  return useQuery({ ...companyQuery(useApi()), initialData: loaded }).data ?? loaded
}

/** Shows what a call answered: the dossier anew, and what the frame says of the company when its state may have changed. */
export function useTakeDossier() {
  const queries = useQueryClient()
  return (dossier: DossierWire, stateChanged = false): void => {
    queries.setQueryData(['company'], dossier)
    if (stateChanged) void queries.invalidateQueries({ queryKey: ['user'] })
  }
}

/** One deed at a time (submit, withdraw); its message is said in passing. */
export function useDeed() {
  const take = useTakeDossier()
  const { busy, run } = useBusy()
  const work = (deed: () => Promise<Envelope<DossierWire>>, after?: () => void): Promise<void> =>
    run(async () => {
      const { data, message } = await deed()
      take(data, true)
      if (message) toast({ text: message, tone: 'success' })
      after?.()
    })
  return { busy, run: work }
}

export const isJoining = ({ review_state }: DossierWire): boolean =>
  reviewOf(review_state) === 'draft' || reviewOf(review_state) === 'rejected'
