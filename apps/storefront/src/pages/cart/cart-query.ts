import type { CartListWire } from '#contract/cart.ts'
import { CART_FILTER_ALL } from '#contract/constants.ts'
import { api } from '../../api/calls.ts'
import type { ApiClient } from '../../api/client.ts'
import { queryOptions } from '../../api/useQuery.ts'

/** Everything whose key begins with 'cart' is dropped when the cart changes elsewhere. */
export const CART_LIST = ['cart', 'list'] as const

export async function readCart(client: ApiClient, signal: AbortSignal): Promise<CartListWire> {
  const { data } = await client.ask(api.cartList, { query: { filters: CART_FILTER_ALL, new: 1 }, signal })
  return data
}

export function cartQuery(client: ApiClient) {
  return queryOptions({
    queryKey: CART_LIST,
    // Long enough that a page does not ask again for what its loader has just read.
    staleTime: 5_000,
    queryFn: ({ signal }) => readCart(client, signal),
  })
}
