import { useMemo } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import type { CartListWire } from '#contract/cart-shapes.ts'
import { api } from '../../api/calls.ts'
import type { Missing } from '../../parts/cart/cart-data.ts'

export type FillHint = DataOf<typeof import('#contract/cart.ts').cartNextHint>['activities'][number]

export interface NextHints {
  /** By line, for the next tier of its ladder. */
  missing: ReadonlyMap<number, Missing>
  /** What is missing to activities, coupons and free shipping, with goods to fill up with. */
  fill: readonly FillHint[]
}
const NONE: readonly FillHint[] = []

/** Asked anew when the sums have changed. */
export function useNextHints(cart: CartListWire): NextHints {
  const client = useApi()
  const { total, selected_lines, selected_number } = cart.total
  const { data } = useQuery({
    queryKey: ['cart', 'hints', total, selected_lines, selected_number],
    queryFn: async ({ signal }) => {
      const held = new Map(cart.list.map((line) => [line.id, line.number]))
      const { data: hints } = await client.ask(api.cartNextHint, { signal })
      return { ...hints, list: hints.list.map((hint) => ({ ...hint, heldThen: held.get(hint.line_id) ?? 0 })) }
    },
    keepFormer: true,
  })
  const missing = useMemo(
    () => new Map(data?.list.map((hint) => [hint.line_id, { heldThen: hint.heldThen, more: hint.missing_number }])),
    [data],
  )
  return { missing, fill: data?.activities ?? NONE }
}
