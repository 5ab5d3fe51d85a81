import type { ApiClient } from '#api-client/client.ts'
import { queryOptions } from '#api-client/useQuery.ts'
import type { CartListWire } from '#contract/cart-shapes.ts'
import { CART_FILTER_ALL } from '#contract/constants.ts'
import { api } from '../../api/calls.ts'
import { AUTOMATIC, choiceQuery, choiceSent, type OfferChoice } from '../offer-choice.ts'

/** Everything whose key begins with 'cart' is dropped when the cart changes elsewhere. */
export const CART_LIST = ['cart', 'list'] as const

/** One list for every choice of coupons and gifts: a former choice's answer is not shown for another one. */
export const cartKey = (choice: OfferChoice): readonly unknown[] => {
  const { coupons, zps } = choiceQuery(choice)
  return coupons === undefined && zps === undefined ? CART_LIST : [...CART_LIST, coupons ?? null, zps ?? null]
}

export async function readCart(client: ApiClient, choice: OfferChoice, signal: AbortSignal): Promise<CartListWire> {
  const { data } = await client.ask(api.cartList, { query: { filters: CART_FILTER_ALL, new: 1, ...choiceSent(choice) }, signal })
  return data
}

export function cartQuery(client: ApiClient, choice: OfferChoice = AUTOMATIC) {
  return queryOptions({
    queryKey: cartKey(choice),
    // Long enough that a page does not ask again for what its loader has just read.
    staleTime: 5_000,
    queryFn: ({ signal }) => readCart(client, choice, signal),
  })
}
