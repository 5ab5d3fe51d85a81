import { useMemo } from 'react'
import type { CartListWire } from '#contract/cart.ts'
import { api } from '../../api/calls.ts'
import { useApi } from '../../api/context.tsx'
import { useQuery } from '../../api/useQuery.ts'

/** line → units still missing to the next tier; asked anew when the sums have changed. */
export function useTierHints(cart: CartListWire): ReadonlyMap<number, number> {
  const client = useApi()
  const { total, selected_lines, selected_number } = cart.total
  const { data } = useQuery({
    queryKey: ['cart', 'hints', total, selected_lines, selected_number],
    queryFn: async ({ signal }) => (await client.ask(api.cartNextHint, { signal })).data,
    keepFormer: true,
  })
  return useMemo(() => new Map(data?.list.map((hint) => [hint.line_id, hint.missing_number])), [data])
}
