import type { QueryClient } from '#api-client/cache.ts'
import type { CartListWire } from '#contract/cart-shapes.ts'
import { choiceSent, type OfferChoice } from '../../parts/offer-choice.ts'
import { CART_LIST, cartKey } from './cart-query.ts'

type ListQuery = { list: 1 } & ReturnType<typeof choiceSent>

export interface LatestCart {
  /** Sends a change, and asks for the cart with its answer: the server prices it once for both. */
  changing: <T extends { cart?: CartListWire }>(ask: (query: ListQuery) => Promise<{ data: T }>) => Promise<T>
  /** Shows the cart as it is after the last change: the one that was answered, or read anew where another change has overtaken it. */
  show: () => Promise<void>
}

const idOf = (key: readonly unknown[]): string => JSON.stringify(key)

export function createLatestCart(queries: QueryClient, choice: () => OfferChoice): LatestCart {
  const key = (): readonly unknown[] => cartKey(choice())
  let sent = 0
  let underWay = 0
  let answered: CartListWire | null = null
  return {
    changing: async (ask) => {
      sent += 1
      underWay += 1
      const [at, asked, alone] = [sent, idOf(key()), underWay === 1]
      try {
        const { data } = await ask({ list: 1, ...choiceSent(choice()) })
        answered = (alone && at === sent && asked === idOf(key()) && data.cart) || null
        return data
      } finally {
        underWay -= 1
      }
    },
    show: async () => {
      const cart = answered
      answered = null
      if (cart === null) return queries.invalidateQueries({ queryKey: CART_LIST })
      const shown = key()
      queries.setQueryData<CartListWire>(shown, cart)
      // What other choices of coupons would make of the cart is of before the change.
      queries.removeQueries({ predicate: (one) => CART_LIST.every((part, at) => one[at] === part) && idOf(one) !== idOf(shown) })
    },
  }
}
