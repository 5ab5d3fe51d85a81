import { useNavigate } from 'react-router'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import { CODES } from '#contract/codes.ts'
import { api } from '../../api/calls.ts'
import { SHOWN_HERE } from '../../parts/paying/failure.ts'
import { paths } from '../../paths.ts'
import { forgetSent, type PlaceBody, type PlacedOrder, rememberPlaced, rememberSent } from './submission.ts'

/** No answer, or the server failed after it may have written: whether the order stands is not known. Asking again with the same key is safe. */
export const outcomeOpen = (error: unknown): boolean => error instanceof NoAnswer || (error instanceof ApiError && error.code >= CODES.BUSY)

const nextPage = (orders: readonly PlacedOrder[]): string => {
  const waiting = orders.find((order) => order.status === 'pending_payment')
  if (waiting) return paths.pay(waiting.id)
  const [first] = orders
  return first ? paths.paid(first.id) : paths.orders()
}

/**
 * Places an order and leaves step 2 by replacing it in the history, so that back leads to the cart and not to a second
 * order. Throws what the call threw; the same body may then be sent again.
 */
export function usePlace(): (body: PlaceBody) => Promise<void> {
  const client = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (body) => {
    rememberSent(sessionStorage, body)
    try {
      const { data } = await client.ask(api.orderPlace, { body, handles: SHOWN_HERE })
      rememberPlaced(sessionStorage, body, data.orders)
      void queries.invalidateQueries({ queryKey: ['cart'] })
      void queries.invalidateQueries({ queryKey: ['user'] })
      await navigate(nextPage(data.orders), { replace: true })
    } catch (error) {
      if (!outcomeOpen(error)) forgetSent(sessionStorage, body.checkout_key)
      throw error
    }
  }
}
