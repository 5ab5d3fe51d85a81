import { useRevalidator } from 'react-router'
import type { ApiClient } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery, useQueryClient } from '#api-client/useQuery.ts'
import type { AskedAgreementWire } from '#contract/agreements.ts'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { memberApi } from '../../api/member-calls.ts'

export const ownAgreementsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: ['agreements'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await client.ask(memberApi.ownAgreements, { signal })).data,
  })

/** What the company is asked to agree to, and its answer. */
export function useAsked() {
  const client = useApi()
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const own = useQuery(ownAgreementsQuery(client)).data
  const { busy, run } = useBusy()
  const accept = async ({ id, sha256, title }: AskedAgreementWire): Promise<void> => {
    await run(async () => {
      const { data } = await client.ask(memberApi.agreementAccept, { params: { id }, body: { sha256, agreed: 1 } })
      queries.setQueryData(['agreements'], data)
      toast({ text: `已同意《${title}》`, tone: 'success' })
      // Who is asked, and what may be bought on this page.
      await queries.invalidateQueries({ queryKey: ['user'] })
      await revalidate()
    })
    // Where it was refused, another version may be in force by now.
    await queries.invalidateQueries({ queryKey: ['agreements'] })
  }
  return { own, busy, accept: (asked: AskedAgreementWire) => void accept(asked) }
}
