import type { QueryOf } from '#contract/call.ts'
import type { OrderFilterState } from '#contract/order.ts'

type OrdersQuery = QueryOf<typeof import('#contract/order.ts').orderList>

/** As the contract has them; values of the contract's schemas do not reach the browser. */
const STATES: readonly OrderFilterState[] = [
  'all',
  'pending_payment',
  'paid',
  'picking',
  'shipped',
  'received',
  'completed',
  'cancelled',
  'after_sale',
]
const PER_PAGE = 10
const DATE = /^\d{4}-\d{2}-\d{2}$/

export interface OrdersView {
  status: OrderFilterState
  keywords: string
  from: string
  to: string
  page: number
}

export const stateOf = (text: string | null): OrderFilterState => STATES.find((state) => state === text) ?? 'all'

/** What the address bar asks for; anything that makes no sense counts as not asked. */
export function ordersView(search: URLSearchParams): OrdersView {
  const status = stateOf(search.get('status'))
  const date = (key: string): string => {
    const text = search.get(key) ?? ''
    return DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
  }
  const page = Number(search.get('page'))
  return {
    status,
    keywords: (search.get('keywords') ?? '').trim().slice(0, 60),
    from: date('from'),
    to: date('to'),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export function ordersQuery(view: OrdersView): OrdersQuery {
  return {
    page: view.page,
    per_page: PER_PAGE,
    status: view.status,
    ...(view.keywords && { keywords: view.keywords }),
    ...(view.from && { start_time: view.from }),
    ...(view.to && { end_time: view.to }),
  }
}

/** The view as query values for a link; what is not asked for stays out of the address. */
export function viewValues(view: OrdersView): Record<string, string | number | undefined> {
  return {
    status: view.status === 'all' ? undefined : view.status,
    keywords: view.keywords || undefined,
    from: view.from || undefined,
    to: view.to || undefined,
    page: view.page > 1 ? view.page : undefined,
  }
}

/** The same filters as the list's, for the file of it. */
export const exportValues = ({ status, keywords, from, to }: OrdersView) => ({
  status: status === 'all' ? undefined : status,
  keywords: keywords || undefined,
  start_time: from || undefined,
  end_time: to || undefined,
})

export const isFiltered = (view: OrdersView): boolean => view.keywords !== '' || view.from !== '' || view.to !== ''
